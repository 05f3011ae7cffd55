/** A person's own columns: their definitions, the values that rows get, taking them back. */
import type {
  Codes,
  ColumnsAgreement,
  OwnColumn,
  TakenCodes,
  ValueChange,
} from '#shared/contract/codes.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import type { OpenedView, View } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';
import { problemOf, useAsked } from './asked.ts';
import type { RunRows } from './asked.ts';
import { readRows, viewKey } from './rows.ts';
import type { RowView } from './rows.ts';

/** Returns a run's own columns, in their order. */
export const ownColumnsOf = (columns: readonly Column[]): OwnColumn[] =>
  columns.flatMap(({ own }) => own ?? []);

/** Returns the columns of a run's items, who codes, and what can be undone; null until known. */
export const useCodes = ({ id, resource, noted }: RunRows): Codes | null =>
  useAsked({
    key: [id, 'codes'],
    version: noted,
    ask: () => host.call('codes.list', { resource }),
  }).value;

/** Rows of a view by their positions. */
export interface RowsAt {
  view: RowView;
  spans: readonly { readonly first: number; readonly last: number }[];
}

/** @param take is told how many items have it now, and how many rows have none. */
export const setOwnValue = (
  { view: { runId, view, rows }, spans }: RowsAt,
  field: string,
  change: ValueChange,
  take?: (coded: { items: number; withoutId: number }) => void,
): Promise<Problem | null> =>
  problemOf(host.call('codes.set', { runId, view, rows, spans: [...spans], field, change }), take);

/** @param redo the other way round. @param take is told what was undone, if anything. */
export const undoCoding = (
  resource: string,
  redo: boolean,
  take: (undone: string | null) => void,
): Promise<Problem | null> =>
  problemOf(host.call('codes.undo', { resource, redo }), ({ undone }) => take(undone));

/** @param take is told what it became. */
export const takeCodes = (
  text: string,
  runId: string,
  take: (taken: TakenCodes) => void,
): Promise<Problem | null> => problemOf(host.call('codes.take', { text, runId }), take);

/** Returns how far two columns agree on the items of a view's rows; null until known, and of one column. */
export const useAgreement = (
  run: RunRows,
  view: View,
  fields: [string, string] | null,
): ColumnsAgreement | null =>
  useAsked({
    key: [run.id, 'agreement', fields, view],
    version: run.noted,
    ask:
      fields === null ? null : () => host.call('codes.agreement', { runId: run.id, view, fields }),
  }).value;

/** Returns how many rows of a view have a value in each of these columns; null until known. */
export function useCodedCount(run: RunRows, view: View, fields: readonly string[]): number | null {
  const filled = fields.map((field) => ({ kind: 'isNotEmpty' as const, field }));
  const coded: View = { ...view, sort: [], filters: [...view.filters, ...filled] };
  const { value } = useAsked<OpenedView>({
    key: [run.id, 'coded', coded],
    version: run.noted,
    ask: fields.length === 0 ? null : () => host.call('view.open', { runId: run.id, view: coded }),
    grows: run,
  });
  return value?.count ?? null;
}

/**
 * Returns one row of a view as it is now, with its position; while another one is read, the last. Not from the cache
 * of rows, which would read all those around it again with every value.
 */
export function useRowAt(run: RunRows, of: RowView, at: number): { at: number; row: Row } | null {
  const { runId, view, rows } = of;
  const { value } = useAsked({
    key: [run.id, 'row', viewKey(of)],
    version: [at, run.noted],
    ask: () => host.call('rows.window', { runId, view, rows, offset: at, count: 1 }),
  });
  const [row] = value?.rows ?? [];
  return value === null || row === undefined ? null : { at: value.offset, row };
}

/** Rows that are looked at in one go: the next one is mostly near. */
const [firstLook, mostLooked] = [5, 500];

/** Returns the position of the first row that matches, from `first` on and then from the start; null: none. */
export async function findRowFrom(
  view: RowView,
  first: number,
  total: number,
  matches: (row: Row) => boolean,
): Promise<number | null> {
  const parts = [
    { from: first, to: total },
    { from: 0, to: Math.min(first, total) },
  ];
  for (const { from, to } of parts) {
    let size = firstLook;
    for (let at = from; at < to; at += size, size = Math.min(mostLooked, size * 4)) {
      const span = { first: at, last: Math.min(to, at + size) - 1 };
      const rows = await readRows(view, [span], () => undefined);
      const found = rows?.findIndex(matches) ?? -1;
      if (found !== -1) return at + found;
    }
  }
  return null;
}
