/** Which columns a file has, in which order and under which names. */
import { inputField } from '#shared/contract/list.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ExportSpec, Origin } from '#shared/contract/export/export.ts';
import type { FormatOptions } from '#shared/contract/export/formats.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { originFields, unused } from './selection.ts';

/** A member of the items, or part of one; with several runs also the run a row is of. */
type ColumnSource =
  | { kind: 'run' }
  /**
   * `path` leads into objects. `flattened`: an object found there has columns of its own for its
   * members, so nothing is written here.
   */
  | { kind: 'member'; field: string; path: readonly string[]; flattened: boolean };

export interface OutputColumn {
  source: ColumnSource;
  /** As in the file. */
  name: string;
  /** The service's name, dotted for part of an object. */
  field: string;
  label: string;
  /** Its values are moments, as far as is known. */
  isDate?: boolean;
}

/** Columns of ours, and their names in files. */
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

/** The union over all rows of all runs, never only the first. */
export function allColumns(runs: readonly LiveRun[]): Column[] {
  const all = new Map<string, Column>();
  for (const { tally } of runs) {
    for (const column of tally.columns()) if (!all.has(column.field)) all.set(column.field, column);
  }
  return [...all.values()];
}

/** Columns of the runs as the person chose them. */
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

/** A column that was chosen and that no row has stays, empty. */
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

/** Before names are given: each chosen column by itself, with several runs the run's first. */
export function plainSources(
  columns: readonly Column[],
  severalRuns: boolean,
): Omit<OutputColumn, 'name'>[] {
  return [
    ...(severalRuns
      ? [{ source: { kind: 'run' } as const, field: ownName('run', columns), label: 'Run' }]
      : []),
    ...columns.map(({ field, label, meaning }) => ({
      source: { kind: 'member', field, path: [], flattened: false } as const,
      // Fields may be called `constructor`.
      field: Object.hasOwn(ownNames, field) ? ownName(ownNames[field] ?? field, columns) : field,
      label,
      isDate: meaning === 'date',
    })),
  ];
}

/** Gives columns the names they have in the file. Two never have the same. */
export function nameColumns(
  columns: readonly Omit<OutputColumn, 'name'>[],
  format: FormatOptions,
): OutputColumn[] {
  // DuckDB takes `id` and `Id` for one column, and none may be without a name.
  const key = (name: string): string => (format.kind === 'parquet' ? name.toLowerCase() : name);
  const used = new Set<string>();
  return columns.map((column) => {
    const wanted = wantedName(column, format);
    // Half a character is written as �, and two names must not become one by that.
    const whole = format.kind === 'jsonl' ? wanted : wanted.replaceAll(/\p{Surrogate}/gu, '�');
    const base = format.kind === 'parquet' ? whole.replaceAll('\0', '�') || 'unnamed' : whole;
    const name = unused(base, (candidate) => used.has(key(candidate)));
    used.add(key(name));
    return { ...column, name };
  });
}

/**
 * The name that a column gets unless another has it. A workbook's dates have no time zone, so that
 * plain words say which clock they are of.
 */
export function wantedName(
  { field, label, isDate = false }: Omit<OutputColumn, 'name' | 'source'>,
  format: FormatOptions,
): string {
  if (!('headers' in format) || format.headers !== 'labels') return field;
  if (format.kind !== 'xlsx' || format.dates === 'asGiven' || !isDate) return label;
  return `${label} (${format.dates === 'utc' ? 'UTC' : ownZone()})`;
}

/** Of this computer. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The name of a column of ours, unless the items have a member of that name. */
function ownName(wanted: string, columns: readonly Column[]): string {
  const fields = new Set(columns.map(({ field }) => field));
  return unused(wanted, (name) => fields.has(name));
}
