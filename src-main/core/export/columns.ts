/** The columns of a file, their order and their names. */
import { ownTimeZone } from '#shared/time-zone.ts';
import {
  earlierRowsField,
  inputField,
  isOwnField,
  ownPrefix,
  threadField,
} from '#shared/contract/list.ts';
import type { OwnColumn } from '#shared/contract/codes.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ExportSpec } from '#shared/contract/export/export.ts';
import { columnsOf } from '../runs/live-run.ts';
import { type ColumnType, widen } from '../store/known-columns.ts';
import type { LiveRun } from '../runs/live-run.ts';
import type { StoredAs } from '../store/columns/column-store.ts';
import { addedTo, originFields, unused } from './selection.ts';
import type { Added } from './selection.ts';

export interface OutputColumn {
  /** The member of the items that it is, or is part of; null: the run that a row belongs to. */
  member: string | null;
  /** The name in the file. */
  name: string;
  /** The service's name, dotted for part of an object. */
  field: string;
  label: string;
  /** Of the service's values. */
  type: ColumnType;
  /** A person's own column. */
  own?: OwnColumn | undefined;
  /** Its values are moments, according to the catalogue. */
  isDate?: boolean;
  /** Of moments, days and lists, in a format that has these: as what it was written. Known afterwards. */
  stored?: StoredAs | undefined;
}

export interface WrittenColumn extends Pick<
  OutputColumn,
  'name' | 'field' | 'label' | 'type' | 'own' | 'stored'
> {
  /** Rows in which it is present and not null; null when not counted. */
  filled: number | null;
}

/** What a format does with columns and values; what it doesn't say is as the service sent it. */
export interface CellOptions {
  dates?: 'asGiven' | 'utc' | 'local';
  objects?: 'json' | 'columns';
  lists?: 'json' | 'joined';
  /** It has lists of its own: those that aren't joined stay lists. */
  hasLists?: boolean;
  headers?: 'names' | 'labels' | 'none';
  /** It has dates, which have no time zone. */
  hasDates?: boolean;
  /** It takes `id` and `Id` for one column, and every column needs a name. */
  isDatabase?: boolean;
  /** A name may have any characters. */
  isJson?: boolean;
}

/** A column before it is named. */
export type SourceColumn = Omit<OutputColumn, 'name'>;

const originColumn = (of: Added, label: string, meaning: 'id' | 'date' | 'number'): Column => ({
  field: originFields[of],
  label,
  meaning,
  type: meaning === 'number' ? 'integer' : 'text',
  usual: true,
});

/** Columns that the program adds. */
const originColumns: Readonly<Record<Added, Column>> = {
  inputRow: originColumn('inputRow', 'Input row', 'number'),
  collectedAt: originColumn('collectedAt', 'Collected at', 'date'),
  depth: originColumn('depth', 'Depth', 'number'),
  thread: originColumn('thread', 'Thread', 'id'),
};
/** Files call these without the underscore. */
const ours: ReadonlySet<string> = new Set([
  inputField,
  earlierRowsField,
  ...Object.values(originFields),
]);

/** The union over all rows of all runs, not only of the first. */
export function allColumns(runs: readonly LiveRun[]): Column[] {
  const all = new Map<string, Column>();
  for (const run of runs) {
    for (const column of columnsOf(run)) {
      const before = all.get(column.field);
      all.set(column.field, before === undefined ? column : merged(before, column));
    }
  }
  return [...all.values()];
}

/** A column of several runs. Where they differ it counts as text, since people can be named in texts. */
function merged(before: Column, now: Column): Column {
  if (before.type === 'empty') return now;
  const isAlike = now.type === 'empty' || now.meaning === before.meaning;
  const meaning = isAlike ? before.meaning : 'text';
  return { ...before, meaning, type: widen(before.type, now.type) };
}

/** The columns of the runs as chosen by the person. */
export function chosenColumns(runs: readonly LiveRun[], spec: ExportSpec): Column[] {
  const all = new Map(allColumns(runs).map((column) => [column.field, column]));
  const wanted = spec.columns === null ? [...all.values()] : pick(all, spec.columns);
  const dropped = new Set(spec.privacy?.drop);
  // It names an item by the same ID.
  if (dropped.has(spec.view.thread?.identity ?? inputField)) dropped.add(threadField);
  const own = wanted.filter(({ field }) => field === inputField);
  const origin = addedTo(spec).map((one) => originColumns[one]);
  const items = wanted.filter(({ field }) => field !== inputField);
  const chosen = origin.length === 0 ? wanted : [...own, ...origin, ...items];
  return chosen.filter(({ field }) => !dropped.has(field));
}

/** Keeps a chosen column that no row has, as an empty one. */
const pick = (all: ReadonlyMap<string, Column>, fields: readonly string[]): Column[] =>
  [...new Set(fields)].map(
    (field) =>
      all.get(field) ?? {
        field,
        label: field,
        meaning: 'text',
        type: 'empty',
        usual: true,
      },
  );

/** Each chosen column itself; with several runs, the run first. */
export function sourceColumns(columns: readonly Column[], severalRuns: boolean): SourceColumn[] {
  const run = { member: null, field: ownName('run', columns), label: 'Run', type: 'text' } as const;
  return [
    ...(severalRuns ? [run] : []),
    ...columns.map(({ field, label, type, meaning, own }) => ({
      member: field,
      field: fileField(field, columns),
      label,
      type,
      isDate: meaning === 'date',
      ...(own && { own }),
    })),
  ];
}

function fileField(field: string, columns: readonly Column[]): string {
  if (isOwnField(field)) return ownName(field.slice(ownPrefix.length), columns);
  return ours.has(field) ? ownName(field.slice(1), columns) : field;
}

/** Gives columns their names in the file, which are unique. */
export function nameColumns<Source extends SourceColumn>(
  columns: readonly Source[],
  format: CellOptions,
): (Source & { name: string })[] {
  const { isDatabase = false, isJson = false } = format;
  const key = (name: string): string => (isDatabase ? name.toLowerCase() : name);
  const used = new Set<string>();
  return columns.map((column) => {
    const wanted = wantedName(column, format);
    // A lone surrogate and NUL are written as �, which must not make two names equal.
    const whole = isJson ? wanted : wanted.replaceAll(/[\0\p{Surrogate}]/gu, '�');
    const base = isDatabase ? whole || 'unnamed' : whole;
    const name = unused(base, (candidate) => used.has(key(candidate)));
    used.add(key(name));
    return { ...column, name };
  });
}

/**
 * The name of a column unless another one has it. A workbook's dates have no time zone, so plain words
 * name the zone.
 */
export function wantedName(
  { field, label, isDate = false }: Pick<SourceColumn, 'field' | 'label' | 'isDate'>,
  { headers, hasDates = false, dates = 'asGiven' }: CellOptions,
): string {
  if (headers !== 'labels') return field;
  if (!hasDates || dates === 'asGiven' || !isDate) return label;
  return `${label} (${dates === 'utc' ? 'UTC' : ownTimeZone().name})`;
}

/** Counts columns whose names in the file are neither the service's nor the wanted plain words. */
export const renamedOf = (columns: readonly OutputColumn[], format: CellOptions): number =>
  columns.filter((column) => column.name !== wantedName(column, format)).length;

/** The name of one of our own columns, unless the items have a member with that name. */
function ownName(wanted: string, columns: readonly Column[]): string {
  const fields = new Set(columns.map(({ field }) => field));
  return unused(wanted, (name) => fields.has(name));
}

/** Returns columns as a sheet records them; `filled`: the number of rows with a value in each, if known. */
export const writtenColumns = (
  columns: readonly OutputColumn[],
  filled: readonly number[] | null,
): WrittenColumn[] =>
  columns.map((column, at) => Object.assign({}, column, { filled: filled?.[at] ?? null }));
