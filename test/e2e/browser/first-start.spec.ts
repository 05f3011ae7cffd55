/** From nothing to rows, and what is still there after a reload. */
import { expect, test } from '../fixtures.ts';
import { Results } from '../pages/results.ts';
import { Welcome } from '../pages/welcome.ts';

test('one click on Explore sample data reaches rows', async ({ page, startHost }) => {
  const host = await startHost({});
  await page.goto(host.url);
  await new Welcome(page).exploreSampleData();
  await expect(page.getByRole('main')).toBeFocused();
  const results = new Results(page);
  const rows = await results.rowCount();
  expect(rows).toBeGreaterThan(0);
  await expect(results.cell(0, 'text')).not.toBeEmpty();
  await expect(results.status).toContainText(`1 page · ${rows} rows · more available`);
  await expect(page.getByText('Sample service').first()).toBeVisible();
  // The token is not in the address any more: it can be shown and copied.
  expect(page.url()).not.toContain('token');
});

test('a reload keeps tabs and rows, asks nothing and goes on from its place', async ({
  page,
  openExplorer,
}) => {
  const { shell, form, results, service, search } = await openExplorer();
  const tabs = shell.tabs.getByRole('listitem');
  await search('harbour');
  await shell.choose('shortvideo.posts.by-user');
  await form.fillIn({ identifier: 'mira_osei' });
  await expect(tabs).toHaveCount(2);

  await page.reload();
  await expect(tabs).toHaveCount(2);
  await expect(form.input('identifier')).toHaveValue('mira_osei');
  await shell.tabs.getByRole('button', { name: /^Search posts: harbour/ }).click();
  await results.expectRows(20);
  expect(service.requests.length).toBe(1);
  await results.nextPage();
  await results.expectRows(40);
});
