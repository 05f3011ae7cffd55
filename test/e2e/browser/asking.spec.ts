/** Asking of results with keys alone: what is seen follows, is kept, and is never a call. */
import { everyRow, type Filter, type View } from '#shared/contract/view.ts';
import { referenceView, type Rows } from '#test/support/columns/reference.ts';
import { questionFor } from '#test/support/questions.ts';
import { expectCsvOf } from '../compare-csv.ts';
import { expect, test } from '../fixtures.ts';
import { Asking } from '../pages/asking.ts';

test('sorted, filtered, searched and taken off; the focus is never lost', async ({
  openExplorer,
}) => {
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
  const tabTo = async (target: typeof asking.filter, key: string): Promise<void> => {
    for (let presses = 0; presses < 20; presses += 1) {
      if (await target.evaluate((one) => one === document.activeElement)) return;
      await keyboard.press(key);
    }
    throw new Error(`${String(target)} is not reached with ${key}`);
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

  await test.step('filtered; the file is what is seen, and so is the window after a reload', async () => {
    // The bar lies before the grid, the toolbar before the bar.
    await tabTo(asking.filter, 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(asking.panel.getByRole('combobox')).toBeFocused();
    await keyboard.type('reposts');
    await keyboard.press('Enter');
    await keyboard.type('1');
    await keyboard.press('Enter');
    await expect(asking.panel).toBeHidden();
    await expect(asking.filter).toBeFocused();
    const rows = await expectView({ filters, sort });
    const { bytes } = await results.save();
    const seen = rows.map((row) => items[row]);
    expectCsvOf(bytes, seen);
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
    expect(await marks()).toBe(0);
  });

  await test.step('taken off by the chips', async () => {
    await results.grid.focus();
    await tabTo(asking.chip(/^Reposts at least/), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(asking.input('From')).toBeFocused();
    await keyboard.press('Escape');
    await expect(asking.panel).toBeHidden();
    await expect(asking.chip(/^Reposts at least/)).toBeFocused();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expectView({ sort });
    await expect(asking.chip(/^Don’t sort by/)).toBeFocused();
    await keyboard.press('Enter');
    await expect(asking.filter).toBeFocused();
    // The row the keys act on stayed in sight; the first ones are above it.
    await results.goToStart();
    await expectView({});
  });
  expect(service.requests.length).toBe(sent);
});
