/** The page's fence (checklist 5): what is injected does not run, what is foreign is not reached. */
import { expect, test } from '../fixtures.ts';
import { expectInjectionsFail } from '../injection.ts';

test('[5] markup in data is text; injected scripts, eval and foreign requests all fail', async ({
  openExplorer,
  startService,
  complaints,
}) => {
  const { page, results, search } = await openExplorer();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await search('<img src=x onerror=alert(2)>');
  await results.grid.getByText('<script>alert(1)</script>').first().click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('<script>');
  expect(dialogs).toEqual([]);
  expect(await page.locator('script:not([src])').count()).toBe(0);
  expect(complaints).toEqual([]);

  await expectInjectionsFail(page, await startService());
  complaints.length = 0;
});
