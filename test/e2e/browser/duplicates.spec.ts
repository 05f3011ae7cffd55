/** Items that come more than once: counted, hidden and shown again, saved as they are seen. */
import { parse } from 'csv-parse/sync';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

test('overlapping pages are counted, can be hidden, and are never deleted', async ({
  openSample,
}) => {
  // The specification: results of this question can overlap across pages.
  const explorer = await openSample();
  const { page, shell, form, results } = explorer;
  await shell.choose('shortvideo.sounds.search');
  await form.fillIn({ keyword: 'rain' });
  await form.getFirstPage();
  await results.expectRows(20);
  const hide = page.getByRole('button', { name: /^Hide \d+ duplicates?$/ });
  await expect(hide).toBeHidden();
  await results.nextPage();
  await results.expectRows(40);
  await expect(hide).toHaveText('Hide 2 duplicates');

  await hide.click();
  await results.expectRows(38);
  const shown = page.getByRole('region', { name: 'Shown rows' });
  await expect(shown).toContainText('38 of 40 rows');
  await expect(shown).toContainText('2 duplicates hidden');
  await expectAccessible(page);
  // Rows keep their numbers: what is hidden is seen to be missing.
  await expect(page.locator('[data-number-of="19"]')).toHaveText('20');
  await expect(page.locator('[data-number-of="20"]')).toHaveText('23');

  const { bytes } = await results.save({ byteOrderMark: false });
  const saved: { id: string }[] = parse(bytes, { columns: true });
  expect(saved.length).toBe(38);
  expect(new Set(saved.map(({ id }) => id)).size).toBe(38);

  // A page is always shown as it came.
  await results.display('Page by page');
  await results.expectRows(20);
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Table', { exact: true }).click();
  await results.expectRows(38);

  await results.nextPage();
  await results.expectRows(56);
  await expect(shown).toContainText('56 of 60 rows');

  await page.reload();
  await expect(shown).toContainText('56 of 60 rows');
  await page.getByRole('button', { name: 'Show duplicates' }).click();
  await results.expectRows(60);
  await expect(shown).not.toContainText('rows');
});
