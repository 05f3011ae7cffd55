/** What leads to a run with keys alone. What keys do in its row: unit/renderer/history. */
import { expectAccessible, expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { HistoryPage } from '../pages/history.ts';

test('a run’s row, its menu, the filters and what deletes older runs are reached by keys', async ({
  openExplorer,
}) => {
  const { page, shell, search } = await openExplorer();
  for (const words of ['harbour', 'lighthouse']) await search(words);
  const history = new HistoryPage(page);
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const naming = page.getByRole('dialog', { name: 'Name and note' });
  await page.getByRole('link', { name: 'History', exact: true }).focus();
  await press('Enter');
  await shell.tabTo(history.run('lighthouse'));
  await press('ArrowDown');
  await press('F2');
  await expect(naming.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Ports');
  await press('Enter');
  await expect(history.run('Ports')).toBeFocused();
  await shell.tabTo(history.run('Ports').getByRole('button', { name: 'More', exact: true }));
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Name and note…' })).toBeVisible();
  await expectAccessibleInBoth(page, 'History and the menu of a run');
  await press('ArrowDown');
  await press('ArrowDown');
  await press('Enter');
  await expect(naming).toBeVisible();
  await press('Escape');
  await expect(
    history.run('Ports').getByRole('button', { name: 'More', exact: true }),
  ).toBeFocused();

  await history.search.focus();
  await shell.tabTo(page.getByRole('combobox', { name: 'Status' }));
  await press('Enter');
  await expect(page.getByRole('option', { name: 'Unfinished' })).toBeVisible();
  await press('Escape');
  await shell.tabTo(page.getByRole('button', { name: 'Delete older runs…' }));
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete older runs' });
  await expect(dialog.getByRole('combobox', { name: 'Older than' })).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('option', { name: 'three months' })).toBeVisible();
  await expectAccessible(page, 'deleting older runs, with an open choice');
  await press('Escape');
  await press('Escape');
  await expect(dialog).toBeHidden();
});

test('a row’s menu finds its item in other runs, and leads to it there', async ({
  openExplorer,
}) => {
  const { page, search, results } = await openExplorer();
  for (const words of ['sea', 'harbour', 'sea']) await search(words);
  await results.cell(14, 'text').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Find in other runs…' }).click();
  const dialog = page.getByRole('dialog', { name: 'The same item in other runs' });
  await expect(dialog).toContainText('Found in 1 other run. Looked through 2 runs.');
  await expectAccessibleInBoth(page, 'an item in other runs');
  const text = await results.cell(14, 'text').textContent();
  await dialog.getByRole('button', { name: /^sea/ }).click();
  await expect(dialog).toBeHidden();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText(text ?? '');
  await expect(results.cell(14, 'text')).toBeVisible();
});
