/** Charts of the rows: read by eye, by keys and as tables, copied and saved; never a call. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { paste } from '../clipboard.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';
import { countClicks } from '../pages/clicks.ts';

type Sample = Omit<Explorer, 'service'>;

/** Two pages of posts, newest first. */
async function ask({ page, shell, form, results }: Sample): Promise<void> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'city trees', sortBy: 'latest' });
  await form.getFirstPage();
  await results.expectRows(20);
  await results.nextPage();
  await results.expectRows(40);
  await page.getByText('Charts', { exact: true }).click();
}

const overTime = (page: Page) => page.getByRole('region', { name: /^Posts by / });

test('a thousand rows, a chart of them and the rows behind a bar take seven clicks', async ({
  openSample,
}) => {
  const { page, results } = await openSample();
  const clicks = await countClicks(page);
  const task = page.getByRole('form', { name: 'Search a topic' });
  await task.getByRole('textbox').click();
  await page.keyboard.type('city trees');
  await page.keyboard.press('Enter');
  await results.expectRows(20);
  await page.getByRole('button', { name: 'Get all…', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Get all' });
  await panel.getByText('1,000', { exact: true }).click();
  await panel.getByRole('button', { name: /^Get / }).click();
  await expect(results.status).toContainText('Stopped at 1,020 rows', { timeout: 30_000 });
  await page.getByText('Charts', { exact: true }).click();
  const bar = overTime(page).getByRole('option').last();
  const [, count = ''] = /: ([\d,]+)$/.exec((await bar.getAttribute('aria-label')) ?? '') ?? [];
  await bar.locator('rect').first().click();
  await overTime(page).getByRole('button', { name: 'Keep these rows' }).click();
  await results.expectRows(Number(count.replace(',', '')));
  expect(await clicks()).toBe(7);
});

test('say what they cover, hatch what is not fetched yet, and keep what is chosen', async ({
  openSample,
}) => {
  const explorer = await openSample();
  const { page, shell, results } = explorer;
  await ask(explorer);
  const calls = await shell.calls();
  await expect(
    page.getByText('Drawn from 40 rows in 2 pages. More is available at the service'),
  ).toBeVisible();
  const panel = overTime(page);
  await expect(panel.getByRole('option').first()).toBeAttached();
  await expect(panel).toContainText('Fetched newest first: what is before');
  await expect(panel.locator('[data-unknown]')).toBeVisible();
  const counts = await panel
    .getByRole('option')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.ariaLabel?.split(': ').at(-1))));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
  await expectAccessible(page);

  // Bars are chosen by keys and kept: the table shows those rows.
  await panel.getByRole('listbox').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(panel.getByRole('option', { selected: true })).toHaveCount(2);
  const [, count = ''] = /(\d+) rows?/.exec((await panel.textContent()) ?? '') ?? [];
  await page.keyboard.press('Enter');
  await results.expectRows(Number(count));

  // The pointer does the same.
  await page.getByText('Charts', { exact: true }).click();
  const bar = panel.getByRole('option').first().locator('rect').first();
  await bar.hover();
  await bar.click();
  await expect(panel.getByRole('option', { selected: true })).toHaveCount(1);
  await panel.getByRole('button', { name: 'Clear' }).click();
  await expect(panel.getByRole('option', { selected: true })).toHaveCount(0);
  const shown = page.getByRole('region', { name: 'Shown rows' });
  await shown.getByRole('button', { name: /^Remove the filter/ }).click();
  await expect(page.getByText('Drawn from 40 rows in 2 pages.')).toBeVisible();

  // By another unit and split: the same rows.
  await panel.getByRole('combobox', { name: 'Split by' }).click();
  await page.getByRole('option', { name: 'Language', exact: true }).click();
  await expect(panel.getByText('All others')).toBeVisible();
  await panel.getByRole('combobox', { name: 'Count by' }).click();
  await page.getByRole('option', { name: 'day', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Posts by day' })).toBeVisible();
  await expectAccessible(page);

  const scatter = page.getByRole('region', { name: /against/ });
  await scatter.scrollIntoViewIfNeeded();
  await expect(scatter.getByRole('img')).toBeVisible();
  await expect(scatter).toContainText('Each point is one of 40 posts.');
  expect(await shell.calls()).toBe(calls);

  // More rows: the picture follows.
  await results.nextPage();
  await expect(page.getByText('Drawn from 60 rows in 3 pages.')).toBeVisible();
  await expect(scatter).toContainText('Each point is one of 60 posts.');

  await test.step('a narrow window has room for all of them', async () => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect(panel.getByRole('option').first()).toBeAttached();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

test('are tables too, are copied, and are saved as pictures', async ({ openSample }) => {
  const explorer = await openSample();
  const { page, shell } = explorer;
  await ask(explorer);
  const panel = overTime(page);
  await expect(panel.getByRole('option').first()).toBeAttached();
  const bars = await panel.getByRole('option').count();

  await panel.getByRole('button', { name: 'Show as a table' }).click();
  await expect(panel.getByRole('table').getByRole('row')).toHaveCount(bars + 1);
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Show as a chart' }).click();

  await panel.getByRole('button', { name: 'Copy numbers' }).click();
  const { text: pasted } = await paste(page);
  expect(pasted.split('\n')).toHaveLength(bars + 1);
  expect(pasted.split('\n').map((line) => line.split('\t').length)).toEqual(
    Array.from({ length: bars + 1 }, () => 2),
  );

  const svg = await savePicture(page, 'Posts by ', /^SVG/);
  expect(svg.name).toMatch(/\.svg$/);
  expect(svg.bytes.toString()).toContain('Search posts: city trees. 40 rows in 2 pages.');
  expect(svg.bytes.toString()).toContain('Not fetched yet');
  // It stands by itself: no style sheet, no script, nothing fetched.
  expect(svg.bytes.toString()).not.toMatch(
    /class=|var\(|<script|href=|https?:\/\/(?!www\.w3\.org)/,
  );
  const png = await savePicture(page, 'Most common: ', /^PNG/);
  expect(png.name).toMatch(/^microblog-Search-posts-city-trees-.*-Most-common-.*\.png$/);
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  // Wide enough, twice as sharp as the screen.
  expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(1000);
  expect(await shell.calls()).toBe(2);
});

async function savePicture(
  page: Page,
  chart: string,
  format: RegExp,
): Promise<{ name: string; bytes: Buffer }> {
  const panel = page.getByRole('region', { name: new RegExp(`^${chart}`) });
  await panel.scrollIntoViewIfNeeded();
  await panel.getByRole('button', { name: 'Save picture' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
