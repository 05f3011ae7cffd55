/**
 * The worker, a process and a file of its own in the build (`columns-worker`): receives commands, answers
 * each once, and stops a question when it is cancelled. Commands that change a run are serialised.
 */
import '../../../no-debugger.ts';
import type { DuckDBInstance } from '@duckdb/node-api';
import { assertNever } from '#shared/assert-never.ts';
import type { JsonObject } from '../../../json/index.ts';
import { asObject, parseAsSent } from '../../../json/index.ts';
import { ColumnsError } from '../protocol.ts';
import type {
  Answers,
  AskedKind,
  ColumnsErrorCode,
  ColumnsState,
  Command,
  CommandKind,
  Reply,
  ToWorker,
  WorkerOptions,
} from '../protocol.ts';
import { AttachedRun } from './attached-run.ts';
import type { Subject } from './query.ts';
import { drawChart } from './chart.ts';
import { copyRows, countFilled } from './copy.ts';
import { copyPart, unpack } from './copy-part.ts';
import { classify, openDatabase } from './database.ts';
import { groupNetwork } from './network.ts';
import { findReplaced, queryRows, matchesTail } from './query.ts';
import { openFile, rowGroupRows } from './run-file.ts';
import { summarise } from './summary.ts';

/** Its end of the connection in Electron; a process of Node has it in itself. */
const parentPort = process.parentPort as typeof process.parentPort | undefined;

let options: WorkerOptions;
/** Opened with the first command that needs it. */
let instance: Promise<DuckDBInstance> | undefined;
const runs = new Map<string, AttachedRun>();
let attached = 0;
/** Commands under way, by the id of their request. */
const running = new Map<number, AbortController>();
const lineFeed = 0x0a;

if (parentPort === undefined) {
  process.on('message', (message: ToWorker) => receive(message));
  // The program was killed. Not `exit`, which would wait for the database.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
} else {
  parentPort.on('message', ({ data }: { data: ToWorker }) => receive(data));
}
// Ctrl+C reaches all of a terminal's processes; the program ends this one when it has finished.
process.on('SIGINT', () => undefined);

function receive(message: ToWorker): void {
  if ('options' in message) options = message.options;
  else if ('cancel' in message) running.get(message.id)?.abort();
  else void reply(message.id, message.command);
}

async function reply(id: number, command: Command): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    send({ id, ok: true, value: await obey(command, controller.signal) });
  } catch (error) {
    const { code, detail = '' } = classify(error);
    send({ id, ok: false, code: codeOf(code, controller), detail });
  } finally {
    running.delete(id);
  }
}

/** An interrupted operation may fail with a different error. */
function codeOf(code: ColumnsErrorCode, { signal }: AbortController): ColumnsErrorCode {
  return signal.aborted && code === 'failed' ? 'cancelled' : code;
}

function send(message: Reply): void {
  if (parentPort === undefined) process.send?.(message);
  else parentPort.postMessage(message);
}

async function obey(command: Command, signal: AbortSignal): Promise<Answers[CommandKind]> {
  switch (command.kind) {
    case 'attach':
      return attach(command);
    case 'verify':
      return { matches: await verify(command, signal) };
    case 'fill':
      return runOf(command).changes.run(() => fill(command));
    case 'detach':
      await detach(command.runId);
      return null;
    case 'close':
      await close();
      return null;
    case 'unpack':
      return unpack(command, await database(), signal);
    default:
      return runOf(command).ask(command.range, signal, (subject) => answer(command, subject));
  }
}

function database(): Promise<DuckDBInstance> {
  instance ??= openDatabase(options);
  return instance;
}

async function attach(command: Extract<Command, { kind: 'attach' }>): Promise<Answers['attach']> {
  await detach(command.runId);
  const opened = await database();
  attached++;
  // Never the run's id, which is untrusted input.
  const catalog = `run${attached}`;
  const file = await openFile(opened, catalog, command);
  const { exactDistinct } = options;
  const run = new AttachedRun(opened, catalog, file, { epoch: command.epoch, exactDistinct });
  runs.set(command.runId, run);
  return { ...stateOf(run), newer: file.newer };
}

function verify(
  command: Extract<Command, { kind: 'verify' }>,
  signal: AbortSignal,
): Promise<boolean> {
  const run = runOf(command);
  return run.ask({ from: 0, rows: run.rows, without: [] }, signal, (subject) =>
    matchesTail([...parseRows(command.tail)], subject),
  );
}

async function fill(command: Extract<Command, { kind: 'fill' }>): Promise<ColumnsState> {
  const run = runOf(command);
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

async function detach(runId: string): Promise<void> {
  const run = runs.get(runId);
  runs.delete(runId);
  await run?.detach();
}

/** A failed database refuses this too; what matters is that nothing is running afterwards. */
async function close(): Promise<void> {
  for (const runId of runs.keys()) await detach(runId).catch(() => undefined);
  (await instance?.catch(() => undefined))?.closeSync();
  // A later command opens another; what is still running must not.
  instance = undefined;
}

function runOf({ runId }: { runId: string }): AttachedRun {
  const run = runs.get(runId);
  if (run === undefined) throw new ColumnsError('unknown_run');
  return run;
}

/** Answers a question about the first rows of a run. */
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
    return asObject(parseAsSent(line));
  } catch {
    return undefined;
  }
}
