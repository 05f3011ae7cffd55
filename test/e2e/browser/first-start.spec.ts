/** From nothing to rows. What a reload keeps: asking, lists. */
import { expect, test } from '../fixtures.ts';
import { Results } from '../pages/results.ts';
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
