/** Key handling in the grid. Pure. Row −1 is the header. */
import { keysOf, type Keys } from '#renderer/components/actions.tsx';

export interface CellPosition {
  row: number;
  column: number;
}

interface GridSize {
  rows: number;
  columns: number;
  /** Number of rows that fit on the screen. */
  pageRows: number;
}

interface GridKey {
  key: string;
  /** Ctrl or Cmd. */
  command: boolean;
}

/** Returns the cell that a key moves to; null if the grid doesn't handle the key. */
export function moveCell(
  { row, column }: CellPosition,
  { key, command }: GridKey,
  size: GridSize,
): CellPosition | null {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const to = new Map<string, CellPosition>([
    ['ArrowUp', { row: command ? 0 : row - 1, column }],
    ['ArrowDown', { row: command ? last.row : row + 1, column }],
    ['ArrowLeft', { row, column: command ? 0 : column - 1 }],
    ['ArrowRight', { row, column: command ? last.column : column + 1 }],
    // Only the arrow key reaches the header.
    ['PageUp', { row: Math.max(0, row - size.pageRows), column }],
    ['PageDown', { row: row + size.pageRows, column }],
    ['Home', { row: command ? 0 : row, column: 0 }],
    ['End', { row: command ? last.row : row, column: last.column }],
  ]).get(key);
  if (to === undefined) return null;
  return {
    row: Math.max(-1, Math.min(last.row, to.row)),
    column: Math.max(0, Math.min(last.column, to.column)),
  };
}

interface WallSize {
  tiles: number;
  /** Number of tiles side by side. */
  across: number;
  pageRows: number;
}

/** Returns the tile that a key moves to; null if the wall doesn't handle the key. */
export function moveTile(at: number, key: GridKey, size: WallSize): number | null {
  const { tiles, across, pageRows } = size;
  const sideways = { ArrowLeft: -1, ArrowRight: 1 }[key.command ? '' : key.key];
  const from = { row: Math.floor(at / across), column: at % across };
  const to = moveCell(from, key, { rows: Math.ceil(tiles / across), columns: across, pageRows });
  if (to === null) return null;
  const tile = sideways === undefined ? Math.max(0, to.row) * across + to.column : at + sideways;
  return Math.max(0, Math.min(tiles - 1, tile));
}

type HeaderAction = 'narrower' | 'wider' | 'menu' | 'name';

/** For `aria-keyshortcuts`. */
export const headerKeys =
  'Alt+ArrowLeft Alt+ArrowRight Alt+Shift+ArrowLeft Alt+Shift+ArrowRight Alt+ArrowDown';

const headerActions: Readonly<Record<string, HeaderAction>> = {
  'Alt+←': 'narrower',
  'Alt+→': 'wider',
  'Alt+↓': 'menu',
  'Alt+Shift+↓': 'menu',
  ContextMenu: 'menu',
  'Shift+F10': 'menu',
  Enter: 'name',
  'Shift+Enter': 'name',
};

/** Returns what keys do in a header, besides a column's actions; undefined if nothing. */
export const headerAction = (event: Keys): HeaderAction | undefined => headerActions[keysOf(event)];
