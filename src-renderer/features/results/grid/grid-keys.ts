/** Where the keys lead in the grid. Pure. Row −1 is the header. */
import type { KeyboardEvent } from 'react';

export interface CellPosition {
  row: number;
  column: number;
}

interface GridSize {
  rows: number;
  columns: number;
  /** Rows that fit on the screen. */
  pageRows: number;
}

interface GridKey {
  key: string;
  /** Ctrl or Cmd. */
  command: boolean;
}

/** The cell a key leads to; null when the key means nothing to the grid. */
export function moveCell(
  from: CellPosition,
  { key, command }: GridKey,
  size: GridSize,
): CellPosition | null {
  const to = target(from, key, command, size);
  if (to === null) return null;
  return {
    row: Math.max(-1, Math.min(size.rows - 1, to.row)),
    column: Math.max(0, Math.min(size.columns - 1, to.column)),
  };
}

function target(
  from: CellPosition,
  key: string,
  command: boolean,
  size: GridSize,
): CellPosition | null {
  const { row, column } = from;
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  switch (key) {
    case 'ArrowUp':
      return { row: command ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: command ? lastRow : row + 1, column };
    case 'ArrowLeft':
      return { row, column: command ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: command ? lastColumn : column + 1 };
    case 'PageUp':
      // The header is reached by the arrow only.
      return { row: Math.max(0, row - size.pageRows), column };
    case 'PageDown':
      return { row: row + size.pageRows, column };
    case 'Home':
      return { row: command ? 0 : row, column: 0 };
    case 'End':
      return { row: command ? lastRow : row, column: lastColumn };
    default:
      return null;
  }
}

type HeaderAction = 'narrower' | 'wider' | 'moveLeft' | 'moveRight' | 'menu' | 'name';

/** For `aria-keyshortcuts`. */
export const headerKeys =
  'Alt+ArrowLeft Alt+ArrowRight Alt+Shift+ArrowLeft Alt+Shift+ArrowRight Alt+ArrowDown';

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** Null when the key means nothing special there. */
export function headerAction({
  key,
  altKey,
  shiftKey,
  ctrlKey,
  metaKey,
}: Key): HeaderAction | null {
  if (ctrlKey || metaKey) return null;
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return 'menu';
  if (!altKey) return key === 'Enter' ? 'name' : null;
  switch (key) {
    case 'ArrowDown':
      return 'menu';
    case 'ArrowLeft':
      return shiftKey ? 'moveLeft' : 'narrower';
    case 'ArrowRight':
      return shiftKey ? 'moveRight' : 'wider';
    default:
      return null;
  }
}
