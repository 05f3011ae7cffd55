/** The worker's commands. Those that change a run are serialised. */
import type { DuckDBInstance } from '@duckdb/node-api';
import { assertNever } from '#shared/assert-never.ts';
import type { JsonObject, JsonValue } from '../../../json/index.ts';
import { isExactNumber, parseAsSent } from '../../../json/index.ts';
import { ColumnsError } from '../protocol.ts';
import type {
  Answers,
  AskedKind,
  ColumnsState,
  Command,
  CommandKind,
  WorkerOptions,
  Described,
} from '../protocol.ts';
import { AttachedRun } from './attached-run.ts';
import type { Subject } from './query.ts';
import { drawChart } from './chart.ts';
import { copyRows, countFilled } from './copy.ts';
import { copyPart, unpack } from './copy-part.ts';
import { classify, openDatabase } from './database.ts';
import { columnType, maxColumns } from './layout.ts';
import { groupNetwork } from './network.ts';
import { findReplaced, queryRows, matchesTail } from './query.ts';
import { openFile, rowGroupRows } from './run-file.ts';
import { summarise } from './summary.ts';

const lineFeed = 0x0a;

export class ColumnsService {
  readonly #options: WorkerOptions;
  readonly #runs = new Map<string, AttachedRun>();
  #instance: Promise<DuckDBInstance> | undefined;
  #attached = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** @throws ColumnsError */
  async do(command: Command, signal: AbortSignal): Promise<Answers[CommandKind]> {
    try {
      return await this.#do(command, signal);
    } catch (error) {
      throw classify(error);
    }
  }

  async #do(command: Command, signal: AbortSignal): Promise<Answers[CommandKind]> {
    switch (command.kind) {
      case 'attach':
        return this.#attach(command);
      case 'verify':
        return { matches: await this.#verify(command, signal) };
      case 'fill':
        return this.#run(command).changes.run(() => this.#fill(command));
      case 'describe':
        return describe(this.#run(command));
      case 'detach':
        await this.#detach(command.runId);
        return null;
      case 'close':
        await this.#close();
        return null;
      case 'unpack':
        return unpack(command, await this.#database(), signal);
      default:
        return this.#run(command).ask(command.range, signal, (subject) => answer(command, subject));
    }
  }

  #database(): Promise<DuckDBInstance> {
    this.#instance ??= openDatabase(this.#options);
    return this.#instance;
  }

  async #attach(command: Extract<Command, { kind: 'attach' }>): Promise<Answers['attach']> {
    await this.#detach(command.runId);
    const instance = await this.#database();
    this.#attached++;
    // Never the run's id, which is untrusted input.
    const catalog = `run${this.#attached}`;
    const file = await openFile(instance, catalog, command);
    const run = new AttachedRun(instance, catalog, file, {
      epoch: command.epoch,
      exactDistinct: this.#options.exactDistinct,
    });
    this.#runs.set(command.runId, run);
    return { ...stateOf(run), newer: file.newer };
  }

  #verify(
    { runId, tail }: Extract<Command, { kind: 'verify' }>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const run = this.#run({ runId });
    return run.ask({ from: 0, rows: run.rows, without: [] }, signal, (subject) =>
      matchesTail([...parseRows(tail)], subject),
    );
  }

  async #fill(command: Extract<Command, { kind: 'fill' }>): Promise<ColumnsState> {
    const run = this.#run(command);
    const { filler } = run;
    // Another attempt may be further along, or have been rolled back.
    if (command.firstSeq !== filler.next) return stateOf(run);
    try {
      for (const row of parseRows(command.json)) {
        await filler.add(row);
        if (filler.pending === rowGroupRows) await run.commit();
      }
      if (command.last) await run.commit();
    } catch (error) {
      await filler.rollBack().catch(() => undefined);
      throw error;
    }
    return stateOf(run);
  }

  async #detach(runId: string): Promise<void> {
    const run = this.#runs.get(runId);
    this.#runs.delete(runId);
    await run?.detach();
  }

  /** A failed database refuses this too; what matters is that nothing is running afterwards. */
  async #close(): Promise<void> {
    for (const runId of this.#runs.keys()) await this.#detach(runId).catch(() => undefined);
    (await this.#instance?.catch(() => undefined))?.closeSync();
  }

  #run({ runId }: { runId: string }): AttachedRun {
    const run = this.#runs.get(runId);
    if (run === undefined) throw new ColumnsError('unknown_run');
    return run;
  }
}

async function answer(
  command: Extract<Command, { kind: AskedKind }>,
  subject: Subject,
): Promise<Answers[AskedKind]> {
  const { rows, epoch } = subject;
  switch (command.kind) {
    case 'query':
      return { rows, epoch, seqs: await queryRows(command.view, subject) };
    case 'duplicates': {
      const { field, acrossInputs } = command;
      return { rows, count: await subject.duplicates.count({ field, acrossInputs }, subject) };
    }
    case 'summary':
      return summarise(command.view, command, subject);
    case 'chart':
      return drawChart(command.view, command.question, subject);
    case 'copy':
      return copyRows(command.view, command.copy, subject);
    case 'part':
      return copyPart(command.part, subject);
    case 'filled':
      return { counts: await countFilled(command.view, command.fields, subject) };
    case 'replaced':
      return { seqs: await findReplaced(subject) };
    case 'network':
      return groupNetwork(command.view, command.network, subject);
    default:
      return assertNever(command);
  }
}

function stateOf(run: AttachedRun): ColumnsState {
  return { rows: run.rows, next: run.filler.next, epoch: run.epoch };
}

/**
 * Yields rows of JSON, one per line; undefined for unreadable ones. Line by line, so that a damaged line
 * loses only itself; and most are plain ASCII, which is decoded and parsed faster.
 */
function* parseRows(lines: Uint8Array): Generator<JsonObject | undefined> {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found === -1 ? bytes.length : found;
    yield parseRow(bytes.toString('utf8', start, end));
    start = end + 1;
  }
}

function parseRow(line: string): JsonObject | undefined {
  try {
    return asRow(parseAsSent(line));
  } catch {
    return undefined;
  }
}

function asRow(value: JsonValue): JsonObject | undefined {
  const isRow = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRow && !isExactNumber(value) ? value : undefined;
}

/** Lists the columns in the order in which the members first appeared. */
export function describe({ layout, rows }: Pick<Subject, 'layout' | 'rows'>): Described {
  // Further members are only in the log.
  if (layout.columns.length === maxColumns) return { rows, columns: null };
  const columns = layout.columns.map((column) => ({
    field: column.field,
    type: columnType(column),
  }));
  return { rows, columns };
}
