/** Hasty hands cost nothing (checklist 25). */
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';

async function prepare({ shell, form, service }: Explorer): Promise<void> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  // Slow enough that what follows happens while the request is under way, on slow computers too.
  service.fail({ kind: 'delay', ms: 2500 });
}

test('[25] a double click on Get first page asks once', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const { form, results, service, shell } = explorer;
  await prepare(explorer);
  await form.ask.dblclick();
  await results.expectRows(20);
  expect(service.requests.length).toBe(1);
  expect(await shell.calls()).toBe(1);
});

test('[25] Enter held down asks once', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const { page, form, results, service } = explorer;
  await prepare(explorer);
  await form.input('q').focus();
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await results.expectRows(20);
  expect(service.requests.length).toBe(1);
});

test('[25] a double click on Next page fetches one page', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const { shell, form, results, service } = explorer;
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await results.expectRows(20);
  service.fail({ kind: 'delay', ms: 2500 });
  await results.next.dblclick();
  await results.expectRows(40);
  await expect(results.status).toContainText('2 pages');
  expect(service.requests.length).toBe(2);
});

test('[25] a reload while a page is under way neither loses nor repeats it', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer();
  const { page, form, results, service } = explorer;
  await prepare(explorer);
  await form.getFirstPage();
  await expect(results.stop).toBeVisible();
  await expect.poll(() => service.requests.length).toBe(1);
  await page.reload();
  await results.expectRows(20);
  expect(service.requests.length).toBe(1);
});

test('looking at pages, details and other tabs asks nothing', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const { page, shell, form, results, service } = explorer;
  await prepare(explorer);
  await form.getFirstPage();
  await results.expectRows(20);
  await results.nextPage();
  await results.expectRows(40);
  const before = service.requests.length;
  await page.getByText('Pages', { exact: true }).click();
  await results.expectRows(20);
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Next fetched page' }).click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await results.expectRows(20);
  await page.getByText('Table', { exact: true }).click();
  await results.expectRows(40);
  await results.cell(2, 'text').click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Row 3');
  await shell.goTo('Account');
  await shell.goTo('Explore');
  await results.expectRows(40);
  expect(service.requests.length).toBe(before);
});
