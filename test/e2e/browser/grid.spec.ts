/**
 * More rows than an element can be high: each of them is reached, and is the right one, however it
 * is gone to. At scale 2, where the browser's elements are half as high.
 */
import { mkdir } from 'node:fs/promises';
import { writeBigRun } from '#test/support/store/big-run.ts';
import { count } from '#test/support/thorough.ts';
import { expectAccessible } from '../axe.ts';
import { chromiumOptions } from '../chromium-options.ts';
import { expect, test } from '../fixtures.ts';
import { GridOnScreen, type ShownRow } from '../pages/grid.ts';
import { HistoryPage } from '../pages/history.ts';
import { Shell } from '../pages/shell.ts';

/** Higher than 16,777,214 px with two lines each. */
const rowCount = count(400_000, 1_000_000);

test.use({
  deviceScaleFactor: 2,
  // A scrollbar that is hidden can't be dragged.
  launchOptions: {
    ...chromiumOptions().launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
});

/** Rows follow one another, and each is the one that its number says. */
function expectInOrder(rows: readonly ShownRow[]): void {
  const first = rows[0]?.number ?? 0;
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, place) => first + place));
  for (const { number, text } of rows) expect(text).toContain(`Row ${number} of`);
}

/** The record pane shows the row, and the grid has it on screen. */
async function expectAt(grid: GridOnScreen, number: number): Promise<void> {
  await expect(grid.details.getByRole('heading', { level: 2 })).toHaveText(
    `Row ${number.toLocaleString('en')}`,
  );
  await expect(grid.details).toContainText(`Row ${number} of`);
  // Rows are drawn as they are read.
  await expect(async () => {
    const rows = await grid.rows('text');
    expectInOrder(rows);
    expect(rows.map((row) => row.number)).toContain(number);
  }).toPass();
}

/** Keys and numbers lead to any row. */
async function expectReached(grid: GridOnScreen): Promise<void> {
  await grid.grid.focus();
  await grid.grid.press('Enter');
  await expectAt(grid, 1);
  await grid.page.getByRole('button', { name: 'Close details' }).click();
  await grid.grid.focus();

  await grid.grid.press('Control+End');
  await grid.grid.press('Home');
  await grid.grid.press('Enter');
  await expectAt(grid, rowCount);
  await grid.grid.press('ArrowUp');
  await expectAt(grid, rowCount - 1);
  const screen = (await grid.rows('text')).length;
  for (let turn = 0; turn < 3; turn += 1) await grid.grid.press('PageUp');
  const here = Number(
    (await grid.details.getByRole('heading', { level: 2 }).innerText()).replaceAll(/\D/g, ''),
  );
  expect(here).toBeLessThan(rowCount - 1 - 2 * screen);
  await expectAt(grid, here);

  for (const number of [200_000, rowCount - 1, 100_001, rowCount, 1]) {
    await grid.goToRow(number.toLocaleString('en'));
    await expect(grid.grid).toBeFocused();
    await expectAt(grid, number);
  }
  await grid.goToRow('200000');
  await grid.grid.press('PageDown');
  await grid.grid.press('ArrowDown');
  await grid.grid.press('PageUp');
  await expectAt(grid, 200_001);
  await grid.grid.press('Control+Home');
  await expectAt(grid, 1);
  await grid.page.getByRole('button', { name: 'Close details' }).click();
}

/** The scrollbar leads to the end, the middle and back; the wheel goes on row by row. */
async function expectDragged(grid: GridOnScreen): Promise<void> {
  await grid.dragScrollbar(0, 1);
  let rows = await grid.rows('text');
  expectInOrder(rows);
  expect(rows.at(-1)?.number).toBe(rowCount);
  // Whatever takes room from it, such as a notice.
  const { width, height } = grid.page.viewportSize()!;
  await grid.page.setViewportSize({ width, height: height - 60 });
  await expect(async () => {
    rows = await grid.rows('text');
    expect(rows.at(-1)?.number).toBe(rowCount);
  }).toPass();
  await grid.page.setViewportSize({ width, height });
  await grid.dragScrollbar(1, 0.5);
  // A busy browser draws the last moves of the pointer later, or takes one less or one more of them:
  // then the hand goes on from where the thumb is.
  await expect(async () => {
    rows = await grid.rows('text');
    expectInOrder(rows);
    const first = rows[0]?.number ?? 0;
    const share = await grid.scrolledShare();
    expect(Math.abs(first - share * rowCount)).toBeLessThan(rowCount * 0.003);
    const off = Math.abs(first - rowCount / 2);
    // A pixel of the scrollbar stands for some eight hundred rows, or two thousand.
    if (off >= rowCount * 0.03) await grid.dragScrollbar(share, 0.5);
    expect(off).toBeLessThan(rowCount * 0.03);
  }).toPass();

  // From there the wheel goes row by row: ten rows for 410 px.
  const before = rows[0]?.number ?? 0;
  await grid.page.mouse.wheel(0, 410);
  await expect(async () => {
    rows = await grid.rows('text');
    expect(rows[0]?.number).toBe(before + 10);
  }).toPass();
  expectInOrder(rows);
}

test('any row is reached by keys, by its number and by the scrollbar', async ({
  page,
  dataDir,
  startHost,
}) => {
  // The rows are written and read first.
  test.slow();
  await mkdir(dataDir, { mode: 0o700 });
  await writeBigRun(dataDir, 'run-that-is-big', rowCount);
  const host = await startHost({ sample: true });
  await new Shell(page).open(host.url);
  const history = new HistoryPage(page);
  await history.open();
  await history.act('harbour', 'Open');
  const grid = new GridOnScreen(page);
  await expect(grid.grid).toHaveAttribute('aria-rowcount', String(rowCount + 1), {
    timeout: 120_000,
  });
  await expectReached(grid);
  await expectDragged(grid);
  await test.step('a number that is no row says which are', async () => {
    await page.getByRole('button', { name: 'Display', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Go to row…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Go to row' });
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await page.keyboard.type(String(rowCount + 1));
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText(`Enter a row from 1 to ${rowCount.toLocaleString('en')}`);
    await expectAccessible(dialog, 'Go to row');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Display', exact: true })).toBeFocused();
  });
  await test.step('columns beside the screen are drawn when they are scrolled to', async () => {
    await expect(grid.grid).toHaveAttribute('aria-colcount', '35');
    const drawn = await grid.headers();
    expect(drawn.length).toBeLessThan(20);
    await grid.grid.focus();
    await grid.grid.press('End');
    const last = grid.grid.getByRole('columnheader').last();
    await expect(last).toHaveAttribute('aria-colindex', '35');
    await expect(last).toBeInViewport({ ratio: 1 });
  });
});
