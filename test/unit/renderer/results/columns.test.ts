/** Columns: their order, widths and layout, and where one lands that is moved. Pure. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resources } from '#main/catalogue/resources/index.ts';
import { earlierRowsField, inputField } from '#shared/contract/list.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ColumnLayout } from '#shared/contract/snapshot.ts';
import { defaultLayout } from '#renderer/state/workspace.ts';
import {
  arrangeByLayout,
  dropTarget,
  fieldsTelling,
  showsTexts,
  stepBeside,
  withHidden,
  withMoved,
  withPinned,
  type Beside,
} from '#renderer/features/results/columns/layout.ts';
import {
  arrangeColumns,
  defaultWidths,
  expectedColumns,
  numberColumnWidth,
} from '#renderer/features/results/grid/columns.ts';
import { tagsThatFit } from '#renderer/features/results/grid/GridRow.tsx';
import { makeColumn } from './charts/make-chart.ts';

const plain: ColumnLayout = { ...defaultLayout, pinned: [] };

const names = (columns: readonly Column[]): string[] => columns.map(({ field }) => field);
const textColumns = (fields: readonly string[]): Column[] =>
  fields.map((field) => makeColumn({ field, label: field, meaning: 'text' }));

type Arranged = ReturnType<typeof arrangeByLayout>[number];
const arranged = (
  fields: readonly string[],
  layout: ColumnLayout,
  which: (column: Arranged) => boolean = () => true,
): string[] => names(arrangeByLayout(textColumns(fields), layout).filter(which));
const shown = (fields: readonly string[], layout: ColumnLayout): string[] =>
  arranged(fields, layout, ({ isHidden }) => !isHidden);
const atLeft = (fields: readonly string[], layout: ColumnLayout): string[] =>
  arranged(fields, layout, ({ staysLeft }) => staysLeft);

const abcd = ['a', 'b', 'c', 'd'];

describe('a layout', () => {
  test('says where columns stand; those it has never seen come last', () => {
    expect(arranged(abcd, { ...plain, order: ['d', 'x', 'b'] })).toEqual(['d', 'b', 'a', 'c']);
  });

  test('hides columns and shows them in their places again', () => {
    const hidden = withHidden(plain, ['b', 'd'], true);
    expect(shown(abcd, hidden)).toEqual(['a', 'c']);
    expect(arranged(abcd, hidden)).toEqual(abcd);
    expect(shown(abcd, withHidden(hidden, ['b'], false))).toEqual(['a', 'b', 'c']);
    expect(shown(abcd, withHidden(hidden, ['b'], true))).toEqual(['a', 'c']);
  });

  test('pins columns to the front in the order of the others, and lets them go back', () => {
    const pinned = withPinned(withPinned(plain, abcd, 'd', true), abcd, 'b', true);
    expect(arranged(abcd, pinned)).toEqual(['b', 'd', 'a', 'c']);
    const moved = withMoved(pinned, abcd, 'd', { field: 'b', side: 'before' });
    expect(arranged(abcd, moved)).toEqual(['d', 'b', 'a', 'c']);
    expect(
      arranged(abcd, withPinned(withPinned(moved, abcd, 'd', false), abcd, 'b', false)),
    ).toEqual(['a', 'd', 'b', 'c']);
  });

  test('keeps the first column at the left until the person pins or lets go of one', () => {
    const left = (layout: ColumnLayout): string[] => atLeft(abcd, layout);
    expect(left(defaultLayout)).toEqual(['a']);
    // Any column can be moved to the front, and stays there then.
    const moved = withMoved(defaultLayout, abcd, 'c', { field: 'a', side: 'before' });
    expect(left(withHidden(moved, ['c'], true))).toEqual(['a']);
    expect(left(withPinned(defaultLayout, abcd, 'c', true))).toEqual(['a', 'c']);
    expect(left(withPinned(defaultLayout, abcd, 'a', false))).toEqual([]);
    // One alone has nothing to be beside.
    expect(atLeft(['a'], defaultLayout)).toEqual([]);
  });

  test('keeps the first column that has a value at the left', () => {
    const columns = [makeColumn({ field: 'empty', type: 'empty' }), ...textColumns(['a', 'b'])];
    const left = (layout: ColumnLayout): string[] =>
      names(arrangeByLayout(columns, layout).filter(({ staysLeft }) => staysLeft));
    expect(left(defaultLayout)).toEqual(['a']);
    const fields = fieldsTelling(defaultLayout, columns);
    expect(left(withPinned(defaultLayout, fields, 'b', true))).toEqual(['a', 'b']);
    expect(left(withHidden(defaultLayout, ['empty'], false))).toEqual(['empty']);
  });

  test('keeps the input of a list first and at the left, until the person lets go of it', () => {
    const fields = [inputField, ...abcd];
    const left = (layout: ColumnLayout): string[] => atLeft(fields, layout);
    const mixed = textColumns([...abcd, earlierRowsField, inputField]);
    expect(
      names(arrangeColumns(mixed, 'x.post', []))
        .slice(0, 2)
        .toSorted(),
    ).toEqual([earlierRowsField, inputField]);
    // Beside the account that was asked for it says nothing.
    const beside = names(
      arrangeColumns(
        [...mixed, makeColumn({ field: 'who', meaning: 'username' })],
        'x.user',
        [],
        true,
      ),
    );
    expect([beside[0], beside[1], beside.at(-1)]).toEqual(['who', earlierRowsField, inputField]);
    expect(left(defaultLayout)).toEqual([inputField]);
    // The layout is of other runs too, which had no list.
    const before = withPinned(defaultLayout, abcd, 'c', true);
    expect(left(before)).toEqual([inputField, 'a', 'c']);
    expect(left(withPinned(before, fields, inputField, false))).toEqual(['a', 'c']);
    expect(left(withPinned(defaultLayout, fields, inputField, false))).toEqual([]);
    const widths = defaultWidths(textColumns([inputField, 'a']), 900);
    expect(widths).toMatchObject({ [inputField]: 160, a: 740 });
  });

  test('hides columns that are empty or the same in every row, unless the person shows them', () => {
    const columns = [...textColumns(['a', 'b']), makeColumn({ field: 'empty', type: 'empty' })];
    const hidden = (layout: ColumnLayout, of = columns): string[] =>
      arrangeByLayout(of, layout).flatMap(({ field, isHidden, hiddenAs }) =>
        isHidden ? [hiddenAs ? `${field} by itself` : field] : [],
      );
    expect(hidden(plain)).toEqual(['empty by itself']);
    const shownAll = withHidden(plain, ['empty'], false);
    expect(hidden(shownAll)).toEqual([]);
    expect(hidden(withHidden(shownAll, ['empty'], true))).toEqual(['empty']);
    // The first value shows it.
    expect(hidden(plain, textColumns(['a', 'b', 'empty']))).toEqual([]);
    // Where there are no others, they are all there is to see.
    expect(hidden(plain, columns.slice(2))).toEqual([]);
    // Nor does a column tell anything that has one value, but for a text, which is there to be read.
    const same = [
      makeColumn({ field: 'a' }),
      makeColumn({ field: 'lang', meaning: 'code', same: true }),
      makeColumn({ field: 'text', meaning: 'text', same: true }),
    ];
    expect(hidden(plain, same)).toEqual(['lang by itself']);
    expect(hidden(withHidden(plain, ['lang'], false), same)).toEqual([]);
    expect(hidden({ ...plain, pinned: ['lang'] }, same)).toEqual([]);
    expect(hidden(plain, same.slice(1, 2))).toEqual([]);
    // Where no text is on screen, rows need one line.
    expect([showsTexts(same, plain), showsTexts(same.slice(0, 2), plain)]).toEqual([true, false]);
    expect(showsTexts(same, withHidden(plain, ['text'], true))).toBe(false);
  });

  test('keeps the places of fields that a run lacks', () => {
    const layout = { ...plain, order: ['a', 'b', 'c', 'd', 'e'] };
    // A run without b and d; c goes first.
    const moved = withMoved(layout, ['a', 'c', 'e'], 'c', { field: 'a', side: 'before' });
    expect(arranged(['a', 'c', 'e'], moved)).toEqual(['c', 'a', 'e']);
    expect(arranged(['a', 'b', 'c', 'd', 'e'], moved)).toEqual(['c', 'd', 'a', 'b', 'e']);
  });

  test('moves exactly one column, and forgets none, whatever was moved before', () => {
    const fields = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), {
      minLength: 2,
    });
    fc.assert(
      fc.property(fields, fields, fc.nat(), fc.nat(), fc.boolean(), (run, order, i, j, before) => {
        const field = run[i % run.length] ?? '';
        const others = run.filter((other) => other !== field);
        const target = others[j % others.length] ?? '';
        const beside: Beside = { field: target, side: before ? 'before' : 'after' };
        const layout = { ...plain, order };
        const moved = withMoved(layout, run, field, beside);
        const now = arranged(run, moved);
        expect(now.indexOf(field) - now.indexOf(target)).toBe(before ? -1 : 1);
        expect(now.filter((other) => other !== field)).toEqual(
          arranged(run, layout).filter((other) => other !== field),
        );
        expect(moved.order.toSorted()).toEqual([...new Set([...run, ...order])].toSorted());
      }),
    );
  });
});

/** p | a b c, the first one pinned; 100 px each. */
const fourColumns = ['p', 'a', 'b', 'c'].map((field, place) => ({
  field,
  isPinned: field === 'p',
  start: place * 100,
  end: place * 100 + 100,
}));

test.each([
  ['b', -1, { field: 'a', side: 'before' }],
  ['b', 1, { field: 'c', side: 'after' }],
  // Pinned columns stay in front of the others.
  ['a', -1, null],
  ['p', 1, null],
  ['p', -1, null],
  ['c', 1, null],
] as const)('a step of %s by %d', (field, step, expected) => {
  expect(stepBeside(fourColumns, field, step)).toEqual(expected);
});

test.each([
  ['goes before the nearest gap', 'c', 110, { beside: { field: 'a', side: 'before' }, line: 100 }],
  ['goes behind the last one', 'a', 900, { beside: { field: 'c', side: 'after' }, line: 400 }],
  ['never goes among the pinned', 'b', 3, { beside: { field: 'a', side: 'before' }, line: 100 }],
  ['stays near its own edges', 'b', 220, null],
  ['stays alone in its group', 'p', 390, null],
  ['that is gone goes nowhere', 'x', 100, null],
] as const)('a dragged column %s', (_name, field, at, expected) => {
  expect(dropTarget(fourColumns, field, at)).toEqual(expected);
});

const posts = resources.find(({ id }) => id === 'microblog.post')!;

/** As main lists them: the catalogue's order. */
const columnsOf = (resource: typeof posts): Column[] =>
  resource.fields.map(({ name, ...field }) => makeColumn({ ...field, field: name, type: 'text' }));

test('the usual order is text, author, date, counts, other usual ones, the id; then all others', () => {
  const order = names(arrangeColumns(columnsOf(posts), posts.id, []));
  expect(order.slice(0, 11).join(' ')).toBe(
    'text authorUsername createdAt likeCount retweetCount replyCount impressionCount lang hashtags id authorId',
  );
  expect(order.toSorted()).toEqual(posts.fields.map(({ name }) => name).toSorted());
  // Of accounts, who it is, how many follow it and how long it has been there come before its description.
  const accounts = resources.find(({ id }) => id === 'microblog.user')!;
  expect(
    names(arrangeColumns(columnsOf(accounts), accounts.id, []))
      .slice(0, 8)
      .join(' '),
  ).toBe(
    'username name location followersCount followingCount microblogPostCount createdAt description',
  );
});

test('the usual order has chosen fields among the usual ones, and is known before the first page', () => {
  const fields = ['id', 'placeName'];
  const chosen = columnsOf(posts).filter(({ field }) => fields.includes(field));
  expect(names(arrangeColumns(chosen, posts.id, fields))).toEqual(['placeName', 'id']);
  const come = arrangeColumns(columnsOf(posts), posts.id, []).filter((column) => column.usual);
  expect(names(expectedColumns(posts, []))).toEqual(names(come));
});

const usualColumns = arrangeColumns(columnsOf(posts), posts.id, []);

test('of a file, the longest texts are read, and others take the room that theirs need', () => {
  const columns = [
    ...textColumns(['author', 'said']),
    makeColumn({ field: 'n', meaning: 'number' }),
  ];
  const rowBy = (author: string) => ({ author, said: 'words '.repeat(40), n: 1 });
  const rows = ['ada', 'grace'].map(rowBy);
  const { author = 0, said } = defaultWidths(columns, 1000, rows);
  expect(author).toBeGreaterThan(70);
  expect(author).toBeLessThan(130);
  expect(said).toBe(1000 - author - 104);
  // Long ones are read in part.
  expect(defaultWidths(columns, 1000, [rowBy('name '.repeat(30))])).toMatchObject({ author: 280 });
});

test('the first text takes its share of the grid, names are not cut off, row numbers have room', () => {
  expect(defaultWidths(usualColumns, 1000)['text']).toBe(383);
  expect(defaultWidths(usualColumns, 400)['text']).toBe(260);
  for (const { label, field } of usualColumns) {
    // With the arrow of its order and, at hand, the button of its menu.
    expect(defaultWidths(usualColumns, 0)[field]).toBeGreaterThanOrEqual(label.length * 6.5 + 48);
  }
  // Columns must not move when the thousandth row arrives.
  expect([0, 999, 1000, 9999].map(numberColumnWidth)).toEqual([52, 52, 52, 52]);
  expect([99_999, 1_000_000].map(numberColumnWidth)).toEqual([60, 76]);
});

test('as many tags as have room, at least one', () => {
  expect(tagsThatFit(['COP31', 'climate', 'finance', 'loss'], 4, 200)).toBe(2);
  expect(tagsThatFit(['a very long tag that never fits'], 1, 100)).toBe(1);
  expect(tagsThatFit(['気候変動', '気候変動'], 2, 140)).toBe(1);
});
