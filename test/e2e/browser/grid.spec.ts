/** A million rows: each of them is reached, and is the right one, however it is gone to. */
import { expectAccessible } from '../axe.ts';
import { expect } from '../fixtures.ts';
import { million, test } from '../million.ts';
import type { GridOnScreen, ShownRow } from '../pages/grid.ts';

// One worker, so that the run is written once; the first test waits for it to be read.
test.describe.configure({ mode: 'default', timeout: 180_000 });

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
  await expect(grid.grid).toHaveAttribute('aria-rowcount', String(million + 1));
  await grid.grid.focus();
  await grid.grid.press('Enter');
  await expectAt(grid, 1);
  await grid.page.getByRole('button', { name: 'Close details' }).click();
  await grid.grid.focus();

  await grid.grid.press('Control+End');
  await grid.grid.press('Home');
  await grid.grid.press('Enter');
  await expectAt(grid, million);
  await grid.grid.press('ArrowUp');
  await expectAt(grid, 999_999);
  const screen = (await grid.rows('text')).length;
  for (let turn = 0; turn < 3; turn += 1) await grid.grid.press('PageUp');
  const here = Number(
    (await grid.details.getByRole('heading', { level: 2 }).innerText()).replaceAll(/\D/g, ''),
  );
  expect(here).toBeLessThan(999_999 - 2 * screen);
  await expectAt(grid, here);

  for (const number of [500_000, 999_999, 250_001, million, 1]) {
    await grid.goToRow(number.toLocaleString('en'));
    await expect(grid.grid).toBeFocused();
    await expectAt(grid, number);
  }
  await grid.goToRow('500000');
  await grid.grid.press('PageDown');
  await grid.grid.press('ArrowDown');
  await grid.grid.press('PageUp');
  await expectAt(grid, 500_001);
  await grid.grid.press('Control+Home');
  await expectAt(grid, 1);
  await grid.page.getByRole('button', { name: 'Close details' }).click();
}

/** The scrollbar leads to the end, the middle and back; the wheel goes on row by row. */
async function expectDragged(grid: GridOnScreen): Promise<void> {
  await grid.dragScrollbar(0, 1);
  let rows = await grid.rows('text');
  expectInOrder(rows);
  expect(rows.at(-1)?.number).toBe(million);
  // Whatever takes room from it, such as a notice.
  const { width, height } = grid.page.viewportSize()!;
  await grid.page.setViewportSize({ width, height: height - 60 });
  await expect(async () => {
    rows = await grid.rows('text');
    expect(rows.at(-1)?.number).toBe(million);
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
    expect(Math.abs(first - share * million)).toBeLessThan(3000);
    if (Math.abs(first - 500_000) >= 30_000) await grid.dragScrollbar(share, 0.5);
    // A pixel of the scrollbar stands for some two thousand rows.
    expect(Math.abs(first - 500_000)).toBeLessThan(30_000);
  }).toPass();

  // From there the wheel goes row by row: ten rows for 430 px.
  const before = rows[0]?.number ?? 0;
  await grid.page.mouse.wheel(0, 430);
  await expect(async () => {
    rows = await grid.rows('text');
    expect(rows[0]?.number).toBe(before + 10);
  }).toPass();
  expectInOrder(rows);
}

test('any row is reached by keys, by its number and by the scrollbar', async ({ grid }) => {
  await expectReached(grid);
  await expectDragged(grid);
  await test.step('a number that is no row says which are', async () => {
    const { page } = grid;
    await page.getByRole('button', { name: 'Display', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Go to row…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Go to row' });
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('1000001');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Enter a row from 1 to 1,000,000.');
    await expectAccessible(page);
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
    await expectAccessible(grid.page);
  });
});

test.describe('at scale 2', () => {
  test.use({ deviceScaleFactor: 2 });
  test('so it is where the browser’s elements are half as high', async ({ grid }) => {
    await grid.goToRow('999,999');
    await expect(grid.grid).toBeFocused();
    await grid.grid.press('Enter');
    await expectAt(grid, 999_999);
    await grid.grid.press('Control+Home');
    await expectAt(grid, 1);
    await grid.page.getByRole('button', { name: 'Close details' }).click();
    await expectDragged(grid);
  });
});
