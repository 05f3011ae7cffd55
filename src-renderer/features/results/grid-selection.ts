/**
 * The selection in addition to the active cell. Pure. Rows are numbered by their position in the view,
 * from 0.
 */

import { keysOf, type Keys } from '#renderer/components/actions.tsx';

/**
 * A cell; row −1 is the header. It has the field, not the column's position: columns can be added and
 * moved.
 */
export interface ActiveCell {
  row: number;
  field: string;
}

export interface Picked {
  active: ActiveCell | null;
  selection: Selection | null;
}

/** Rows `first … last`, inclusive. */
export interface RowSpan {
  readonly first: number;
  readonly last: number;
}

export type Selection =
  /** A rectangle between two cells, each of which may be any of its corners. */
  | { readonly kind: 'cells'; readonly anchor: ActiveCell; readonly head: ActiveCell }
  /** Whole rows: spans in order that don't touch. Shift extends from the anchor. */
  | { readonly kind: 'rows'; readonly spans: readonly RowSpan[]; readonly anchor: number };

const spanOf = (one: number, other: number): RowSpan => ({
  first: Math.min(one, other),
  last: Math.max(one, other),
});

export const rowsBetween = (anchor: number, head: number): Selection => ({
  kind: 'rows',
  spans: [spanOf(anchor, head)],
  anchor,
});

/**
 * Returns the selection from where it began to a cell; null back at the start: a single cell is no
 * selection.
 */
export function selectionTo({ active, selection }: Picked, cell: ActiveCell): Selection | null {
  if (selection?.kind === 'rows') return rowsBetween(selection.anchor, cell.row);
  const start = selection?.anchor ?? active ?? cell;
  const anchor = { row: Math.max(0, start.row), field: start.field };
  const isBack = anchor.row === cell.row && anchor.field === cell.field;
  return isBack ? null : { kind: 'cells', anchor, head: cell };
}

/** The keys held during a click. */
interface Held {
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Returns what a click on a row’s number selects. */
export function selectionByNumber(
  picked: Picked,
  row: number,
  { shiftKey, ctrlKey, metaKey }: Held,
): Selection | null {
  if (shiftKey) return rowsBetween(anchorRow(picked) ?? row, row);
  return ctrlKey || metaKey ? toggleRow(picked.selection, row) : rowsBetween(row, row);
}

function anchorRow({ active, selection }: Picked): number | null {
  if (selection?.kind === 'rows') return selection.anchor;
  const row = selection?.anchor.row ?? active?.row ?? -1;
  return row < 0 ? null : row;
}

/** Returns what keys select; null: nothing any more; undefined: they don't select. */
export function selectionByKey(
  event: Keys,
  { active, selection }: Picked,
  total: number,
): Selection | null | undefined {
  const keys = keysOf(event);
  if (event.altKey || active === null || total === 0) return undefined;
  if (keys === 'Ctrl+A') return rowsBetween(0, total - 1);
  if (keys === 'Ctrl+Space') return wholeColumn(active.field, total);
  if (keys.endsWith('Shift+Space') && active.row >= 0) {
    return rowsBetween(anchorRow({ active, selection }) ?? active.row, active.row);
  }
  return event.key === 'Escape' && selection !== null ? null : undefined;
}

/** Selects the column from its first row to its last. */
export const wholeColumn = (field: string, total: number): Selection => ({
  kind: 'cells',
  anchor: { row: 0, field },
  head: { row: Math.max(0, total - 1), field },
});

/** Adds the row to the selected ones, or removes it; null if none is left. */
export function toggleRow(selection: Selection | null, row: number): Selection | null {
  const spans = selection?.kind === 'rows' ? selection.spans : [];
  const without = spans.flatMap(({ first, last }) =>
    row < first || row > last
      ? [{ first, last }]
      : [
          { first, last: row - 1 },
          { first: row + 1, last },
        ].filter((span) => span.first <= span.last),
  );
  const wasSelected = spans.some(({ first, last }) => row >= first && row <= last);
  const now = wasSelected ? without : merged([...without, { first: row, last: row }]);
  return now.length === 0 ? null : { kind: 'rows', spans: now, anchor: row };
}

function merged(spans: readonly RowSpan[]): RowSpan[] {
  const result: RowSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.first - b.first)) {
    const before = result.at(-1);
    if (before !== undefined && span.first <= before.last + 1) {
      result[result.length - 1] = { first: before.first, last: Math.max(before.last, span.last) };
    } else {
      result.push(span);
    }
  }
  return result;
}

export const selectedSpans = (selection: Selection): readonly RowSpan[] =>
  selection.kind === 'rows' ? selection.spans : [spanOf(selection.anchor.row, selection.head.row)];

export const rowsIn = (spans: readonly RowSpan[]): number =>
  spans.reduce((sum, { first, last }) => sum + last - first + 1, 0);

export const isRowSelected = (selection: Selection, row: number): boolean =>
  selectedSpans(selection).some(({ first, last }) => row >= first && row <= last);

/** Returns the fields of the selected columns, in their order; a hidden corner doesn't count. */
export function selectedFields(selection: Selection, fields: readonly string[]): readonly string[] {
  if (selection.kind === 'rows') return fields;
  const corners = [selection.anchor.field, selection.head.field]
    .map((field) => fields.indexOf(field))
    .filter((index) => index >= 0);
  if (corners.length === 0) return [];
  return fields.slice(Math.min(...corners), Math.max(...corners) + 1);
}

/** Returns the first `most` rows of the spans. */
export function firstRows(spans: readonly RowSpan[], most: number): RowSpan[] {
  const result: RowSpan[] = [];
  let left = most;
  for (const { first, last } of spans) {
    if (left <= 0) break;
    const end = Math.min(last, first + left - 1);
    result.push({ first, last: end });
    left -= end - first + 1;
  }
  return result;
}
