/** Every run is there again, is opened at no cost, and goes only when told to, with a way back. */
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { HistoryPage } from '../pages/history.ts';

test('all that can be done to a run can be done by keyboard', async ({ openExplorer }) => {
  const { page, shell, results, service, search } = await openExplorer();
  for (const words of ['harbour', 'lighthouse']) await search(words);
  const history = new HistoryPage(page);
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const naming = page.getByRole('dialog', { name: 'Name and note' });
  await page.getByRole('link', { name: 'History', exact: true }).focus();
  await press('Enter');
  await shell.tabTo(history.run('lighthouse'));
  await press('ArrowDown');
  await expect(history.run('harbour')).toBeFocused();
  await press('F2');
  await expect(naming.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Ports');
  await press('Enter');
  await expect(history.run('Ports')).toBeFocused();
  await shell.tabTo(history.run('Ports').getByRole('button', { name: 'More', exact: true }));
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
  await shell.tabTo(page.getByRole('combobox', { name: 'How it ended' }));
  await press('Enter');
  await expect(page.getByRole('option', { name: 'Unfinished' })).toBeVisible();
  await press('Escape');
  await shell.tabTo(page.getByRole('button', { name: 'Delete older runs…' }));
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete older runs' });
  await expect(dialog.getByRole('combobox', { name: 'Older than' })).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('option', { name: 'three months' })).toBeVisible();
  await expectAccessible(page);
  await press('Escape');
  await press('Escape');
  await expect(dialog).toBeHidden();

  await shell.tabTo(history.run('lighthouse'));
  await press('Enter');
  await results.expectRows(20);
  expect(service.requests.length).toBe(2);
});
