/** Views of a run, or of its list: which of its rows or inputs, in which order. They never call the service. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Field } from '#shared/catalogue/types.ts';
import type { Chart, ChartQuestion } from '#shared/contract/chart.ts';
import { inputField, inputStatusWords } from '#shared/contract/list.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import { inputColumns, inputsOf, maxWindowRows } from '#shared/contract/run.ts';
import type { Page, RowWindow } from '#shared/contract/run.ts';
import type { Summary } from '#shared/contract/summary.ts';
import { isContextIn, isEveryRow } from '#shared/contract/view.ts';
import type {
  ChosenRows,
  Duplicates,
  OpenedView,
  ThreadRows,
  View,
} from '#shared/contract/view.ts';
import { asObject } from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { refused } from '../problem-error.ts';
import { ColumnsError, ResultCache } from '../store/columns/column-store.ts';
import type {
  Answer,
  Asked,
  ColumnStore,
  LogSource,
  Tree,
  ViewResult,
} from '../store/columns/column-store.ts';
import { ensureFolder, refuseLinksTo } from '../store/data-folder.ts';
import { PageLog } from '../store/page-log.ts';
import { createPause, Serial } from '../store/serial.ts';
import { StoreError } from '../store/store-error.ts';
import type { StoredRun } from '../store/stored-run.ts';
import type { InputOutcomes } from './input-list.ts';
import { forWindow, shownRows } from './live-run.ts';
import type { LiveRun } from './live-run.ts';
import { isUnshown } from './notices.ts';

/** Part of a view as it was when it was of so many rows; null: of all that are shown now. */
interface ViewWindow {
  view: View;
  rows: number | null;
  offset: number;
  count: number;
}

/** Rows that are shown, by their numbers; undefined for unreadable ones. */
interface ReadRows extends Pick<StoredRun, 'rowsAt'> {
  readonly count: number;
  /** Adds what isn't in the log to the members of a row. */
  add: (row: JsonObject) => JsonObject;
}

type Summing = 'summary' | 'chart' | 'duplicates';

/** Rows that are shown, and how they are asked about. */
interface Shown extends ReadRows {
  readonly fields: readonly Pick<Field, 'name' | 'meaning'>[];
  /** The field that identifies an item. */
  readonly identity: string;
  /** Whether they are of several inputs. */
  readonly hasInputs: boolean;
  /** What `rows` of an answer grows to: their number; of inputs, how often they have changed. */
  readonly of: number;
  /** By default about all that are shown. */
  ask: <K extends Summing>(asked: Asked<K>, upTo?: number) => Promise<Answer<K>>;
  /** Returns the order of a view that was of so many `rows`; null: of all; omitted: as it is now. */
  query: (view: View, rows?: number | null) => Promise<ViewResult>;
}

export type Viewed = LiveRun | InputRows;

export type Views = ReturnType<typeof createViews>;

/** Returns the positions below `total` that the spans have, each once, in order. */
export function* positionsIn(
  spans: NonNullable<ChosenRows['spans']>,
  total: number,
): Generator<number> {
  let next = 0;
  for (const { first, last } of spans.toSorted((a, b) => a.first - b.first)) {
    for (next = Math.max(first, next); next <= Math.min(last, total - 1); next++) yield next;
  }
}

export function createViews(columns: ColumnStore) {
  const listed = new WeakMap<InputOutcomes, InputRows>();
  const shownOf = (of: Viewed): Shown => (of instanceof InputRows ? of : rowsOf(of, columns));

  return {
    /** Returns the inputs of a run's list, to be viewed like its rows. @throws ProblemError if it has none. */
    inputsOf(run: LiveRun): InputRows {
      if (run.list === null) throw refused('This run has no list.');
      const { outcomes } = run.list;
      const known = listed.get(outcomes) ?? new InputRows(run, outcomes, columns);
      listed.set(outcomes, known);
      return known;
    },

    /**
     * Counts the rows of a view, and finds the position in it of the row numbered `anchor`.
     * @throws ColumnsError
     */
    async open(of: Viewed, view: View, anchor: number | null): Promise<OpenedView> {
      const shown = shownOf(of);
      if (isEveryRow(view)) {
        const position = positionOf(anchor, null, shown.count);
        return { rows: shown.of, of: shown.of, count: shown.count, epoch: 0, anchor: position };
      }
      const { rows, count, epoch, seqs, tree } = await shown.query(view);
      const opened = { rows, of: shown.of, count, epoch, anchor: positionOf(anchor, seqs, rows) };
      return tree === null
        ? opened
        : { ...opened, context: tree.levels.filter(isContextIn).length };
    },

    /** Returns how the rows of a view as conversations answer each other. @throws ColumnsError */
    async threads(
      of: Viewed,
      { view, rows }: Pick<ViewWindow, 'view' | 'rows'>,
    ): Promise<ThreadRows> {
      const { seqs, tree } = await shownOf(of).query(view, rows);
      if (tree === null) throw refused('This view has no conversations.');
      return { numbers: Array.from(seqs), levels: Array.from(tree.levels) };
    },

    /** @throws ColumnsError */
    async window(of: Viewed, { view, rows, offset, count }: ViewWindow): Promise<RowWindow> {
      const shown = shownOf(of);
      if (isEveryRow(view)) return windowOf(shown, null, offset, count);
      const { seqs } = await shown.query(view, rows);
      return windowOf(shown, seqs, offset, count);
    },

    /** Returns the numbers of chosen rows, each once, in the order of their view. @throws ColumnsError */
    async chosen(
      run: LiveRun,
      { view, rows, spans }: Omit<ChosenRows, 'runId'>,
    ): Promise<Uint32Array> {
      if (spans === null) {
        const all = await this.list(run, view, rows);
        return all.seqs ?? Uint32Array.from({ length: all.rows }, (_, at) => at);
      }
      // Positions are those on screen, where what a row answers may be, too.
      const shown = rowsOf(run, columns);
      const seqs = isEveryRow(view) ? null : (await shown.query(view, rows)).seqs;
      const positions = positionsIn(
        spans,
        seqs?.length ?? Math.min(shown.count, rows ?? shown.count),
      );
      return Uint32Array.from(positions, (at) => seqs?.[at] ?? at);
    },

    /**
     * Returns the numbers of all rows of a view in its order, among those shown now (the first `rows`);
     * null: all of them in order of arrival. `tree`: of a view as conversations, here of its own rows only.
     * @throws ColumnsError
     */
    async list(
      run: LiveRun,
      view: View,
      first: number | null = null,
    ): Promise<{ rows: number; seqs: Uint32Array | null; tree: Tree | null }> {
      const rows = Math.min(shownRows(run), first ?? Number.POSITIVE_INFINITY);
      if (isEveryRow(view)) return { rows, seqs: null, tree: null };
      const { seqs, tree } = await columns.query(run.stored, view, { rows, isFresh: true });
      if (tree === null) return { rows, seqs, tree };
      const own = (all: Uint32Array): Uint32Array =>
        all.filter((_, at) => !isContextIn(tree.levels[at]!));
      return { rows, seqs: own(seqs), tree: { levels: own(tree.levels), roots: own(tree.roots) } };
    },

    /**
     * Summarises the values of a view's rows, of `fields` or of every column.
     * @throws ColumnsError
     */
    async summary(
      of: Viewed,
      view: View,
      fields: readonly string[] | null,
      timeZone: string,
    ): Promise<Summary> {
      const shown = shownOf(of);
      const dates = shown.fields
        .filter(({ meaning }) => meaning === 'date')
        .map(({ name }) => name);
      const asked = {
        kind: 'summary',
        view,
        fields: fields && [...fields],
        dates,
        timeZone,
      } as const;
      return { ...(await shown.ask(asked)), of: shown.of };
    },

    /**
     * Returns the data of a chart of a view's rows.
     * @throws ColumnsError
     */
    async chart(of: Viewed, view: View, question: ChartQuestion): Promise<Chart> {
      const shown = shownOf(of);
      return { ...(await shown.ask({ kind: 'chart', view, question })), of: shown.of };
    },

    /**
     * Counts the rows that appear more than once, among the first `upTo`, by default those shown now.
     * @throws ColumnsError
     */
    async duplicates(of: Viewed, upTo?: number): Promise<Duplicates> {
      const shown = shownOf(of);
      const { identity: field } = shown;
      const found = (acrossInputs: boolean): Promise<Answer<'duplicates'>> =>
        shown.ask({ kind: 'duplicates', field, acrossInputs }, upTo);
      const { rows, count } = await found(false);
      const acrossInputs = shown.hasInputs ? (await found(true)).count : null;
      return { field, rows, of: shown.of, count, acrossInputs };
    },
  };
}

/** The rows of a run, with what people noted of their items; those beyond a row limit aren't shown. */
export const readRows = (run: LiveRun): ReadRows => ({
  count: shownRows(run),
  rowsAt: (numbers) => run.stored.rowsAt(numbers),
  add: run.own.add,
});

function rowsOf(run: LiveRun, columns: ColumnStore): Shown {
  const { stored, resource, list } = run;
  const shown = readRows(run);
  const { count } = shown;
  return {
    ...shown,
    of: count,
    fields: resource.fields,
    identity: resource.identity,
    hasInputs: list !== null,
    ask: (asked, upTo = count) => columns.ask(stored, asked, { upTo }),
    query: (view, rows) =>
      columns.query(
        stored,
        view,
        rows === undefined ? { upTo: count } : { rows: Math.min(count, rows ?? count) },
      ),
  };
}

/** Returns a row's position in a list of row numbers, or among the first `rows` rows without a list. */
function positionOf(row: number | null, seqs: Uint32Array | null, rows: number): number | null {
  if (row === null) return null;
  if (seqs === null) return row < rows ? row : null;
  const position = seqs.indexOf(row);
  return position === -1 ? null : position;
}

// Reads the rows of a run to be shown from the log, by their numbers.

/** A row of a damaged page is shown as an empty row; the run's notices explain it. */
const rowOrBlank = (value: JsonValue | undefined, { add }: Pick<ReadRows, 'add'>): JsonObject =>
  forWindow(add(asObject(value) ?? {}));

/**
 * Returns the rows `offset … offset + count - 1` of a list of row numbers; null: in order of arrival.
 */
export async function windowOf(
  shown: ReadRows,
  seqs: Uint32Array | null,
  offset: number,
  count: number,
): Promise<RowWindow> {
  const total = seqs?.length ?? shown.count;
  const wanted = Math.max(0, Math.min(count, total - offset));
  const numbers = Array.from({ length: wanted }, (_, at) => seqs?.[offset + at] ?? offset + at);
  const found = wanted === 0 ? [] : await shown.rowsAt(numbers);
  const rows = found.map((row) => rowOrBlank(row, shown));
  return { offset, total, numbers: seqs && numbers, rows };
}

/** Lists pages; `from` counts from 0. */
export const pagesOf = (run: LiveRun, from: number, count: number): Page[] =>
  run.stored.pages.slice(from, from + count).map((stored) => {
    const { page, firstRow, rows, at, ms, unreadable, file } = stored;
    const tooLarge = isUnshown({ file });
    return { page, firstRow, rows, at, ms, unreadable, tooLarge };
  });

// The inputs of a list as rows. Their cells are read from memory; what depends on all of them is asked of a
// log of their own, so that it means the same as for any rows.

/** While inputs change, a log of them is followed by a pause of this many times what it took. */
const pausePerLog = 4;
/** Orders that are on screen: in a few tabs at most. */
const mostOrderBytes = 4 * 1024 * 1024;

class InputRows implements Shown {
  readonly count: number;
  readonly fields = inputColumns.map(({ field: name, meaning }) => ({ name, meaning }));
  readonly identity = inputField;
  readonly hasInputs = false;
  readonly add = (row: JsonObject): JsonObject => row;
  readonly #run: LiveRun;
  readonly #outcomes: InputOutcomes;
  readonly #columns: ColumnStore;
  readonly #turns = new Serial();
  /** The inputs as they were after `#written` changes. */
  #log: LogSource | null = null;
  #written = 0;
  #notBefore = 0;
  /** A list on screen stays the same while inputs change. */
  readonly #orders = new ResultCache(mostOrderBytes);

  constructor(run: LiveRun, outcomes: InputOutcomes, columns: ColumnStore) {
    this.#run = run;
    this.#outcomes = outcomes;
    this.#columns = columns;
    ({ count: this.count } = outcomes.inputs.list);
  }

  get of(): number {
    return this.#outcomes.revision;
  }

  async rowsAt(numbers: Iterable<number>): Promise<JsonObject[]> {
    return Array.from(numbers, (n) => inputRow(this.#outcomes, n));
  }

  async query(view: View, rows: number | null = null): Promise<ViewResult> {
    const key = JSON.stringify(view);
    const known = rows === null ? undefined : this.#orders.findLongest(key, rows);
    if (known?.rows === rows) return known;
    const order = { ...(await this.#ask((log) => this.#columns.query(log, view))), key };
    this.#orders.add(order);
    return order;
  }

  ask<K extends Summing>(asked: Asked<K>, upTo = this.count): Promise<Answer<K>> {
    return this.#ask((log) => this.#columns.ask(log, asked, { upTo }));
  }

  /** One question after the other, about the latest log, which is the only one. */
  #ask<T extends { rows: number }>(question: (log: LogSource) => Promise<T>): Promise<T> {
    return this.#turns.run(async () => {
      const answer = await question(await this.#current()).catch(async (error: unknown) => {
        // The run is being closed.
        if (error instanceof ColumnsError && error.code === 'cancelled') throw error;
        // The worker may have ended, and with it what it had read.
        this.#log = null;
        return question(await this.#current());
      });
      return { ...answer, rows: this.#written };
    });
  }

  /** Returns the inputs as they are now, or while they change as they were a moment ago. */
  async #current(): Promise<LogSource> {
    const start = performance.now();
    const mayWait = isWorking(this.#run.state) && start < this.#notBefore;
    if (this.#log !== null && (mayWait || this.#written === this.of)) return this.#log;
    await this.#columns.detach(inputsOf(this.#run.stored.id));
    this.#log = null;
    this.#written = this.of;
    this.#log = await this.#write();
    const end = performance.now();
    this.#notBefore = end + pausePerLog * (end - start);
    return this.#log;
  }

  /** Beside the rows' columns; where nothing can be written, in the system's temporary folder. */
  async #write(): Promise<LogSource> {
    const derived = join(this.#run.stored.folder, 'derived');
    const folder = join(derived, `inputs-${randomUUID()}`);
    try {
      refuseLinksTo(derived);
      for (const path of [derived, folder])
        await ensureFolder(path, 'The inputs could not be read.');
      return await this.#writeIn(folder);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return this.#writeIn(await mkdtemp(join(tmpdir(), 'social-data-explorer-')));
    }
  }

  /** Writes the log for as long as it takes to read it into columns, which are in memory. */
  async #writeIn(folder: string): Promise<LogSource> {
    try {
      const written = await PageLog.write(folder, this.#lines());
      const id = inputsOf(this.#run.stored.id);
      const log = { id, folder, readOnly: true, ...written };
      await this.#columns.catchUp(log);
      return log;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async *#lines(): AsyncGenerator<string[]> {
    const pause = createPause();
    for (let from = 0; from < this.count; from += maxWindowRows) {
      const length = Math.min(maxWindowRows, this.count - from);
      yield Array.from({ length }, (_, at) => JSON.stringify(inputRow(this.#outcomes, from + at)));
      await pause();
    }
  }
}

/** What is not known yet of an input that waits is empty. */
function inputRow(outcomes: InputOutcomes, n: number): JsonObject {
  const { text, status, rows, pages, calls, why, answered } = outcomes.input(n);
  return {
    [inputField]: text,
    status: inputStatusWords[status],
    ...((status !== 'waiting' || pages > 0) && { rows, pages, calls }),
    ...(answered !== null && { answered }),
    ...(why !== null && { why }),
  };
}
