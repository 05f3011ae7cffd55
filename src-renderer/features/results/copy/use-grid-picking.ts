/** All of the grid's selecting, copying and cell menus, in one hook. */
import {
  useEffect,
  useMemo,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import type { Column } from '#shared/contract/run.ts';
import { keysOf } from '#renderer/components/actions.tsx';
import { copyText } from '#renderer/components/copy.tsx';
import { useRows } from '../rows-scope.ts';
import { useDrag } from '../use-drag.ts';
import { pickedNow, select, useActiveCell, useSelection, type ActiveCell } from '../view-state.ts';
import { openGridMenu } from './GridMenu.tsx';
import { copyRows, type WriteClipboard, copyTarget, showColumns } from './copy-rows.ts';
import {
  isRowSelected,
  rowsBetween,
  selectedFields,
  selectionByKey,
  selectionByNumber,
  selectionTo,
} from '../grid-selection.ts';

/**
 * @param columns from left to right, including those scrolled out of view. @param isOfRows whole rows are
 * drawn, not cells: without a selection, the active one is copied.
 */
export function useGridPicking(columns: readonly Column[], isOfRows = false) {
  const { grid: element, rows } = useRows();
  const { view, total } = rows;
  const fields = useMemo(() => columns.map(({ field }) => field), [columns]);
  const active = useActiveCell(view);
  const selection = useSelection(view);
  const chosen = useMemo(
    () => (selection === null ? null : new Set(selectedFields(selection, fields))),
    [selection, fields],
  );
  useEffect(() => showColumns(view, columns));

  /** Returns the fields selected in a row; null for none. */
  const fieldsIn = (row: number): ReadonlySet<string> | null =>
    selection !== null && isRowSelected(selection, row) ? chosen : null;
  const isWholeRow = (row: number): boolean =>
    selection?.kind === 'rows' && isRowSelected(selection, row);
  /** Goes to a cell, or extends the selection to it. */
  const pickCell = (cell: ActiveCell, isExtending: boolean): void => {
    const isSelecting = isExtending && cell.row >= 0;
    select(view, cell, isSelecting ? selectionTo(pickedNow(view), cell) : null);
  };

  const clamp = (value: number, length: number): number => Math.max(0, Math.min(length - 1, value));
  const selectTo = ({ row: first, field: anchor }: GridCell, row: number, field: string): void => {
    const head = { row, field };
    const cells = { kind: 'cells', anchor: { row: first, field: anchor ?? '' }, head } as const;
    select(view, head, anchor === null ? rowsBetween(first, row) : cells);
  };
  const activeNow = (): ActiveCell | null => pickedNow(view).active;

  const onPointerDown = useDragSelect({
    grid: element,
    onDrag: (to, from) => selectTo(from, to.row, to.field ?? activeNow()?.field ?? fields[0] ?? ''),
    onBeyond: (down, across, from) => {
      const head = activeNow();
      if (head === null) return;
      const column = clamp(fields.indexOf(head.field) + across, fields.length);
      selectTo(from, clamp(head.row + down, total), fields[column] ?? head.field);
    },
  });

  const copy = (write: WriteClipboard = copyText): void => {
    const scope = isOfRows && pickedNow(view).selection === null ? 'rows' : 'selection';
    const target = copyTarget(view, scope, columns, total);
    if (target !== null) return void copyRows(view, target, 'tsv', write);
    // A header; a hidden column has nothing to copy, and must not empty the clipboard.
    const label = columns.find(({ field }) => field === activeNow()?.field)?.label;
    if (label !== undefined) write(label, null);
  };
  useCopyCommand(element, copy);
  const openMenuAtCell = (about?: 'own'): void => {
    const grid = element.current;
    const { row, field = '' } = activeNow() ?? {};
    const of = `[data-row="${row}"]`;
    const inRow = isOfRows ? of : `${of} [data-field="${CSS.escape(field)}"]`;
    const cell = grid?.querySelector(inRow);
    const box = (cell ?? grid)?.getBoundingClientRect();
    if (box !== undefined) openGridMenu(view, { left: box.left + 8, top: box.bottom - 4 }, about);
  };

  return {
    onPointerDown,
    fieldsIn,
    isWholeRow,
    pickCell,
    openMenuAtCell,
    /** Handles a click on a row's number. `field`: that of the cell that becomes active. */
    pickRow: (row: number, field: string, event: MouseEvent): void =>
      select(view, { row, field }, selectionByNumber(pickedNow(view), row, event)),
    /** Returns whether the key was handled here. */
    onKeyDown: (event: KeyboardEvent): boolean => {
      const keys = keysOf(event);
      if (keys === 'Ctrl+C') {
        event.preventDefault();
        copy();
        return true;
      }
      const isOnRow = (activeNow()?.row ?? -1) >= 0;
      if ((keys === 'ContextMenu' || keys === 'Shift+F10') && isOnRow) {
        event.preventDefault();
        openMenuAtCell();
        return true;
      }
      const next = selectionByKey(event, { active, selection }, total);
      if (next === undefined || active === null) return false;
      event.preventDefault();
      select(view, active, next);
      return true;
    },
    onContextMenu: (event: MouseEvent<HTMLElement>): void => {
      const target = gridCellAt(event.target);
      if (target === null || target.row < 0) return;
      event.preventDefault();
      const { row, field } = target;
      // The menu is about the selection if it was opened on it, else about the cell under the pointer.
      const isIn = field === null ? isWholeRow(row) : fieldsIn(row)?.has(field) === true;
      const cell = { row, field: field ?? fields[0] ?? '' };
      if (!isIn) select(view, cell, field === null ? rowsBetween(row, row) : null);
      openGridMenu(view, { left: event.clientX, top: event.clientY });
    },
    /** Shows the questions about the row under the pointer. */
    onDoubleClick: (event: MouseEvent<HTMLElement>): void => {
      const cell = gridCellAt(event.target);
      const isLink =
        event.target instanceof Element && event.target.closest('[data-link]') !== null;
      if (cell === null || cell.row < 0 || isLink) return;
      openGridMenu(view, { left: event.clientX, top: event.clientY }, 'questions');
    },
  };
}

/**
 * *Copy* in the program's own menu, while the grid has the focus; key presses are handled separately.
 * The event targets the document, because no text is selected.
 */
const useCopyCommand = (
  element: RefObject<HTMLElement | null>,
  copy: (write: WriteClipboard) => void,
): void =>
  useEffect(() => {
    const onCopy = (event: ClipboardEvent): void => {
      if (element.current === null || document.activeElement !== element.current) return;
      let isNow = true;
      copy((text, html) => {
        // After the event its clipboard is closed.
        if (!isNow) return copyText(text, html);
        // Only now: a cancelled event without data empties the clipboard.
        event.preventDefault();
        event.clipboardData?.setData('text/plain', text);
        if (html !== null) event.clipboardData?.setData('text/html', html);
        return true;
      });
      isNow = false;
    };
    document.addEventListener('copy', onCopy);
    return () => document.removeEventListener('copy', onCopy);
  });

/**
 * The interval at which the selection grows by a row or a column while the pointer is beyond an edge,
 * in ms.
 */
const stepMs = 40;

interface DragOptions {
  grid: RefObject<HTMLElement | null>;
  /** The pointer is over another cell, or over another row's number if the drag started on one. */
  onDrag: (to: GridCell, from: GridCell) => void;
  /** The pointer is beyond an edge. */
  onBeyond: (rows: Step, columns: Step, from: GridCell) => void;
}

/**
 * Selects by dragging over cells or row numbers; beyond an edge the selection keeps growing. Returns a
 * handler of the grid's `onPointerDown`.
 */
function useDragSelect({ grid, onDrag, onBeyond }: DragOptions) {
  const act = useRef({ onDrag, onBeyond });
  useEffect(() => {
    act.current = { onDrag, onBeyond };
  });
  return useDrag((event) => {
    const from = gridCellAt(event.target);
    // Touch scrolls instead.
    if (event.pointerType === 'touch' || from === null || from.row < 0) return null;
    let last = from;
    let at: Point = event;
    let steppedAt = performance.now();
    return {
      move: (pointer) => {
        at = pointer;
        const to = gridCellAt(document.elementFromPoint(at.clientX, at.clientY));
        if (to === null || to.row < 0 || !isElsewhere(to, last, from)) {
          return beyond(grid.current, at).some((step) => step !== 0);
        }
        last = to;
        act.current.onDrag(to, from);
        return true;
      },
      hold: () => {
        const [rows, columns] = beyond(grid.current, at);
        const now = performance.now();
        if ((rows === 0 && columns === 0) || now - steppedAt < stepMs) return;
        steppedAt = now;
        act.current.onBeyond(rows, columns, from);
      },
    };
  });
}

/** A drag from a row number reacts to all cells of other rows, one from a cell to other cells only. */
function isElsewhere(to: GridCell, last: GridCell, from: GridCell): boolean {
  if (from.field === null) return to.row !== last.row;
  return to.field !== null && (to.row !== last.row || to.field !== last.field);
}

type Step = -1 | 0 | 1;
type Point = Pick<MouseEvent, 'clientX' | 'clientY'>;

function beyond(
  grid: HTMLElement | null,
  { clientX: x, clientY: y }: Point,
): [rows: Step, columns: Step] {
  if (grid === null) return [0, 0];
  const { top, bottom, left, right } = grid.getBoundingClientRect();
  const head = grid.querySelector('[role=columnheader]')?.getBoundingClientRect().bottom ?? top;
  const across: Step = x < left ? -1 : x > right ? 1 : 0;
  return [y < head ? -1 : y > bottom ? 1 : 0, across];
}

interface GridCell {
  /** −1: the header. */
  row: number;
  /** Null for a row's number. */
  field: string | null;
}

export function gridCellAt(target: EventTarget | null): GridCell | null {
  if (!(target instanceof Element)) return null;
  const dataset = target.closest<HTMLElement>('[data-row], [data-number-of]')?.dataset;
  const index = dataset?.['row'] ?? dataset?.['numberOf'] ?? null;
  const field = target.closest('[data-field]')?.getAttribute('data-field') ?? null;
  if (index === null && field === null) return null;
  // The gap between the cells of a row is not a cell.
  if (field === null && dataset?.['numberOf'] === undefined) return null;
  return { row: index === null ? -1 : Number(index), field };
}
