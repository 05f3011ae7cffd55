/** Where a column lands that is dragged, in the header or in a list. Pure. */
import type { Beside } from './layout.ts';

/** A column where it stands; px along the way it is dragged. */
export interface ColumnEdges {
  field: string;
  isPinned: boolean;
  start: number;
  end: number;
}

export interface DropPlace {
  beside: Beside;
  /** Where the line is drawn that shows it. */
  line: number;
}

/**
 * The gap nearest to the pointer at `at`, among the columns that are pinned like the dragged one;
 * null where it stands already.
 */
export function dropPlace(
  columns: readonly ColumnEdges[],
  field: string,
  at: number,
): DropPlace | null {
  const dragged = columns.find((column) => column.field === field);
  if (dragged === undefined) return null;
  const group = columns.filter(({ isPinned }) => isPinned === dragged.isPinned);
  const from = group.indexOf(dragged);
  const edges = [...group.map(({ start }) => start), group.at(-1)?.end ?? 0];
  let gap = 0;
  for (const [place, edge] of edges.entries()) {
    if (Math.abs(edge - at) < Math.abs((edges[gap] ?? 0) - at)) gap = place;
  }
  if (gap === from || gap === from + 1) return null;
  const next = group[gap];
  if (next !== undefined) {
    return { beside: { field: next.field, side: 'before' }, line: next.start };
  }
  const last = group[gap - 1] ?? dragged;
  return { beside: { field: last.field, side: 'after' }, line: last.end };
}
