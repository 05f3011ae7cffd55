/** The order and widths of the grid's columns, and the marks on cells of a comparison. */
import { createContext } from 'react';
import type { Field, Meaning, Resource } from '#shared/catalogue/types.ts';
import { earlierRowsField, inputField } from '#shared/contract/list.ts';
import type { Column, Row, Run } from '#shared/contract/run.ts';
import type { Derived } from '#shared/contract/derived.ts';

/**
 * By meaning: the position in reading order (sentences first, ids for looking up last), and the width
 * that values need, in px.
 */
const looks: Record<Meaning, { order: number; width: number }> = {
  text: { order: 0, width: 280 },
  username: { order: 1, width: 136 },
  name: { order: 1, width: 144 },
  date: { order: 2, width: 142 },
  count: { order: 3, width: 80 },
  number: { order: 4, width: 104 },
  duration: { order: 4, width: 80 },
  boolean: { order: 4, width: 88 },
  list: { order: 4, width: 200 },
  code: { order: 4, width: 96 },
  url: { order: 4, width: 224 },
  image: { order: 4, width: 200 },
  video: { order: 4, width: 200 },
  subtitles: { order: 4, width: 200 },
  object: { order: 4, width: 224 },
  id: { order: 5, width: 168 },
};

/** Of accounts, names, figures and when they joined say more than the description. */
const ofAccountsFirst: Partial<Record<Meaning, number>> = {
  username: -4,
  name: -3,
  count: -2,
  date: -1,
};
const order = (meaning: Meaning, ofAccounts: boolean): number =>
  (ofAccounts ? ofAccountsFirst[meaning] : undefined) ?? looks[meaning].order;

/** A person's own columns are beside what they are about. */
const orderOf = ({ field, meaning, own }: Column, ofAccounts: boolean): number => {
  if (field === earlierRowsField) return order('count', ofAccounts);
  return own === undefined ? order(meaning, ofAccounts) : 0.5;
};

export const isOfAccounts = (resourceId: string): boolean => resourceId.endsWith('.user');

/** By which the layout of the columns of inputs is known. */
export const inputsResource = 'inputs';

/**
 * Sorts default columns and those the person chose into reading order; all others follow in the run's
 * order. @param repeatsInput another column has the same: the account that was asked for.
 */
export function arrangeColumns(
  columns: readonly Column[],
  resourceId: string,
  chosen: readonly string[],
  repeatsInput = false,
): Column[] {
  if (resourceId === inputsResource) return [...columns];
  const ofAccounts = isOfAccounts(resourceId);
  const isInput = ({ field }: Column): boolean =>
    !repeatsInput && (field === inputField || field === earlierRowsField);
  const isFirst = (column: Column): boolean =>
    !isInput(column) &&
    column.field !== inputField &&
    (column.usual || chosen.includes(column.field));
  const first = columns
    .filter(isFirst)
    .toSorted((a, b) => orderOf(a, ofAccounts) - orderOf(b, ofAccounts));
  const others = columns.filter((column) => !isInput(column) && !isFirst(column));
  return [...columns.filter(isInput), ...first, ...others];
}

/**
 * Returns the columns that a first page will most likely have, so that nothing moves when it arrives.
 */
export function expectedColumns(resource: Resource, chosen: readonly string[]): Column[] {
  const isDefault = (field: Field): boolean =>
    chosen.length === 0 ? field.usual : chosen.includes(field.name);
  const columns = resource.fields.filter(isDefault).map((field): Column => ({
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

/** Digits that the column of row numbers always has room for: it must not grow after a few pages. */
const fewestDigits = 4;

export const numberColumnWidth = (rowCount: number): number =>
  Math.max(fewestDigits, String(rowCount).length) * 8 + 20;

/**
 * A header’s name must not be cut off: under 7 px per letter, plus the cell’s padding, the arrow of its order,
 * the button of its menu, and the mark of a person’s own.
 */
const labelWidth = ({ label, own }: SizedColumn): number =>
  label.length * 6.8 + 48 + (own === undefined ? 0 : 16);

/** Width of a list's input: it is a name or an id, although its meaning is text. */
const inputWidth = 160;

type SizedColumn = Pick<Column, 'field' | 'meaning' | 'label' | 'own'>;

function defaultWidth(column: SizedColumn, rows: readonly Row[]): number {
  if (column.field === inputField) return inputWidth;
  const { width } = looks[column.meaning];
  const isMeasured = rows.length > 0 && column.meaning === 'text';
  const longest = Math.max(...lengthsIn(rows, column.field));
  const needed = isMeasured ? Math.min(width, longest * 7.6 + 24) : width;
  return Math.ceil(Math.max(needed, labelWidth(column)));
}

const lengthsIn = (rows: readonly Row[], field: string): number[] =>
  rows.map(({ [field]: value }) => (typeof value === 'string' ? value.length : 0));

/** Returns the column that is read: the first text, or with `rows` the one with the longest texts. */
function mainOf(columns: readonly Column[], rows: readonly Row[]): Column | undefined {
  const texts = columns.filter(({ field, meaning }) => meaning === 'text' && field !== inputField);
  const sums = texts.map(({ field }) => lengthsIn(rows, field).reduce((sum, one) => sum + one, 0));
  return texts[sums.indexOf(Math.max(...sums))];
}

/**
 * Returns the widths of all columns in a grid of `available` px. The text that is read gets a share of
 * the grid, or all remaining space if everything fits.
 * @param rows some of a file, of whose columns nobody said which is read, and which is a name.
 */
export function defaultWidths(
  columns: readonly Column[],
  available: number,
  rows: readonly Row[] = [],
): Readonly<Record<string, number>> {
  const result: Record<string, number> = Object.fromEntries(
    columns.map((column) => [column.field, defaultWidth(column, rows)]),
  );
  const main = mainOf(columns, rows);
  if (main === undefined || available === 0) return result;
  const others = columns.reduce(
    (sum, column) => (column === main ? sum : sum + defaultWidth(column, rows)),
    0,
  );
  const share = Math.round(Math.min(560, Math.max(260, 77 + available * 0.306)));
  result[main.field] = Math.max(share, available - others);
  return result;
}

/** The share of the grid that pinned columns may take, so that others remain visible. */
const stuckShare = 0.6;

/** Returns the fields of the pinned columns that fit at the left edge of a grid of `available` px. */
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

/** Meanings whose digits must be aligned. */
const rightAligned: ReadonlySet<Meaning> = new Set(['count', 'number', 'duration']);

export const isRightAligned = (meaning: Meaning): boolean => rightAligned.has(meaning);

export interface ChangeMarks {
  /** The column with the change of each row. */
  change: string;
  /** By field: the column with its previous value. */
  before: ReadonlyMap<string, string>;
}

/** Null if the rows are not a comparison. */
export const ChangeMarksContext = createContext<ChangeMarks | null>(null);

/** Marks the status of inputs. */
export const statusMarks: ChangeMarks = { change: 'status', before: new Map() };

export function changeMarksOf(derived: Derived | null): ChangeMarks | null {
  if (derived?.from.kind !== 'compare') return null;
  const { change, fields } = derived.from;
  return { change, before: new Map(fields.map(({ field, before }) => [field, before])) };
}

/** Returns the mark of a cell; undefined: none. `value`: it differs from before. */
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
 * Returns the columns in reading order, with those of a derived run where people expect them: the
 * change of a row (or when it was collected) after the first column, a previous value beside the
 * current one.
 */
export function readingOrder(
  {
    columns: all,
    resource,
    query,
    derived,
  }: Pick<Run, 'columns' | 'resource' | 'query' | 'derived'>,
  repeatsInput = false,
): Column[] {
  // A file is read as it is written.
  if (derived?.from.kind === 'file') return [...all];
  const arranged = arrangeColumns(all, resource, query.fields, repeatsInput);
  if (derived === null) return arranged;
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
