/** The page's fence (checklist 5): what is injected does not run, what is foreign is not reached. */
import { expect, test } from '../fixtures.ts';
import { expectInjectionsFail } from '../injection.ts';

test('[5] markup in data is text; injected scripts, eval and foreign requests all fail', async ({
  openExplorer,
  startService,
  complaints,
}) => {
  const { page, shell, form, results } = await openExplorer();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: '<img src=x onerror=alert(2)>' });
  await form.getFirstPage();
  await results.expectRows(20);
  await results.grid.getByText('<script>alert(1)</script>').first().click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('<script>');
  expect(dialogs).toEqual([]);
  expect(await page.locator('script:not([src])').count()).toBe(0);
  expect(complaints).toEqual([]);

  await expectInjectionsFail(page, await startService());
  complaints.length = 0;
});
