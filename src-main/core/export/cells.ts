/**
 * Rows to cells, one per column of a file, as the person chose: lists and objects are texts, moments are
 * rewritten, and numbers keep the characters they were sent with.
 */
import { readMoment } from '#shared/moment.ts';
import type { ExactNumber, JsonObject, JsonValue } from '../json/index.ts';
import { asObject, isExactNumber, stringifyJson } from '../json/index.ts';
import { type ColumnType, typeOf, widen } from '../store/known-columns.ts';
import type { CellOptions, SourceColumn } from './columns.ts';

/** A moment that a format with its own dates writes as a date; all others write the text. */
export class DateCell {
  readonly text: string;
  /** Wall-clock time in the chosen zone, in milliseconds as if that were UTC. */
  readonly wallMs: number;
  /** A day without a time. */
  readonly isDay: boolean;

  constructor(text: string, wallMs: number, isDay = false) {
    this.text = text;
    this.wallMs = wallMs;
    this.isDay = isDay;
  }
}

/** A list that a format with its own lists writes as one; all others write its JSON. */
export class ListCell {
  readonly text: string;

  constructor(json: string) {
    this.text = json;
  }
}

export type Cell = null | boolean | number | string | ExactNumber | DateCell | ListCell;

const hasText = (cell: object): cell is DateCell | ListCell =>
  cell instanceof DateCell || cell instanceof ListCell;

/** The text of a cell, without anything a format adds; null when there is none. */
export function cellText(cell: Cell): string | null {
  if (cell === null) return null;
  if (typeof cell !== 'object') return String(cell);
  return hasText(cell) ? cell.text : cell.$n;
}

export function isNumber(cell: Cell): cell is number | ExactNumber {
  if (typeof cell !== 'object' || cell === null) return typeof cell === 'number';
  return !hasText(cell) && isExactNumber(cell);
}

/** Reads a text as a day, which keeps its text: no time zone could change it. */
export function dayIn(text: string): DateCell | null {
  const moment = readMoment(text);
  return moment?.isDay === true ? new DateCell(text, moment.ms, true) : null;
}

/**
 * Rewrites a moment in ISO 8601, in UTC (`…Z`) or in this computer's zone with its offset. Without a zone
 * it counts as UTC, as in views. Digits below the second are unchanged. Returns null when the text is not
 * a moment: a day alone has no time that a zone could change.
 */
export function rewriteMoment(text: string, dates: 'utc' | 'local'): DateCell | null {
  const moment = readMoment(text);
  if (moment === null || moment.isDay) return null;
  const offset = dates === 'utc' ? 0 : -new Date(moment.ms).getTimezoneOffset();
  const wall = new Date(moment.ms + offset * 60_000);
  const end = dates === 'utc' ? 'Z' : offsetText(offset);
  return new DateCell(`${wall.toISOString().slice(0, -5)}${moment.fraction}${end}`, wall.getTime());
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number): string => String(Math.trunc(value)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** Replaces the value of a member before anything else: see `privacy/`. */
export type Replace = (field: string, value: JsonValue) => JsonValue;

/** Deeper objects remain JSON text. */
const maxDepth = 8;
/** An object with more different members than this is a dictionary: it remains JSON text. */
const maxMembers = 500;

/** A column, or the members of its objects where those have columns. */
interface Node {
  /** Where its cells are. */
  at: number;
  /** Of the values found there other than objects with members. */
  type: ColumnType;
  members: Map<string, Node>;
}

interface Root extends Node {
  column: SourceColumn;
  /** Objects down to this depth have columns for their members. */
  depth: number;
  /** A text that looks like a moment is one. */
  isDate: boolean;
}

export class Shape {
  /** Lone surrogates, which no UTF-8 file can contain, replaced so far. */
  lost = 0;
  /** The number of cells that are not null, by the columns' `at`. */
  filled: number[] = [];
  readonly #options: CellOptions;
  readonly #roots: readonly Root[];
  #width: number;
  readonly #empty: Cell[] = [];
  #order: readonly number[] | null = null;

  /** @param isDate whether texts of this field that look like moments are moments. */
  constructor(
    columns: readonly SourceColumn[],
    options: CellOptions,
    isDate: (field: string) => boolean,
  ) {
    this.#options = options;
    const depth = options.objects === 'columns' ? maxDepth : 0;
    this.#roots = columns.map((column, at) => ({
      column,
      depth,
      isDate: column.member !== null && isDate(column.member),
      ...newNode(at),
    }));
    this.#width = columns.length;
  }

  /** Finds the members of a row's objects, all of which must be found before `columns`. */
  add(row: JsonObject): void {
    for (const root of this.#roots) {
      if (root.depth > 0) this.#find(root, memberIn(row, root), 0);
    }
  }

  /** The columns, with those of an object's members instead of the object's, in the order of the cells. */
  columns(): { columns: (SourceColumn & { at: number })[]; keptAsJson: number } {
    let keptAsJson = 0;
    const columns = this.#roots.flatMap((root) => {
      const { column } = root;
      const own = [{ ...column, at: root.at }];
      if (root.members.size === 0) return own;
      const found = [...leavesOf(root, '')];
      if (found.length > maxMembers) {
        keptAsJson += 1;
        root.depth = 0;
        return own;
      }
      const { member, field, label } = column;
      return found.map(({ path, type, at }) => ({
        member,
        field: field + path,
        label: label + path,
        type,
        at,
      }));
    });
    this.#order = columns.map(({ at }) => at);
    return { columns, keptAsJson };
  }

  /** One cell per column. */
  cells(row: JsonObject, runLabel: string, replace: Replace | null): Cell[] {
    const cells = this.#cells(row, runLabel, replace);
    // Nothing was found in objects.
    if (this.#order === null || this.#width === this.#roots.length) return cells;
    return this.#order.map((at) => cells[at] ?? null);
  }

  /** The cells as JSON with members `x…`, by the columns' `at`, which may not be known yet. */
  line(row: JsonObject, runLabel: string, replace: Replace | null): string {
    const members: string[] = [];
    for (const [at, cell] of this.#cells(row, runLabel, replace).entries()) {
      if (cell !== null) members.push(`"x${at}":${jsonOf(cell)}`);
    }
    return `{${members.join(',')}}`;
  }

  /** Counts from the beginning again. */
  restart(): void {
    this.lost = 0;
    this.filled = [];
  }

  #cells(row: JsonObject, runLabel: string, replace: Replace | null): Cell[] {
    while (this.#empty.length < this.#width) this.#empty.push(null);
    const cells = this.#empty.slice();
    for (const root of this.#roots) {
      const { member } = root.column;
      if (member === null) this.#set(cells, root, runLabel);
      else {
        const value = memberIn(row, root);
        if (value === null) continue;
        this.#put(cells, root, replace === null ? value : replace(member, value), root, 0);
      }
    }
    return cells;
  }

  #find(node: Node, value: JsonValue, depth: number): void {
    if (value === null) return;
    if (depth === maxDepth || !isFilledObject(value)) {
      node.type = widen(node.type, typeOf(value));
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      let next = node.members.get(name);
      // Far too many already: this object will remain JSON text.
      if (next === undefined && node.members.size > maxMembers) return;
      next ??= newNode(this.#width++);
      node.members.set(name, next);
      this.#find(next, member, depth + 1);
    }
  }

  #set(cells: Cell[], { at }: Node, cell: Cell): void {
    cells[at] = cell;
    this.filled[at] = (this.filled[at] ?? 0) + 1;
  }

  #put(cells: Cell[], node: Node, value: JsonValue, root: Root, depth: number): void {
    if (depth === root.depth || !isFilledObject(value)) {
      this.#set(cells, node, this.#cell(value, root.isDate));
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      const next = node.members.get(name);
      if (next !== undefined && member !== null) this.#put(cells, next, member, root, depth + 1);
    }
  }

  #cell(value: JsonValue, isDate: boolean): Cell {
    switch (typeof value) {
      case 'string':
        return this.#text(value, isDate);
      case 'number':
      case 'boolean':
        return value;
      default:
        if (value === null || isExactNumber(value)) return value;
        if (this.#options.lists === 'joined' && Array.isArray(value) && value.every(isPlain)) {
          return this.#text(value.map(plainText).join('; '), false);
        }
        // JSON writes lone surrogates as escapes: nothing is lost here.
        return this.#options.hasLists && Array.isArray(value)
          ? new ListCell(stringifyJson(value))
          : stringifyJson(value);
    }
  }

  #text(text: string, isDate: boolean): Cell {
    const { dates = 'asGiven' } = this.#options;
    if (isDate && dates !== 'asGiven') {
      const moment = rewriteMoment(text, dates) ?? dayIn(text);
      if (moment !== null) return moment;
    }
    if (text.isWellFormed()) return text;
    this.lost += loneSurrogatesIn(text);
    return text.toWellFormed();
  }
}

const newNode = (at: number): Node => ({ at, type: 'empty', members: new Map() });

const memberIn = (row: JsonObject, { column: { member } }: Root): JsonValue =>
  member !== null && Object.hasOwn(row, member) ? (row[member] ?? null) : null;

const isPlain = (value: JsonValue): boolean =>
  typeof value !== 'object' || value === null || isExactNumber(value);

const plainText = (value: JsonValue): string =>
  typeof value === 'string' ? value : value === null ? '' : stringifyJson(value);

/** An empty object has no members that could have columns: it remains `{}`. */
const isFilledObject = (value: JsonValue): value is JsonObject =>
  Object.keys(asObject(value) ?? {}).length > 0;

export function loneSurrogatesIn(text: string): number {
  let count = 0;
  for (const character of text) if (/^\p{Cs}$/u.test(character)) count++;
  return count;
}

/** Nodes with their own values; a member that was always null has a column too. */
function* leavesOf(
  { at, type, members }: Node,
  path: string,
): Generator<{ path: string; type: ColumnType; at: number }> {
  if (type !== 'empty' || members.size === 0) yield { path, type, at };
  for (const [name, member] of members) yield* leavesOf(member, `${path}.${name}`);
}

function jsonOf(cell: Exclude<Cell, null>): string {
  if (cell instanceof DateCell) return JSON.stringify(cell.text);
  if (cell instanceof ListCell) return cell.text;
  return typeof cell === 'object' ? cell.$n : JSON.stringify(cell);
}
