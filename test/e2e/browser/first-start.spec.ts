/** From nothing to rows, and what is still there after a reload and after a restart. */
import { expect, test } from '../fixtures.ts';
import { Account } from '../pages/account.ts';
import { QueryForm } from '../pages/form.ts';
import { Results } from '../pages/results.ts';
import { Shell } from '../pages/shell.ts';
import { Welcome } from '../pages/welcome.ts';

test('one click on Explore sample data reaches rows', async ({ page, startHost }) => {
  const host = await startHost({});
  await page.goto(host.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await new Welcome(page).exploreSampleData();
  const results = new Results(page);
  const rows = await results.rowCount();
  expect(rows).toBeGreaterThan(0);
  await expect(results.cell(0, 'text')).not.toBeEmpty();
  await expect(results.status).toContainText(`1 page · ${rows} rows · more available`);
  await expect(new QueryForm(page).form).toHaveAttribute('data-endpoint', 'microblog.posts.search');
  await expect(page.getByText('Sample service').first()).toBeVisible();
  // The token is not in the address any more: it can be shown and copied.
  expect(page.url()).not.toContain('token');
});

test('a reload keeps tabs and rows, and asks nothing', async ({ openExplorer }) => {
  const { page, shell, form, results, service } = await openExplorer();
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'harbour' });
  await form.getFirstPage();
  await results.expectRows(20);
  await results.nextPage();
  await results.expectRows(40);
  await shell.choose('shortvideo.posts.by-user');
  await form.fillIn({ identifier: 'mira_osei' });
  await expect(shell.tabs.getByRole('listitem')).toHaveCount(2);

  await page.reload();
  await expect(shell.tabs.getByRole('listitem')).toHaveCount(2);
  await expect(form.input('identifier')).toHaveValue('mira_osei');
  await shell.tabs.getByRole('button', { name: /^Posts: harbour/ }).click();
  await results.expectRows(40);
  await expect(results.status).toContainText('more available');
  expect(service.requests.length).toBe(2);
  await results.nextPage();
  await results.expectRows(47);
  expect(service.requests.length).toBe(3);
});

test('a restart keeps tabs and rows; the run is interrupted and says so', async ({
  page,
  openExplorer,
  startHost,
}) => {
  const { shell, form, results, service, host } = await openExplorer();
  await shell.choose('photoshare.posts.comments');
  await form.fillIn({ id: 'C9xQ2LmNp4R' });
  await form.getFirstPage();
  await results.expectRows(12);
  const before = await results.cell(3, 'text').innerText();
  await host.stop();

  const again = await startHost({ service: service.address, accessKey: service.accessKey });
  await page.goto(again.url);
  await expect(shell.tabs.getByRole('listitem')).toHaveCount(1);
  await results.expectRows(12);
  await expect(results.cell(3, 'text')).toHaveText(before);
  await expect(results.status).toContainText('More was available when the program closed');
  expect(service.requests.length).toBe(1);
  await expect(results.next).toBeHidden();
  await page.getByRole('button', { name: 'Run again from the start' }).click();
  await expect(results.status).toContainText('more available');
  expect(service.requests.length).toBe(2);
});

test('an own key: address and key, tested at no cost, then a page of rows', async ({
  page,
  startHost,
  startService,
}) => {
  const service = await startService();
  const host = await startHost({});
  await page.goto(host.url);
  const welcome = new Welcome(page);
  await welcome.enterKey(service.address, 'not-the-right-key-1');
  await expect(page.getByText('The service does not accept this key.')).toBeVisible();
  await page.getByLabel('Access key', { exact: true }).fill(service.accessKey);
  await page.getByRole('button', { name: 'Save and test the key' }).click();

  const shell = new Shell(page);
  await expect(shell.filter).toBeVisible();
  expect(service.requests.map(({ path }) => path)).toEqual([
    '/api/data/operations/op_check',
    '/api/data/operations/op_check',
  ]);
  expect(await shell.calls()).toBe(0);
  // The service's word on the key is still there, wherever it was asked for.
  await shell.goTo('Account');
  const account = new Account(page);
  await expect(account.key).toContainText('The service accepts this key.');
  await expect(account.keys.getByRole('button', { name: 'Test', exact: true })).toHaveCount(1);
  await shell.choose('microblog.users.get');
  const form = new QueryForm(page);
  await form.fillIn({ username: 'mira_osei' });
  await form.getFirstPage();
  await new Results(page).expectRows(1);
  expect(await shell.calls()).toBe(1);
});

test('a page opened without the token shows a hint and nothing else', async ({
  page,
  startHost,
  complaints,
}) => {
  const host = await startHost({ sample: true });
  await page.goto(`http://127.0.0.1:${host.port}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(new Shell(page).endpoints).toBeHidden();
  expect(complaints).toEqual([]);
});
