/**
 * How the person's layout applies to a run's columns. Pure. A layout belongs to a question, and each
 * run has some of its fields: what a run lacks keeps its position in the layout.
 */
import { liveId } from '#shared/catalogue/data-from.ts';
import { inputField } from '#shared/contract/list.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ColumnLayout } from '#shared/contract/snapshot.ts';
import type { RunRows } from '#renderer/state/asked.ts';

/** Returns by what the layout of a run's columns is known: its question, or its list's inputs. */
export const layoutKey = ({
  query,
  resource,
  changes,
}: Pick<RunRows, 'query' | 'resource' | 'changes'>): string =>
  changes === undefined ? liveId(query.endpointId) : resource;

/** The destination of a moved column. */
export interface Beside {
  field: string;
  side: 'before' | 'after';
}

/** A column as the person arranged it. */
export interface ArrangedColumn extends Column {
  isHidden: boolean;
  /** Hidden automatically, because no row of the run has a value in it, or all have the same; another value shows it. */
  hiddenAs: 'empty' | 'same' | null;
  /** By the person: it can only be moved among the pinned ones. */
  isPinned: boolean;
  /** Pinned, or the first column if the person has pinned none. */
  staysLeft: boolean;
}

/**
 * Returns all columns in the person's order, pinned ones first, including hidden ones. `columns` are in
 * their default order; those that were never moved are last. Columns that say nothing are hidden unless the
 * person shows them or no other is left.
 */
export function arrangeByLayout(
  columns: readonly Column[],
  layout: ColumnLayout,
): ArrangedColumn[] {
  const byField = new Map(columns.map((column) => [column.field, column]));
  const fields = [...byField.keys()];
  const hidden = new Set(layout.hidden);
  const pinned = new Set(layout.pinned);
  const visible = fieldsTelling(layout, columns);
  const staying = new Set(fieldsAtLeft(layout, visible));
  const arranged = orderOf(fields, layout).flatMap((field): ArrangedColumn[] => {
    const column = byField.get(field);
    if (column === undefined) return [];
    const isSilent = !visible.includes(field) && !hidden.has(field);
    const hiddenAs = isSilent ? (column.type === 'empty' ? 'empty' : 'same') : null;
    const isHidden = isSilent || hidden.has(field);
    const [isPinned, staysLeft] = [pinned.has(field), staying.has(field)];
    return [{ ...column, isHidden, hiddenAs, isPinned, staysLeft }];
  });
  return [
    ...arranged.filter(({ staysLeft }) => staysLeft),
    ...arranged.filter(({ staysLeft }) => !staysLeft),
  ];
}

/** Whether a column is shown whose texts may be longer than a line. */
export const showsTexts = (columns: readonly Column[], layout: ColumnLayout): boolean =>
  arrangeByLayout(columns, layout).some(({ meaning, isHidden }) => meaning === 'text' && !isHidden);

/** Returns the fields of the columns that aren't hidden automatically. What people wrote is read, not compared. */
export function fieldsTelling(
  { shown, pinned }: ColumnLayout,
  columns: readonly Pick<Column, 'field' | 'type' | 'meaning' | 'same'>[],
): string[] {
  const tell = columns.filter(({ field, type, meaning, same }) => {
    const isWanted = meaning === 'text' || pinned?.includes(field) === true;
    return type !== 'empty' && (same !== true || isWanted);
  });
  const telling = new Set((tell.length === 0 ? columns : tell).map(({ field }) => field));
  return columns
    .map(({ field }) => field)
    .filter((field) => telling.has(field) || shown.includes(field));
}

/** Returns the fields of a run in the person's order, ignoring pins. */
function orderOf(fields: readonly string[], { order }: ColumnLayout): string[] {
  const known = order.filter((field) => fields.includes(field));
  const others = fields.filter((field) => !order.includes(field));
  // The input of a list stays first, even if other columns were moved before it existed.
  const input = others[0] === inputField ? 1 : 0;
  return [...others.slice(0, input), ...known, ...others.slice(input)];
}

/** Puts a column beside another one. `fields`: those of the run, in their default order. */
export function withMoved(
  layout: ColumnLayout,
  fields: readonly string[],
  field: string,
  beside: Beside,
): ColumnLayout {
  const others = orderOf(fields, layout).filter((other) => other !== field);
  const at = others.indexOf(beside.field);
  if (at < 0) return layout;
  const moved = others.toSpliced(beside.side === 'before' ? at : at + 1, 0, field);
  return { ...layout, order: withAbsent(moved, layout.order) };
}

/** Inserts the fields that this run lacks after the ones that they followed before. */
function withAbsent(present: readonly string[], before: readonly string[]): string[] {
  const result = [...present];
  for (const [index, field] of before.entries()) {
    if (result.includes(field)) continue;
    const previous = before[index - 1];
    result.splice(previous === undefined ? 0 : result.indexOf(previous) + 1, 0, field);
  }
  return result;
}

/** Shows or hides columns. */
export function withHidden(
  layout: ColumnLayout,
  fields: readonly string[],
  isHidden: boolean,
): ColumnLayout {
  const without = (named: readonly string[]): string[] =>
    named.filter((field) => !fields.includes(field));
  const [hidden, shown] = [without(layout.hidden), without(layout.shown)];
  return isHidden
    ? { ...layout, hidden: [...hidden, ...fields], shown }
    : { ...layout, hidden, shown: [...shown, ...fields] };
}

/**
 * Returns the fields at the left edge: those the person pinned, else the first one shown if there are
 * several. `fields`: those of the run that aren't hidden automatically, in their default order.
 */
function fieldsAtLeft(layout: ColumnLayout, fields: readonly string[]): readonly string[] {
  const keepsInput = fields[0] === inputField && !layout.order.includes(inputField);
  if (layout.pinned !== null) {
    return [...(keepsInput ? [inputField] : []), ...layout.pinned];
  }
  const first = orderOf(fields, layout).find((field) => !layout.hidden.includes(field));
  return first === undefined || fields.length === 1 ? [] : [first];
}

/** Pins a column at the left edge, or unpins it. `fields`: as for `fieldsAtLeft`. */
export function withPinned(
  layout: ColumnLayout,
  fields: readonly string[],
  field: string,
  isPinned: boolean,
): ColumnLayout {
  const others = fieldsAtLeft(layout, fields).filter((other) => other !== field);
  if (isPinned) return { ...layout, pinned: [...others, field] };
  // The input stays at the left by default until the person has moved it.
  const isOrdered = field !== inputField || layout.order.includes(field);
  const order = isOrdered ? layout.order : [inputField, ...layout.order];
  return { ...layout, order, pinned: others };
}

export function withWidth(layout: ColumnLayout, field: string, width: number): ColumnLayout {
  return { ...layout, widths: { ...layout.widths, [field]: width } };
}

/**
 * Returns where a column goes when it is moved one step to the left or right among those shown; null at
 * the end of the row, and at the edge between pinned columns and the others.
 */
export function stepBeside(
  shown: readonly Pick<ArrangedColumn, 'field' | 'isPinned'>[],
  field: string,
  step: -1 | 1,
): Beside | null {
  const at = shown.findIndex((column) => column.field === field);
  const neighbour = shown[at + step];
  if (at < 0 || neighbour === undefined || neighbour.isPinned !== shown[at]?.isPinned) return null;
  return { field: neighbour.field, side: step < 0 ? 'before' : 'after' };
}

/** A column and its edges, in px along the axis of dragging. */
export interface ColumnEdges {
  field: string;
  isPinned: boolean;
  start: number;
  end: number;
}

interface DropTarget {
  beside: Beside;
  /** Position of the line that marks it. */
  line: number;
}

/**
 * Returns the gap nearest to the pointer at `at`, among the columns that are pinned like the dragged
 * one; null if the column is already there.
 */
export function dropTarget(
  columns: readonly ColumnEdges[],
  field: string,
  at: number,
): DropTarget | null {
  const dragged = columns.find((column) => column.field === field);
  if (dragged === undefined) return null;
  const group = columns.filter(({ isPinned }) => isPinned === dragged.isPinned);
  const from = group.indexOf(dragged);
  const edges = [...group.map(({ start }) => start), group.at(-1)?.end ?? 0];
  let gap = 0;
  for (const [index, edge] of edges.entries()) {
    if (Math.abs(edge - at) < Math.abs((edges[gap] ?? 0) - at)) gap = index;
  }
  if (gap === from || gap === from + 1) return null;
  const next = group[gap];
  if (next !== undefined) {
    return { beside: { field: next.field, side: 'before' }, line: next.start };
  }
  const last = group[gap - 1] ?? dragged;
  return { beside: { field: last.field, side: 'after' }, line: last.end };
}
