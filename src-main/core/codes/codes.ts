/**
 * A person's own columns: what they are, what is noted in them, and taking it back. It is kept with the project
 * (`../store/own-values.ts`) and joined to rows wherever these are read; nothing of it is ever sent.
 */
import { quoted } from '#shared/characters.ts';
import { countOf, grouping } from '#shared/counts.ts';
import { isOwnField, ownPrefix } from '#shared/contract/list.ts';
import { mostCoded, mostCodes, valueSchemas } from '#shared/contract/codes.ts';
import type {
  Codes,
  ColumnChange,
  ColumnsAgreement,
  OwnColumn,
  OwnValue,
  ValueChange,
} from '#shared/contract/codes.ts';
import type { HandlersOf } from '../dispatch.ts';
import { isDeepStrictEqual } from 'node:util';
import { refused } from '../problem-error.ts';
import type { ProblemError } from '../problem-error.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { folderName } from '../project/folders.ts';
import type { FileMakers } from '../save-as.ts';
import type { Views } from '../runs/views.ts';
import { agreementOf } from './agreement.ts';
import { codebookOf, coderOf, itemsOf, mergedCodes, readCodes, writeCodes } from './codes-file.ts';
import type { CodesFile } from './codes-file.ts';
import { groupsOf } from '../store/own-values.ts';
import type { Cell, Change, CodesStore, NewChange } from '../store/own-values.ts';

/** Files of what is noted of a resource's items. */
export function codesFiles({
  codes,
  creator,
}: Pick<CodesDeps, 'codes' | 'creator'>): Pick<FileMakers, 'codes' | 'codebook'> {
  const { values } = codes;
  return {
    codes: async ({ resource }) => {
      const who = values.who || creator();
      // Columns of two nameless coders would be one where they are taken in.
      if (who === '') {
        throw refused(
          'The file has to say whose codes these are.',
          'Choose “Who codes…”, enter your initials or name, and save the codes again.',
        );
      }
      return { name: `codes ${folderName(who)}.json`, content: writeCodes(values, resource, who) };
    },
    codebook: async ({ resource }) => {
      const lines = codebookOf(values, resource);
      return { name: 'codebook.md', content: ['# Codebook', '', ...lines].join('\n') };
    },
  };
}

export interface CodesDeps {
  codes: CodesStore;
  live: (runId: string) => Promise<LiveRun>;
  views: Pick<Views, 'chosen'>;
  /** Who works on the project, if they said so. */
  creator: () => string;
  /** Something changed in what is noted of a resource's items. */
  changed: (resource: string) => void;
}

/** Methods about own columns; and `takeBack` of what a dataset has of them. */
export function createCodes({ codes, live, views, creator, changed: tell }: CodesDeps): {
  handlers: HandlersOf<`codes.${string}`>;
  takeBack: (texts: readonly string[]) => Promise<void>;
} {
  const { values } = codes;
  const coder = (): string => values.who || creator();
  type Decided = Omit<NewChange, 'resource' | 'who'> & { who?: string };
  /** Decides in its turn: of two changes at once, the second begins with what the first has left. */
  const change = async (resource: string, decide: () => Decided | null): Promise<void> => {
    const changed = await codes.change(() => {
      const decided = decide();
      return decided && { resource, who: coder(), ...decided };
    });
    if (changed !== null) tell(resource);
  };
  const told = (resource: string): Codes => ({
    columns: values.columns(resource),
    who: coder(),
    undo: values.undoable(resource, false)?.change.what ?? null,
    redo: values.undoable(resource, true)?.change.what ?? null,
  });
  const columnIn = (resource: string, field: string): OwnColumn => {
    const column = values.columns(resource).find((one) => one.field === field);
    if (column !== undefined) return column;
    throw refused('This column was removed.', 'Undo it, or choose another column.');
  };

  const handlers: ReturnType<typeof createCodes>['handlers'] = {
    'codes.list': async ({ resource }) => told(resource),

    'codes.change': async ({ resource, change: asked }) => {
      await change(resource, () => columnsAfter(resource, asked));
      return told(resource);
    },

    'codes.set': async ({ runId, field, change: asked, ...of }) => {
      const run = await live(runId);
      const rows = await views.chosen(run, of);
      if (rows.length > mostCoded) {
        throw refused(
          `At most ${grouping(mostCoded)} rows can be coded at once.`,
          'Select fewer rows.',
        );
      }
      const { items, withoutId } = await itemsOf(run, rows);
      const { id: resource } = run.resource;
      await change(resource, () => {
        const column = columnIn(resource, field);
        const next = [...items].flatMap((item): [string, OwnValue][] => {
          const before = values.noted(resource, field, item)?.value ?? null;
          const after = changedValue(column, before, asked);
          return isDeepStrictEqual(before, after) ? [] : [[item, after]];
        });
        if (next.length === 0) return null;
        const what = `${countOf(next.length, 'value')} of ${quoted(column.name)}`;
        return { what, values: [{ field, items: next }] };
      });
      return { ...told(resource), items: items.size, withoutId };
    },

    'codes.take': async ({ text, runId }) => {
      const { resource, who, columns } = readCodes(text);
      if (columns.length === 0) throw refused('There are no codes in this file.');
      const run = await live(runId);
      const { items } =
        run.resource.id === resource ? await itemsOf(run) : { items: new Set<string>() };
      const names = await takeIn({ resource, who, columns }, false);
      const all = columns.flatMap(({ values: noted }) => noted);
      const ofRun = all.filter(({ item }) => items.has(item)).length;
      return { columns: names, values: all.length, ofRun };
    },

    'codes.agreement': async ({ runId, view, fields }) => {
      const run = await live(runId);
      const { id: resource } = run.resource;
      const [one, other] = [columnIn(resource, fields[0]), columnIn(resource, fields[1])];
      const rows = await views.chosen(run, { view, rows: null, spans: null });
      const { items } = await itemsOf(run, rows);
      const pairs = Array.from(items, (item) =>
        fields.map((field) => values.noted(resource, field, item)?.value ?? null),
      ).filter((pair) => pair.some((value) => value !== null));
      return columnsAgreement(one, other, pairs);
    },

    'codes.undo': async ({ resource, redo }) => {
      const undone = await codes.change(() => {
        const former = values.undoable(resource, redo);
        if (former === undefined) return null;
        const { id, what } = former.change;
        const before = { columns: former.columns, values: groupsOf(former.values) };
        return { resource, what, who: coder(), undoes: id, ...before };
      });
      if (undone !== null) tell(undone.resource);
      return { undone: undone?.what ?? null };
    },
  };

  return {
    handlers,
    async takeBack(texts) {
      for (const file of mergedCodes(texts.map(readCodes))) await takeIn(file, true);
    },
  };

  /** What a change makes of a resource's columns. */
  function columnsAfter(resource: string, asked: ColumnChange): Decided {
    if (asked.kind === 'coder') return { what: 'Who codes', who: asked.who };
    if (asked.kind === 'remove') {
      return {
        what: `The column ${quoted(columnIn(resource, asked.field).name)} removed`,
        columns: [{ gone: asked.field }],
      };
    }
    const { field, renamed } = asked;
    const known = field === null ? null : columnIn(resource, field);
    const column: OwnColumn = {
      ...asked.column,
      kind: known?.kind ?? asked.column.kind,
      field: field ?? unusedField(asked.column.name, (one) => values.isUsed(resource, one)),
    };
    checkColumn(column, values.columns(resource));
    return {
      what: `The column ${quoted(column.name)}`,
      columns: [column],
      values: valuesAfter(resource, column, renamed),
    };
  }

  /**
   * Takes columns in beside one's own; returns their names. What was taken in before of the same coder is replaced.
   * @param isBack of a dataset: into columns of the same coder, if they are here; nothing here is overwritten.
   */
  async function takeIn(
    { resource, who, columns }: Omit<CodesFile, 'kind' | 'version'>,
    isBack: boolean,
  ): Promise<string[]> {
    const names: string[] = [];
    await change(resource, () => {
      const known = values.columns(resource);
      /** The column here that has the same person's values, or can be theirs. */
      const sameOf = (from: OwnColumn): OwnColumn | undefined => {
        const here = known.find(({ field, name }) => field === from.field || name === from.name);
        if (here === undefined) return values.isUsed(resource, from.field) ? undefined : from;
        const isTheirs =
          who === coderOf(values, creator()) ||
          [...values.notedIn(resource, here.field)].every(([, noted]) => noted.who === who);
        return isTheirs && here.field === from.field && here.kind === from.kind ? here : undefined;
      };
      const taken = takenColumns(resource, who, columns).map(({ from, column, values: given }) => ({
        values: given,
        column: (isBack ? sameOf(from) : undefined) ?? column,
      }));
      names.push(...taken.map(({ column }) => column.name));
      const cells = taken.flatMap(({ values: noted, column: { field } }): Cell[] => {
        const now = new Map(noted.map(({ item, ...one }) => [item, one]));
        const before = Array.from(values.notedIn(resource, field), ([item]) => item);
        if (isBack) for (const item of before) now.delete(item);
        const items = isBack ? now.keys() : new Set([...before, ...now.keys()]);
        return Array.from(items, (item) => [field, item, now.get(item)]);
      });
      const added = taken.flatMap(({ column }) =>
        known.some((one) => isDeepStrictEqual(one, column)) ? [] : [column],
      );
      if (isBack && cells.length + added.length === 0) return null;
      const what = `${countOf(taken.length, 'column')} of ${who}`;
      return { what, columns: added, values: groupsOf(cells) };
    });
    return names;
  }

  /** Those of another coder's file: the columns that had them before, otherwise new ones beside one's own. */
  function takenColumns(resource: string, who: string, columns: CodesFile['columns']) {
    const known = values.columns(resource);
    const names = new Set<string>();
    const used = new Set<string>();
    const isUsed = (field: string): boolean => values.isUsed(resource, field) || used.has(field);
    return columns.map(({ column, values: given }) => {
      const found = (name: string): OwnColumn | undefined => known.find((one) => one.name === name);
      const isFree = (name: string): boolean =>
        !names.has(name) && (found(name)?.kind ?? column.kind) === column.kind;
      const of = column.name.slice(0, 60).toWellFormed();
      const base = `${of} (${who.slice(0, 30).toWellFormed()})`;
      let name = base;
      // Long names may begin alike.
      for (let number = 2; !isFree(name); number++) name = `${base} ${number}`;
      const field = found(name)?.field ?? unusedField(name, isUsed);
      names.add(name);
      used.add(field);
      return { values: given, from: column, column: { ...column, name, field } };
    });
  }

  /** The values of codes that have another name or order now, by whom and when they were given. */
  function valuesAfter(
    resource: string,
    column: OwnColumn,
    renamed: readonly (readonly [to: string, from: string])[],
  ): Change['values'] {
    const { field, kind } = column;
    if (kind !== 'code' && kind !== 'codes') return [];
    const names = new Map(renamed.map(([to, from]) => [from, to]));
    const as = (code: string): string => names.get(code) ?? code;
    const changed = [...values.notedIn(resource, field)].flatMap(([item, noted]): Cell[] => {
      const { value } = noted;
      const after = Array.isArray(value) ? inOrder(column, value.map(as)) : as(String(value));
      return isDeepStrictEqual(after, value) ? [] : [[field, item, { ...noted, value: after }]];
    });
    return groupsOf(changed);
  }
}

/** Of numbers by how far they are apart, of codes for each one, and of notes whether they are the same. */
function columnsAgreement(
  one: OwnColumn,
  other: OwnColumn,
  pairs: readonly (readonly OwnValue[])[],
): ColumnsAgreement {
  const text = (value: OwnValue): string | number | null =>
    typeof value === 'number' || value === null ? value : String(value);
  const codes = [...new Set([...one.codes, ...other.codes].map(({ name }) => name))];
  const has = (value: OwnValue, code: string): string | null =>
    value === null ? null : String([value].flat().includes(code));
  const metric = one.kind === 'number' && other.kind === 'number' ? 'interval' : 'nominal';
  const isList = one.kind === 'codes' || other.kind === 'codes';
  return {
    all: isList
      ? null
      : agreementOf(
          pairs.map((pair) => pair.map(text)),
          metric,
        ),
    codes: codes.map((code) => {
      const given = pairs.map((pair) => pair.map((value) => has(value, code)));
      return Object.assign(agreementOf(given, 'nominal'), { code });
    }),
    only: [
      pairs.filter(([, second]) => second === null).length,
      pairs.filter(([first]) => first === null).length,
    ],
  };
}

/** @throws ProblemError when a person could not tell it from another one. */
function checkColumn({ field, name, codes }: OwnColumn, all: readonly OwnColumn[]): void {
  if (all.some((one) => one.field !== field && one.name === name)) {
    throw refused(`You have a column ${quoted(name)} already.`, 'Give this one another name.');
  }
  const names = codes.map((code) => code.name);
  const twice = names.find((one, at) => names.indexOf(one) !== at);
  if (twice !== undefined) {
    throw refused(`The code ${quoted(twice)} is there twice.`, 'Give one of them another name.');
  }
}

/** Returns a name for a new column’s member that no column ever had. */
function unusedField(name: string, isUsed: (field: string) => boolean): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60)
    .toWellFormed();
  const base = `${ownPrefix}${slug || 'column'}`;
  for (let number = 1; ; number++) {
    const field = number === 1 ? base : `${base}_${number}`;
    if (isOwnField(field) && !isUsed(field)) return field;
  }
}

/**
 * Returns what a value becomes. A code that the column no longer has stays where it was given, until it is taken away.
 * @throws ProblemError when the column can’t have it.
 */
function changedValue(column: OwnColumn, before: OwnValue, change: ValueChange): OwnValue {
  if (change.kind === 'set') return fittingValue(column, change.value);
  const { code } = change;
  const isAdded = change.kind === 'add';
  if (column.kind !== 'codes' || (isAdded && !isCodeOf(column, code))) throw unfitting(column);
  const others = (Array.isArray(before) ? before : []).filter((one) => one !== code);
  const after = inOrder(column, isAdded ? [...others, code] : others);
  if (after.length > mostCodes) {
    throw refused(`An item can have at most ${mostCodes} codes.`, 'Take one away first.');
  }
  return after.length === 0 ? null : after;
}

/** Codes in the column's order, then those that it no longer has. */
function inOrder({ codes }: OwnColumn, given: readonly string[]): string[] {
  const names = codes.map(({ name }) => name).filter((name) => given.includes(name));
  return [...names, ...new Set(given.filter((name) => !names.includes(name)))];
}

function fittingValue(column: OwnColumn, given: OwnValue): OwnValue {
  const { kind } = column;
  const value = typeof given === 'string' ? given.toWellFormed().trim() : given;
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null;
  const isOfList = kind === 'code' || kind === 'codes';
  const isCode = (one: unknown): boolean => !isOfList || isCodeOf(column, one);
  if (!valueSchemas[kind].safeParse(value).success || ![value].flat().every(isCode))
    throw unfitting(column);
  return Array.isArray(value) ? inOrder(column, value) : value;
}

const isCodeOf = ({ codes }: OwnColumn, text: unknown): boolean =>
  codes.some(({ name }) => name === text);

const unfitting = ({ name }: OwnColumn): ProblemError =>
  refused(`${quoted(name)} can’t have this value.`, 'Choose one of its codes.');
