/** A person's own columns: added, filled in the table, in *Details* and while reading, undone, saved. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { countClicks } from '../pages/clicks.ts';
import { downloaded, SaveDialog } from '../pages/saving.ts';

async function addColumn(page: Page, name: string, codes: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('button', { name: 'Add a column of your own…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a column of your own' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  for (const [at, code] of codes.entries())
    await dialog.getByRole('textbox', { name: `Code ${at + 1}`, exact: true }).fill(code);
  if (name === 'Topic') {
    await dialog.getByRole('textbox', { name: 'Coded by' }).fill('AB');
    await expectAccessible(page, 'a new column');
  }
  await dialog.getByRole('button', { name: 'Add column' }).click();
  await expect(dialog).toBeHidden();
}

const cells = (page: Page, field: string) =>
  page.locator(`[role=row][data-row] [role=gridcell][data-field="${field}"]`);

test('rows are coded in the table and in Details, all selected at once, and what was done is undone', async ({
  openExplorer,
}) => {
  const { page, search, results } = await openExplorer();
  await search('sea', 20);
  await addColumn(page, 'Topic', ['Protest', 'Weather']);
  const topics = cells(page, '_own:topic');
  await topics.first().click();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Protest' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(topics.first()).toHaveText('Protest');

  await page.keyboard.press('Control+A');
  await page.keyboard.press('Enter');
  await menu.getByRole('menuitem', { name: 'Weather' }).click();
  await expect(topics.nth(3)).toHaveText('Weather');
  await expect(topics.first()).toHaveText('Weather');
  await page.keyboard.press('Control+Z');
  await expect(topics.nth(3)).toHaveText('');
  await expect(topics.first()).toHaveText('Protest');

  await page.keyboard.press('Escape');
  await results.cell(1, 'text').first().click();
  await page.keyboard.press('Enter');
  const own = page.getByRole('region', { name: 'Your columns' });
  await own.getByRole('button', { name: 'Weather' }).click();
  await expect(topics.nth(1)).toHaveText('Weather');
  await expect(own.getByRole('button', { name: 'Weather' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expectAccessible(page, 'own columns in Details');

  await page.reload();
  await expect(topics.first()).toHaveText('Protest');
  await results.expectRows(20);
});

test('two hundred items are coded by keys alone, however fast, none twice', async ({
  openExplorer,
}) => {
  const items = 200;
  const { page, search } = await openExplorer({ service: { pageSize: items, totalRows: items } });
  await search('sea', items);
  await addColumn(page, 'Topic', ['Protest', 'Weather']);
  await page.getByText('Read', { exact: true }).click();
  const reading = page.getByRole('region', { name: 'Reading' });
  await expect(reading).toBeFocused();
  await expect(reading).toContainText(`0 of ${items} coded`);
  await expectAccessible(page, 'reading');
  const item = page.getByRole('article');
  expect(await item.evaluate((card) => card.scrollHeight - card.clientHeight)).toBe(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('2');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  for (let n = 1; n < items; n++) await page.keyboard.press('1');
  await expect(reading).toContainText(`${items} of ${items} coded`, { timeout: 60_000 });
  await page.getByText('Table', { exact: true }).click();
  await expect(cells(page, '_own:topic').nth(1)).toHaveText('Weather');
  await expect(cells(page, '_own:topic').first()).toHaveText('Protest');
});

test('the first column is added while reading, and the next key codes', async ({
  openExplorer,
}) => {
  const { page, search } = await openExplorer();
  await search('sea', 20);
  await page.getByText('Read', { exact: true }).click();
  await page.getByRole('button', { name: 'Add a column of your own…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a column of your own' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Topic');
  const code = (number: number) =>
    dialog.getByRole('textbox', { name: `Code ${number}`, exact: true });
  await code(1).fill('Protest');
  await page.keyboard.press('Enter');
  await expect(code(2)).toBeFocused();
  // There is always an empty line to type in, which can't be removed.
  const remove = dialog.getByRole('button', { name: 'Remove code 2' });
  await expect(remove).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'When code 2 applies' }).fill('It rains');
  await remove.click();
  await expect(code(2)).toBeEmpty();
  await dialog.getByRole('textbox', { name: 'When code 1 applies' }).press('Enter');
  await expect(code(2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const reading = page.getByRole('region', { name: 'Reading' });
  await expect(reading).toBeFocused();
  await page.keyboard.press('1');
  await expect(reading).toContainText('1 of 20 coded');

  const link = reading.getByRole('button', { name: 'Change codes…' });
  await link.click();
  const changing = page.getByRole('dialog', { name: 'Change the column' });
  await changing.getByRole('textbox', { name: 'Code 2', exact: true }).fill('Weather');
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(changing).toBeHidden();
  await expect(reading.getByRole('button', { name: 'Weather' })).toBeVisible();
  // The keys code again.
  await expect(link).toBeFocused();
  await page.keyboard.press('2');
  await expect(reading).toContainText('2 of 20 coded');
});

test('another coder’s file becomes columns, the agreement is said, and the rows that differ are shown', async ({
  openExplorer,
}) => {
  const { page, search, results } = await openExplorer();
  await search('sea', 20);
  await addColumn(page, 'Topic', ['Protest', 'Weather']);
  const topics = cells(page, '_own:topic');
  await topics.first().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Weather' }).click();
  await expect(topics.nth(3)).toHaveText('Weather');
  await page.getByRole('columnheader', { name: 'Topic' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Two coders…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two coders' });
  const { bytes } = await downloaded(page, () =>
    dialog.getByRole('button', { name: 'Save your codes as a file…' }).click(),
  );
  const theirs = bytes
    .toString()
    .replace('"who": "AB"', '"who": "CD"')
    .replace('"value": "Weather"', '"value": "Protest"');
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Take in another coder’s file…' }).click();
  await (
    await choosing
  ).setFiles({
    name: 'codes.json',
    mimeType: 'application/json',
    buffer: Buffer.from(theirs),
  });
  const agreement = dialog.getByRole('region', { name: 'Agreement' });
  await expect(agreement).toContainText('95.0%');
  await expectAccessible(page, 'two coders');
  await dialog.getByRole('button', { name: 'Show rows that differ' }).click();
  await results.expectRows(1);
  await expect(cells(page, '_own:topic_cd').first()).toHaveText('Protest');
});

test('from rows to a coded sample of 50 in a workbook takes eight clicks beside the coding', async ({
  openExplorer,
}) => {
  const { page, search } = await openExplorer({ service: { pageSize: 200, totalRows: 200 } });
  await search('sea', 200);
  const clicks = await countClicks(page);
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('button', { name: 'Add a column of your own…' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a column of your own' });
  await expect(adding.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Topic');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Protest');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(adding).toBeHidden();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Random sample…' }).click();
  const drawing = page.getByRole('dialog', { name: /sample|filter/i });
  await drawing.getByRole('textbox', { name: 'Size of the sample' }).fill('50');
  await page.keyboard.press('Enter');
  await page.getByText('Read', { exact: true }).click();
  const reading = page.getByRole('region', { name: 'Reading' });
  await expect(reading).toContainText('0 of 50 coded');
  for (let n = 0; n < 50; n++) await page.keyboard.press('1');
  await expect(reading).toContainText('50 of 50 coded');
  const save = new SaveDialog(page);
  await save.open();
  await save.choose('Excel');
  const [file] = await save.save();
  expect(file?.name).toMatch(/\.xlsx$/);
  expect(await clicks()).toBeLessThanOrEqual(8);
});
