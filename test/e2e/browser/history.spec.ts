/** Every run is there again, is opened at no cost, and goes only when told to, with a way back. */
import type { Locator } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';
import { HistoryPage } from '../pages/history.ts';

async function askFor({ shell, form, results }: Explorer, words: string): Promise<void> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: words });
  await form.getFirstPage();
  await results.expectRows(20);
}

test('a run is named, opened, deleted and taken back without a call, and asked anew only by the person', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer();
  const { page, shell, form, results, service } = explorer;
  const tabs = shell.tabs.getByRole('listitem');
  await askFor(explorer, 'harbour');
  await shell.choose('shortvideo.posts.by-user');
  await form.fillIn({ identifier: 'mira_osei' });

  const history = new HistoryPage(page);
  await history.open();
  await expect(history.amount).toHaveText(/^1 run · [\d.]+ kB on disk$/);
  await history.describe('harbour', 'Ports in winter', 'for chapter two');
  await expect(history.pane).toContainText('You can continue this run');
  await expectAccessible(page);
  await history.pane.getByRole('button', { name: 'Open', exact: true }).click();
  await results.expectRows(20);
  await expect(tabs).toHaveCount(2);
  await shell.tabs.getByRole('button', { name: 'Close Ports in winter' }).click();
  await expect(tabs).toHaveCount(1);
  await page.reload();
  await history.open();
  await history.run('Ports in winter').dblclick();
  await results.expectRows(20);
  await expect(tabs).toHaveCount(2);
  expect(service.requests.length).toBe(1);
  // The place in the list was kept: going on is the second page, not the first again.
  await results.nextPage();
  await results.expectRows(40);

  await history.open();
  // The double click has shown it in the pane, beside which the row’s buttons have no room.
  await history.pane.getByRole('button', { name: 'Delete', exact: true }).click();
  const message = page.getByText('Deleted “Ports in winter” and closed its tab');
  await expect(message).toBeVisible();
  await expect(history.runs).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(history.runs).toHaveCount(1);
  await history.act('Ports in winter', 'Run again…');
  await expect(tabs).toHaveCount(3);
  await expect(form.input('q')).toHaveValue('harbour');
  await expect(form.input('q')).toBeFocused();
  expect(service.requests.length).toBe(2);
});

test('all that can be done to a run can be done by keyboard', async ({ openExplorer }) => {
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
  const naming = page.getByRole('dialog', { name: 'Name and note' });
  await page.getByRole('link', { name: 'History', exact: true }).focus();
  await press('Enter');
  await tabTo(history.run('lighthouse'));
  await press('ArrowDown');
  await expect(history.run('harbour')).toBeFocused();
  await press('F2');
  await expect(naming.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Ports');
  await press('Enter');
  await expect(history.run('Ports')).toBeFocused();
  await tabTo(history.run('Ports').getByRole('button', { name: 'More', exact: true }));
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename…' })).toBeVisible();
  await expectAccessible(page);
  await press('ArrowDown');
  await press('Enter');
  await expect(naming).toBeVisible();
  await press('Escape');
  await expect(history.run('Ports')).toBeFocused();
  await press('Delete');
  await expect(history.run('lighthouse')).toBeFocused();
  await press('Control+z');
  await expect(history.runs).toHaveCount(2);

  await history.search.focus();
  await tabTo(page.getByRole('combobox', { name: 'How it ended' }));
  await press('Enter');
  await expect(page.getByRole('option', { name: 'Unfinished' })).toBeVisible();
  await press('Escape');
  await tabTo(page.getByRole('button', { name: 'Delete older runs…' }));
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete older runs' });
  await expect(dialog.getByRole('combobox', { name: 'Older than' })).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('option', { name: 'three months' })).toBeVisible();
  await expectAccessible(page);
  await press('Escape');
  await press('Escape');
  await expect(dialog).toBeHidden();

  await tabTo(history.run('lighthouse'));
  await press('Enter');
  await results.expectRows(20);
  expect(service.requests.length).toBe(2);
});
