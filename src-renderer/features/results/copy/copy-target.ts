/** What a copy takes: worked out from what is selected and which columns are on screen. */
import { assertNever } from '#shared/assert-never.ts';
import type { Column } from '#shared/contract/run.ts';
import { viewKey, type RowView } from '#renderer/state/rows.ts';
import { useResultsView, type ActiveCell } from '../view-state.ts';
import type { CopyTarget } from './copy-rows.ts';
import { selectedFields, selectedSpans, type Selection } from './grid-selection.ts';

type CopyScope = 'selection' | 'rows' | 'column' | 'all';

/** Null where there is nothing: no cell is active, or only the header is. */
export function copyTarget(
  view: RowView,
  scope: CopyScope,
  columns: readonly Column[],
  total: number,
): CopyTarget | null {
  const key = viewKey(view);
  const { active, selected } = useResultsView.getState();
  const cell = active[key] ?? null;
  const selection = selected[key] ?? null;
  const allRows = [{ first: 0, last: total - 1 }];
  switch (scope) {
    case 'selection':
      return selectionTarget(selection, cell, columns);
    case 'rows':
      return rowsTarget(selection, cell, columns);
    case 'column': {
      const column = columns.find(({ field }) => field === cell?.field);
      return column === undefined ? null : { spans: allRows, columns: [column], isWhole: false };
    }
    case 'all':
      return total === 0 ? null : { spans: allRows, columns, isWhole: true };
    default:
      return assertNever(scope);
  }
}

function selectionTarget(
  selection: Selection | null,
  cell: ActiveCell | null,
  columns: readonly Column[],
): CopyTarget | null {
  if (selection === null) {
    const column = columns.find(({ field }) => field === cell?.field);
    if (cell === null || cell.row < 0 || column === undefined) return null;
    return { spans: [{ first: cell.row, last: cell.row }], columns: [column], isWhole: false };
  }
  const fields = selectedFields(
    selection,
    columns.map(({ field }) => field),
  );
  const chosen = columns.filter(({ field }) => fields.includes(field));
  if (chosen.length === 0) return null;
  return {
    spans: selectedSpans(selection),
    columns: chosen,
    isWhole: selection.kind === 'rows',
  };
}

function rowsTarget(
  selection: Selection | null,
  cell: ActiveCell | null,
  columns: readonly Column[],
): CopyTarget | null {
  if (selection !== null) return { spans: selectedSpans(selection), columns, isWhole: true };
  if (cell === null || cell.row < 0) return null;
  return { spans: [{ first: cell.row, last: cell.row }], columns, isWhole: true };
}

let shown: { key: string; columns: readonly Column[] } = { key: '', columns: [] };

/** Called by the grid; one is on screen at a time. */
export function showColumns(view: RowView, columns: readonly Column[]): void {
  shown = { key: viewKey(view), columns };
}

/** Empty when the view is not on screen. */
export const shownColumns = (view: RowView): readonly Column[] =>
  shown.key === viewKey(view) ? shown.columns : [];
