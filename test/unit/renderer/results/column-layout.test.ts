import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Column } from '#shared/contract/run.ts';
import type { ColumnLayout } from '#shared/contract/snapshot.ts';
import { dropPlace } from '#renderer/features/results/columns/drop-place.ts';
import {
  arrangeByLayout,
  stepBeside,
  withHidden,
  withMoved,
  withPinned,
  type Beside,
} from '#renderer/features/results/columns/layout.ts';

const usual: ColumnLayout = { widths: {}, order: [], hidden: [], pinned: [] };

const columnsOf = (fields: readonly string[]): Column[] =>
  fields.map((field) => ({
    field,
    label: field,
    meaning: 'text',
    type: 'text',
    filled: 1,
    usual: true,
  }));

const arranged = (fields: readonly string[], layout: ColumnLayout): string[] =>
  arrangeByLayout(columnsOf(fields), layout).map(({ field }) => field);

const shown = (fields: readonly string[], layout: ColumnLayout): string[] =>
  arrangeByLayout(columnsOf(fields), layout)
    .filter(({ isHidden }) => !isHidden)
    .map(({ field }) => field);

const abcd = ['a', 'b', 'c', 'd'];

describe('a layout', () => {
  test('that says nothing changes nothing', () => {
    expect(arranged(abcd, usual)).toEqual(abcd);
    expect(shown(abcd, usual)).toEqual(abcd);
  });

  test('says where columns stand; those it has never seen come last', () => {
    expect(arranged(abcd, { ...usual, order: ['d', 'x', 'b'] })).toEqual(['d', 'b', 'a', 'c']);
  });

  test('hides columns and shows them in their places again', () => {
    const hidden = withHidden(usual, ['b', 'd'], true);
    expect(shown(abcd, hidden)).toEqual(['a', 'c']);
    expect(arranged(abcd, hidden)).toEqual(abcd);
    expect(shown(abcd, withHidden(hidden, ['b'], false))).toEqual(['a', 'b', 'c']);
    // Hidden twice is hidden once.
    expect(withHidden(hidden, ['b'], true).hidden.toSorted()).toEqual(['b', 'd']);
  });

  test('pins columns to the front in the order of the others, and lets them go back', () => {
    const pinned = withPinned(withPinned(usual, 'd', true), 'b', true);
    expect(arranged(abcd, pinned)).toEqual(['b', 'd', 'a', 'c']);
    const moved = withMoved(pinned, abcd, 'd', { field: 'b', side: 'before' });
    expect(arranged(abcd, moved)).toEqual(['d', 'b', 'a', 'c']);
    expect(arranged(abcd, withPinned(withPinned(moved, 'd', false), 'b', false))).toEqual([
      'a',
      'd',
      'b',
      'c',
    ]);
  });

  test('keeps the places of fields that a run lacks', () => {
    const layout = { ...usual, order: ['a', 'b', 'c', 'd', 'e'] };
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
        const layout = { ...usual, order };
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

  test('is left alone by a move to a column that is not there', () => {
    expect(withMoved(usual, abcd, 'a', { field: 'x', side: 'after' })).toBe(usual);
  });
});

describe('a step', () => {
  const columns = [
    { field: 'p', isPinned: true },
    { field: 'q', isPinned: true },
    { field: 'a', isPinned: false },
    { field: 'b', isPinned: false },
  ];
  test.each([
    ['q', -1, { field: 'p', side: 'before' }],
    ['p', 1, { field: 'q', side: 'after' }],
    ['p', -1, null],
    // Pinned columns stay in front of the others.
    ['q', 1, null],
    ['a', -1, null],
    ['a', 1, { field: 'b', side: 'after' }],
    ['b', 1, null],
    ['x', 1, null],
  ] as const)('of %s by %d', (field, step, expected) => {
    expect(stepBeside(columns, field, step)).toEqual(expected);
  });
});

describe('a dragged column', () => {
  // p | a b c, the first one pinned; 100 px each.
  const columns = ['p', 'a', 'b', 'c'].map((field, place) => ({
    field,
    isPinned: field === 'p',
    start: place * 100,
    end: place * 100 + 100,
  }));
  test.each([
    ['goes before the nearest gap', 'c', 110, { field: 'a', side: 'before' }, 100],
    ['goes between two others', 'c', 160, { field: 'b', side: 'before' }, 200],
    ['goes behind the last one', 'a', 900, { field: 'c', side: 'after' }, 400],
    ['never goes among the pinned ones', 'b', 3, { field: 'a', side: 'before' }, 100],
  ] as const)('%s', (_name, field, at, beside, line) => {
    expect(dropPlace(columns, field, at)).toEqual({ beside, line });
  });

  test('stays where it is near its own edges, and alone in its group', () => {
    expect(dropPlace(columns, 'b', 220)).toBeNull();
    expect(dropPlace(columns, 'b', 290)).toBeNull();
    expect(dropPlace(columns, 'p', 390)).toBeNull();
    expect(dropPlace(columns, 'x', 100)).toBeNull();
  });
});
