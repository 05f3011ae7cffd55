/** Which cells of a comparison are marked: what happened to a row, and what changed in it. */
import { createContext } from 'react';
import type { Derived } from '#shared/contract/derived.ts';
import type { Column, Row } from '#shared/contract/run.ts';

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

/**
 * The columns in reading order, those of a derived run where they are looked for: what happened to a row
 * (or when it was collected) after the first column, a value before beside the value now.
 */
export function arrangeDerived(arranged: readonly Column[], derived: Derived | null): Column[] {
  if (derived === null) return [...arranged];
  const { from } = derived;
  const isComparison = from.kind === 'compare';
  const leading = isComparison ? [from.change, from.changedFields] : [from.collectedAt];
  const beside = new Map(
    isComparison ? from.fields.map((one) => [one.field, [one.before, one.difference]]) : [],
  );
  const added = new Set([...leading, ...[...beside.values()].flat()]);
  const byField = new Map(arranged.map((column) => [column.field, column]));
  const columns = (fields: readonly string[]): Column[] =>
    fields.flatMap((field) => byField.get(field) ?? []);
  return arranged
    .filter(({ field }) => !added.has(field))
    .flatMap((column, at) => [
      column,
      ...(at === 0 ? columns(leading) : []),
      ...columns(beside.get(column.field) ?? []),
    ]);
}
