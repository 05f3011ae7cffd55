/** Every run is there again, is opened at no cost, and goes only when told to, with a way back. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';
import { HistoryPage } from '../pages/history.ts';

async function askFor(explorer: Explorer, words: string, rows = 20): Promise<void> {
  await explorer.shell.choose('microblog.posts.search');
  await explorer.form.fillIn({ q: words });
  await explorer.form.getFirstPage();
  await explorer.results.expectRows(rows);
}

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test('a run is listed in words and opened in its tab, or in a new one, without a call', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer();
  const { page, shell, form, results, service } = explorer;
  await askFor(explorer, 'harbour');
  await results.nextPage();
  await results.expectRows(40);
  await shell.choose('shortvideo.posts.by-user');
  await form.fillIn({ identifier: 'mira_osei' });

  const history = new HistoryPage(page);
  await history.open();
  await expect(history.runs).toHaveCount(1);
  await expect(history.run('harbour')).toContainText('Search posts');
  await expect(history.run('harbour')).toContainText('More available');
  await expect(history.amount).toHaveText(/^1 run · [\d.]+ kB on disk$/);
  await expectNoViolations(page);
  await history.choose('harbour');
  await expect(history.pane).toContainText('It can go on where it stands');
  await expectNoViolations(page);

  await history.pane.getByRole('button', { name: 'Open', exact: true }).click();
  await results.expectRows(40);
  await expect(shell.tabs.getByRole('listitem')).toHaveCount(2);
  await shell.tabs.getByRole('button', { name: 'Close Posts: harbour' }).click();
  await history.open();
  await history.run('harbour').dblclick();
  await results.expectRows(40);
  await expect(form.input('q')).toHaveValue('harbour');
  await expect(shell.tabs.getByRole('listitem')).toHaveCount(2);
  expect(service.requests.length).toBe(2);
  // The place in the list was kept: going on is the third call, not the first again.
  await results.nextPage();
  await results.expectRows(47);
  expect(service.requests.length).toBe(3);
});

test('after a restart a new start is offered with its cost, and asks nothing by itself', async ({
  page,
  openExplorer,
  startHost,
}) => {
  const explorer = await openExplorer();
  const { shell, form, results, service, host } = explorer;
  await askFor(explorer, 'harbour');
  await results.nextPage();
  await results.expectRows(40);
  await host.stop();
  const again = await startHost({ service: service.address, accessKey: service.accessKey });
  await page.goto(again.url);
  await expect(shell.filter).toBeVisible();

  const history = new HistoryPage(page);
  await history.open();
  await expect(history.run('harbour')).toContainText('More was available');
  await history.choose('harbour');
  await expect(history.pane).toContainText('it can’t go on from here');
  await expect(history.pane).toContainText(
    'This asks for its pages again: about 2 calls. What it has is kept.',
  );
  await history.pane.getByRole('button', { name: 'Run again from the start…' }).click();
  await expect(form.input('q')).toHaveValue('harbour');
  await expect(form.input('q')).toBeFocused();
  expect(service.requests.length).toBe(2);
  await form.getFirstPage();
  await results.expectRows(20);
  expect(service.requests.length).toBe(3);
  await history.open();
  await expect(history.runs).toHaveCount(2);
});

test('what was deleted comes back with its tab, until the program is closed', async ({
  page,
  openExplorer,
  startHost,
}) => {
  const explorer = await openExplorer();
  const { shell, results, service, host } = explorer;
  await askFor(explorer, 'harbour');
  await askFor(explorer, 'lighthouse');
  const history = new HistoryPage(page);
  await history.open();
  await history.act('harbour', 'Delete');
  await expect(history.runs).toHaveCount(1);
  await expect(page.getByText('Deleted “Posts: harbour” and closed its tab')).toBeVisible();
  await history.undo.click();
  await expect(history.runs).toHaveCount(2);
  await shell.goTo('Explore');
  await expect(shell.tabs.getByRole('listitem')).toHaveCount(2);
  await shell.tabs.getByRole('button', { name: /^Posts: harbour/ }).click();
  await results.expectRows(20);

  await history.open();
  await history.run('harbour').focus();
  await page.keyboard.press('Delete');
  await expect(history.runs).toHaveCount(1);
  await expect(history.run('lighthouse')).toBeFocused();
  // Tabs are saved a moment later.
  await shell.goTo('Explore');
  await expect(shell.tabs.getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(shell.tabs.getByRole('listitem')).toHaveCount(1);
  await host.stop();
  const again = await startHost({ service: service.address, accessKey: service.accessKey });
  await page.goto(again.url);
  await expect(shell.filter).toBeVisible();
  await history.open();
  await expect(history.runs).toHaveCount(1);
  expect(await shell.calls()).toBe(0);
  expect(service.requests.length).toBe(2);
});

test('all that can be done to a run can be done by keyboard', async ({ openExplorer }) => {
  // axe looks three times.
  test.slow();
  const explorer = await openExplorer();
  const { page, results, service } = explorer;
  await askFor(explorer, 'harbour');
  await askFor(explorer, 'lighthouse');
  const history = new HistoryPage(page);
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const tabTo = async (target: Locator): Promise<void> => {
    for (let step = 0; step < 40; step += 1) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) {
        return;
      }
      await press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await page.getByRole('link', { name: 'History', exact: true }).focus();
  await press('Enter');
  await tabTo(history.run('lighthouse'));
  await press('ArrowDown');
  await expect(history.run('harbour')).toBeFocused();
  await press('s');
  await expect(
    history.run('harbour').getByRole('button', { name: 'Unstar Search posts' }),
  ).toBeVisible();
  await press('Space');
  await expect(history.pane).toContainText('Posts: harbour');
  await press('Escape');
  await expect(history.pane).toBeHidden();

  await press('F2');
  await expect(page.getByRole('dialog', { name: 'Name and note' })).toBeVisible();
  await page.keyboard.type('Ports');
  await press('Enter');
  await expect(history.run('Ports')).toBeFocused();
  await tabTo(history.run('Ports').getByRole('button', { name: 'More', exact: true }));
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename…' })).toBeVisible();
  await expectNoViolations(page);
  await press('ArrowDown');
  await press('Enter');
  await expect(page.getByRole('dialog', { name: 'Name and note' })).toBeVisible();
  await press('Escape');
  await expect(history.run('Ports')).toBeFocused();
  await press('Delete');
  await expect(history.runs).toHaveCount(1);
  await press('Control+z');
  await expect(history.runs).toHaveCount(2);

  await history.search.focus();
  await tabTo(page.getByRole('combobox', { name: 'How it ended' }));
  await press('Enter');
  await expect(page.getByRole('option', { name: 'Unfinished' })).toBeVisible();
  await expectNoViolations(page);
  await press('Escape');
  await tabTo(page.getByRole('button', { name: 'Delete older runs…' }));
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete older runs' });
  await expect(dialog.getByRole('combobox', { name: 'Older than' })).toBeFocused();
  await expect(dialog).toContainText('No run is from before');
  await press('Enter');
  await expect(page.getByRole('option', { name: 'three months' })).toBeVisible();
  await expectNoViolations(page);
  await press('Escape');
  await press('Escape');
  await expect(dialog).toBeHidden();

  await tabTo(history.run('lighthouse'));
  await press('Enter');
  await results.expectRows(20);
  expect(service.requests.length).toBe(2);
});

test('names, notes and stars are kept and found', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const { page } = explorer;
  await askFor(explorer, 'harbour');
  await askFor(explorer, 'lighthouse');
  const history = new HistoryPage(page);
  await history.open();
  await history.describe('harbour', 'Ports in winter', 'for chapter two');
  // Shown at once, and kept when main has answered: a reload in between would take it back.
  const kept = page.waitForResponse(
    (response) => response.request().postData()?.includes('history.describe') === true,
  );
  await history.pane.getByRole('button', { name: 'Star', exact: true }).click();
  await kept;
  await page.reload();
  await expect(history.run('Ports in winter')).toContainText('Posts: harbour');
  await expect(
    history.run('Ports in winter').getByRole('button', { name: /^Unstar/ }),
  ).toBeVisible();

  await history.search.fill('chapter');
  await expect(history.runs).toHaveCount(1);
  await expect(history.amount).toHaveText(/^1 of 2 runs/);
  await history.search.fill('nothing of the kind');
  await expect(page.getByRole('heading', { name: 'No run fits' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await page.getByRole('button', { name: 'Starred' }).click();
  await expect(history.runs).toHaveCount(1);
  await expect(history.run('lighthouse')).toHaveCount(0);
});

test('a run of another service is read, not gone on with', async ({
  openExplorer,
  startService,
}) => {
  const explorer = await openExplorer();
  const { page, shell, results, service } = explorer;
  await askFor(explorer, 'harbour');
  await expect(results.next).toBeVisible();
  const other = await startService();
  await shell.goTo('Account');
  await page.getByRole('button', { name: 'Change address…' }).click();
  await page.getByRole('textbox', { name: 'Service address' }).fill(other.address);
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await shell.goTo('History');
  await expect(page.getByText(/^Nothing asked of 127\.0\.0\.1:\d+ yet$/)).toBeVisible();
  await page.getByRole('button', { name: 'Show all services' }).click();
  const history = new HistoryPage(page);
  const host = new URL(service.address).host;
  await expect(history.run('harbour')).toContainText(host);
  await history.act('harbour', 'Open');
  await results.expectRows(20);
  await expect(page.getByRole('note').filter({ hasText: `came from ${host}` })).toBeVisible();
  await expect(results.next).toBeHidden();
  expect([service.requests.length, other.requests.length]).toEqual([1, 0]);
});

test('settings are kept across a restart, and prices become estimates in Account', async ({
  page,
  openExplorer,
  startHost,
}) => {
  const explorer = await openExplorer();
  const { shell, service, host } = explorer;
  await askFor(explorer, 'harbour');
  await shell.goTo('Settings');
  await page.getByRole('textbox', { name: 'Seconds to wait for an answer' }).fill('0');
  await expect(page.getByText('Give seconds, from 1 to 3,600.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Calls per day' }).fill('1,500');
  await page.getByRole('textbox', { name: 'Price of a Microblog call' }).fill('0,25');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('status', { name: 'Prices per call: saving' })).toHaveText('Saved');
  await expectNoViolations(page);
  await host.stop();
  const again = await startHost({ service: service.address, accessKey: service.accessKey });
  await page.goto(again.url);
  await expect(shell.filter).toBeVisible();
  await shell.goTo('Settings');
  await expect(page.getByRole('textbox', { name: 'Seconds to wait for an answer' })).toHaveValue(
    '130',
  );
  await expect(page.getByRole('textbox', { name: 'Calls per day' })).toHaveValue('1500');

  await shell.goTo('Account');
  const picture = page.getByRole('img', { name: /^1 call in the last 30 days/ });
  await expect(picture).toBeVisible();
  await expect(page.getByText(/Estimate\s*0\.25 EUR in the last 30 days/)).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect(page.getByRole('row', { name: /1 0 0 0 1$/ })).toBeVisible();
  await expectNoViolations(page);
});
