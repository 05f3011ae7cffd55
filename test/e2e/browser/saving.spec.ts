/** Saving in the window: what is adjusted, a long save, and opening again what was saved. */
import { mkdir } from 'node:fs/promises';
import { count } from '#test/support/thorough.ts';
import { writeBigRun } from '#test/support/store/big-run.ts';
import { expectAccessible, expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { HistoryPage } from '../pages/history.ts';
import { countClicks, pick } from '../pages/clicks.ts';
import { downloaded, SaveDialog } from '../pages/saving.ts';
import { Shell } from '../pages/shell.ts';

// What each format holds: unit/export, contract/exporting. With keys alone: keyboard.
test('what is adjusted is previewed as it will be written, what is said of it covers no button, and a dataset opens again as question and rows', async ({
  openExplorer,
}) => {
  const { page, shell, form, results, service, search } = await openExplorer();
  await search('sea');
  const dialog = new SaveDialog(page);
  await dialog.open();
  await dialog.choose('Excel');
  // The whole card is one choice, not its name alone.
  await dialog.dialog.getByText('CSV that Excel opens, too').click({ force: true });
  const chosen = dialog.dialog.getByRole('radio', { name: 'Any program' });
  await expect(chosen).toBeChecked();
  // It is seen to be chosen while the mouse is still on it.
  const ring = await chosen.evaluate((one) => getComputedStyle(one).borderColor);
  await expect(chosen).toHaveCSS('background-color', ring);
  const adjust = await dialog.unfold('Adjust');
  await pick(adjust.getByRole('combobox', { name: 'Column separator' }), 'Semicolon');
  await pick(adjust.getByRole('combobox', { name: 'Headers' }), 'Plain words');
  const previewAs = dialog.dialog.getByRole('radiogroup', { name: 'Preview as' });
  await previewAs.getByText('Text', { exact: true }).click();
  await expect(dialog.preview).toContainText(/"Post ID";"Text";/);
  await expectAccessibleInBoth(dialog.dialog, 'the Save dialog, adjusted');
  await dialog.dialog.getByRole('checkbox', { name: 'Methods sheet' }).uncheck();
  await page.setViewportSize({ width: 800, height: 600 });
  const [posts, ...others] = await dialog.save();
  expect(others).toEqual([]);
  expect(String(posts?.bytes)).toMatch(/^\u{feff}"Post ID";"Text";/u);

  // Files that arrive as downloads lie where the browser put them.
  await expect(page.getByText(/^Saved 20 rows to /).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show in folder' })).toHaveCount(0);
  await expect(async () => {
    const notice = await page.getByRole('alert').filter({ hasText: 'Saved 20' }).boundingBox();
    const table = await results.grid.boundingBox();
    const next = await results.next.boundingBox();
    expect(notice?.y).toBeGreaterThanOrEqual((table?.y ?? 0) + (table?.height ?? 0));
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(next?.y ?? 0);
  }).toPass();
  await dialog.open();
  await dialog.saveButton.click({ trial: true, timeout: 2000 });
  await page.keyboard.press('Escape');
  expect(service.requests.length).toBe(1);

  await page.setViewportSize({ width: 1280, height: 800 });
  const first = await results.textOf(0, 'text');
  await dialog.open();
  await dialog.choose('Data platform');
  await expect(dialog.preview).toContainText('ro-crate-metadata.json');
  await expect(dialog.dialog.getByRole('checkbox', { name: 'Methods sheet' })).toHaveCount(0);
  await expectAccessible(dialog.dialog, 'saving a dataset');
  const { name, bytes } = await downloaded(page, () => dialog.saveButton.click());
  expect(name).toMatch(/^[\w-]+\.dataset\.zip$/);
  const file = { name, mimeType: 'application/zip', buffer: bytes };
  await shell.goTo('History');
  await page.locator('input[type=file]').setInputFiles(file);
  const recipe = page.getByRole('dialog', { name: 'Recipe' });
  await recipe.getByRole('button', { name: 'Open the form' }).click();
  await expect(form.input('q')).toHaveValue('sea');

  await shell.goTo('History');
  await page.getByRole('button', { name: 'Open a file…' }).click();
  const opening = page.getByRole('dialog', { name: 'Open a file' });
  await opening.locator('input[type=file]:not([webkitdirectory])').setInputFiles(file);
  await expectAccessible(opening, 'opening a dataset');
  await opening.getByRole('button', { name: /^Open \d+ rows$/ }).click();
  await expect(page.getByText('Dataset of 1 run')).toBeVisible();
  await expect.poll(() => results.textOf(0, 'text')).toBe(first);
});

test('a long save shows how far it is, can be cancelled, and goes on when the dialog is closed', async ({
  page,
  dataDir,
  startHost,
}) => {
  const rows = count(90_000, 300_000);
  const told = rows.toLocaleString('en-US');
  // So many rows are first read once for their columns, and written after that.
  const patience = { timeout: 90_000 };
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
  const pace = dialog.dialog.getByText(new RegExp(` of ${told} rows · .*/s$`));
  await expect(pace).toBeVisible(patience);
  await expect(dialog.dialog.getByRole('progressbar', { name: 'Saving' })).toBeVisible();
  await dialog.dialog.getByRole('button', { name: 'Cancel saving' }).click();
  await expect(dialog.saveButton).toBeFocused();
  expect(downloads).toBe(0);

  await dialog.choose('Any program');
  await dialog.saveButton.click();
  await page.keyboard.press('Escape');
  await expect(dialog.dialog).toBeHidden();
  const saved = page.getByText(new RegExp(`^Saved ${told} rows to .*\\.csv\\.zip$`));
  await expect(saved).toBeVisible(patience);
  await expect.poll(() => downloads).toBe(1);
});

test('last week’s posts are in Excel in six clicks, and the file opens as the form again', async ({
  page,
  openSample,
}) => {
  const { shell, form, results } = await openSample();
  const dialog = new SaveDialog(page);
  const clicks = await countClicks(page);
  await shell.choose('microblog.posts.search');
  // The form waits for the words: nothing has to be clicked first.
  await expect(form.input('q')).toBeFocused();
  await page.keyboard.type('heat pumps');
  await form.input('since').click();
  await expectAccessibleInBoth(page.getByRole('dialog', { name: 'Calendar' }), 'the calendar');
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(form.input('since')).toHaveValue('6 days ago');
  await form.form.getByRole('button', { name: 'Get posts', exact: true }).click();
  await results.expectRows(10);
  await page.getByRole('button', { name: 'Save…', exact: true }).click();
  await expect(dialog.preview).toContainText('Post ID');
  await expect(dialog.dialog.getByRole('region', { name: 'How to cite' })).toContainText(
    '10 rows from the sample service',
  );
  const { name, bytes: buffer } = await downloaded(page, () => dialog.saveButton.click());
  expect(await clicks()).toBe(6);
  expect(name).toMatch(/\d\.xlsx$/);

  await shell.goTo('History');
  const file = { name: 'posts.xlsx', mimeType: '', buffer };
  await page.locator('input[type=file]').setInputFiles(file);
  const recipe = page.getByRole('dialog', { name: 'Recipe' });
  await expect(recipe).toContainText('heat pumps');
  await expectAccessible(recipe, 'a recipe');
  await recipe.getByRole('button', { name: 'Open the form' }).click();
  await expect(form.input('q')).toHaveValue('heat pumps');
  // The day that was asked for.
  await expect(form.input('since')).toHaveValue('2026-11-12');
});
