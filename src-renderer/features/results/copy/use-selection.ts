/** Selecting in the grid: by keys, by clicks with Shift and Ctrl or Cmd, and by dragging. */
import { useCallback, useMemo, type KeyboardEvent } from 'react';
import { viewKey, type RowView } from '#renderer/state/rows.ts';
import {
  activateCell,
  select,
  useActiveCell,
  useResultsView,
  useSelection,
  type ActiveCell,
} from '../view-state.ts';
import {
  isRowSelected,
  rowsBetween,
  selectedFields,
  toggleRow,
  wholeColumn,
  type Selection,
} from './grid-selection.ts';

interface PickModifiers {
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

export interface GridSelection {
  /** The fields selected in a row; null for none. */
  fieldsIn: (row: number) => ReadonlySet<string> | null;
  isWholeRow: (row: number) => boolean;
  /** Goes to a cell, or selects from where the selection began to it. */
  pickCell: (cell: ActiveCell, isExtending: boolean) => void;
  /** A row's number was clicked. `field`: of the cell that becomes active. */
  pickRow: (row: number, field: string, modifiers: PickModifiers) => void;
  /** Whether the key was one for selecting. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

/** `fields`: of the columns on screen, from left to right. */
export function useGridSelection(
  view: RowView,
  total: number,
  fields: readonly string[],
): GridSelection {
  const active = useActiveCell(view);
  const selection = useSelection(view);
  const key = viewKey(view);
  const chosen = useMemo(
    () => (selection === null ? null : new Set(selectedFields(selection, fields))),
    [selection, fields],
  );

  /** Events may be faster than drawing: the store has the current state. */
  const now = useCallback((): { active: ActiveCell | null; selection: Selection | null } => {
    const state = useResultsView.getState();
    return { active: state.active[key] ?? null, selection: state.selected[key] ?? null };
  }, [key]);

  return {
    fieldsIn: (row) =>
      selection !== null && chosen !== null && isRowSelected(selection, row) ? chosen : null,
    isWholeRow: (row) => selection?.kind === 'rows' && isRowSelected(selection, row),
    pickCell: (cell, isExtending) => {
      if (!isExtending || cell.row < 0) activateCell(view, cell);
      else select(view, cell, extended(now(), cell));
    },
    pickRow: (row, field, { shiftKey, ctrlKey, metaKey }) => {
      const before = now();
      const cell = { row, field };
      if (shiftKey) select(view, cell, rowsBetween(anchorRow(before) ?? row, row));
      else if (ctrlKey || metaKey) select(view, cell, toggleRow(before.selection, row));
      else select(view, cell, rowsBetween(row, row));
    },
    onKeyDown: (event) => {
      const next = selectionByKey(event, active, selection, total);
      if (next === undefined || active === null) return false;
      event.preventDefault();
      select(view, active, next);
      return true;
    },
  };
}

interface Before {
  active: ActiveCell | null;
  selection: Selection | null;
}

function extended(before: Before, cell: ActiveCell): Selection | null {
  const { active, selection } = before;
  if (selection?.kind === 'rows') return rowsBetween(selection.anchor, cell.row);
  const anchor = selection?.anchor ?? active ?? cell;
  const from = { row: Math.max(0, anchor.row), field: anchor.field };
  // Back where it began: one cell is no selection.
  if (from.row === cell.row && from.field === cell.field) return null;
  return { kind: 'cells', anchor: from, head: cell };
}

function anchorRow({ active, selection }: Before): number | null {
  if (selection?.kind === 'rows') return selection.anchor;
  const row = selection?.anchor.row ?? active?.row ?? -1;
  return row < 0 ? null : row;
}

/** What a key selects; null: nothing any more; undefined: it is no key for selecting. */
function selectionByKey(
  { key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent,
  active: ActiveCell | null,
  selection: Selection | null,
  total: number,
): Selection | null | undefined {
  const command = ctrlKey || metaKey;
  if (altKey || active === null || total === 0) return undefined;
  if (command && !shiftKey && key.toLowerCase() === 'a') return rowsBetween(0, total - 1);
  if (key === ' ' && command && !shiftKey) return wholeColumn(active.field, total);
  if (key === ' ' && shiftKey && active.row >= 0) {
    return rowsBetween(anchorRow({ active, selection }) ?? active.row, active.row);
  }
  if (key === 'Escape' && selection !== null) return null;
  return undefined;
}
