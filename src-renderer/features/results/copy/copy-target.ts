/** What a copy takes: worked out from what is selected and which columns are on screen. */
import type { Column } from '#shared/contract/run.ts';
import { viewKey, type RowView } from '#renderer/state/rows.ts';
import { pickedNow } from '../view-state.ts';
import type { CopyTarget } from './copy-rows.ts';
import { selectedFields, selectedSpans } from './grid-selection.ts';

type CopyScope = 'selection' | 'rows' | 'column' | 'all';

/** Null where there is nothing: no cell is active, or only the header is. */
export function copyTarget(
  view: RowView,
  scope: CopyScope,
  columns: readonly Column[],
  total: number,
): CopyTarget | null {
  const { active: cell, selection } = pickedNow(view);
  const all = total === 0 ? [] : [{ first: 0, last: total - 1 }];
  const own = cell === null || cell.row < 0 ? [] : [{ first: cell.row, last: cell.row }];
  const spans = selection === null ? own : selectedSpans(selection);
  const names = columns.map(({ field }) => field);
  const selected = selection === null ? [cell?.field] : selectedFields(selection, names);
  const ofFields = (fields: readonly (string | undefined)[]): Column[] =>
    columns.filter(({ field }) => fields.includes(field));
  const targets: Record<CopyScope, CopyTarget> = {
    selection: { spans, columns: ofFields(selected), isWhole: selection?.kind === 'rows' },
    rows: { spans, columns, isWhole: true },
    column: { spans: all, columns: ofFields([cell?.field]), isWhole: false },
    all: { spans: all, columns, isWhole: true },
  };
  const target = targets[scope];
  const isNothing = target.columns.length === 0 && (scope === 'selection' || scope === 'column');
  return isNothing || target.spans.length === 0 ? null : target;
}

let shown: { key: string; columns: readonly Column[] } = { key: '', columns: [] };

/** Called by the grid; one is on screen at a time. */
export function showColumns(view: RowView, columns: readonly Column[]): void {
  shown = { key: viewKey(view), columns };
}

/** Empty when the view is not on screen. */
export const shownColumns = (view: RowView): readonly Column[] =>
  shown.key === viewKey(view) ? shown.columns : [];
