/** Asking of results: sorted, searched and filtered as a person does it, and never a call for it. */
import { everyRow, type Filter, type View } from '#shared/contract/view.ts';
import { referenceView, type Rows } from '#test/support/columns/reference.ts';
import { questionFor } from '#test/support/questions.ts';
import { expectAccessible } from '../axe.ts';
import { expectCsvOf } from '../compare-csv.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';
import { Asking } from '../pages/asking.ts';

const question = questionFor('microblog.posts.search');
const size = { pageSize: 10, totalRows: 83 };

const textIn = (item: Rows[number] | undefined, field: string): string => {
  const value = item?.[field];
  return typeof value === 'string' ? value : '';
};

/** Fetches pages, and knows from the service what must then be seen. */
async function fetched(explorer: Explorer, pages: number) {
  const { page, shell, form, results, service } = explorer;
  await shell.choose('microblog.posts.search');
  await form.fillIn(question.values);
  await form.getSeveral({ pages: String(pages) });
  await results.expectRows(pages * 10);
  await expect(results.status).toContainText('as asked');
  const items = service.itemsFor(question.path, question.query) as Rows;
  const asking = new Asking(page);
  const order = (view: View, count = pages * 10): number[] =>
    referenceView(items.slice(0, count), view);
  /** The rows on screen are those of the view, in its order. */
  const expectView = async (view: View, count = pages * 10): Promise<void> => {
    const rows = order(view, count);
    await results.expectRows(rows.length);
    const shown = rows.slice(0, 8).map((row) => row + 1);
    await expect.poll(() => asking.firstNumbers(shown.length)).toEqual(shown);
  };
  return { asking, items, order, expectView };
}

test('sorted by several columns; the file is what is seen, and so is the window after a reload', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: size });
  const { page, results, service } = explorer;
  const { asking, items, order, expectView } = await fetched(explorer, 4);
  const sent = service.requests.length;

  await asking.sortBy('likeCount');
  await expect(asking.header('likeCount')).toHaveAttribute('aria-sort', 'ascending');
  await expectView({ ...everyRow, sort: [{ field: 'likeCount', direction: 'ascending' }] });
  await asking.sortBy('likeCount');
  await expect(asking.header('likeCount')).toHaveAttribute('aria-sort', 'descending');
  await asking.sortBy('authorUsername', true);
  const view: View = {
    ...everyRow,
    sort: [
      { field: 'likeCount', direction: 'descending' },
      { field: 'authorUsername', direction: 'ascending' },
    ],
  };
  await expectView(view);
  await expect(asking.header('authorUsername')).toContainText('2');
  await expect(asking.bar).toContainText('40 rows');
  await expect(asking.bar).toContainText('Sorted by');
  await expectAccessible(page);

  const { bytes } = await results.save();
  expectCsvOf(
    bytes,
    order(view).map((row) => items[row]),
  );

  await page.reload();
  await expectView(view);
  await asking.sortBy('likeCount', true);
  await expect(asking.header('likeCount')).not.toHaveAttribute('aria-sort');
  await page.getByRole('button', { name: /^Don’t sort by/ }).click();
  await expectView(everyRow);
  await expect(asking.bar).toBeHidden();
  expect(service.requests.length).toBe(sent);
});

test('filters by what a column holds: several at once, changed and taken off by their chips', async ({
  openExplorer,
}) => {
  test.slow();
  const explorer = await openExplorer({ service: size });
  const { page, results, service } = explorer;
  const { asking, items, order, expectView } = await fetched(explorer, 4);
  const sent = service.requests.length;

  // Numbers: a wrong one is explained.
  await asking.openFilter('Likes');
  await expectAccessible(page);
  await expect(asking.input('From')).toBeFocused();
  await asking.input('From').fill('many');
  await expect(asking.panel).toContainText('Write a number, such as 1200 or 3.5.');
  await expectAccessible(page);
  const likes = items.slice(0, 40).map((item) => Number(item?.['likeCount'] ?? 0));
  const middle = likes.toSorted((a, b) => a - b)[12] ?? 0;
  await asking.input('From').fill(String(middle));
  await page.keyboard.press('Enter');
  const number = { kind: 'number', field: 'likeCount', min: String(middle), max: null } as const;
  await expectView({ ...everyRow, filters: [number] });

  // Dates: typed here; the calendar is for picking.
  const days = items.slice(0, 40).map((item) => textIn(item, 'createdAt').slice(0, 10));
  const [last = '', first = ''] = [days.at(3), days.at(33)];
  await asking.openFilter('Posted');
  await asking.input('From').fill(first);
  await asking.input('To').fill(last);
  await expectAccessible(page);
  await asking.apply();
  const date = { kind: 'date', field: 'createdAt', from: first, to: last } as const;
  await expectView({ ...everyRow, filters: [number, date] });

  // Values, counted over what the other filters leave.
  await asking.openFilter('Language');
  const boxes = asking.panel.getByRole('checkbox');
  await expect(boxes.first()).toBeVisible();
  await expectAccessible(page);
  const left = order({ ...everyRow, filters: [number, date] }).map((row) =>
    textIn(items[row], 'lang'),
  );
  const lang = left[0] ?? '';
  const times = left.filter((one) => one === lang).length;
  await expect(asking.panel.locator('label', { hasText: lang }).first()).toHaveText(
    `${lang}${times}`,
  );
  await asking.panel.getByRole('textbox', { name: 'Find a value' }).fill(lang.toUpperCase());
  await asking.panel.getByRole('checkbox', { name: lang }).first().check();
  await asking.apply();
  const values: Filter = { kind: 'oneOf', field: 'lang', values: [lang] };
  const all: View = { ...everyRow, filters: [number, date, values] };
  await expectView(all);
  expect(order(all).length).toBe(times);
  await expect(asking.bar).toContainText(`${times} of 40 rows`);
  await expectAccessible(page);

  const { bytes } = await results.save();
  expect(bytes.toString().split('\r\n').length).toBe(times + 2);

  // Kept with the tab; a chip is changed where it stands.
  await page.reload();
  await expectView(all);
  await asking.chip(/^Likes at least/).click();
  await expect(asking.input('From')).toHaveValue(String(middle));
  await asking.input('From').fill('');
  await asking.input('To').fill(String(middle));
  await asking.apply();
  const other = { ...number, min: null, max: String(middle) };
  await asking.chip(`Remove the filter: Posted ${first} to ${last}`).click();
  await asking.chip(`Remove the filter: Language is ${lang}`).click();
  await expectView({ ...everyRow, filters: [other] });

  // Yes and no, texts, and what is empty.
  await asking.openFilter('possiblySensitive');
  await asking.panel.getByRole('radio', { name: /^is no(?!t)/ }).check();
  await expectAccessible(page);
  await asking.apply();
  const flag = { kind: 'is', field: 'possiblySensitive', value: 'false' } as const;
  await expectView({ ...everyRow, filters: [other, flag] });
  await asking.openFilter('Text');
  await asking.input('Text to find').fill('nothing is written like this');
  await expectAccessible(page);
  await asking.apply();
  await expect(page.getByRole('heading', { name: 'No row fits the filters' })).toBeVisible();
  await expect(results.grid).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click();
  await expectView(everyRow);
  expect(service.requests.length).toBe(sent);
});

test('search: Ctrl+F leads there, what is found is marked, Escape ends it', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: size });
  const { page, results, service } = explorer;
  const { asking, items, expectView } = await fetched(explorer, 3);
  const sent = service.requests.length;
  await results.grid.focus();
  await page.keyboard.press('Control+f');
  await expect(asking.search).toBeFocused();
  const name = textIn(items[7], 'authorUsername');
  await page.keyboard.type(name.toUpperCase());
  await expectView({ ...everyRow, search: name });
  await expect(asking.bar).toContainText(`Any cell contains “${name.toUpperCase()}”`);
  await expect
    .poll(() => page.evaluate(() => CSS.highlights.get('search-match')?.size ?? 0))
    .toBeGreaterThan(0);

  // The row that was found is still the one the keys act on when the search is over.
  await page.keyboard.press('Tab');
  await results.grid.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+f');
  await page.keyboard.press('Escape');
  await expect(asking.search).toHaveValue('');
  await expectView(everyRow);
  const active = page.locator(
    `[id="${(await results.grid.getAttribute('aria-activedescendant')) ?? ''}"]`,
  );
  await expect(active.locator('xpath=..')).toHaveAttribute('data-row', '7');
  expect(await page.evaluate(() => CSS.highlights.has('search-match'))).toBe(false);
  expect(service.requests.length).toBe(sent);
});

test('with keys alone: sorted, filtered, changed and taken off; the focus is never lost', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: size });
  const { page, results } = explorer;
  const { asking, expectView } = await fetched(explorer, 3);
  const { keyboard } = page;
  await results.grid.focus();
  await keyboard.press('ArrowUp');
  for (let step = 0; step < 20; step += 1) {
    const id = (await results.grid.getAttribute('aria-activedescendant')) ?? '';
    if ((await page.locator(`[id="${id}"]`).getAttribute('data-field')) === 'likeCount') break;
    await keyboard.press('ArrowRight');
  }
  await keyboard.press('Enter');
  await expect(asking.header('likeCount')).toHaveAttribute('aria-sort', 'ascending');
  await expect(results.grid).toBeFocused();
  await keyboard.press('Enter');
  await expect(asking.header('likeCount')).toHaveAttribute('aria-sort', 'descending');
  const sort = [{ field: 'likeCount', direction: 'descending' as const }];
  await expectView({ ...everyRow, sort });
  await expect(results.grid).toBeFocused();

  // The bar lies before the grid, the toolbar before the bar.
  const tabTo = async (target: typeof asking.filter, key: string): Promise<void> => {
    for (let presses = 0; presses < 20; presses += 1) {
      if (await target.evaluate((one) => one === document.activeElement)) return;
      await keyboard.press(key);
    }
    throw new Error(`${String(target)} is not reached with ${key}`);
  };
  await tabTo(asking.filter, 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(asking.panel.getByRole('combobox')).toBeFocused();
  await keyboard.type('reposts');
  await keyboard.press('Enter');
  await keyboard.type('1');
  await keyboard.press('Enter');
  await expect(asking.panel).toBeHidden();
  await expect(asking.filter).toBeFocused();
  const filters = [{ kind: 'number' as const, field: 'retweetCount', min: '1', max: null }];
  await expectView({ ...everyRow, filters, sort });

  await tabTo(asking.chip(/^Reposts at least/), 'Tab');
  await keyboard.press('Enter');
  await keyboard.press('Escape');
  await expect(asking.panel).toBeHidden();
  await expect(asking.chip(/^Reposts at least/)).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expectView({ ...everyRow, sort });
  await expect(asking.chip(/^Don’t sort by/)).toBeFocused();
  await keyboard.press('Enter');
  await expectView(everyRow);
  await expect(asking.filter).toBeFocused();
});

test('while a run grows, what is sorted stays until it is wanted otherwise or the run rests', async ({
  openExplorer,
}) => {
  test.slow();
  const explorer = await openExplorer({ service: size });
  const { page, results, service } = explorer;
  const { asking, expectView } = await fetched(explorer, 2);
  await asking.sortBy('likeCount');
  const view: View = { ...everyRow, sort: [{ field: 'likeCount', direction: 'ascending' }] };
  await expectView(view, 20);

  // One page comes, and the next never does.
  service.fail({ kind: 'delay', ms: 300 });
  service.fail({ kind: 'hang' });
  await results.getAll({ pages: '5' });
  const fresh = asking.chip('10 new rows');
  await expect(fresh).toBeVisible();
  await expectView(view, 20);
  await expectAccessible(page);
  await fresh.click();
  await expectView(view, 30);
  await expect(fresh).toBeHidden();

  // The run rests: what came is sorted in by itself, around the row that is looked at.
  await results.stop.click();
  await expect(results.status).toContainText('stopped');
  service.recover();
  await results.cell(4, 'text').click();
  const text = await results.cell(4, 'text').textContent();
  await results.nextPage();
  await expectView(view, 40);
  const id = (await results.grid.getAttribute('aria-activedescendant')) ?? '';
  await expect(page.locator(`[id="${id}"]`)).toHaveText(text ?? '');

  // A filter takes in what is new.
  await asking.chip(/^Don’t sort by/).click();
  await asking.search.fill('a');
  await expectView({ ...everyRow, search: 'a' }, 40);
  await results.nextPage();
  await expectView({ ...everyRow, search: 'a' }, 50);
});
