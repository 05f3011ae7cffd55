/** Asking of results with keys alone. What is taken off by chips: unit/renderer/results/asking; what is saved of it: contract/views. */
import { everyRow, type Filter, type View } from '#shared/contract/view.ts';
import { referenceView, type Rows } from '#test/support/columns/reference.ts';
import { questionFor } from '#test/support/questions.ts';
import { expect, test } from '../fixtures.ts';
import { Asking } from '../pages/asking.ts';

test('sorted, filtered and searched; the focus is never lost', async ({ openExplorer }) => {
  const explorer = await openExplorer({ service: { pageSize: 10, totalRows: 83 } });
  const { page, shell, form, results, service } = explorer;
  const { keyboard } = page;
  const question = questionFor('microblog.posts.search');
  await shell.choose('microblog.posts.search');
  await form.fillIn(question.values);
  await form.getSeveral({ pages: '3' });
  await results.expectRows(30);
  await expect(results.status).toContainText('as asked');
  const sent = service.requests.length;
  const items = (service.itemsFor(question.path, question.query) as Rows).slice(0, 30);
  const asking = new Asking(page);
  /** The rows on screen are those of the view, in its order. */
  const expectView = async (view: Partial<View>): Promise<number[]> => {
    const rows = referenceView(items, { ...everyRow, ...view });
    await results.expectRows(rows.length);
    const shown = rows.slice(0, 8).map((row) => row + 1);
    await expect.poll(() => asking.firstNumbers(shown.length)).toEqual(shown);
    return rows;
  };
  const sort: View['sort'] = [{ field: 'likeCount', direction: 'descending' }];
  const filters: Filter[] = [{ kind: 'number', field: 'retweetCount', min: '1', max: null }];

  await test.step('sorted from the header', async () => {
    const before = await results.grid.boundingBox();
    await results.grid.focus();
    await keyboard.press('ArrowUp');
    for (let step = 0; step < 20; step += 1) {
      const id = (await results.grid.getAttribute('aria-activedescendant')) ?? '';
      if ((await page.locator(`[id="${id}"]`).getAttribute('data-field')) === 'likeCount') break;
      await keyboard.press('ArrowRight');
    }
    // Numbers begin with the largest.
    await keyboard.press('Enter');
    await expectView({ sort });
    await expect(results.grid).toBeFocused();
    // Nothing moves between two clicks of a sort: what says so is below the rows.
    await expect(asking.bar).toBeVisible();
    expect((await results.grid.boundingBox())?.y).toBe(before?.y);
  });

  await test.step('filtered, and so is the window after a reload', async () => {
    // The bar lies before the grid, the toolbar before the bar.
    await shell.tabTo(asking.filter, 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(asking.panel.getByRole('combobox')).toBeFocused();
    await keyboard.type('reposts');
    await keyboard.press('Enter');
    await keyboard.type('1');
    await keyboard.press('Enter');
    await expect(asking.panel).toBeHidden();
    await expect(asking.filter).toBeFocused();
    await page.reload();
    await expectView({ filters, sort });
  });

  await test.step('Ctrl+F searches, marks what it found, and Escape ends it', async () => {
    const marks = () => page.evaluate(() => CSS.highlights.get('search-match')?.size ?? 0);
    const [first = 0] = await expectView({ filters, sort });
    const author = items[first]?.['authorUsername'];
    await results.grid.focus();
    await keyboard.press('Control+f');
    await expect(asking.search).toBeFocused();
    const name = typeof author === 'string' ? author : '';
    await keyboard.type(name.toUpperCase());
    await expectView({ filters, sort, search: name });
    await expect.poll(marks).toBeGreaterThan(0);
    await keyboard.press('Escape');
    await expectView({ filters, sort });
    await expect.poll(marks).toBe(0);
  });

  await test.step('a chip opens what it says, and has the focus back', async () => {
    const chip = asking.chip(/^Reposts at least/);
    await shell.tabTo(chip, 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(asking.input('From')).toBeFocused();
    await keyboard.press('Escape');
    await expect(asking.panel).toBeHidden();
    await expect(chip).toBeFocused();
  });
  expect(service.requests.length).toBe(sent);
});
