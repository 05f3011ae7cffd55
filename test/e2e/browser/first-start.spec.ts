/** From nothing to rows. What a reload keeps: asking, lists. */
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { Results } from '../pages/results.ts';
import { Shell } from '../pages/shell.ts';
import { Welcome } from '../pages/welcome.ts';

test('one click on Explore sample data reaches rows', async ({ page, startHost }) => {
  const host = await startHost({});
  await page.goto(host.url);
  await new Welcome(page).exploreSampleData();
  await expect(page.getByRole('main')).toBeFocused();
  const results = new Results(page);
  const rows = await results.rowCount();
  expect(rows).toBeGreaterThan(0);
  await expect(results.cell(0, 'text')).not.toBeEmpty();
  await expect(results.status).toContainText(`1 page · ${rows} rows · more available`);
  await expect(page.getByText('Sample service').first()).toBeVisible();
  // The token is not in the address any more: it can be shown and copied.
  expect(page.url()).not.toContain('token');
});

test('somebody who has only a file opens it at once, and costs nothing', async ({
  page,
  startHost,
}) => {
  const host = await startHost({});
  await page.goto(host.url);
  await page.getByRole('button', { name: /^Open a file/ }).click();
  const opening = page.getByRole('dialog', { name: 'Open a file' });
  await expectAccessible(opening, 'opening a file first');
  const file = {
    name: 'mine.csv',
    mimeType: '',
    buffer: Buffer.from('word,times\ntree,3\nsea,5\n'),
  };
  await opening.locator('input[type=file]:not([webkitdirectory])').setInputFiles(file);
  const results = new Results(page);
  await results.expectRows(2);
  await expect(opening).toHaveCount(0);
  await expect(results.cell(0, 'word')).toHaveText('tree');
  await new Shell(page).expectCalls(0);
});
