/** All of the grid that is about selecting, copying and the menu of a cell, in one hook. */
import {
  useEffect,
  useMemo,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { Column } from '#shared/contract/run.ts';
import { copyText } from '#renderer/components/copy.tsx';
import { viewKey, type RowView } from '#renderer/state/rows.ts';
import { select, useResultsView } from '../view-state.ts';
import { openGridMenu } from './GridMenu.tsx';
import { copyRows, type WriteClipboard } from './copy-rows.ts';
import { copyTarget, showColumns } from './copy-target.ts';
import { rowsBetween } from './grid-selection.ts';
import { gridCellAt, useDragSelect, type GridCell } from './use-drag-select.ts';
import { useGridSelection, type GridSelection } from './use-selection.ts';

interface PickingOptions {
  view: RowView;
  total: number;
  /** On screen or beside it, from left to right. */
  columns: readonly Column[];
  element: RefObject<HTMLElement | null>;
}

interface GridPicking extends GridSelection {
  /** Whether the click that follows is only the end of a drag. */
  endedDrag: () => boolean;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onContextMenu: (event: MouseEvent<HTMLElement>) => void;
  /** Asks what the row under the pointer leads to. */
  onDoubleClick: (event: MouseEvent<HTMLElement>) => void;
}

export function useGridPicking({ view, total, columns, element }: PickingOptions): GridPicking {
  const fields = useMemo(() => columns.map(({ field }) => field), [columns]);
  const selection = useGridSelection(view, total, fields);
  useEffect(() => showColumns(view, columns));

  const clamp = (value: number, length: number): number => Math.max(0, Math.min(length - 1, value));
  const selectTo = (from: GridCell, row: number, field: string): void =>
    select(
      view,
      { row, field },
      from.field === null
        ? rowsBetween(from.row, row)
        : {
            kind: 'cells',
            anchor: { row: from.row, field: from.field },
            head: { row, field },
          },
    );
  const activeNow = () => useResultsView.getState().active[viewKey(view)] ?? null;

  const drag = useDragSelect({
    grid: element,
    onDrag: (to, from) => selectTo(from, to.row, to.field ?? activeNow()?.field ?? fields[0] ?? ''),
    onBeyond: (rows, across, from) => {
      const head = activeNow();
      if (head === null) return;
      const column = clamp(fields.indexOf(head.field) + across, fields.length);
      selectTo(from, clamp(head.row + rows, total), fields[column] ?? head.field);
    },
  });

  const copy = (write: WriteClipboard = copyText): void => {
    const active = activeNow();
    const target = copyTarget(view, 'selection', columns, total);
    if (target !== null) void copyRows(view, target, 'tsv', write);
    else write(columns.find(({ field }) => field === active?.field)?.label ?? '', null);
  };
  useCopyCommand(element, copy);
  const menuAtCell = (): void => {
    const grid = element.current;
    const active = activeNow();
    const cell =
      active === null
        ? null
        : grid?.querySelector(
            `[data-row="${active.row}"] [data-field="${CSS.escape(active.field)}"]`,
          );
    const place = (cell ?? grid)?.getBoundingClientRect();
    if (place !== undefined) openGridMenu(view, { x: place.left + 8, y: place.bottom - 4 });
  };

  return {
    ...selection,
    ...drag,
    onKeyDown: (event: KeyboardEvent): boolean => {
      const { key, shiftKey, ctrlKey, metaKey } = event;
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'c') {
        event.preventDefault();
        copy();
        return true;
      }
      const isOnRow = (activeNow()?.row ?? -1) >= 0;
      if ((key === 'ContextMenu' || (key === 'F10' && shiftKey)) && isOnRow) {
        event.preventDefault();
        menuAtCell();
        return true;
      }
      return selection.onKeyDown(event);
    },
    onContextMenu: (event) => {
      const place = gridCellAt(event.target);
      if (place === null || place.row < 0) return;
      event.preventDefault();
      pickForMenu(selection, place, fields[0] ?? '');
      openGridMenu(view, { x: event.clientX, y: event.clientY });
    },
    onDoubleClick: (event) => {
      const cell = gridCellAt(event.target);
      const isLink =
        event.target instanceof Element && event.target.closest('[data-link]') !== null;
      if (cell === null || cell.row < 0 || isLink) return;
      openGridMenu(view, { x: event.clientX, y: event.clientY }, 'questions');
    },
  };
}

/** The menu is about what is selected, if it was opened on that; else about what is under it. */
function pickForMenu(selection: GridSelection, { row, field }: GridCell, first: string): void {
  const chosen = selection.fieldsIn(row);
  const isIn = field === null ? selection.isWholeRow(row) : chosen?.has(field) === true;
  if (isIn) return;
  if (field === null) {
    selection.pickRow(row, first, { shiftKey: false, ctrlKey: false, metaKey: false });
  } else {
    selection.pickCell({ row, field }, false);
  }
}

/**
 * *Copy* of the program's own menu, while the grid has the focus; keys are dealt with as keys. The
 * event targets the document, because nothing is selected.
 */
function useCopyCommand(
  element: RefObject<HTMLElement | null>,
  copy: (write: WriteClipboard) => void,
): void {
  useEffect(() => {
    const onCopy = (event: ClipboardEvent): void => {
      if (element.current === null || document.activeElement !== element.current) return;
      event.preventDefault();
      let isNow = true;
      copy((text, html) => {
        // After the event its clipboard is closed.
        if (!isNow) return copyText(text, html);
        event.clipboardData?.setData('text/plain', text);
        if (html !== null) event.clipboardData?.setData('text/html', html);
        return true;
      });
      isNow = false;
    };
    document.addEventListener('copy', onCopy);
    return () => document.removeEventListener('copy', onCopy);
  });
}
