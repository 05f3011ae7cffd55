/**
 * Any JSON as readable tables: each object as a table of two columns, each list of objects as a
 * separate table. Nothing is left out; deeper values are JSON in their cell. Also as a tree, and as
 * received.
 */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ServiceAnswer } from '#shared/contract/service.ts';
import { exactDigits, exactJson } from './exact-json.ts';
import classes from './Json.module.css';
import { DataTable, Fact, Facts, TableArea } from '../tables.tsx';
import { PlainText } from '../texts.tsx';

/** Further rows are counted, and are in the raw answer. */
const mostRows = 200;

interface JsonTablesProps {
  value: unknown;
  /** What it is, for screen readers. */
  name: string;
  /** In px, whatever is in it. Without it, the frame is as high as its tables, up to a limit. */
  height?: number | undefined;
}

export function JsonTables({ value, name, height }: JsonTablesProps) {
  const tables = jsonTables(value);
  return (
    <TableArea
      className={classes.tables}
      aria-label={`${name} as tables`}
      style={height === undefined ? { maxHeight: mostHeight } : { height }}
    >
      {tables.length === 0 && <Note>The answer is empty.</Note>}
      {tables.map((table, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two paths may be the same in words
        <OneTable key={index} table={table} />
      ))}
    </TableArea>
  );
}

/** In px; longer answers scroll. */
const mostHeight = 560;

const Note = (props: { children: ReactNode }) => <Text size="xs" pt={4} c="dimmed" {...props} />;

function OneTable({ table: { title, columns, rows, numbers } }: { table: JsonTable }) {
  const shown = rows.slice(0, mostRows);
  return (
    <div>
      {title !== '' && (
        <Text component="h3" size="xs" fw={500} mb={4} c="var(--text-2)">
          {title}
        </Text>
      )}
      {columns === null ? (
        <Facts look="ends">
          {shown.map(([member = '', value = ''], index) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <Fact key={index} name={member}>
              {value}
            </Fact>
          ))}
        </Facts>
      ) : (
        <DataTable
          className={classes.table}
          aria-label={title === '' ? undefined : title}
          head={columns}
          rows={shown.map((row) => row.map((cell) => <span key="cell">{cell}</span>))}
          isNumber={(column) => numbers?.has(column) === true}
        />
      )}
      {rows.length > mostRows && <Note>The raw answer has {rows.length - mostRows} more.</Note>}
    </div>
  );
}

interface RawTextProps {
  answer: Pick<ServiceAnswer, 'text' | 'isCut'>;
  label: string;
}

/** The text as it arrived, character for character. */
export const RawText = ({ answer: { text, isCut }, label }: RawTextProps) => (
  <div>
    <PlainText label={label} text={text} />
    {isCut && <Note>The answer is longer; this is its beginning.</Note>}
  </div>
);

interface JsonTable {
  /** Its path in the JSON, in words; empty for the whole. */
  title: string;
  /** Null: a table of names and values. */
  columns: readonly string[] | null;
  rows: readonly (readonly string[])[];
  /** For a list: the indices of its columns of numbers. */
  numbers?: ReadonlySet<number>;
}

/** Words that are written in capitals. */
const initials = /^(api|csv|https|http|id|ip|json|url|utc)(s?)$/;

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  exactDigits(value) === null;

const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || exactDigits(value) !== null;

/** `trackedItems` → "Tracked items", `uptime_seconds` → "Uptime seconds", `csvRows` → "CSV rows". */
export function nameInWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_\-.]+/g, ' ')
    .trim()
    .split(/\s+/)
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .map((word) =>
      word.replace(initials, (_, letters: string, s: string) => letters.toUpperCase() + s),
    )
    .join(' ');
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });
/** Numbers that aren't amounts are written without separators. */
const isNoAmount = (name: string): boolean => /(^|_|[a-z])(id|year|code|port)s?$/i.test(name);

/** Returns the text of a value; `name`: that of the member. */
export function cellText(value: unknown, name = ''): string {
  const digits = exactDigits(value);
  if (digits !== null) return digits;
  switch (typeof value) {
    case 'number':
      return isNoAmount(name) ? String(value) : grouped.format(value);
    case 'boolean':
      return value ? 'yes' : 'no';
    case 'string':
      return value;
    default:
      break;
  }
  if (value === null || value === undefined) return '–';
  if (isEmpty(value)) return '–';
  if (Array.isArray(value) && value.every(isPlain)) {
    return value.map((item) => cellText(item, name)).join(', ');
  }
  return exactJson(value);
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** Below this depth, a value is JSON in its cell. */
const deepest = 4;

export function jsonTables(value: unknown): JsonTable[] {
  const tables: JsonTable[] = [];
  collect(value, [], tables);
  return tables.filter(({ columns, rows }) => rows.length > 0 && columns?.length !== 0);
}

function collect(value: unknown, path: readonly string[], tables: JsonTable[]): void {
  const title = path.map(nameInWords).join(' · ');
  if (Array.isArray(value)) {
    tables.push(listTable(value, title));
    return;
  }
  if (!isMembers(value)) {
    tables.push({
      title,
      columns: null,
      rows: [[path.at(-1) ?? 'Value', cellText(value)]],
    });
    return;
  }
  const plain: string[][] = [];
  const table: JsonTable = { title, columns: null, rows: plain };
  tables.push(table);
  for (const [name, member] of Object.entries(value)) {
    const isList = Array.isArray(member) && member.some((item) => !isPlain(item));
    const isObject = isMembers(member) && !isEmpty(member);
    if ((isList || isObject) && path.length < deepest) collect(member, [...path, name], tables);
    else plain.push([nameInWords(name), cellText(member, name)]);
  }
}

/** Returns the table of a list. Columns are the members of all items, in order of first appearance. */
function listTable(items: readonly unknown[], title: string): JsonTable {
  if (!items.every(isMembers)) {
    return {
      title,
      columns: ['Value'],
      rows: items.map((item) => [cellText(item)]),
    };
  }
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return {
    title,
    columns: names.map(nameInWords),
    rows: items.map((item) =>
      names.map((name) => (Object.hasOwn(item, name) ? cellText(item[name], name) : '')),
    ),
    numbers: new Set(names.flatMap((name, index) => (isOfNumbers(items, name) ? [index] : []))),
  };
}

/** Whether all values of a member are numbers. */
function isOfNumbers(items: readonly Members[], name: string): boolean {
  const values = items.map((item) => (Object.hasOwn(item, name) ? item[name] : null));
  const filled = values.filter((value) => value !== null);
  return (
    filled.length > 0 &&
    filled.every((value) => typeof value === 'number' || exactDigits(value) !== null)
  );
}
