/** Charts of the rows: read by eye, by keys and as tables, copied and saved; never a call. */
import type { Page } from '@playwright/test';
import { changeLook, expectAccessible } from '../axe.ts';
import { paste } from '../clipboard.ts';
import { expect, test } from '../fixtures.ts';
import { countClicks } from '../pages/clicks.ts';
import { downloaded, type SavedFile } from '../pages/saving.ts';

const overTime = (page: Page) => page.getByRole('region', { name: /^Posts by / });

/** What the bars over time count. */
const countsOf = (page: Page) =>
  overTime(page)
    .getByRole('option')
    .evaluateAll((bars) =>
      bars.map((bar) => Number(/[\d,]+$/.exec(bar.ariaLabel ?? '')?.[0].replace(',', ''))),
    );

/** Until the last pages are in it, the chart shows what was counted before. */
const expectDrawn = (page: Page, rows: number) =>
  expect.poll(async () => (await countsOf(page)).reduce((sum, count) => sum + count, 0)).toBe(rows);

test('a thousand rows, a chart of them and the rows behind a bar take seven clicks', async ({
  openSample,
}) => {
  const { page, results } = await openSample();
  const clicks = await countClicks(page);
  const task = page.getByRole('form', { name: 'Ask' });
  await task.getByRole('textbox').click();
  await page.keyboard.type('city trees');
  await page.keyboard.press('Enter');
  await results.expectRows(20);
  await page.getByRole('button', { name: 'How many more posts' }).click();
  await page.getByRole('menuitem', { name: 'Another number…' }).click();
  await page.getByRole('button', { name: 'Get 1,000 more posts' }).click();
  await expect(results.status).toContainText('Stopped at 1,020 rows');
  await page.getByText('Charts', { exact: true }).click();
  await expectDrawn(page, 1020);
  const kept = (await countsOf(page)).at(-1) ?? 0;
  await overTime(page).getByRole('option').last().locator('rect').first().click();
  await overTime(page).getByRole('button', { name: 'Keep these rows' }).click();
  await results.expectRows(kept);
  expect(await clicks()).toBe(7);
});

// What they cover and keep: unit/renderer/results/charts.
test('are tables too, are copied, saved as pictures, chosen by pointer, split, follow the run, and have room in a narrow window', async ({
  openSample,
}) => {
  const { page, shell, form, results } = await openSample();
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'city trees', sortBy: 'latest' });
  await form.getFirstPage();
  await results.expectRows(20);
  await results.nextPage();
  await results.expectRows(40);
  await page.getByText('Charts', { exact: true }).click();
  const panel = overTime(page);
  await expectDrawn(page, 40);

  await panel.getByRole('button', { name: 'Show as a table' }).click();
  await expectAccessible(page.getByRole('region', { name: /, as a table$/ }), 'a chart as a table');
  await panel.getByRole('button', { name: 'Show as a chart' }).click();

  const bars = await panel.getByRole('option').count();
  await panel.getByRole('button', { name: 'Copy numbers' }).click();
  const { text: pasted } = await paste(page);
  expect(pasted.match(/\t/g)).toHaveLength(bars + 1);

  await changeLook(page, 'dark');
  const svg = await savePicture(page, 'Posts by ', 'Any (SVG)');
  // For a page, whatever the window is like.
  expect(svg.bytes.toString()).toMatch(/<rect [^>]*fill="rgb\(255, 255, 255\)"/);
  await changeLook(page, 'light');
  expect(svg.name).toMatch(/\.svg$/);
  expect(svg.bytes.toString()).toContain('Sample data, invented. 40 rows in 2 pages.');
  expect(svg.bytes.toString()).toContain('(hatched) isn’t here yet');
  // It stands by itself: no style sheet, no script, nothing fetched.
  expect(svg.bytes.toString()).not.toMatch(
    /class=|var\(|<script|href=|https?:\/\/(?!www\.w3\.org)/,
  );
  const png = await savePicture(page, 'Most common: ', '1,600 px');
  expect(png.name).toMatch(/^microblog-Search-posts-city-trees-.*-Most-common-.*\.png$/);
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(png.bytes.readUInt32BE(16)).toBe(1600);

  await expect(panel.locator('[data-unknown]')).toBeVisible();
  const bar = panel.getByRole('option').first().locator('rect').first();
  await bar.hover();
  await bar.click();
  await expect(panel.getByRole('option', { selected: true })).toHaveCount(1);
  await panel.getByRole('button', { name: 'Clear' }).click();
  await expect(panel.getByRole('option', { selected: true })).toHaveCount(0);

  await panel.getByRole('combobox', { name: 'Split by' }).click();
  await page.getByRole('option', { name: 'Language', exact: true }).click();
  await expect(panel.getByText('All others')).toBeVisible();
  await panel.getByRole('radiogroup', { name: 'Count by' }).getByText('day').click();
  await expect(page.getByRole('region', { name: 'Posts by day' })).toBeVisible();
  await expectAccessible(page, 'charts');
  const scatter = page.getByRole('region', { name: /against/ });
  await scatter.scrollIntoViewIfNeeded();
  await expect(scatter).toContainText('40 posts, one point each.');
  await shell.expectCalls(2);
  await results.nextPage();
  await expect(page.getByText('Drawn from 60 rows in 3 pages.')).toBeVisible();
  await expect(scatter).toContainText('60 posts, one point each.');

  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(panel.getByRole('option').first()).toBeAttached();
  await shell.expectNothingBeside();
});

async function savePicture(page: Page, chart: string, width: string): Promise<SavedFile> {
  const panel = page.getByRole('region', { name: new RegExp(`^${chart}`) });
  await panel.scrollIntoViewIfNeeded();
  await panel.getByRole('button', { name: 'Save picture…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Save picture' });
  await sheet.getByText(width, { exact: true }).click();
  await expect(sheet.getByRole('img', { name: 'Preview' })).toBeVisible();
  await expectAccessible(sheet, 'a picture to save');
  const saved = await downloaded(page, () => sheet.getByRole('button', { name: 'Save…' }).click());
  await expect(sheet).toHaveCount(0);
  return saved;
}
