/** The columns of a file, their order and their names. */
import { ownTimeZone } from '#shared/time-zone.ts';
import { inputField } from '#shared/contract/list.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ExportSpec, Origin } from '#shared/contract/export/export.ts';
import type { FormatOptions } from '#shared/contract/export/formats.ts';
import { columnsOf } from '../runs/live-run.ts';
import { type ColumnType, widen } from '../store/known-columns.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { originFields, unused } from './selection.ts';

/** A member of the items, or part of one; with several runs also the run a row belongs to. */
type ColumnSource =
  | { kind: 'run' }
  /**
   * `path` leads into objects. `flattened`: the members of an object found there have their own columns, so
   * nothing is written here.
   */
  | { kind: 'member'; field: string; path: readonly string[]; flattened: boolean };

export interface OutputColumn {
  source: ColumnSource;
  /** The name in the file. */
  name: string;
  /** The service's name, dotted for part of an object. */
  field: string;
  label: string;
  /** Of the service's values. */
  type: ColumnType;
  /** Its values are moments, according to the catalogue. */
  isDate?: boolean;
}

/** Our own columns, and their names in files. */
const originColumns: Readonly<Record<Origin, Column>> = {
  inputRow: {
    field: originFields.inputRow,
    label: 'Input row',
    meaning: 'number',
    type: 'integer',
    usual: true,
  },
  collectedAt: {
    field: originFields.collectedAt,
    label: 'Collected at',
    meaning: 'date',
    type: 'text',
    usual: true,
  },
};
const ownNames: Readonly<Record<string, string>> = {
  [inputField]: 'input',
  [originFields.inputRow]: 'input_row',
  [originFields.collectedAt]: 'collected_at',
};

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
  const own = wanted.filter(({ field }) => field === inputField);
  const origin = spec.origin.map((one) => originColumns[one]);
  const items = wanted.filter(({ field }) => field !== inputField);
  const chosen = origin.length === 0 ? wanted : [...own, ...origin, ...items];
  return chosen.filter(({ field }) => !dropped.has(field));
}

/** Keeps a chosen column that no row has, as an empty one. */
function pick(all: ReadonlyMap<string, Column>, fields: readonly string[]): Column[] {
  return [...new Set(fields)].map(
    (field) =>
      all.get(field) ?? {
        field,
        label: field,
        meaning: 'text',
        type: 'empty',
        usual: true,
      },
  );
}

const runColumn = { source: { kind: 'run' }, label: 'Run', type: 'text' } as const;

/** Columns before they are named: each chosen column itself; with several runs, the run first. */
export function plainSources(
  columns: readonly Column[],
  severalRuns: boolean,
): Omit<OutputColumn, 'name'>[] {
  return [
    ...(severalRuns ? [{ ...runColumn, field: ownName('run', columns) }] : []),
    ...columns.map(({ field, label, type, meaning }) => ({
      source: { kind: 'member', field, path: [], flattened: false } as const,
      // A member of the items may be named `__proto__`.
      field: Object.hasOwn(ownNames, field) ? ownName(ownNames[field] ?? field, columns) : field,
      label,
      type,
      isDate: meaning === 'date',
    })),
  ];
}

/** Gives columns their names in the file, which are unique. */
export function nameColumns(
  columns: readonly Omit<OutputColumn, 'name'>[],
  format: FormatOptions,
): OutputColumn[] {
  // DuckDB treats `id` and `Id` as one column, and every column needs a name.
  const key = (name: string): string => (format.kind === 'parquet' ? name.toLowerCase() : name);
  const used = new Set<string>();
  return columns.map((column) => {
    const wanted = wantedName(column, format);
    // A lone surrogate and NUL are written as �, which must not make two names equal.
    const whole = format.kind === 'jsonl' ? wanted : wanted.replaceAll(/[\0\p{Surrogate}]/gu, '�');
    const base = format.kind === 'parquet' ? whole || 'unnamed' : whole;
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
  { field, label, isDate = false }: Pick<OutputColumn, 'field' | 'label' | 'isDate'>,
  format: FormatOptions,
): string {
  if (!('headers' in format) || format.headers !== 'labels') return field;
  if (format.kind !== 'xlsx' || format.dates === 'asGiven' || !isDate) return label;
  return `${label} (${format.dates === 'utc' ? 'UTC' : ownTimeZone().name})`;
}

/** The name of one of our own columns, unless the items have a member with that name. */
function ownName(wanted: string, columns: readonly Column[]): string {
  const fields = new Set(columns.map(({ field }) => field));
  return unused(wanted, (name) => fields.has(name));
}
