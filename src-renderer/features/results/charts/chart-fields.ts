/** Which columns of a run suit which chart, the likeliest first. Pure. */
import type { Column } from '#shared/contract/run.ts';

export interface ChartFields {
  /** Moments. */
  dates: readonly Column[];
  /** Values that come more than once. */
  values: readonly Column[];
  numbers: readonly Column[];
}

export function chartFields(columns: readonly Column[]): ChartFields {
  const filled = columns.filter(({ type }) => type !== 'empty');
  return {
    dates: likeliestFirst(filled.filter(isDate), () => 0),
    values: likeliestFirst(filled.filter(isValue), ({ meaning }) => valuePlaces[meaning] ?? 9),
    numbers: likeliestFirst(filled.filter(isNumber), ({ meaning }) =>
      meaning === 'count' ? 0 : 1,
    ),
  };
}

const likeliestFirst = (
  columns: readonly Column[],
  place: (column: Column) => number,
): readonly Column[] =>
  columns.toSorted((a, b) => Number(b.usual) - Number(a.usual) || place(a) - place(b));

/** Seconds since 1970, in words of the services. */
const timestamp = /timestamp$/i;
/** How services name moments that the catalogue does not know. */
const dateName = /(?:At|Date|Time|_at|_date|_time|^date|^time)$/;

function isDate({ meaning, type, field }: Column): boolean {
  if (meaning === 'date') return true;
  if (timestamp.test(field)) return type === 'integer' || type === 'number';
  return (meaning === 'text' || meaning === 'number') && dateName.test(field);
}

const valuePlaces: Partial<Record<Column['meaning'], number>> = {
  code: 0,
  list: 1,
  username: 2,
  name: 3,
  boolean: 4,
};

function isValue(column: Column): boolean {
  const { meaning, type } = column;
  if (type === 'object' || meaning === 'id' || meaning === 'image' || meaning === 'object') {
    return false;
  }
  return !isDate(column) && !isNumber(column);
}

function isNumber(column: Column): boolean {
  const isOne = column.type === 'integer' || column.type === 'number';
  return isOne && column.meaning !== 'id' && !isDate(column);
}
