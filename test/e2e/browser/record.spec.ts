/** The record pane beside the grid: its room and direction, and pictures. Its fields, keys and dates: unit/renderer/results, keyboard. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

const openDetails = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  return page.getByRole('complementary', { name: 'Details' });
};

/** A site with pictures. Answers from the test itself: none is asked in the world. */
async function pictureSite(page: Page) {
  const seen = { asked: [] as string[], cookies: [] as (string | null)[], isThere: true };
  await page.context().route(/^https:/, async (route) => {
    seen.asked.push(route.request().url());
    seen.cookies.push(await route.request().headerValue('cookie'));
    if (!seen.isThere) return route.fulfill({ status: 404 });
    return route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="teal"/></svg>',
    });
  });
  return seen;
}

test('[5] a row in full takes room from the rows; its pictures load only once they are turned on, in Details only', async ({
  openExplorer,
}) => {
  const { page, shell, form, results, search } = await openExplorer();
  await search('city trees');
  await results.cell(2, 'retweetCount').click();
  const pane = await openDetails(page);
  await expect(pane).toContainText('Row 3');
  // It takes room from the rows, but not from the cell that was gone to.
  const left = (await pane.boundingBox())?.x ?? 0;
  const cellEnd = async (): Promise<number> => {
    const box = await results.cell(2, 'retweetCount').boundingBox();
    return (box?.x ?? Infinity) + (box?.width ?? 0);
  };
  await expect.poll(cellEnd).toBeLessThanOrEqual(left);
  await expectAccessibleInBoth(pane, 'fields of a row');
  await pane.getByText('JSON', { exact: true }).click();
  await expectAccessibleInBoth(pane, 'a row as JSON');
  await pane.getByText('Fields', { exact: true }).click();

  await test.step('texts from right to left stand at the right', async () => {
    const texts = results.grid.locator('[data-row] [data-field=text]');
    const text = texts.filter({ hasText: /^[\u0590-\u06FF]/ }).first();
    await text.click();
    const inPane = pane.locator('[data-field="text"] dd span').first();
    await expect(text).toHaveCSS('direction', 'rtl');
    await expect(inPane).toHaveCSS('direction', 'rtl');
    await expect(results.cell(0, 'authorUsername')).toHaveCSS('direction', 'ltr');
  });

  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();

  const site = await pictureSite(page);
  await shell.choose('photoshare.posts.search');
  await form.fillIn({ q: 'bread' });
  await form.getFirstPage();
  await results.cell(1, 'caption').click();
  await openDetails(page);
  await expect(pane).toContainText('Pictures are not loaded');
  await expect(pane.locator('img')).toHaveCount(0);
  expect(site.asked).toEqual([]);

  await pane.getByRole('button', { name: 'Settings', exact: true }).click();
  const choice = page.getByRole('radiogroup', { name: 'Pictures from the internet' });
  await expect(choice).toBeInViewport();
  await expectAccessibleInBoth(page.getByRole('main'), 'Settings');
  await choice.getByText('On', { exact: true }).click();
  const loadAgain = page.getByRole('button', { name: 'Reload' });
  await expect(loadAgain).toBeVisible();
  // Until then the policy of the window stands, and nothing tries it.
  await shell.goTo('Explore');
  await expect(pane).toBeVisible();
  expect(site.asked).toEqual([]);

  await shell.goTo('Settings');
  await loadAgain.click();
  await expect(loadAgain).toBeHidden();
  await shell.goTo('Explore');
  await expect(page.getByRole('grid', { name: 'Results' })).toBeVisible();
  expect(site.asked).toEqual([]);
  await results.cell(1, 'caption').click();
  await openDetails(page);
  const picture = pane.locator('img').first();
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBe(60);
  expect(site.cookies.every((cookie) => cookie === null)).toBe(true);
  await expectAccessible(pane, 'pictures in Details');

  await test.step('that one is gone is said where the picture would be', async () => {
    site.isThere = false;
    await results.cell(4, 'caption').click();
    const gone = pane.getByText('The picture could not be loaded.').first();
    await expect(gone).toBeInViewport({ ratio: 1 });
    const heading = await pane.locator('header').first().boundingBox();
    const { y = 0 } = (await gone.boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual((heading?.y ?? 0) + (heading?.height ?? Infinity));
  });

  await shell.goTo('Settings');
  await choice.getByText('Off', { exact: true }).click();
  await shell.goTo('Explore');
  await expect(pane.locator('img')).toHaveCount(0);
});
