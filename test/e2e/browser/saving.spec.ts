/** Saving in the window: choosing, the preview, privacy, cancelling, keys, and opening a recipe. */
import { mkdir, readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { readStoredZip } from '#test/support/read-zip.ts';
import { count } from '#test/support/thorough.ts';
import { writeBigRun } from '#test/support/store/big-run.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';
import { HistoryPage } from '../pages/history.ts';
import { countClicks } from '../pages/clicks.ts';
import { SaveDialog } from '../pages/saving.ts';
import type { SavedFile } from '../pages/saving.ts';
import { Shell } from '../pages/shell.ts';

async function ask({ page, shell, form, results }: Explorer): Promise<SaveDialog> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await results.expectRows(20);
  return new SaveDialog(page);
}

const rowsOf = (files: readonly SavedFile[]): Record<string, string>[] =>
  parse(files[0]?.bytes ?? '', { bom: true, columns: true });

test('rows become a network: its columns chosen, its strongest edges shown, both tables saved', async ({
  openExplorer,
}) => {
  const dialog = await ask(await openExplorer());
  await dialog.open();
  await dialog.choose('Network tables');
  const network = dialog.dialog.getByRole('region', { name: 'Network' });
  await network.getByLabel('To', { exact: true }).selectOption('Language');
  await expect(dialog.dialog.getByText(/nodes and \d+ edges? .*will be written/)).toBeVisible();
  await expectAccessible(dialog.page);
  const files = await dialog.save();
  const rows = rowsOf(files);
  expect(new Set(rows.map(({ Type }) => Type))).toEqual(new Set(['Directed']));
  const [, nodes] = files;
  const ids = new Set(rowsOf([nodes!]).map(({ Id }) => Id));
  expect(rows.every(({ Source, Target }) => ids.has(Source) && ids.has(Target))).toBe(true);
  expect(rows.length).toBeGreaterThan(0);
});

test('keys alone choose and save; what is adjusted is previewed as it will be written', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer();
  const dialog = await ask(explorer);
  const { page, results, service } = explorer;
  await test.step('keys', async () => {
    const button = page.getByRole('button', { name: 'Save…', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.dialog.getByRole('radio', { name: 'Any program' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(dialog.dialog.getByRole('radio', { name: 'Google Sheets' })).toBeChecked();
    await expectAccessible(page);
    const [file, ...sheet] = await dialog.save(() => page.keyboard.press('Enter'));
    expect(String(file?.bytes)).toMatch(/^id,/);
    expect(sheet.map(({ name }) => name.replace(file?.name ?? '', '')).toSorted()).toEqual([
      '.methods.json',
      '.methods.md',
      'ro-crate-metadata.json',
    ]);
    await expect(button).toBeFocused();
    // Files that arrive as downloads lie where the browser put them.
    await expect(page.getByText(/^Saved 20 rows to /).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show in folder' })).toHaveCount(0);
  });
  await test.step('what is said of it covers no button, not in a small window either', async () => {
    await page.setViewportSize({ width: 800, height: 600 });
    await dialog.open();
    await dialog.saveButton.click({ trial: true, timeout: 2000 });
    await page.keyboard.press('Escape');
    const notice = await page.getByRole('alert').filter({ hasText: 'Saved 20' }).boundingBox();
    const table = await results.grid.boundingBox();
    const next = await results.next.boundingBox();
    expect(notice?.y).toBeGreaterThanOrEqual((table?.y ?? 0) + (table?.height ?? 0));
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(next?.y ?? 0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('adjusting', async () => {
    await dialog.open();
    // The whole card is one choice, not its name alone.
    await dialog.dialog.getByText('CSV that Excel opens, too').click({ force: true });
    await expect(dialog.dialog.getByRole('radio', { name: 'Any program' })).toBeChecked();
    const adjust = await dialog.unfold('Adjust');
    await adjust.getByRole('combobox', { name: 'Between columns' }).selectOption('Semicolon');
    await adjust.getByRole('combobox', { name: 'Headers' }).selectOption('Plain words');
    const previewAs = dialog.dialog.getByRole('radiogroup', { name: 'Preview as' });
    await previewAs.getByText('Text', { exact: true }).click();
    await expect(dialog.preview).toContainText(/Post ID;Text;/);
    await dialog.dialog.getByRole('checkbox', { name: 'Methods sheet' }).uncheck();
    const [file, ...others] = await dialog.save();
    expect(others).toEqual([]);
    expect(String(file?.bytes)).toMatch(/^\u{feff}Post ID;Text;/u);
  });
  expect(service.requests.length).toBe(1);
});

test('a study is handed in as a dataset, and opens from it again: its question and its rows', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer();
  const dialog = await ask(explorer);
  const { page, shell, form, results } = explorer;
  const first = await results.cell(0, 'text').textContent();
  await dialog.open();
  await dialog.choose('Data platform');
  await expect(dialog.preview).toContainText('ro-crate-metadata.json');
  await expect(dialog.dialog.getByRole('checkbox', { name: 'Methods sheet' })).toHaveCount(0);
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await dialog.saveButton.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^[\w-]+\.dataset\.zip$/);
  const bytes = await readFile(await download.path());
  const names = [...readStoredZip(bytes).keys()].map((name) =>
    name.replace(/^[^/]+\.dataset\//, ''),
  );
  const run = /methods\/([\w-]+)\.json/.exec(names.join(' '))?.[1] ?? '';
  const [rows] = names;
  expect(rows).toMatch(
    new RegExp(`^microblog-post/collected=\\d{4}-\\d\\d-\\d\\d/${run}-0000.parquet$`),
  );
  expect(names.slice(1)).toEqual([
    `methods/${run}.json`,
    `_complete/${run}.json`,
    'ro-crate-metadata.json',
  ]);
  await shell.goTo('History');
  const file = { name: download.suggestedFilename(), mimeType: 'application/zip', buffer: bytes };
  await page.locator('input[type=file]').setInputFiles(file);
  const recipe = page.getByRole('dialog', { name: 'Recipe' });
  await recipe.getByRole('button', { name: 'Open the form' }).click();
  await expect(form.input('q')).toHaveValue('sea');

  await shell.goTo('History');
  await page.getByRole('button', { name: 'Open dataset…' }).click();
  const opening = page.getByRole('dialog', { name: 'Open dataset' });
  await opening.locator('input[type=file]').setInputFiles(file);
  await expectAccessible(page);
  await opening.getByRole('button', { name: /^Open \d+ rows$/ }).click();
  await expect(page.getByText('Dataset of 1 run')).toBeVisible();
  expect(await results.cell(0, 'text').textContent()).toBe(first);
  await expect(page.getByRole('columnheader', { name: 'Collected' })).toBeVisible();
});

test('a long save shows how far it is, can be cancelled, and goes on when the dialog is closed', async ({
  page,
  dataDir,
  startHost,
}) => {
  const rows = count(90_000, 300_000);
  const told = rows.toLocaleString('en-US');
  await mkdir(dataDir, { mode: 0o700 });
  await writeBigRun(dataDir, 'run-that-is-long', rows);
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
  await expect(dialog.dialog.getByText(new RegExp(` of ${told} rows · .*/s$`))).toBeVisible();
  await dialog.dialog.getByRole('button', { name: 'Cancel saving' }).click();
  await expect(dialog.saveButton).toBeFocused();
  expect(downloads).toBe(0);

  await dialog.choose('Any program');
  await dialog.saveButton.click();
  await page.keyboard.press('Escape');
  await expect(dialog.dialog).toBeHidden();
  await expect(page.getByText(new RegExp(`^Saved ${told} rows to .*\\.csv\\.zip$`))).toBeVisible({
    timeout: 60_000,
  });
  await expect.poll(() => downloads).toBe(1);
});

test('last week’s posts are in Excel in seven clicks, and the file that came opens as the form again', async ({
  page,
  openSample,
}) => {
  const { form, results } = await openSample();
  const dialog = new SaveDialog(page);
  const clicks = await countClicks(page);
  const microblog = page.getByRole('main').getByRole('region', { name: 'Microblog' });
  await microblog.getByRole('button', { name: /^Search posts/ }).click();
  // The form waits for the words: nothing has to be clicked first.
  await expect(form.input('q')).toBeFocused();
  await page.keyboard.type('heat pumps');
  await form.input('since').click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  const since = await form.input('since').inputValue();
  await form.form.getByRole('button', { name: 'Get first page' }).click();
  await results.expectRows(10);
  await page.getByRole('button', { name: 'Save…', exact: true }).click();
  await dialog.dialog.getByText('Excel', { exact: true }).click();
  await expect(dialog.preview).toContainText('Post ID');
  await expect(dialog.dialog.getByRole('region', { name: 'How to cite' })).toContainText(
    '10 rows from the sample service',
  );
  const downloading = page.waitForEvent('download');
  await dialog.saveButton.click();
  const download = await downloading;
  expect(await clicks()).toBe(7);
  expect(download.suggestedFilename()).toMatch(/\.xlsx\.zip$/);
  const zip = await readFile(await download.path());
  const files = [...readStoredZip(zip)];
  const sheet = files.find(([name]) => name.endsWith('.methods.json'))?.[1].toString() ?? '';
  const posted = { field: 'createdAt', name: expect.stringMatching(/^Posted \(.+\)$/) };
  expect(JSON.parse(sheet)).toMatchObject({
    columns: expect.arrayContaining([expect.objectContaining(posted)]),
  });

  const book = files.find(([name]) => name.endsWith('.xlsx'))?.[1] ?? zip;
  for (const [name, buffer] of Object.entries({ 'posts.zip': zip, 'posts.xlsx': book })) {
    await new Shell(page).goTo('History');
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer });
    const recipe = page.getByRole('dialog', { name: 'Recipe' });
    await expect(recipe).toContainText('heat pumps');
    await expectAccessible(page);
    await recipe.getByRole('button', { name: 'Open the form' }).click();
    await expect(form.input('q')).toHaveValue('heat pumps');
    await expect(form.input('since')).toHaveValue(since);
  }
});
