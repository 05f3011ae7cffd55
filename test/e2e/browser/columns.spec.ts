/** Columns as a person arranges them by mouse and from the list; kept over a reload. */
import { expectAccessible } from '../axe.ts';
import { narrowest } from '#renderer/features/results/grid/columns.ts';
import { expect, test } from '../fixtures.ts';
import { GridOnScreen } from '../pages/grid.ts';
import { boxOf } from '../pages/page-object.ts';

// By keys, menu and list: unit/renderer/results/grid-columns.
test('rows are as high and columns as wide as the person wants, moved in a list that fits a small window and by mouse, and are so again after a reload', async ({
  openSample,
}) => {
  const { page, shell, results, search } = await openSample();
  const grid = new GridOnScreen(page);
  await page.setViewportSize({ width: 1024, height: 700 });
  await search('city trees');
  await test.step('dragged in the list, and back', async () => {
    await grid.openColumns();
    await expect(grid.columns.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 });
    await expectAccessible(grid.columns, 'the list of columns');
    const entries = grid.columns.getByRole('listitem');
    const [from, to] = [await boxOf(entries.nth(0)), await boxOf(entries.nth(2))];
    await page.mouse.move(from.x + 80, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 80, to.y + 10, { steps: 5 });
    await page.mouse.move(to.x + 80, to.y + to.height - 2, { steps: 3 });
    await page.mouse.up();
    await expect(entries.nth(2)).toContainText('Text');
    // Dragging is no click: it is still shown.
    await expect(entries.nth(2).getByRole('checkbox')).toBeChecked();
    await grid.expectFirst('authorUsername', 'createdAt', 'text');
    await grid.columns.getByRole('button', { name: 'Reset columns' }).click();
    await grid.expectFirst('text', 'authorUsername', 'createdAt');
    await grid.columns.getByRole('button', { name: 'Done' }).click();
  });
  await page.setViewportSize({ width: 1280, height: 800 });

  const heights = (): Promise<number[]> =>
    grid.grid
      .locator('[role=row][data-row]')
      .evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))]);
  await test.step('heights', async () => {
    await expect.poll(heights).toEqual([41]);
    await grid.goToRow('12');
    for (const [option, height] of [
      ['Automatic', 41],
      ['One line', 32],
      ['One line, dense', 26],
      ['Four lines', 77],
    ] as const) {
      await results.display(option);
      await expect(async () => expect(await heights()).toEqual([height])).toPass();
      // The active row is where it was looked at.
      await expect(grid.grid.locator('[data-row="11"] [data-field="text"]')).toBeInViewport();
    }
    // No line is cut in half: what is seen of a text ends between two lines.
    const rest = await grid.grid
      .locator('[role=gridcell][data-field="text"]')
      .evaluateAll((cells) => cells.map((cell) => cell.clientHeight % 18));
    expect(new Set(rest)).toEqual(new Set([0]));
  });

  await test.step('a double click on its edge fits a column: neither less nor more', async () => {
    const field = 'authorUsername';
    const fits = (): Promise<boolean[]> =>
      grid.grid
        .locator(`[role=gridcell][data-field="${field}"]`)
        .evaluateAll((cells) => cells.map((cell) => cell.scrollWidth <= cell.clientWidth));
    await grid.name(field).click();
    for (let step = 0; step < 8; step += 1) await grid.grid.press('Alt+ArrowLeft');
    await expect.poll(() => grid.widthOf(field)).toBe(narrowest);
    // Its name, or the arrow after it, ends before the button, and can be read whole.
    await grid.header(field).hover();
    const menu = await boxOf(grid.header(field).getByRole('button', { name: /^Column menu/ }));
    const last = await boxOf(grid.name(field).locator('> *').last());
    expect(last.x + last.width).toBeLessThanOrEqual(menu.x);
    await expect(grid.header(field)).toHaveAttribute('title', `Author (${field})`);
    const box = await boxOf(grid.header(field));
    await page.mouse.dblclick(box.x + box.width, box.y + 10);
    await expect.poll(fits).not.toContain(false);
    await grid.name(field).click();
    await grid.grid.press('Alt+ArrowLeft');
    await grid.grid.press('Alt+ArrowLeft');
    const label = grid.name(field).locator('span').first();
    const fitsLabel = (): Promise<boolean> =>
      label.evaluate((one) => one.scrollWidth <= one.clientWidth);
    await expect.poll(async () => [await fitsLabel(), ...(await fits())]).toContain(false);
  });

  await test.step('a header is dragged, its edge too', async () => {
    await grid.dragHeader('likeCount', 'text');
    await grid.expectFirst('likeCount', 'text', 'authorUsername');
    // A drag is no click, and a drag that comes back changes nothing.
    await grid.header('text').locator('[data-name] > span').first().hover();
    await page.mouse.down();
    await page.mouse.move(700, 300, { steps: 5 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await grid.expectFirst('likeCount', 'text', 'authorUsername');
  });
  const edge = await boxOf(grid.header('likeCount'));
  await page.mouse.move(edge.x + edge.width, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width + 70, edge.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => grid.widthOf('likeCount')).toBe(edge.width + 70);

  await test.step('a pinned column stays while the others go', async () => {
    // The first column is at the left already: it stays beside what is pinned until it is let go.
    await grid.choose('authorUsername', 'Pin at the left');
    await grid.expectFirst('likeCount', 'authorUsername', 'text');
    await grid.choose('likeCount', 'Unpin');
    await grid.grid.press('End');
    await expect(grid.header('authorUsername')).toBeInViewport({ ratio: 1 });
    await expect(grid.header('likeCount')).toBeHidden();
    const name = grid.grid.locator('[data-row="3"] [data-field="authorUsername"]');
    await expect(name).toBeInViewport({ ratio: 1 });
    await results.reveal('text');
    await grid.choose('text', 'Fit width');
    await expect.poll(() => grid.widthOf('text')).toBeLessThanOrEqual(640);
  });

  // The workspace is saved a moment later.
  await shell.goTo('Account');
  await page.reload();
  await expect(grid.grid).toBeHidden();
  await shell.goTo('Explore');
  await grid.expectFirst('authorUsername', 'likeCount', 'text');
  await expect.poll(() => grid.widthOf('likeCount')).toBe(edge.width + 70);
  await expect(async () => expect(await heights()).toEqual([77])).toPass();
});
