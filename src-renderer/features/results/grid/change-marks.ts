/** Which cells of a comparison are marked: what happened to a row, and what changed in it. */
import { createContext } from 'react';
import type { Derived } from '#shared/contract/derived.ts';
import type { Row } from '#shared/contract/run.ts';

export interface ChangeMarks {
  /** The column that says what happened to a row. */
  change: string;
  /** By field: the column with its value before. */
  before: ReadonlyMap<string, string>;
}

/** Null where the rows are no comparison. */
export const ChangeMarksContext = createContext<ChangeMarks | null>(null);

export function changeMarksOf(derived: Derived | null): ChangeMarks | null {
  if (derived?.from.kind !== 'compare') return null;
  const { change, fields } = derived.from;
  return { change, before: new Map(fields.map(({ field, before }) => [field, before])) };
}

/** What a cell is marked with; undefined: nothing. `value`: it is another one than before. */
export function markOf(
  marks: ChangeMarks | null,
  row: Row | undefined,
  field: string,
): string | undefined {
  if (marks === null || row === undefined) return undefined;
  if (field === marks.change) return String(row[field]);
  const before = marks.before.get(field);
  return before !== undefined && Object.hasOwn(row, before) ? 'value' : undefined;
}
