/**
 * The columns of a run: the union of members over all its rows, and the type of their values. What a page
 * adds to them stands in its own record, so that a run opens without its rows being read.
 */
import { z } from 'zod';
import { nameOfMember } from '#shared/contract/list.ts';
import { columnTypeSchema, mostColumns } from '#shared/contract/run.ts';
import type { Column } from '#shared/contract/run.ts';
import {
  asObject,
  countItems,
  isExactNumber,
  itemRange,
  asSentIn,
  scanItems,
} from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import type { OpenFile } from './file-port.ts';
import { readFully } from './file-port.ts';
import { isIntact, readTail } from './log-contents.ts';
import type { PageEntry } from './log-contents.ts';
import { createPause } from './serial.ts';

export type ColumnType = Column['type'];
export interface KnownColumn {
  type: ColumnType;
  /** The value that all rows have, as JSON; undefined: some differ, or it is long. */
  one?: string | undefined;
}
/** By member, in order of appearance. */
export type KnownColumns = Map<string, KnownColumn>;
/** Members that are new, or of which something else is true now. */
export type ColumnChanges = readonly (readonly [
  field: string,
  type: ColumnType,
  one?: string | undefined,
])[];

/** A table has fewer, but every field of the catalogue among them, whenever it appears. */
const mostKnown = 2 * mostColumns;

const longestOne = 100;

const changesSchema = z
  .array(z.tuple([z.string(), columnTypeSchema, z.string().max(longestOne).optional()]))
  .max(mostKnown);

/** Every so many pages, all columns stand in the record: what a lost page said is lost only up to there. */
export const pagesPerAllColumns = 64;

/** Returns what these rows add to the columns. @param rowsBefore the number of rows before them. */
export function changesOf(
  known: KnownColumns,
  rows: Iterable<JsonObject>,
  rowsBefore: number,
): ColumnChanges {
  const changed: KnownColumns = new Map();
  let isFirst = rowsBefore === 0;
  let alike = [...known].flatMap(([field, { one }]) => (one === undefined ? [] : [field]));
  for (const row of rows) {
    for (const [field, value] of Object.entries(row)) {
      const before = changed.get(field) ?? known.get(field);
      const type = before === undefined ? typeOf(value) : widen(before.type, typeOf(value));
      const isFull = before === undefined && known.size + changed.size >= mostKnown;
      if (type !== before?.type && !isFull) {
        const one = isFirst ? oneOf(value) : before?.one;
        changed.set(field, { type, one });
        if (isFirst && one !== undefined) alike.push(field);
      }
    }
    isFirst = false;
    alike = alike.filter((field) => {
      const column = (changed.get(field) ?? known.get(field))!;
      const isAlike = Object.hasOwn(row, field) && oneOf(row[field]!) === column.one;
      if (!isAlike) changed.set(field, { type: column.type });
      return isAlike;
    });
  }
  return changesIn(changed);
}

const changesIn = (columns: KnownColumns): ColumnChanges =>
  [...columns].map(([field, { type, one }]) =>
    one === undefined ? [field, type] : [field, type, one],
  );

/** All columns, with these changes. */
export function allWith(known: KnownColumns, changes: ColumnChanges): ColumnChanges {
  const all = new Map(known);
  takeColumns(all, changes);
  return changesIn(all);
}

function oneOf(value: JsonValue): string | undefined {
  if (value === null || typeof value === 'object') return undefined;
  if (typeof value === 'string' && value.length > longestOne) return undefined;
  const one = JSON.stringify(value);
  return one.length > longestOne ? undefined : one;
}

/** Adds what a page's record says. */
export function takeColumns(known: KnownColumns, changes: ColumnChanges): void {
  for (const [field, type, one] of changes) {
    const before = known.get(field);
    if (before === undefined && known.size >= mostKnown) continue;
    const now = before === undefined ? type : widen(before.type, type);
    known.set(field, { type: now, one });
  }
}

/**
 * Returns the columns that the pages of a log tell. After a page that can't be read the rows of the next ones
 * are read as well, until one lists all columns.
 * @param nameOf the name under which a member is read.
 */
export async function readColumns(
  file: OpenFile,
  pages: readonly PageEntry[],
  nameOf: (member: string) => string,
): Promise<KnownColumns> {
  const known: KnownColumns = new Map();
  const pause = createPause();
  let isMissing = false;
  for (const page of pages) {
    const told =
      page.typed === null ? [] : changesSchema.safeParse(readTail(file, page)?.['types']).data;
    if (page.typed === 'all' && told !== undefined) isMissing = false;
    isMissing ||= told === undefined || page.unreadable;
    // No record of ours says nothing of the first rows: it is from somebody else.
    isMissing ||= known.size === 0 && told?.length === 0 && page.rows > 0;
    takeColumns(known, told ?? []);
    // Nobody knows what the lost rows had.
    if (isMissing) for (const [field, { type }] of known) known.set(field, { type });
    if (isMissing && page.rows > 0 && !page.unreadable) {
      for (const [at, row] of (await rowsOf(file, page)).entries()) {
        const members = Object.entries(row).map(([name, value]) => [nameOf(name), value] as const);
        takeColumns(known, changesOf(known, [Object.fromEntries(members)], page.firstRow + at));
      }
    }
    await pause();
  }
  return known;
}

/** Empty when the page is damaged. */
async function rowsOf(file: OpenFile, page: PageEntry): Promise<JsonObject[]> {
  if (!(await isIntact(file, page))) return [];
  const body = await readFully(file, page.bodyStart, page.bodyEnd - page.bodyStart);
  const scan = scanItems(body, page.path);
  return Array.from({ length: countItems(scan) }, (_, item) => {
    const { start, end } = itemRange(scan, item);
    // A page from somebody else may hold anything: none of its rows can be read either.
    return asObject(asSentIn(body.toString('utf8', start, end))) ?? {};
  });
}

/** The name under which a member is read: the service's own may have the names of our columns. */
export const nameIn = (isReceived: boolean): ((member: string) => string) =>
  isReceived ? nameOfMember : (member) => member;

export function typeOf(value: JsonValue): ColumnType {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return Number.isSafeInteger(value) ? 'integer' : 'number';
    case 'string':
      return 'text';
    default:
      if (!isExactNumber(value)) return 'object';
      // A database's integers have no `-0`.
      return /^-?\d+$/.test(value.$n) && value.$n !== '-0' ? 'integer' : 'number';
  }
}

/** Returns the type of values that were of one and are now of another. */
export function widen(before: ColumnType, now: ColumnType): ColumnType {
  if (before === now || now === 'empty') return before;
  if (before === 'empty') return now;
  const numbers: ColumnType[] = ['integer', 'number'];
  return numbers.includes(before) && numbers.includes(now) ? 'number' : 'mixed';
}
