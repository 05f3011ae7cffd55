/** Files from elsewhere in the window: dropped, read, looked at and saved; and what can't be read. */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { SaveDialog } from '../pages/saving.ts';
import { Shell } from '../pages/shell.ts';

/** Drops a file on the middle of the window, as a person does. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const given = new DataTransfer();
      given.items.add(new File([content!], fileName!));
      return given;
    },
    [name, text],
  );
  const body = page.locator('body');
  // Again and again, as long as something is held over the window: what hears it is loaded later.
  await expect(async () => {
    await body.dispatchEvent('dragover', { dataTransfer: transfer });
    await expect(page.getByText('Drop to open as a table')).toBeVisible({ timeout: 500 });
  }).toPass();
  await body.dispatchEvent('drop', { dataTransfer: transfer });
}

const rows = Array.from(
  { length: 30 },
  (_, n) => `17000000000000000${10 + n};"Post ${n}; read";${n},5`,
);
const csv = `id;text;score\n${rows.join('\n')}\n`;

// Which files are read, and how: contract/open-files.
test('a file is dropped, is a table like any run, and is saved; one that can’t be read says why', async ({
  openSample,
}) => {
  const { page, shell, results } = await openSample();
  await drop(page, 'posts.csv', csv);
  await results.expectRows(30);
  await expect(page.getByText('From the file posts.csv')).toBeVisible();
  await expect(shell.tabs).toContainText('posts.csv');
  await expect(page.getByText('0,5 is read as 0.5')).toBeVisible();
  expect(await results.textOf(0, 'text')).toBe('Post 0; read');
  const headers = results.grid.getByRole('columnheader');
  const fields = headers.evaluateAll((all) => all.map((one) => one.getAttribute('data-field')));
  expect(await fields).toEqual(['id', 'text', 'score']);
  await expectAccessibleInBoth(page.locator('main'), 'a table from a file');

  const dialog = new SaveDialog(page);
  await dialog.open();
  await dialog.choose('Any program');
  await expect(dialog.dialog.getByRole('region', { name: 'How to cite' })).toContainText(
    'from a file (SHA-256',
  );
  const [saved] = await dialog.save();
  expect(saved?.name).toMatch(/^posts-[\d-]+\.csv$/);
  expect(String(saved?.bytes)).toContain('1700000000000000010');

  await drop(page, 'paper.csv', '%PDF-1.7');
  const opening = page.getByRole('dialog', { name: 'Open a file' });
  await expect(opening).toContainText('This is a PDF, not a table that can be opened.');
  await expectAccessible(opening, 'a file that can’t be read');
  const another = { name: 'two.json', mimeType: '', buffer: Buffer.from('[{"id":1},{"id":2}]') };
  await opening.locator('input[type=file]:not([webkitdirectory])').setInputFiles(another);
  await results.expectRows(2);
  await shell.goTo('History');
  await expect(page.getByText('two.json')).toBeVisible();
});

test('the program is started with a file', async ({ page, dataDir, startHost }) => {
  const file = `${dataDir}.csv`;
  await writeFile(file, csv);
  const host = await startHost({ sample: true, file });
  await new Shell(page).open(host.url);
  await expect(page.getByText(`From the file ${file.split('/').at(-1)}`)).toBeVisible();
});
