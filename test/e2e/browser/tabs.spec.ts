/** Tabs, the list of questions and the rail: what is on screen is in sight in all. */
import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** Whole, and under nothing else. */
async function expectInSight(part: Locator): Promise<void> {
  await expect(async () => {
    const box = await part.boundingBox();
    if (box === null) throw new Error('it is not drawn');
    for (const [x, y] of [
      [box.x + 2, box.y + 2],
      [box.x + box.width - 2, box.y + box.height - 2],
    ] as const) {
      const isOnTop = await part.evaluate(
        (element, at) => element.contains(document.elementFromPoint(at.x, at.y)),
        { x, y },
      );
      expect(isOnTop).toBe(true);
    }
  }).toPass();
}

test('the tab on screen and its question are in sight, whatever becomes of the window; a small one has room for eight rows and for a whole chart', async ({
  openExplorer,
}) => {
  const { page, shell, form, results, service, search } = await openExplorer();
  const questions = [
    'shortvideo.sounds.search',
    'microblog.posts.search',
    'microblog.users.search',
    'photoshare.posts.search',
    'photoshare.users.search',
    'microblog.posts.get',
    'forum.posts.by-ids',
    'photoshare.posts.get',
  ];
  for (const id of questions) {
    await shell.choose(id);
    // A tab in which nothing was typed would be used again.
    await form.form.getByRole('textbox').first().fill('2123834003420086272');
  }
  const active = shell.tabs.locator('li[data-active=true]');
  await expectInSight(active);
  for (const width of [1024, 853, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await expectInSight(active);
  }

  // The mark that a tab gets makes it wider.
  service.fail({ kind: 'status', status: 402 });
  await form.getFirstPage();
  await expect(results.problem).toBeVisible();
  await expectInSight(active.getByRole('button', { name: /^Close / }));

  // Those that don’t fit are listed.
  await shell.tabs.getByRole('button', { name: 'All 8 open questions' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(8);
  await page.getByRole('menuitemradio').first().click();
  await expectInSight(active);

  // A tab that is gone to shows its question in the list.
  for (const at of [0, 1, 7]) {
    await shell.tabs.getByRole('listitem').nth(at).getByRole('button').first().click();
    await expectInSight(shell.entry(questions[at] ?? ''));
  }

  // In a small window, or with text at 150 %, there is room for eight rows and for a whole chart.
  await page.setViewportSize({ width: 800, height: 600 });
  await search('city trees');
  for (const [width, height] of [
    [800, 600],
    [853, 533],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectInSight(results.cell(7, 'text'));
  }
  await page.getByText('Charts', { exact: true }).click();
  await expectInSight(page.locator('svg[data-picture]').first());
});

test('back and forward lead to the looks, tabs and pages that a person was at', async ({
  openSample,
}) => {
  const { page, shell, form, results } = await openSample();
  await shell.choose('microblog.posts.search');
  await form.useExample();
  await form.getFirstPage();
  await results.lookAt('Charts');
  await shell.choose('microblog.users.get');
  await shell.goTo('Account');
  const heading = page.getByRole('heading', { level: 1 });
  const look = page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { checked: true });
  await expect(heading).toHaveText('Account');
  await page.goBack();
  await expect(form.form).toContainText('The profile of one account');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(look).toHaveAccessibleName('Charts');
  await page.goBack();
  await expect(look).toHaveAccessibleName('Table');
  for (const _ of ['Charts', 'One account']) await page.goForward();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(heading).toHaveText('Account');

  // Where a tab was closed, the one on screen stays, and so does the way forward.
  await page.goBack();
  await shell.tabs.getByRole('button', { name: /^Close One account/ }).click();
  await expect(look).toHaveAccessibleName('Charts');
  for (const _ of [1, 2, 3]) await page.goBack();
  await expect(look).toHaveAccessibleName('Table');
  for (const _ of [1, 2, 3]) await page.goForward();
  await page.goForward();
  await expect(look).toHaveAccessibleName('Charts');
});
