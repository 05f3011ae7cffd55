/** Saving: each preset's file, what is in it, privacy, cancelling, the keyboard, and opening a recipe. */
import { mkdir, readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { presets } from '#shared/export/presets.ts';
import { writeBigRun } from '#test/support/store/big-run.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';
import { HistoryPage } from '../pages/history.ts';
import { SaveDialog } from '../pages/saving.ts';
import { Shell } from '../pages/shell.ts';

async function ask({ page, shell, form, results }: Explorer): Promise<SaveDialog> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await results.expectRows(20);
  return new SaveDialog(page);
}

/** The secret is the last line of its file. */
async function secretIn(path: string): Promise<string> {
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  return lines.at(-1) ?? '';
}

/** How the file of each preset begins. */
const beginnings: Readonly<Record<string, RegExp>> = {
  any: /^\u{feff}id,[\w,]+\r\n"?\d/u,
  excel: /^PK.*xl\//s,
  'google-sheets': /^id,[\w,]+\r\n"?\d/,
  'r-python': /^"id","[\w",]+\n"\d+","/,
  'spark-duckdb': /^PAR1/,
  code: /^\{"id":"?\d.*\}\n\{"id":/,
  archive: /^\{.*"results":/,
};

test('each preset writes what it says, with its methods sheet, and nothing is asked', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer();
  const dialog = await ask(explorer);
  for (const { id, label } of presets) {
    await dialog.open();
    await dialog.choose(label);
    const [file, ...sheet] = await dialog.save();
    expect(file?.bytes.toString('utf8').slice(0, 4000), label).toMatch(beginnings[id] ?? /^$/);
    expect(sheet.map(({ name }) => name.replace(/^.*\.methods/, 'methods')).toSorted()).toEqual([
      'methods.json',
      'methods.md',
    ]);
  }
  // Files that arrive as downloads lie where the browser put them.
  await expect(explorer.page.getByText(/^Saved 20 rows to /).first()).toBeVisible();
  await expect(explorer.page.getByRole('button', { name: 'Show in folder' })).toHaveCount(0);
  expect(explorer.service.requests.length).toBe(1);
});

test('what is adjusted is previewed as it will be written', async ({ openExplorer }) => {
  const dialog = await ask(await openExplorer());
  await dialog.open();
  const adjust = await dialog.unfold('Adjust');
  await adjust.getByRole('combobox', { name: 'Between columns' }).selectOption('Semicolon');
  await adjust.getByRole('combobox', { name: 'Headers' }).selectOption('Plain words');
  await dialog.dialog.getByText('Text', { exact: true }).last().click();
  await expect(dialog.preview).toContainText(/Post ID;Text;/);
  await dialog.dialog.getByRole('checkbox', { name: 'Methods sheet' }).uncheck();
  const [file, ...others] = await dialog.save();
  expect(others).toEqual([]);
  expect(file?.bytes.toString('utf8')).toMatch(/^\u{feff}Post ID;Text;/u);
});

test('rows as seen and columns as shown, or all of them', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const dialog = await ask(explorer);
  const { page, results } = explorer;
  const first = await results.cell(0, 'authorUsername').textContent();
  const name = first?.replace('@', '') ?? '';
  await page.getByRole('textbox', { name: 'Search in results' }).fill(name);
  await expect(async () => expect(await results.rowCount()).toBeLessThan(20)).toPass();
  const seen = await results.rowCount();
  await dialog.open();
  await dialog.dialog.getByText(/^As shown, in their order/).click();
  const [file] = await dialog.save();
  const rows: string[][] = parse(file?.bytes ?? '', { bom: true });
  expect(rows).toHaveLength(seen + 1);
  const shown = await results.grid.getByRole('columnheader').first().getAttribute('data-field');
  expect(rows[0]?.[0]).toBe(shown);
  await dialog.open();
  await dialog.dialog.getByText('All (20)', { exact: true }).click();
  const [all] = await dialog.save();
  expect(parse(all?.bytes ?? '', { bom: true })).toHaveLength(21);
});

test('people get pseudonyms, before and after are shown, and the secret goes with its owner', async ({
  openExplorer,
}) => {
  // axe looks at every element of the dialog.
  test.slow();
  const explorer = await openExplorer();
  const dialog = await ask(explorer);
  const { page, results } = explorer;
  const name = (await results.cell(0, 'authorUsername').textContent())?.replace('@', '') ?? '';
  await dialog.open();
  await expect(dialog.preview).toContainText(name);
  const privacy = await dialog.unfold('Privacy');
  await privacy.getByRole('button', { name: 'Replace what names people' }).click();
  await privacy.getByRole('combobox', { name: 'Language' }).selectOption('Left out');
  await expect(dialog.preview).toContainText('user_');
  await expect(dialog.preview).not.toContainText(name);
  await dialog.dialog.getByText('Before', { exact: true }).click();
  await expect(dialog.preview).toContainText(name);

  await expect(privacy).toContainText(/The secret that makes them is kept in /);
  await expect(privacy).toContainText('what was asked for and filtered by, with the names in it');
  await dialog.unfold('Adjust');
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await privacy.getByRole('button', { name: 'Save the secret…' }).click();
  const secretPath = await (await downloading).path();
  await expect(privacy).not.toContainText(await secretIn(secretPath));

  const [file, ...sheets] = await dialog.save();
  const rows: Record<string, string>[] = parse(file?.bytes ?? '', { bom: true, columns: true });
  expect(rows).toHaveLength(20);
  for (const row of rows) {
    expect(row['authorUsername']).toMatch(/^user_\w+$/);
    expect(row).not.toHaveProperty('lang');
    expect(row['text']).not.toMatch(/@(?!user_)\w/);
  }
  const secret = await secretIn(secretPath);
  for (const { bytes } of sheets) expect(bytes.toString('utf8')).not.toContain(secret);
});

test('two runs of one resource go into one file', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const dialog = await ask(explorer);
  const { form, results, service } = explorer;
  await form.fillIn({ q: 'harbour' });
  await form.getFirstPage();
  await expect.poll(() => service.requests.length).toBe(2);
  await results.expectRows(20);
  await dialog.open();
  const runs = await dialog.unfold('Other runs');
  await runs.getByRole('checkbox', { name: /sea/ }).check();
  await expect(dialog.dialog.getByText(/^40 rows, .* will be written$/)).toBeVisible();
  const [file] = await dialog.save();
  const rows: Record<string, string>[] = parse(file?.bytes ?? '', { bom: true, columns: true });
  expect(rows).toHaveLength(40);
  expect(new Set(rows.map(({ run }) => run)).size).toBe(2);
});

test('a long save shows how far it is, can be cancelled, and goes on when the dialog is closed', async ({
  page,
  dataDir,
  startHost,
}) => {
  test.slow();
  await mkdir(dataDir, { mode: 0o700 });
  await writeBigRun(dataDir, 'run-that-is-long', 300_000);
  const host = await startHost({ sample: true });
  await new Shell(page).open(host.url);
  const history = new HistoryPage(page);
  await history.open();
  await history.act('harbour', 'Open');
  const dialog = new SaveDialog(page);
  await dialog.open();
  await dialog.choose('Excel');
  let downloads = 0;
  page.on('download', () => (downloads += 1));
  await dialog.saveButton.click();
  await expect(dialog.dialog.getByRole('progressbar', { name: 'Saving' })).toBeVisible();
  await expect(dialog.dialog.getByText(/ of 300,000 rows · .*\/s$/)).toBeVisible();
  await dialog.dialog.getByRole('button', { name: 'Cancel saving' }).click();
  await expect(dialog.saveButton).toBeFocused();
  expect(downloads).toBe(0);

  await dialog.choose('Any program');
  await dialog.saveButton.click();
  await page.keyboard.press('Escape');
  await expect(dialog.dialog).toBeHidden();
  await expect(page.getByText(/^Saved 300,000 rows to .*\.csv\.zip$/)).toBeVisible({
    timeout: 60_000,
  });
  await expect.poll(() => downloads).toBe(1);
});

test('keys alone choose, adjust and save', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const dialog = await ask(explorer);
  const { page } = explorer;
  const button = page.getByRole('button', { name: 'Save…', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.dialog.getByRole('radio', { name: 'Any program' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.dialog.getByRole('radio', { name: 'Google Sheets' })).toBeChecked();
  await expectAccessible(page);
  const [file] = await dialog.save(() => page.keyboard.press('Enter'));
  expect(file?.bytes.toString('utf8')).toMatch(/^id,/);
  await expect(button).toBeFocused();
});

test('the recipe of a saved file opens as a filled-in form', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const dialog = await ask(explorer);
  const { page, shell, form, service } = explorer;
  await dialog.open();
  const files = await dialog.save();
  const sheet = files.find(({ name }) => name.endsWith('.methods.json'));
  await shell.goTo('History');
  await page.locator('input[type=file]').setInputFiles({
    name: 'posts.methods.json',
    mimeType: 'application/json',
    buffer: sheet?.bytes ?? Buffer.of(),
  });
  const recipe = page.getByRole('dialog', { name: 'Recipe' });
  await expect(recipe).toContainText('sea');
  await expectAccessible(page);
  await recipe.getByRole('button', { name: 'Open the form' }).click();
  await expect(form.form).toHaveAttribute('data-endpoint', 'microblog.posts.search');
  await expect(form.input('q')).toHaveValue('sea');
  expect(service.requests.length).toBe(1);

  await shell.goTo('History');
  await page.locator('input[type=file]').setInputFiles({
    name: 'other.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"other": true}'),
  });
  await expect(recipe.getByRole('alert')).toContainText('This is no methods sheet.');
});
