/**
 * The rows of an export as one relation: those of all its runs, with people replaced and columns left out. Only
 * here it is decided how they are read: with SQL from the columns that runs have anyway, about four times as
 * fast, if those say everything that a file must state; otherwise from the log, or from columns made for one
 * question. `5` and `"5"` in one column, rewritten dates or pseudonyms are not in a run's own columns.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { memberOf } from '#shared/catalogue/types.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ExportSpec } from '#shared/contract/export/export.ts';
import { earlierRowsField, inputField, isOwnField, threadField } from '#shared/contract/list.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { JsonObject } from '../json/index.ts';
import { renameFirstMember, stringifyJson } from '../json/index.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { ColumnsError } from '../store/columns/column-store.ts';
import type {
  Answer,
  Asked,
  AskedKind,
  ColumnStore,
  Copy,
  CopyColumn,
} from '../store/columns/column-store.ts';
import { PageLog } from '../store/page-log.ts';
import { StoreError } from '../store/store-error.ts';
import type { Counted } from './changes.ts';
import { DateCell, loneSurrogatesIn, Shape } from './cells.ts';
import type { Cell } from './cells.ts';
import { chosenColumns, nameColumns, renamedOf, sourceColumns, writtenColumns } from './columns.ts';
import type { CellOptions, OutputColumn, SourceColumn, WrittenColumn } from './columns.ts';
import { rowsDiffer } from './deliver.ts';
import type { Progress } from './deliver.ts';
import type { People } from './privacy/people.ts';
import { labelsWithoutPeople } from './privacy/replacer.ts';
import type { Replacer } from './privacy/replacer.ts';
import {
  addedTo,
  filter,
  findUnreadable,
  rowBatches,
  selectedCount,
  selectRows,
  seqsOf,
  take,
} from './selection.ts';
import type { SelectedRun, SelectionDeps } from './selection.ts';
import type { TempFolder } from './temp-folder.ts';

export interface ReadingDeps {
  columnStore: ColumnStore;
  tempFolder: TempFolder;
  signal: AbortSignal;
  /** For errors that another way of reading avoids. */
  report: (error: unknown) => void;
}

interface RowsOf {
  spec: ExportSpec;
  runs: readonly LiveRun[];
  selection: readonly SelectedRun[];
  /** Null when no values are replaced. */
  replacer: Replacer | null;
}

/** What was read for a file, once all of it has been. */
export interface RowsRead {
  rows: number;
  columns: WrittenColumn[];
  /** What could not be read or written unchanged, counted. */
  lost: Partial<Record<Counted, number>>;
}

interface Reading<T> {
  columns: readonly OutputColumn[];
  /** Can only be read once. */
  content: T;
  /** Once it has been read: the rows that there must be. */
  expected: () => number;
  /** @param mayHaveLost whether U+FFFD was in it, which may have been a lone surrogate. */
  read: (mayHaveLost: boolean) => Promise<RowsRead>;
}

/** Paths of files that the column store wrote, without headers: one for each run, or one for all. */
type Copied = Reading<readonly string[]>;

/** How the column store writes rows. */
interface CopyOrder {
  format: CellOptions;
  to: Copy['format'];
  progress: Pick<Progress, 'writing'>;
  /** Called with the columns before anything is written. */
  check?: (columns: readonly OutputColumn[]) => void;
}

/** `rows`: of those that the answer is about. */
type Told<K extends AskedKind> = Tally & { answer: NonNullable<Answer<K>> };

/** A question to the column store: about a run's own columns, or about some made of lines. */
interface Question<K extends AskedKind> {
  /** Null if the runs' own columns don't have what is asked. */
  own: Asked<K> | null;
  /** A row as JSON with the members that `made` is about. */
  line: (row: JsonObject, selected: SelectedRun) => string;
  /** Called when all lines have been made; null: they must be made again. */
  made: () => Asked<K> | null;
}

interface Tally {
  rows: number;
  unreadableRows: number;
}

/** Creates what replaces values for privacy; null if nothing is replaced. */
export type ReplacerOf = (
  spec: ExportSpec,
  runs: readonly LiveRun[],
  people?: People,
) => Promise<Replacer | null>;

/**
 * Opens the rows of an export as they are now.
 * @param people those of other rows that are saved with these.
 * @throws ColumnsError; the signal's reason.
 */
export async function openRows(
  runs: readonly LiveRun[],
  spec: ExportSpec,
  deps: Omit<SelectionDeps, 'live'> & Omit<ReadingDeps, 'signal'> & { replacerOf: ReplacerOf },
  signal: AbortSignal,
  people?: People,
): Promise<Rows> {
  const selection = await selectRows(runs, spec, deps, signal);
  const replacer = await deps.replacerOf({ ...spec, privacy: withThreads(spec) }, runs, people);
  return new Rows({ spec, runs, selection, replacer }, { ...deps, signal });
}

/** What begins a thread is named by its ID, so its column is treated as that of the IDs. */
function withThreads({ privacy, view }: ExportSpec): ExportSpec['privacy'] {
  const identity = view.thread?.identity;
  const kind = privacy?.pseudonyms.find(({ field }) => field === identity)?.kind;
  if (privacy === null || kind === undefined) return privacy;
  return { ...privacy, pseudonyms: [...privacy.pseudonyms, { field: threadField, kind }] };
}

export class Rows {
  readonly spec: ExportSpec;
  readonly runs: readonly LiveRun[];
  readonly selection: readonly SelectedRun[];
  readonly replacer: Replacer | null;
  /** Those chosen by the person, without those that are left out. */
  readonly chosen: readonly Column[];
  readonly #of: RowsOf;
  readonly #deps: ReadingDeps;
  readonly #sources: readonly SourceColumn[];

  constructor(of: RowsOf, deps: ReadingDeps) {
    this.spec = of.spec;
    this.runs = of.runs;
    this.replacer = of.replacer;
    this.selection = labelsWithoutPeople(of.selection, of.runs, of.replacer);
    this.chosen = chosenColumns(of.runs, of.spec);
    this.#of = of;
    this.#deps = deps;
    this.#sources = sourceColumns(this.chosen, of.runs.length > 1);
  }

  /** A path for a file that exists only for the time being. */
  readonly tempFile = (name: string): Promise<string> => this.#deps.tempFolder.file(name);

  get count(): number {
    return selectedCount(this.selection);
  }

  /** The first rows. */
  first(most: number): Rows {
    let left = most;
    const selection = this.selection.flatMap((selected) => {
      const seqs = Uint32Array.from(take(seqsOf(selected), left));
      left -= seqs.length;
      return seqs.length === 0 ? [] : [{ ...selected, seqs }];
    });
    return this.select(selection);
  }

  /** The same rows as they are without privacy. */
  withoutPrivacy(): Rows {
    return this.#with({ spec: { ...this.spec, privacy: null }, replacer: null });
  }

  /** The same rows in another format. */
  inFormat(format: ExportSpec['format']): Rows {
    return this.#with({ spec: { ...this.spec, format } });
  }

  /** Other rows of its runs. */
  select(selection: readonly SelectedRun[]): Rows {
    return this.#with({ selection });
  }

  #with(changed: Partial<RowsOf>): Rows {
    return new Rows({ ...this.#of, ...changed }, this.#deps);
  }

  /** Each row as it was collected. */
  async *each(): AsyncGenerator<JsonObject> {
    for await (const batch of this.#map((row) => row)) yield* batch;
  }

  /** One cell per column. If objects become columns, all rows are read first: the columns depend on them. */
  async cells(format: CellOptions): Promise<Reading<AsyncGenerator<Cell[][]>>> {
    const shape = this.#shape(format);
    if (format.objects === 'columns') for await (const row of this.each()) shape.add(row);
    const { columns: found, keptAsJson } = shape.columns();
    const columns = nameColumns(await this.#withMoments(shape, found, format), format);
    const tally = newTally();
    const replace = this.replacer?.replace ?? null;
    const content = this.#map((row, { label }) => shape.cells(row, label, replace), tally);
    const read = async () => readOf(columns, shape, keptAsJson, format);
    return this.#reading(tally, columns, content, read);
  }

  /** JSON, one object a line, with members as the service names them; whole rows are as they were received. */
  async lines(): Promise<Reading<AsyncGenerator<Uint8Array>>> {
    const { columns: chosen, privacy } = this.spec;
    const [only] = this.selection;
    const columns = this.#sources.map((column) => ({ ...column, name: column.field }));
    const isWhole =
      chosen === null &&
      addedTo(this.spec).length === 0 &&
      this.#hasInputFirst() &&
      !this.chosen.some(({ field }) => field === earlierRowsField) &&
      !this.chosen.some(({ field }) => isOwnField(field)) &&
      this.replacer === null &&
      (privacy?.drop.length ?? 0) === 0;
    if (isWhole && only !== undefined && this.runs.length === 1) {
      return this.#asReceived(only, columns);
    }
    const replace = this.replacer?.replace ?? null;
    const filled = columns.map(() => 0);
    const tally = newTally();
    const lines = this.#map((row, { label }) => {
      // Written by hand: an object would put names that are numbers first.
      const members: string[] = [];
      for (const [at, { member, field }] of columns.entries()) {
        if (member !== null && !Object.hasOwn(row, member)) continue;
        const own = member === null ? label : (row[member] ?? null);
        const isKept = member === null || own === null || replace === null;
        const value = isKept ? own : replace(member, own);
        if (value !== null) filled[at]!++;
        members.push(`${JSON.stringify(field)}:${stringifyJson(value)}`);
      }
      return `{${members.join(',')}}\n`;
    }, tally);
    const read = async () => ({ columns: writtenColumns(columns, filled), lost: {} });
    return this.#reading(tally, columns, asBytes(lines), read);
  }

  /** Whether the input, if rows have one, is their first member: derived rows can have it anywhere. */
  #hasInputFirst(): boolean {
    const hasInput = this.chosen.some(({ field }) => field === inputField);
    return !hasInput || this.selection[0]?.run.list !== null;
  }

  async #asReceived(
    selected: SelectedRun,
    columns: OutputColumn[],
  ): Promise<Reading<AsyncGenerator<Uint8Array>>> {
    const { unreadableRows } = await findUnreadable(selected);
    const lines = selected.run.stored.jsonLinesAt(seqsOf(selected));
    const name = columns.find(({ member }) => member === inputField)?.name;
    const rows = this.count - unreadableRows;
    const content = name === undefined ? lines : renameFirstMember(lines, inputField, name);
    const read = async () => ({ columns: await this.#filled(columns, rows), lost: {} });
    return this.#reading({ rows, unreadableRows }, columns, content, read);
  }

  /**
   * Has the column store write the rows as CSV or Parquet. Returns null for CSV that the runs' own columns
   * don't hold: cell by cell it is written sooner than columns would be made.
   */
  async copy(order: CopyOrder): Promise<Copied | null> {
    const { dates = 'asGiven', objects = 'json', lists = 'json' } = order.format;
    const isCsv = order.to.kind === 'csv';
    const isPlain =
      addedTo(this.spec).length === 0 &&
      this.replacer === null &&
      dates === 'asGiven' &&
      objects === 'json' &&
      lists === 'json' &&
      // A Parquet file has one schema.
      (isCsv || this.runs.length === 1);
    return (isPlain ? await this.#copyOwn(order) : null) ?? (isCsv ? null : this.#copyMade(order));
  }

  async #copyOwn({ format, to, progress, check }: CopyOrder): Promise<Copied | null> {
    const named = nameColumns(this.#sources, format);
    check?.(named);
    const content: string[] = [];
    let columns: OutputColumn[] = named;
    let [rows, unreadableRows, before] = [0, 0, 0];
    for (const [at, selected] of this.selection.entries()) {
      const path = await this.tempFile(`part-${at}`);
      // COPY reports no progress, but its file grows.
      const timer = setInterval(() => {
        stat(path).then(
          ({ size }) => progress.writing({ rows: null, bytes: before + size }),
          () => undefined,
        );
      }, 200);
      const cells = named.map(({ member, name }): CopyColumn =>
        member === null
          ? { kind: 'text', text: selected.label, name }
          : { kind: 'member', field: member, name },
      );
      const copy = { path, columns: cells, format: to };
      const asked = { kind: 'copy', view: this.spec.view, copy } as const;
      const copied = await this.#askOwn(selected, asked).finally(() => clearInterval(timer));
      if (copied === null) return null;
      content.push(path);
      columns = withStored(named, copied.answer);
      rows += copied.answer.rows;
      unreadableRows += copied.unreadableRows;
      before += (await stat(path)).size;
    }
    rowsDiffer(rows, this.count - unreadableRows);
    return this.#reading({ rows, unreadableRows }, columns, content, async (mayHaveLost) => ({
      columns: await this.#filled(columns, rows),
      lost: {
        loneSurrogates: mayHaveLost ? await this.#countLost() : 0,
        renamedColumns: renamedOf(named, format),
      },
    }));
  }

  /** Objects that become columns are found in the same pass that makes lines. */
  async #copyMade({ format, to, progress, check }: CopyOrder): Promise<Copied> {
    const path = await this.tempFile('part-0');
    const shape = this.#shape(format);
    let replace = this.replacer?.replace ?? null;
    let keptAsJson: number | null = null;
    let columns: (OutputColumn & { at: number })[] = [];
    let written = 0;
    const { answer, ...tally } = await this.ask({
      own: null,
      line: (row, { label }) => {
        if (written % progressRows === 0) progress.writing({ rows: written, bytes: 0 });
        written += 1;
        shape.add(row);
        return shape.line(row, label, replace);
      },
      made: () => {
        const isFirst = keptAsJson === null;
        const found = shape.columns();
        keptAsJson = found.keptAsJson;
        if (isFirst && keptAsJson > 0) {
          // Only now it is known which objects stay JSON. What is replaced was counted.
          shape.restart();
          written = 0;
          replace = this.replacer?.replaceUncounted ?? null;
          return null;
        }
        columns = nameColumns(found.columns, format);
        check?.(columns);
        const cells = columns.map(({ at, name }) => {
          return { kind: 'member' as const, field: `x${at}`, name };
        });
        return { kind: 'copy', view: everyRow, copy: { path, columns: cells, format: to } };
      },
    });
    rowsDiffer(answer.rows, this.count - tally.unreadableRows);
    const read = readOf(withStored(columns, answer), shape, keptAsJson ?? 0, format);
    return this.#reading(tally, columns, [path], async () => read);
  }

  /** @param tally of what is read for it. */
  #reading<T>(
    tally: Tally,
    columns: readonly OutputColumn[],
    content: T,
    read: (mayHaveLost: boolean) => Promise<Omit<RowsRead, 'rows'>>,
  ): Reading<T> {
    return {
      columns,
      content,
      expected: () => this.count - tally.unreadableRows,
      read: async (mayHaveLost) => {
        const written = await read(mayHaveLost);
        const { rows, unreadableRows } = tally;
        return { rows, columns: written.columns, lost: { unreadableRows, ...written.lost } };
      },
    };
  }

  /**
   * Asks the column store about all rows: about the columns of the run if there is one that has what is asked,
   * otherwise about columns made of lines.
   */
  async ask<K extends AskedKind>({ own, line, made }: Question<K>): Promise<Told<K>> {
    const [only] = this.selection;
    if (own !== null && only !== undefined && this.selection.length === 1) {
      const told = await this.#askOwn(only, own);
      if (told !== null) return told;
    }
    for (;;) {
      const tally = newTally();
      const answer = await this.askLines({ lines: this.#map(line, tally), made });
      if (answer !== null) return { answer, ...tally };
    }
  }

  /**
   * Asks about rows of our own, as a log and columns that exist only as long as this takes: rows that were changed
   * for a file, rows of several runs, the inputs of a list. Returns null if `made` does.
   */
  async askLines<K extends AskedKind>({
    lines,
    made,
  }: {
    lines: AsyncIterable<readonly string[]>;
    made: () => Asked<K> | null;
  }): Promise<NonNullable<Answer<K>> | null> {
    const { columnStore, signal } = this.#deps;
    const folder = await this.tempFile('columns');
    const id = `export-${randomUUID()}`;
    try {
      await mkdir(folder, { mode: 0o700 });
      const log = await PageLog.write(folder, lines);
      const asked = made();
      if (asked === null) return null;
      const source = { id, folder, readOnly: false, ...log };
      const answer = await columnStore.ask(source, asked, { rows: log.rowCount, signal });
      if (answer === null) throw new Error('Columns of our own never mix kinds of values');
      return answer;
    } finally {
      await columnStore.detach(id);
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Returns null if the run's own columns don't have what is asked, or can't be asked. */
  async #askOwn<K extends AskedKind>(
    selected: SelectedRun,
    asked: Asked<K>,
  ): Promise<Told<K> | null> {
    // Otherwise some rows of the view are duplicates of another run's.
    if (!selected.isWholeView) return null;
    const { columnStore, signal, report } = this.#deps;
    const { run, rows, from } = selected;
    try {
      const { damaged, unreadableRows } = await findUnreadable(selected);
      const answer = await columnStore.ask(
        run.stored,
        asked,
        { rows, without: damaged, signal },
        from,
      );
      const count = selectedCount([selected]) - unreadableRows;
      return answer === null ? null : { answer, rows: count, unreadableRows };
    } catch (error) {
      const isAvoidable = error instanceof ColumnsError || error instanceof StoreError;
      if (signal.aborted || !isAvoidable) throw error;
      // An error of the columns need not prevent reading the log.
      report(error);
      return null;
    }
  }

  /** Counts by column where it is filled, in the runs' own columns; only a methods sheet says it. */
  async #filled(columns: readonly OutputColumn[], rows: number): Promise<WrittenColumn[]> {
    const { spec, selection } = this;
    const fields = columns.flatMap(({ member }) => member ?? []);
    const counts = fields.map(() => 0);
    const asked = { kind: 'filled', view: spec.view, fields } as const;
    for (const selected of spec.methods ? selection : []) {
      const told = await this.#askOwn(selected, asked);
      if (told === null) return writtenColumns(columns, null);
      for (const [at, count] of told.answer.counts.entries()) counts[at]! += count;
    }
    const filled = columns.map(({ member }) => (member === null ? rows : (counts.shift() ?? 0)));
    return writtenColumns(columns, spec.methods ? filled : null);
  }

  /** Counts lone surrogates in the written cells, which the columns store as U+FFFD. */
  async #countLost(): Promise<number> {
    let count = 0;
    for (const selected of this.selection) {
      const told = await this.#askOwn(selected, { kind: 'replaced' });
      const suspects = new Set(told?.answer.seqs);
      const seqs = suspects.size === 0 ? [] : filter(seqsOf(selected), suspects);
      for await (const batch of selected.run.stored.rowBatches(seqs)) {
        for (const { row } of batch) {
          for (const { field } of this.chosen) {
            const value = memberOf(row ?? undefined, field);
            if (typeof value === 'string' && !value.isWellFormed())
              count += loneSurrogatesIn(value);
          }
        }
      }
    }
    return count;
  }

  #shape(options: CellOptions): Shape {
    // Dates, and unknown fields: known text fields are never rewritten.
    const known = new Map(
      this.runs.flatMap(({ resource }) =>
        resource.fields.map(({ name, meaning }) => [name, meaning] as const),
      ),
    );
    return new Shape(this.#sources, options, (field) => (known.get(field) ?? 'date') === 'date');
  }

  /**
   * Sets `isDate` of a workbook's columns by what is written as a moment in the first rows: values of unknown
   * fields and of members of objects are, too, while a day has no time zone, and numbers and other texts stay
   * as they are.
   */
  async #withMoments<C extends SourceColumn>(
    shape: Shape,
    columns: C[],
    { hasDates = false, dates = 'asGiven' }: CellOptions,
  ): Promise<C[]> {
    if (!hasDates || dates === 'asGiven') return columns;
    const [moments, others] = [new Set<number>(), new Set<number>()];
    for (const selected of this.selection) {
      for await (const first of rowBatches(selected, () => undefined)) {
        for (const row of first) {
          for (const [at, cell] of shape.cells(row, '', null).entries()) {
            if (cell === null) continue;
            (cell instanceof DateCell && !cell.isDay ? moments : others).add(at);
          }
        }
        break;
      }
    }
    shape.restart();
    return columns.map((column, at) => ({
      ...column,
      isDate: moments.has(at) || (column.isDate === true && !others.has(at)),
    }));
  }

  async *#map<T>(
    each: (row: JsonObject, selected: SelectedRun) => T,
    tally = newTally(),
  ): AsyncGenerator<T[]> {
    for (const selected of this.selection) {
      const batches = rowBatches(selected, (rows) => {
        tally.unreadableRows += rows;
      });
      for await (const batch of batches) {
        this.#deps.signal.throwIfAborted();
        tally.rows += batch.length;
        yield batch.map((row) => each(row, selected));
      }
    }
  }
}

const progressRows = 1000;

const newTally = (): Tally => ({ rows: 0, unreadableRows: 0 });

/** What a shape had to change in the cells of these columns. */
const readOf = (
  columns: readonly (OutputColumn & { at: number })[],
  { lost: loneSurrogates, filled }: Shape,
  keptAsJson: number,
  format: CellOptions,
): Omit<RowsRead, 'rows'> => ({
  columns: writtenColumns(
    columns,
    columns.map(({ at }) => filled[at] ?? 0),
  ),
  lost: { loneSurrogates, renamedColumns: renamedOf(columns, format), keptAsJson },
});

const withStored = <C extends OutputColumn>(
  columns: readonly C[],
  { stored }: NonNullable<Answer<'copy'>>,
): C[] =>
  columns.map((column, at) => Object.assign({}, column, { stored: stored[at] ?? undefined }));

async function* asBytes(batches: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> {
  for await (const lines of batches) if (lines.length > 0) yield Buffer.from(lines.join(''));
}
