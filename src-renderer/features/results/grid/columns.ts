/** The columns of the grid in their order, and what the cells of a comparison are marked with. */
import { createContext } from 'react';
import type { Field, Meaning, Resource } from '#shared/catalogue/types.ts';
import { inputField } from '#shared/contract/list.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import type { Derived } from '#shared/contract/derived.ts';

/**
 * By meaning: what reads as a sentence comes first, an id, which is for looking up, last; and the
 * px that its values need.
 */
const looks: Record<Meaning, { place: number; width: number }> = {
  text: { place: 0, width: 280 },
  username: { place: 1, width: 136 },
  name: { place: 1, width: 144 },
  date: { place: 2, width: 142 },
  count: { place: 3, width: 80 },
  number: { place: 4, width: 104 },
  duration: { place: 4, width: 80 },
  boolean: { place: 4, width: 88 },
  list: { place: 4, width: 200 },
  code: { place: 4, width: 96 },
  url: { place: 4, width: 224 },
  image: { place: 4, width: 200 },
  object: { place: 4, width: 224 },
  id: { place: 5, width: 168 },
};

/** Of accounts, the name says more than the description. */
const place = (meaning: Meaning, ofAccounts: boolean): number =>
  ofAccounts && looks[meaning].place === 1 ? -1 : looks[meaning].place;

/**
 * Usual columns and those the person chose, in reading order; then all others as the run has
 * them.
 */
export function arrangeColumns(
  columns: readonly Column[],
  resourceId: string,
  chosen: readonly string[],
): Column[] {
  const ofAccounts = resourceId.endsWith('.user');
  const isInput = ({ field }: Column): boolean => field === inputField;
  const isFirst = (column: Column): boolean =>
    !isInput(column) && (column.usual || chosen.includes(column.field));
  const first = columns
    .filter(isFirst)
    .toSorted((a, b) => place(a.meaning, ofAccounts) - place(b.meaning, ofAccounts));
  const others = columns.filter((column) => !isInput(column) && !isFirst(column));
  return [...columns.filter(isInput), ...first, ...others];
}

/** The columns a first page will most likely have, so that nothing moves when it arrives. */
export function expectedColumns(resource: Resource, chosen: readonly string[]): Column[] {
  const isUsual = (field: Field): boolean =>
    chosen.length === 0 ? field.usual : chosen.includes(field.name);
  const columns = resource.fields.filter(isUsual).map((field): Column => ({
    field: field.name,
    label: field.label,
    meaning: field.meaning,
    // Not yet known: empty ones would be hidden.
    type: 'mixed',
    usual: true,
  }));
  return arrangeColumns(columns, resource.id, chosen);
}

export const narrowest = 56;
const widest = 2000;

export const clampWidth = (width: number): number =>
  Math.round(Math.min(widest, Math.max(narrowest, width)));

/** The column of row numbers: five digits before it grows. */
const numberColumn = 48;

export function numberColumnWidth(rowCount: number): number {
  return Math.max(numberColumn, String(rowCount).length * 8 + 20);
}

/** A header’s name must not be cut off: less than 8 px per letter, and the cell’s padding. */
const labelWidth = (label: string): number => label.length * 7.6 + 24;

/** Of the input of a list: a name or an id, whatever it is a text for. */
const inputWidth = 160;

function defaultWidth(column: Pick<Column, 'field' | 'meaning' | 'label'>): number {
  if (column.field === inputField) return inputWidth;
  return Math.max(looks[column.meaning].width, Math.ceil(labelWidth(column.label)));
}

/**
 * Widths of all columns in a grid of `available` px. The first text column takes a share of the
 * grid, and what would be left empty when everything fits.
 */
export function defaultWidths(
  columns: readonly Column[],
  available: number,
): Readonly<Record<string, number>> {
  const result: Record<string, number> = Object.fromEntries(
    columns.map((column) => [column.field, defaultWidth(column)]),
  );
  const main = columns.find(({ field, meaning }) => meaning === 'text' && field !== inputField);
  if (main === undefined || available === 0) return result;
  const others = columns.reduce(
    (sum, column) => (column === main ? sum : sum + defaultWidth(column)),
    0,
  );
  const share = Math.round(Math.min(560, Math.max(260, 77 + available * 0.306)));
  result[main.field] = Math.max(share, available - others);
  return result;
}

/** What pinned columns may take of the grid, so that the others can be read beside them. */
const stuckShare = 0.6;

/** The pinned columns that stay at the left edge of a grid of `available` px, by field. */
export function stuckColumns(
  pinned: readonly Column[],
  widthOf: (column: Column) => number,
  available: number,
): string[] {
  const result: string[] = [];
  let room = available * stuckShare;
  for (const column of pinned) {
    room -= widthOf(column);
    if (room < 0) break;
    result.push(column.field);
  }
  return result;
}

/** Meanings whose digits must line up. */
const rightAligned: ReadonlySet<Meaning> = new Set(['count', 'number', 'duration']);

export function isRightAligned(meaning: Meaning): boolean {
  return rightAligned.has(meaning);
}

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
    .flatMap((column, at) =>
      [column].concat(at === 0 ? columns(leading) : [], columns(beside.get(column.field) ?? [])),
    );
}
