/**
 * What people note of items: columns of their own and the values in them, by resource and ID. `codes.jsonl` in
 * the data folder, append-only: each line is one change, whole and synced or not there, with who made it and
 * when. What there is now is all lines, one after the other.
 */
import { randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { isOwnField } from '#shared/contract/list.ts';
import { ownColumnSchema, ownValueSchema } from '#shared/contract/codes.ts';
import type { GivenValue, OwnColumn, OwnKind } from '#shared/contract/codes.ts';
import type { Resource } from '#shared/catalogue/types.ts';
import type { Column, Notice } from '#shared/contract/run.ts';
import { isoTime, now } from '../clock.ts';
import { stringifyJson, jsonIn } from '../json/index.ts';
import type { JsonObject } from '../json/index.ts';
import { refused } from '../problem-error.ts';
import { nodeFiles } from './file-port.ts';
import type { FilePort } from './file-port.ts';
import { LineFile, linesBetween } from './lines.ts';
import { Serial } from './serial.ts';

export const ownValuesName = 'codes.jsonl';
/** In bytes; a change of a hundred thousand rows has less. */
const longestChange = 64 * 1024 ** 2;

/** Values that the same person gave at the same time. */
const groupSchema = z.strictObject({
  field: z.string().refine(isOwnField),
  /** If another than the line's: of values that were renamed, imported or restored. */
  who: z.string().optional(),
  at: z.string().optional(),
  items: z.array(z.tuple([z.string(), ownValueSchema])),
});

const changeSchema = z.strictObject({
  v: z.literal(1),
  id: z.string().max(40),
  at: z.iso.datetime(),
  who: z.string(),
  resource: z.string(),
  /** In words, for *Undo*. */
  what: z.string(),
  /** Columns as they are from now on; without a definition one is gone, with its values. */
  columns: z.array(z.union([ownColumnSchema, z.strictObject({ gone: z.string() })])).default([]),
  values: z.array(groupSchema).default([]),
  /** The change that this one takes back; which may itself have taken one back. */
  undoes: z.string().optional(),
});
export type Change = z.infer<typeof changeSchema>;
export type NewChange = Pick<z.input<typeof changeSchema>, 'resource' | 'what'> &
  Partial<Pick<Change, 'columns' | 'values' | 'undoes'>> & { who: string };

export interface Noted {
  value: GivenValue;
  who: string;
  at: string;
}

/** What is noted of the items of a resource. */
interface OfResource {
  /** In the order in which they were added. */
  columns: Map<string, OwnColumn>;
  /** Those that were ever there: values of one that is gone must not appear in another. */
  used: Set<string>;
  items: Map<string, Map<string, Noted>>;
}

/** What an item has in a column, if anything. */
export type Cell = [field: string, item: string, noted: Noted | undefined];

/** What a change replaced. */
interface Former {
  change: Pick<Change, 'id' | 'resource' | 'what'>;
  columns: (OwnColumn | { gone: string })[];
  values: Cell[];
}

/** Changes that can be taken back: what they replaced is in memory. */
const mostUndone = 100;
const mostFormers = 300_000;

/** Where a change ends in the file, and what it was about. */
interface Mark {
  /** Identifies the file up to here. */
  text: string;
  resource: string;
  cells: readonly (readonly [field: string, item: string])[];
  /** Columns that are gone since. */
  gone: readonly string[];
}

export interface NotedSince {
  /** Items by column. */
  changed: Map<string, Set<string>>;
  gone: Set<string>;
}

/** How the worker of the columns finds what belongs to a log's items. */
export interface OwnSource {
  path: string;
  /** In bytes: what follows may not be synced yet. */
  end: number;
  resource: string;
  /** The member that identifies an item. */
  identity: string;
}

/** All changes, taken one after the other. */
export class OwnValues {
  readonly #resources = new Map<string, OfResource>();
  readonly #marks: Mark[] = [];
  #formers: Former[] = [];
  /** What was taken back since the last other change of its resource. */
  #undone: Former[] = [];
  #crc = 0;
  #end = 0;
  /** Who made the last change. */
  who = '';

  /** Takes the lines of the file at `path` up to `end`, from where it was left. @throws StoreError */
  async readTo(files: FilePort, path: string, end: number): Promise<void> {
    if (end <= this.#end) return;
    const take = (text: string | null, at: number): void => void this.take(text ?? '', at);
    await linesBetween(files, path, longestChange, take, { from: this.#end, to: end });
    this.#end = end;
  }

  /** Takes a line that ends at `end` of the file; returns whether it made sense. */
  take(text: string, end: number): boolean {
    this.#crc = crc32(text, this.#crc);
    this.#end = end;
    const change = parseChange(text);
    if (change === null) return false;
    const { resource, columns, values } = change;
    const of = this.#of(resource);
    const former: Former = { change, columns: [], values: [] };
    const cells: [field: string, item: string][] = [];
    for (const column of columns) {
      const field = 'gone' in column ? column.gone : column.field;
      if (!of.columns.has(field))
        for (const [item] of this.notedIn(resource, field)) cells.push([field, item]);
      former.columns.push(of.columns.get(field) ?? { gone: field });
      if ('gone' in column) of.columns.delete(field);
      else of.columns.set(field, column);
      of.used.add(field);
    }
    for (const { field, who = change.who, at = change.at, items } of values) {
      for (const [item, value] of items) {
        const noted = of.items.get(item);
        former.values.push([field, item, noted?.get(field)]);
        cells.push([field, item]);
        if (value === null) noted?.delete(field);
        else of.items.set(item, (noted ?? new Map<string, Noted>()).set(field, { value, who, at }));
        if (noted?.size === 0) of.items.delete(item);
      }
    }
    this.#remember(former, change);
    this.who = change.undoes === undefined ? change.who : this.who;
    const gone = columns.flatMap((column) => ('gone' in column ? [column.gone] : []));
    this.#marks.push({ text: `${end} ${this.#crc}`, resource, cells, gone });
    return true;
  }

  #remember(former: Former, { resource, undoes }: Change): void {
    // Who codes from now on is no value.
    if (former.columns.length + former.values.length === 0) return;
    const isOther = ({ change }: Former): boolean => change.id !== undoes;
    const isUndone = undoes !== undefined && this.#undone.every(isOther);
    this.#formers = this.#formers.filter(isOther);
    this.#undone = this.#undone.filter((one) =>
      undoes === undefined ? one.change.resource !== resource : isOther(one),
    );
    const list = isUndone ? this.#undone : this.#formers;
    list.push(former);
    let count = list.reduce((sum, { values }) => sum + values.length, 0);
    while (list.length > mostUndone || (count > mostFormers && list.length > 1))
      count -= list.shift()!.values.length;
  }

  #of(resource: string): OfResource {
    const known = this.#resources.get(resource);
    if (known !== undefined) return known;
    const none: OfResource = { columns: new Map(), used: new Set(), items: new Map() };
    this.#resources.set(resource, none);
    return none;
  }

  columns(resource: string): OwnColumn[] {
    return [...(this.#resources.get(resource)?.columns.values() ?? [])];
  }

  /** Whether a column was ever known by this name. */
  isUsed(resource: string, field: string): boolean {
    return this.#resources.get(resource)?.used.has(field) === true;
  }

  noted(resource: string, field: string, item: string): Noted | undefined {
    return this.#resources.get(resource)?.items.get(item)?.get(field);
  }

  /** Yields all that is noted in a column. */
  *notedIn(resource: string, field: string): Generator<[item: string, noted: Noted]> {
    for (const [item, noted] of this.#resources.get(resource)?.items ?? []) {
      const one = noted.get(field);
      if (one !== undefined) yield [item, one];
    }
  }

  /** How many items have a value in a column, by whom, from when to when. */
  factsOf(resource: string, field: string) {
    const noted = [...this.notedIn(resource, field)].map(([, one]) => one);
    const times = noted.map(({ at }) => at).toSorted();
    const coders = [...new Set(noted.map(({ who }) => who))].filter((who) => who !== '').toSorted();
    return { items: noted.length, coders, from: times[0] ?? null, to: times.at(-1) ?? null };
  }

  /** Adds what is noted of a row to its members; returns the same row if that is nothing. */
  add(resource: string, identity: string, row: JsonObject): JsonObject {
    const of = this.#resources.get(resource);
    if (of === undefined || of.items.size === 0) return row;
    const noted = of.items.get(identityOf(row, identity) ?? '');
    if (noted === undefined) return row;
    const own: JsonObject = {};
    for (const field of of.columns.keys()) {
      const one = noted.get(field);
      if (one !== undefined) own[field] = one.value;
    }
    return { ...row, ...own };
  }

  /** What the latest change of a resource replaced that wasn't taken back; `redo`: the latest that was. */
  undoable(resource: string, redo: boolean): Former | undefined {
    return (redo ? this.#undone : this.#formers).findLast(
      ({ change }) => change.resource === resource,
    );
  }

  /** Identifies the file up to the last change. */
  get mark(): string {
    return this.#marks.at(-1)?.text ?? '';
  }

  /** What has changed of a resource since a mark; null: the mark is of another file. */
  since(mark: string, resource: string): NotedSince | null {
    const last = this.#marks.findLastIndex(({ text }) => text === mark);
    if (last === -1 && mark !== '') return null;
    const changed = new Map<string, Set<string>>();
    const gone = new Set<string>();
    for (const later of this.#marks.slice(last + 1)) {
      if (later.resource !== resource) continue;
      for (const field of later.gone) gone.add(field);
      for (const [field, item] of later.cells)
        changed.set(field, (changed.get(field) ?? new Set()).add(item));
    }
    return { changed, gone };
  }
}

/** Groups values by column, and by who gave them when. Without a note, an item has none. */
export function groupsOf(values: readonly Cell[]): Change['values'] {
  const groups = new Map<string, Change['values'][number]>();
  for (const [field, item, noted] of values) {
    const by = noted && { who: noted.who, at: noted.at };
    const key = JSON.stringify([field, by]);
    const group = groups.get(key) ?? { field, ...by, items: [] };
    group.items.push([item, noted?.value ?? null]);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const parseChange = (text: string): Change | null =>
  changeSchema.safeParse(jsonIn(text)).data ?? null;

/** Returns a row's ID as text, as in views; null if it is empty, since such rows are all different. */
export function identityOf(row: JsonObject | null | undefined, field: string): string | null {
  if (row == null || !Object.hasOwn(row, field)) return null;
  const value = row[field] ?? null;
  if (value === null || value === '') return null;
  return typeof value === 'string' ? value : stringifyJson(value);
}

// The file, and what others may do with it.

/** What is noted of a resource's items, for whoever reads rows. */
export interface OwnRows {
  columns: () => Column[];
  /** Adds it to a row's members. */
  add: (row: JsonObject) => JsonObject;
  /** Where the column store finds it; null if nothing ever was. */
  source: () => OwnSource | null;
  /** Grows with every change. */
  revision: () => number;
  /** Of all resources. */
  values: OwnValues;
}

/** How values of a kind are shown, and of what type they are. */
const shownAs: Readonly<Record<OwnKind, Pick<Column, 'meaning' | 'type'>>> = {
  code: { meaning: 'code', type: 'text' },
  codes: { meaning: 'list', type: 'list' },
  yesNo: { meaning: 'boolean', type: 'boolean' },
  number: { meaning: 'number', type: 'number' },
  note: { meaning: 'text', type: 'text' },
};

export interface CodesStore {
  readonly notices: readonly Notice[];
  readonly values: OwnValues;
  of(resource: Pick<Resource, 'id' | 'identity'>): OwnRows;
  /**
   * Appends the change that `decide` returns when its turn comes, from what the changes before it have left;
   * null: none. Resolves with it when it survives a power loss.
   * @throws StoreError, or what `decide` throws; then nothing has changed.
   */
  change(decide: () => NewChange | null): Promise<NewChange | null>;
}

const words = {
  damaged: {
    code: 'codes_damaged',
    message:
      'Part of your codes and notes can’t be read. Their file is kept as it is; the others are here.',
  },
  torn: {
    code: 'codes_torn',
    message:
      'The program was stopped while one of your codes was being saved. The unfinished line was set aside; check whether the last one is there.',
  },
  readOnly: {
    code: 'codes_read_only',
    failed: 'Your codes and notes can’t be changed.',
    advice: 'Check the disk and the data folder, then restart the program.',
  },
};

/**
 * Opens what is noted in a data folder. The file is made with the first change.
 * @throws StoreError
 */
export async function openCodes(
  dataFolder: string,
  files: FilePort = nodeFiles,
): Promise<CodesStore> {
  const path = join(dataFolder, ownValuesName);
  const values = new OwnValues();
  const changes = new Serial();
  let end = 0;
  const rules = {
    ...words,
    longest: longestChange,
    now: now(),
    onLine(text: string, at: number): boolean {
      end = at;
      return values.take(text, at);
    },
  };
  const open = (): Promise<LineFile> => LineFile.open(files, path, rules);
  // Where it can't be read, everything else in the folder can be used all the same.
  let lines =
    lstatSync(path, { throwIfNoEntry: false }) === undefined
      ? null
      : await open().catch((error: unknown) => LineFile.unreadable(error, rules));
  const notices = lines?.notices ?? [];

  return {
    notices,
    values,

    of: ({ id: resource, identity }) => ({
      columns: () => values.columns(resource).map(columnOf),
      add: (row) => values.add(resource, identity, row),
      source: () => (end === 0 ? null : { path, end, resource, identity }),
      revision: () => end,
      values,
    }),

    change: (decide) =>
      changes.run(async () => {
        const decided = decide();
        if (decided === null) return null;
        const { columns = [], values: groups = [], ...change } = decided;
        lines ??= await open();
        const id = randomBytes(9).toString('base64url');
        const line = { v: 1, id, at: isoTime(), ...change, columns, values: groups };
        // What could not be read again isn't written.
        const text = JSON.stringify(changeSchema.parse(line));
        if (Buffer.byteLength(text) > longestChange) {
          throw refused('This is too much to change at once.', 'Select fewer rows.');
        }
        end = await lines.append([Buffer.from(`${text}\n`)]);
        values.take(text, end);
        return decided;
      }),
  };
}

function columnOf(own: OwnColumn): Column {
  return { field: own.field, label: own.name, ...shownAs[own.kind], usual: true, own };
}
