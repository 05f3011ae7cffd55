/** The wall of pictures in a browser: nothing is asked for before it may be, then every way to look at them. Its rules: unit/renderer/results. */
import type { Locator } from '@playwright/test';
import { expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { countClicks } from '../pages/clicks.ts';
import { downloaded } from '../pages/saving.ts';
import type { Sample } from '../fixtures.ts';

async function openWall({ page, shell, form }: Sample, question: string): Promise<Locator> {
  await shell.choose(question);
  await form.useExample();
  await form.getFirstPage();
  await page
    .getByRole('radiogroup', { name: 'View' })
    .getByText('Pictures', { exact: true })
    .click();
  const wall = page.getByRole('grid', { name: 'Pictures' });
  await expect(wall).toBeVisible();
  return wall;
}

/** Whether it is drawn, and not only there. */
const widthOf = (picture: Locator): Promise<number> =>
  picture.evaluate((one) => (one as HTMLImageElement).naturalWidth);

test('[5] pictures load once they are allowed, by the program alone, and are walked through by keys', async ({
  openSample,
}) => {
  const sample = await openSample();
  const { page, shell } = sample;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const wall = await openWall(sample, 'photoshare.posts.search');
  const strip = page.getByText('Pictures and videos are not loaded');
  await expect(strip).toBeVisible();
  await expectAccessibleInBoth(page.getByRole('main'), 'the wall without pictures');
  await expect(wall.locator('img')).toHaveCount(0);
  expect(asked.filter((url) => url.includes('/media/'))).toEqual([]);

  await page.getByRole('button', { name: 'Load pictures' }).click();
  await expect(strip).toBeHidden();
  // The button is gone; the focus stays beside the wall, and not at the top of the window.
  await expect(wall.locator('xpath=ancestor::*[@tabindex][1]')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(wall).toBeFocused();
  await expect.poll(() => widthOf(wall.locator('img').first())).toBeGreaterThan(0);
  await expectAccessibleInBoth(page.getByRole('main'), 'the wall');
  // The page asks the program, and nobody else.
  const own = new URL(page.url()).origin;
  expect(asked.filter((url) => !url.startsWith(own) && !url.startsWith('data:'))).toEqual([]);

  const first = wall.getByRole('gridcell').first();
  await first.hover();
  await first.getByTitle('Enlarge (Space)').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await wall.focus();
  await wall.press('ArrowRight');
  await wall.press('Enter');
  const pane = page.getByRole('complementary', { name: 'Details' });
  await expect(pane).toContainText('Row 2');
  await expect.poll(() => widthOf(pane.locator('img').first())).toBeGreaterThan(0);
  await expectAccessibleInBoth(pane, 'a picture in Details');

  await wall.focus();
  await wall.press('Space');
  const box = page.getByRole('dialog');
  await expect.poll(() => widthOf(box.locator('img').first())).toBeGreaterThan(0);
  await expectAccessibleInBoth(box, 'a picture enlarged');
  await page.keyboard.press('ArrowRight');
  await expect(box.getByRole('heading', { level: 2 })).toHaveText(/^3 of /);
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await expect(wall).toBeFocused();
  await expect(pane).toContainText('Row 3');

  await page.getByRole('radiogroup', { name: 'View' }).getByText('Table', { exact: true }).click();
  await expect(
    page.getByRole('grid', { name: 'Results' }).locator('[aria-current]'),
  ).toHaveAttribute('data-row', '2');

  await shell.goTo('Settings');
  const choice = page.getByRole('radiogroup', { name: 'Pictures and videos' });
  await expectAccessibleInBoth(page.getByRole('main'), 'Settings');
  await choice.getByText('Don’t load', { exact: true }).click();
  await shell.goTo('Explore');
  await expect(pane).toBeVisible();
  await expect(pane.locator('img')).toHaveCount(0);
});

test('a video shows its poster, and plays without sound when it is asked to', async ({
  openSample,
}) => {
  const sample = await openSample();
  const { page } = sample;
  const wall = await openWall(sample, 'shortvideo.posts.by-user');
  await page.getByRole('button', { name: 'Load pictures' }).click();
  await wall
    .getByRole('gridcell', { name: /^Video/ })
    .first()
    .dblclick();
  const box = page.getByRole('dialog');
  const play = box.getByRole('button', { name: 'Play the video' });
  await expect.poll(() => widthOf(play.locator('img'))).toBeGreaterThan(0);
  await expect(box.locator('video')).toHaveCount(0);
  await play.click();
  const video = box.locator('video');
  await expect
    .poll(() => video.evaluate((one) => (one as HTMLVideoElement).readyState))
    .toBeGreaterThan(0);
  expect(await video.evaluate((one) => (one as HTMLVideoElement).muted)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
});

test('from the start page to a wall with pictures in three clicks, and to its files in two more', async ({
  openSample,
}) => {
  const { page } = await openSample();
  const clicks = await countClicks(page);
  await page.getByRole('form', { name: 'Ask' }).getByText('Photoshare', { exact: true }).click();
  await page.getByRole('textbox', { name: /^Words, an account/ }).fill('coast');
  await page.keyboard.press('Enter');
  await page.getByText('Pictures', { exact: true }).click();
  await page.getByRole('button', { name: 'Load pictures' }).click();
  const wall = page.getByRole('grid', { name: 'Pictures' });
  await expect.poll(() => widthOf(wall.locator('img').first())).toBeGreaterThan(0);
  expect(await clicks()).toBe(3);

  await page.getByRole('button', { name: 'Save media…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save' });
  await expect(dialog.getByRole('radio', { name: /^Pictures and videos/ })).toBeChecked();
  await expect(dialog).toContainText('None of it counts as calls');
  const { name, bytes } = await downloaded(page, () =>
    dialog.getByRole('button', { name: 'Save', exact: true }).click(),
  );
  expect(name).toMatch(/\.zip$/);
  expect(bytes.includes('media.csv')).toBe(true);
  expect(await clicks()).toBe(5);
});
