/** From nothing to rows, and what is still there after a reload and after a restart. */
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

test('the start page asks from one field, by keys alone, and opens again what was asked', async ({
  page,
  openExplorer,
}) => {
  const { results, service } = await openExplorer();
  const task = page.getByRole('form', { name: 'Posts of an account' });
  await task.getByRole('textbox').fill('mira_osei');
  await page.keyboard.press('Enter');
  await results.expectRows(20);
  await expect(page.getByRole('main')).toBeFocused();
  expect(service.requests.length).toBe(1);
  // The question is one line, so that more rows are on screen.
  await expect(page.getByRole('button', { name: 'Edit question' })).toBeVisible();

  await page.getByRole('button', { name: 'Choose a question' }).click();
  const recent = page.getByRole('region', { name: 'Asked recently' });
  await recent.getByRole('button', { name: /^mira_osei/ }).click();
  await results.expectRows(20);
  expect(service.requests.length).toBe(1);
});

test('a reload and a restart keep tabs and rows and ask nothing; after a restart a run says it was interrupted', async ({
  page,
  openExplorer,
  startHost,
}) => {
  const { shell, form, results, service, host } = await openExplorer();
  const tabs = shell.tabs.getByRole('listitem');
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'harbour' });
  await form.getFirstPage();
  await results.expectRows(20);
  await shell.choose('shortvideo.posts.by-user');
  await form.fillIn({ identifier: 'mira_osei' });
  await expect(tabs).toHaveCount(2);

  await test.step('reload: it goes on from its place', async () => {
    await page.reload();
    await expect(tabs).toHaveCount(2);
    await expect(form.input('identifier')).toHaveValue('mira_osei');
    await shell.tabs.getByRole('button', { name: /^Search posts: harbour/ }).click();
    await results.expectRows(20);
    expect(service.requests.length).toBe(1);
    await results.nextPage();
    await results.expectRows(40);
  });

  await test.step('restart: it can only be run anew', async () => {
    const before = await results.cell(3, 'text').innerText();
    await host.stop();
    const again = await startHost({ service: service.address, accessKey: service.accessKey });
    await page.goto(again.url);
    await expect(tabs).toHaveCount(2);
    await results.expectRows(40);
    await expect(results.cell(3, 'text')).toHaveText(before);
    await expect(results.status).toContainText('More was available when the program closed');
    await expect(results.next).toBeHidden();
    expect(service.requests.length).toBe(2);
    await page.getByRole('button', { name: 'Run again from the start' }).click();
    await expect(results.status).toContainText('more available');
    expect(service.requests.length).toBe(3);
  });
});
