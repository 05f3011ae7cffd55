/** What a cell shows for a value and its column. Pure; nothing is rounded or guessed. */
import type { Meaning } from '#shared/catalogue/types.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import type { TimeZone } from '#shared/contract/snapshot.ts';
import { minuteText, momentOfNumber, momentOfText } from '#renderer/components/dates.ts';
import { exactDigits, exactJson } from '#renderer/components/json/exact-json.ts';

/** What a cell needs to know about its column. */
export type ValueColumn = Pick<Column, 'field' | 'meaning'>;

export type CellView =
  /** The item has no such member. */
  | { kind: 'missing' }
  | { kind: 'null' }
  /** A text without characters. */
  | { kind: 'emptyText' }
  | { kind: 'text'; text: string }
  | { kind: 'id'; text: string }
  /** `at`: the moment that a number of seconds represents. */
  | { kind: 'number'; text: string; at: Date | null }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'username'; text: string }
  | { kind: 'link'; text: string; address: string }
  /** `sent`: as the service sent it. */
  | { kind: 'date'; text: string; at: Date; sent: string }
  /** A list of plain values: the first few, and the number of all. */
  | { kind: 'tags'; tags: string[]; count: number }
  | { kind: 'items'; count: number }
  | { kind: 'object'; text: string };

/** More than a line can show; keeps posts of 60,000 characters out of the DOM. */
const longestLine = 500;
const mostTags = 6;

/** Whether there is something to read. */
export const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '';

/** Returns the view of a row's member; missing if the item has none of that name. */
export function cellView(row: Row, column: ValueColumn, zone: TimeZone): CellView {
  if (!Object.hasOwn(row, column.field)) return { kind: 'missing' };
  return valueView(row[column.field], column, zone);
}

export function valueView(value: unknown, column: ValueColumn, zone: TimeZone): CellView {
  if (value === null || value === undefined) return { kind: 'null' };
  const digits = typeof value === 'number' ? String(value) : exactDigits(value);
  if (digits !== null) return numberView(digits, column, zone);
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (typeof value === 'string') return textView(value, column, zone);
  if (Array.isArray(value)) return listView(value);
  return { kind: 'object', text: clip(exactJson(value)) };
}

function numberView(digits: string, { meaning, field }: ValueColumn, zone: TimeZone): CellView {
  switch (meaning) {
    case 'id':
      return { kind: 'id', text: digits };
    case 'date':
      return dateView(momentOfNumber(digits), digits, zone);
    case 'text':
    case 'name':
    case 'username':
    case 'code':
      return { kind: 'text', text: digits };
    default:
      // Seconds since 1970 identify a moment; they are not an amount.
      return /timestamp$/i.test(field)
        ? { kind: 'number', text: digits, at: momentOfNumber(digits) }
        : { kind: 'number', text: groupDigits(digits), at: null };
  }
}

function dateView(at: Date | null, sent: string, zone: TimeZone): CellView {
  if (at === null) return { kind: 'text', text: oneLine(sent) };
  return { kind: 'date', text: minuteText(at, zone), at, sent };
}

function textView(text: string, { meaning }: ValueColumn, zone: TimeZone): CellView {
  if (text === '') return { kind: 'emptyText' };
  switch (meaning) {
    case 'id':
      return { kind: 'id', text: oneLine(text) };
    case 'username':
      return { kind: 'username', text: oneLine(text.startsWith('@') ? text : `@${text}`) };
    case 'date':
      return dateView(momentOfText(text), text, zone);
    case 'count':
      // Some services send large counts as text.
      return wholeNumber.test(text)
        ? { kind: 'number', text: groupDigits(text), at: null }
        : { kind: 'text', text: oneLine(text) };
    case 'url':
    case 'image':
    case 'video':
    case 'subtitles': {
      const address = linkAddress(text);
      if (address !== null) return { kind: 'link', text: clip(shortAddress(address)), address };
      return { kind: 'text', text: oneLine(text) };
    }
    default:
      return { kind: 'text', text: oneLine(text) };
  }
}

function listView(list: unknown[]): CellView {
  const tags: string[] = [];
  for (const item of list.slice(0, mostTags)) {
    const tag = tagText(item);
    if (tag === null) return { kind: 'items', count: list.length };
    tags.push(tag);
  }
  if (tags.length === 0) return { kind: 'items', count: 0 };
  return { kind: 'tags', tags, count: list.length };
}

/** Returns a plain value as a tag; null for lists and objects, which are counted instead. */
function tagText(item: unknown): string | null {
  if (typeof item === 'string') {
    const address = linkAddress(item);
    return address === null ? oneLine(item) : clip(shortAddress(address));
  }
  if (typeof item === 'number' || typeof item === 'boolean') return String(item);
  return exactDigits(item);
}

/** Returns the cell's text in one line, for narrow spaces and tests. */
export function viewText(view: CellView): string {
  switch (view.kind) {
    case 'missing':
      return '';
    case 'null':
      return '–';
    case 'emptyText':
      return 'empty';
    case 'boolean':
      return view.value ? 'Yes' : 'No';
    case 'tags':
      return view.tags.join(' ');
    case 'items':
      return itemsText(view.count);
    default:
      return view.text;
  }
}

export function itemsText(count: number): string {
  if (count === 0) return 'no items';
  return count === 1 ? '1 item' : `${groupDigits(String(count))} items`;
}

/** Returns the whole value for copying: texts unchanged, numbers digit for digit, else JSON. */
export function fullText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return exactJson(value);
}

const wholeNumber = /^-?\d+$/;

/** Formats "1,204": whole numbers of any length; anything else stays as it was sent. */
export const groupDigits = (digits: string): string =>
  wholeNumber.test(digits) ? digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : digits;

/** Replaces line breaks by spaces: a row has one line. */
const oneLine = (text: string): string => clip(text).replaceAll(/\s*[\n\r\u2028\u2029]\s*/g, ' ');

/** Cuts between characters, never inside one. */
function clip(text: string): string {
  if (text.length <= longestLine) return text;
  const cut = text.slice(0, longestLine);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Returns the address that a click may open, re-serialised; null for anything but http and https. */
export function linkAddress(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  return new URL(text).href;
}

/** Returns host and path of an address from `linkAddress`, for one line. */
export function shortAddress(address: string): string {
  const { host, pathname, search } = new URL(address);
  const path = pathname === '/' ? '' : pathname;
  return `${host.replace(/^www\./, '')}${path}${search === '' ? '' : '?…'}`;
}

/** Returns the server that will be contacted: what precedes an `@` in an address is not the host. */
export const addressHost = (address: string): string => new URL(address).host;

type ValueOf = Pick<Column, 'type' | 'meaning'>;

export function valueWords(
  { type, meaning }: ValueOf,
  { value, cut }: { value: string; cut: boolean },
): string {
  if (value === '') return 'empty';
  if (type === 'boolean') return value === 'true' ? 'Yes' : 'No';
  if (type === 'integer' && meaning !== 'id') return groupDigits(value);
  const name = meaning === 'username' && !value.startsWith('@') ? `@${value}` : value;
  return `${name.replaceAll(/\s+/g, ' ')}${cut ? '…' : ''}`;
}

const ofType: Record<Column['type'], string> = {
  integer: 'whole numbers',
  number: 'numbers',
  boolean: 'yes or no',
  text: 'text',
  list: 'lists',
  object: 'objects',
  mixed: 'mixed',
  empty: 'empty',
};

/** Returns the kind of the values: dates are sent as text, but people call them dates. */
export const kindWords = ({ type, meaning }: ValueOf): string =>
  (type === 'text' ? ofMeaning[meaning] : undefined) ?? ofType[type];

const ofMeaning: Partial<Record<Meaning, string>> = { date: 'dates', id: 'IDs', url: 'links' };
