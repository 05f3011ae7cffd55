/** The main job in the program's own window: from the first start to a saved file, over Electron's bridge. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { QueryForm } from '../pages/form.ts';
import { Results } from '../pages/results.ts';
import { SaveDialog } from '../pages/saving.ts';
import { Welcome } from '../pages/welcome.ts';
import { expect, test } from './fixtures.ts';

test('one click on Explore sample data reaches rows, a page more, and a CSV of them where the person chose', async ({
  launch,
  dataDir,
}) => {
  const program = await launch();
  const page = await program.page();
  const results = new Results(page);
  await new Welcome(page).exploreSampleData();
  const first = await results.rowCount();
  expect(first).toBeGreaterThan(0);
  await expect(new QueryForm(page).form).toHaveAttribute('data-endpoint', 'microblog.posts.search');
  await results.nextPage();
  await expect.poll(() => results.rowCount()).toBeGreaterThan(first);
  const rows = await results.rowCount();

  const path = join(dataDir, '..', 'posts.csv');
  await program.evaluate(({ dialog, shell }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    shell.showItemInFolder = (shown) => void Object.assign(globalThis, { shown });
  }, path);
  const dialog = new SaveDialog(page);
  await dialog.open();
  await dialog.saveButton.click();
  await expect(page.getByText(`Saved ${rows} rows to posts.csv`)).toBeVisible();
  // A header above them.
  expect(parse(await readFile(path), { bom: true })).toHaveLength(rows + 1);

  // A notice that came under the resting pointer takes no click until the pointer moves.
  await page.mouse.move(10, 10);
  await page.getByRole('button', { name: 'Show in folder' }).click();
  const shown = (): Promise<unknown> =>
    program.evaluate(() => (globalThis as unknown as { shown: unknown }).shown, null);
  await expect.poll(shown).toBe(path);
  const folders = await program.evaluate(({ Menu }) => {
    const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File');
    const recent = file?.submenu?.items.find(({ label }) => label === 'Recent Folders');
    return recent?.submenu?.items.map(({ label }) => label);
  }, null);
  expect(folders).toEqual([join(dataDir, '..')]);
});
