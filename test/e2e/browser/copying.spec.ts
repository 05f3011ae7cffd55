/** Selecting and copying: with the mouse, by keys, by menus; what arrives on the clipboard. Rows that the window has not read: unit/renderer/results/copy. */
import { expectAccessible } from '../axe.ts';
import { paste } from '../clipboard.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';
import { boxOf } from '../pages/page-object.ts';

const said = ({ page }: Explorer) => page.getByRole('status', { name: 'Copying' });
/** As drawn for the ears: cells that stay at the left are drawn once more for the eyes. */
const selected = ({ results }: Explorer) =>
  results.grid.locator('[aria-selected=true]:not([aria-hidden=true] *)');

test('cells, by keys, by dragging and from their menu: pasted cell by cell, ids with every digit', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer();
  const { page, results } = explorer;
  await explorer.search('city trees');
  await test.step('by keys', async () => {
    await results.cell(1, 'authorUsername').click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(selected(explorer)).toHaveCount(6);
    await expectAccessible(results.grid, 'selected cells');
    await page.keyboard.press('Control+c');
    await expect(said(explorer)).toHaveText('Copied 6 cells');
    const cells = [1, 2, 3].map((row) => results.textOf(row, 'authorUsername'));
    const lines = (await paste(page)).text.split('\n').map((line) => line.split('\t'));
    expect(lines.map(([author]) => `@${author}`)).toEqual(await Promise.all(cells));
    // Dates are copied as the service sent them.
    for (const [, posted] of lines) expect(posted).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
    await page.keyboard.press('Escape');
    await expect(selected(explorer)).toHaveCount(0);
  });
  await test.step('by dragging, then Shift and a click', async () => {
    const from = await boxOf(results.cell(2, 'text'));
    const to = await boxOf(results.cell(4, 'authorUsername'));
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 10, { steps: 5 });
    await page.mouse.up();
    await expect(selected(explorer)).toHaveCount(6);
    await results.cell(5, 'createdAt').click({ modifiers: ['Shift'] });
    await expect(selected(explorer)).toHaveCount(12);
  });
  await test.step('ids, in text and table; from the program’s own menu, too', async () => {
    await results.reveal('id');
    await results.cell(0, 'id').click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.evaluate(() => document.execCommand('copy'));
    await expect(said(explorer)).toHaveText('Copied 2 cells');
    const { text, html } = await paste(page);
    const ids = await Promise.all([0, 1].map((row) => results.textOf(row, 'id')));
    expect(text.split('\n')).toEqual(ids);
    for (const id of ids) {
      expect(id).toMatch(/^\d{19}$/);
      expect(html).toContain(`>${id}</td>`);
    }
    expect(html).toContain('mso-number-format');
  });
  await test.step('the menu of a cell, by keys', async () => {
    await results.reveal('likeCount');
    await results.cell(3, 'likeCount').click();
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu', { name: 'Cell' });
    const column = menu.getByRole('menuitem', { name: 'Column “Likes”' });
    await explorer.shell.downTo(column);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('menuitem', { name: 'Copy', exact: true }).last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(said(explorer)).toHaveText('Copied 20 cells');
    await expect(results.grid).toBeFocused();
    const lines = (await paste(page)).text.split('\n');
    expect(lines).toHaveLength(20);
    expect(lines[3]).toBe((await results.textOf(3, 'likeCount')).replaceAll(',', ''));
  });
});
