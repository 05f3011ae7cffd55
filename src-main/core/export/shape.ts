/** Turns rows into cells: nested values become text, moments are rewritten, as the person chose. */
import { assertNever } from '#shared/assert-never.ts';
import type { XlsxOptions } from '#shared/contract/export/formats.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { asObject, isExactNumber, stringifyJson } from '../json/index.ts';
import { type ColumnType, typeOf, widen } from '../store/known-columns.ts';
import type { Cell } from './cells.ts';
import { dayIn, rewriteMoment } from './cells.ts';
import type { OutputColumn } from './columns.ts';

export type ShapeOptions = Pick<XlsxOptions, 'dates' | 'objects' | 'lists'>;

export const plainShape: ShapeOptions = { dates: 'asGiven', objects: 'json', lists: 'json' };

/** Replaces the value of a member before anything else: see `privacy/`. */
export type Replace = (field: string, value: JsonValue) => JsonValue;

interface Shaper {
  /** Returns one cell per column. */
  (row: JsonObject, runLabel: string): Cell[];
  /** Lone surrogates, which no UTF-8 file can contain, replaced so far. */
  readonly loneSurrogates: () => number;
}

interface ShaperParts {
  options: ShapeOptions;
  /** Columns in which a text that looks like a moment is one. */
  isDate: (field: string) => boolean;
  replace: Replace | null;
}

export function createShaper(
  columns: readonly Pick<OutputColumn, 'source'>[],
  { options, isDate, replace }: ShaperParts,
): Shaper {
  let lost = 0;
  const { dates, lists } = options;

  const textCell = (text: string, asDate: boolean): Cell => {
    if (asDate && dates !== 'asGiven') {
      const moment = rewriteMoment(text, dates) ?? dayIn(text);
      if (moment !== null) return moment;
    }
    if (text.isWellFormed()) return text;
    lost += loneSurrogatesIn(text);
    return text.toWellFormed();
  };

  const cell = (value: JsonValue, asDate: boolean): Cell => {
    switch (typeof value) {
      case 'string':
        return textCell(value, asDate);
      case 'number':
      case 'boolean':
        return value;
      default:
        if (value === null || isExactNumber(value)) return value;
        if (lists === 'joined' && Array.isArray(value) && value.every(isPlain)) {
          return textCell(value.map(plainText).join('; '), false);
        }
        // JSON writes lone surrogates as escapes: nothing is lost here.
        return stringifyJson(value);
    }
  };

  // A member with several columns is looked up, and replaced, only once.
  const fields = [
    ...new Set(columns.flatMap(({ source }) => (source.kind === 'member' ? [source.field] : []))),
  ];
  const valueOf = (row: JsonObject, field: string): JsonValue => {
    if (!Object.hasOwn(row, field)) return null;
    const value = row[field] ?? null;
    return replace === null || value === null ? value : replace(field, value);
  };

  const readers = columns.map(({ source }): ((values: JsonValue[], label: string) => Cell) => {
    switch (source.kind) {
      case 'run':
        return (_values, label) => label;
      case 'member': {
        const { field, path, flattened } = source;
        const at = fields.indexOf(field);
        const asDate = isDate(field);
        return (values) => {
          const value = values[at] ?? null;
          const found = path.length === 0 ? value : follow(value, path);
          return flattened && isFilledObject(found) ? null : cell(found, asDate);
        };
      }
      default:
        return assertNever(source);
    }
  });
  const shaper = (row: JsonObject, label: string): Cell[] => {
    const values = fields.map((field) => valueOf(row, field));
    return readers.map((read) => read(values, label));
  };
  return Object.assign(shaper, { loneSurrogates: () => lost });
}

const isPlain = (value: JsonValue): boolean =>
  typeof value !== 'object' || value === null || isExactNumber(value);

const plainText = (value: JsonValue): string =>
  typeof value === 'string' ? value : value === null ? '' : stringifyJson(value);

function follow(value: JsonValue, path: readonly string[]): JsonValue {
  let at = value;
  for (const name of path) {
    const object = asObject(at);
    if (object === undefined || !Object.hasOwn(object, name)) return null;
    at = object[name] ?? null;
  }
  return at;
}

/** An empty object has no members that could have columns: it remains `{}`. */
function isFilledObject(value: JsonValue): value is JsonObject {
  return Object.keys(asObject(value) ?? {}).length > 0;
}

export function loneSurrogatesIn(text: string): number {
  let count = 0;
  for (const character of text) if (/^\p{Cs}$/u.test(character)) count++;
  return count;
}

/** Deeper objects remain JSON text. */
const maxDepth = 8;
/** An object with more different members than this is a dictionary: it remains JSON text. */
const maxMembers = 500;

interface Node {
  /** Of the values found there other than objects with members. */
  type: ColumnType;
  members: Map<string, Node>;
}

interface Flattener {
  add(row: JsonObject): void;
  /** The columns, with those of an object's members instead of the object's. */
  columns(): { columns: Omit<OutputColumn, 'name'>[]; keptAsJson: number };
}

export function createFlattener(given: readonly Omit<OutputColumn, 'name'>[]): Flattener {
  const fields = given.flatMap(({ source }) => (source.kind === 'member' ? [source.field] : []));
  const roots = new Map(fields.map((field) => [field, newNode()]));

  return {
    add(row) {
      for (const [field, node] of roots) {
        if (Object.hasOwn(row, field)) addValue(node, row[field] ?? null, 0);
      }
    },

    columns() {
      let keptAsJson = 0;
      const columns = given.flatMap((column) => {
        const { source } = column;
        const root = source.kind === 'member' ? roots.get(source.field) : undefined;
        if (source.kind === 'run' || root === undefined || root.members.size === 0) return [column];
        const found = [...leaves(root, [])];
        if (found.length > maxMembers) {
          keptAsJson += 1;
          return [column];
        }
        return found.map(({ path, type }) => ({
          source: { ...source, path, flattened: path.length < maxDepth },
          field: [column.field, ...path].join('.'),
          label: [column.label, ...path].join('.'),
          type,
        }));
      });
      return { columns, keptAsJson };
    },
  };
}

const newNode = (): Node => ({ type: 'empty', members: new Map() });

function addValue(node: Node, value: JsonValue, depth: number): void {
  if (value === null) return;
  if (depth === maxDepth || !isFilledObject(value)) {
    node.type = widen(node.type, typeOf(value));
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    let next = node.members.get(name);
    // Far too many already: this object will remain JSON text.
    if (next === undefined && node.members.size > maxMembers) return;
    next ??= newNode();
    node.members.set(name, next);
    addValue(next, member, depth + 1);
  }
}

interface Leaf {
  path: readonly string[];
  type: ColumnType;
}

/** Paths with their own values; a member that was always null has a column too. */
function* leaves({ type, members }: Node, path: readonly string[]): Generator<Leaf> {
  if (type !== 'empty' || members.size === 0) yield { path, type };
  for (const [name, member] of members) yield* leaves(member, [...path, name]);
}
