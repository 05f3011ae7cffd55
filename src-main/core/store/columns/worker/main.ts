/**
 * The worker, a process and a file of its own in the build (`columns-worker`): receives commands, answers
 * each once, and stops a question when it is cancelled. A question names the log that it is about; what the
 * run's file lacks is read from there first.
 */
import '../../../no-debugger.ts';
import type { DuckDBInstance } from '@duckdb/node-api';
import { ownPrefix } from '#shared/contract/list.ts';
import { assertNever } from '#shared/assert-never.ts';
import { isAsReceived } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { Serial } from '../../serial.ts';
import type {
  Answers,
  AskedKind,
  Asking,
  ColumnsErrorCode,
  Command,
  CommandKind,
  Reply,
  ToWorker,
  WorkerOptions,
} from '../protocol.ts';
import { AttachedRun, forgetOwnValues } from './attached-run.ts';
import type { Subject } from './query.ts';
import { drawChart } from './chart.ts';
import { copyRows, countFilled } from './copy.ts';
import { classify, openDatabase } from './database.ts';
import { groupNetwork } from './network.ts';
import { findMedia, findReplaced, queryRows } from './query.ts';
import { summarise } from './summary.ts';
import { threadRows } from './threads.ts';
import { unpack, unpackSheets } from './unpack.ts';

/** Its end of the connection in Electron; a process of Node has it in itself. */
const parentPort = process.parentPort as typeof process.parentPort | undefined;

let options: WorkerOptions;
/** Opened with the first command that needs it. */
let instance: Promise<DuckDBInstance> | undefined;
/** Those used longest ago come first. */
const runs = new Map<string, HeldRun>();
/** Opens and closes files of a run one after the other, by its id. */
const turns = new Map<string, Serial>();
let opened = 0;
/** Each has a file open, and memory for its content; opening one takes milliseconds. */
const maxOpen = 16;
/** A question that may be answered about fewer rows waits for this many, but no more. */
const maxAwaitedRows = 20_000;
/** Commands under way, by the id of their request. */
const running = new Map<number, AbortController>();

interface HeldRun {
  /** Its file was made when it was opened. */
  isFresh: boolean;
  /** Questions about it. */
  users: number;
  run: Promise<AttachedRun>;
}

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

/** An interrupted operation may fail with a different error, or have been interrupted by closing the file. */
function codeOf(code: ColumnsErrorCode, { signal }: AbortController): ColumnsErrorCode {
  if (signal.aborted) return code === 'failed' || code === 'lost' ? 'cancelled' : code;
  return code === 'cancelled' ? 'lost' : code;
}

function send(message: Reply): void {
  if (parentPort === undefined) process.send?.(message);
  else parentPort.postMessage(message);
}

async function obey(command: Command, signal: AbortSignal): Promise<Answers[CommandKind]> {
  switch (command.kind) {
    case 'detach':
      await close(command.runId);
      if (!runs.has(command.runId)) turns.delete(command.runId);
      return null;
    case 'close':
      await closeAll();
      return null;
    case 'unpack':
      return unpack(command, await database(), signal);
    case 'unpackSheets':
      return unpackSheets(command);
    default:
      return onRun(command, signal, true);
  }
}

function database(): Promise<DuckDBInstance> {
  instance ??= openDatabase(options);
  return instance;
}

/** Answers a question once its rows are filled in. */
async function onRun(
  command: Extract<Command, Asking>,
  signal: AbortSignal,
  mayFill: boolean,
): Promise<Answers[AskedKind]> {
  const { log, range } = command;
  const held = hold(command);
  let step: 'opening' | 'filling' | 'asking' = 'opening';
  held.users++;
  try {
    const run = await held.run;
    await run.note(log.own);
    const isFar = range.orFewer && range.rows - run.rows > maxAwaitedRows;
    step = 'filling';
    // The next question tells why it failed.
    if (isFar && mayFill) run.reach(range.rows).catch(() => undefined);
    if (!isFar && mayFill) await run.reach(range.rows, signal);
    step = 'asking';
    return await run.ask(range, signal, (subject) => answer(command, subject));
  } catch (error) {
    const { code } = classify(error);
    const isPassing = code === 'failed' || code === 'memory';
    const isKept = code === 'cancelled' || (step === 'asking' && isPassing);
    if (!isKept && runs.get(log.id) === held) await close(log.id).catch(() => undefined);
    // Rows that can't be filled in are reported as missing; the others can be queried.
    const isShort = step === 'filling' && (isPassing || code === 'storage_full');
    if (isShort && range.orFewer) return await onRun(command, signal, false);
    throw error;
  } finally {
    held.users--;
  }
}

/** Opens the run, unless it is open. Those used longest ago are closed. */
function hold({ log, isFresh }: Asking): HeldRun {
  let held = runs.get(log.id);
  if (isFresh && held?.isFresh === false) {
    close(log.id).catch(() => undefined);
    held = undefined;
  }
  held ??= { isFresh, users: 0, run: turnsOf(log.id).run(() => open(log, isFresh)) };
  runs.delete(log.id);
  runs.set(log.id, held);
  for (const [id, { users }] of [...runs].slice(0, -maxOpen)) {
    if (users === 0) close(id).catch(() => undefined);
  }
  return held;
}

async function open(log: Asking['log'], isFresh: boolean): Promise<AttachedRun> {
  const { exactDistinct, wordsMs } = options;
  opened++;
  // Never the run's id, which is untrusted input.
  const catalog = `run${opened}`;
  return AttachedRun.open(await database(), catalog, log, { exactDistinct, wordsMs, isFresh });
}

/** Closes a run's file once it is open. */
function close(runId: string): Promise<void> {
  const held = runs.get(runId);
  runs.delete(runId);
  return turnsOf(runId).run(async () => {
    const run = await held?.run.catch(() => undefined);
    await run?.close();
  });
}

/** A failed database refuses this too; what matters is that nothing is running afterwards. */
async function closeAll(): Promise<void> {
  for (const runId of turns.keys()) await close(runId).catch(() => undefined);
  turns.clear();
  forgetOwnValues();
  (await instance?.catch(() => undefined))?.closeSync();
  // A later command opens another; what is still running must not.
  instance = undefined;
}

function turnsOf(runId: string): Serial {
  const known = turns.get(runId) ?? new Serial();
  turns.set(runId, known);
  return known;
}

/** Returns the rows of a view in its order. */
async function listOf(
  view: View,
  subject: Subject,
): Promise<Pick<Answers['query'], 'seqs' | 'tree'>> {
  if (view.thread === undefined) return { seqs: await queryRows(view, subject), tree: null };
  const { seqs, ...tree } = await threadRows(view, view.thread, subject);
  return { seqs, tree };
}

/** Answers a question about the first rows of a run. */
async function answer(
  command: Extract<Command, Asking>,
  subject: Subject,
): Promise<Answers[AskedKind]> {
  const { rows } = subject;
  switch (command.kind) {
    case 'catchUp':
      return { rows };
    case 'query': {
      const { view, known } = command;
      // A search is in a person's own columns, too.
      const isNoted = view.search !== '' || JSON.stringify(view).includes(`"${ownPrefix}`);
      const epoch = subject.epoch + (isNoted ? subject.noted : 0);
      const grows = (at: number): boolean =>
        at < rows && isAsReceived(view) && at >= (view.sample?.rows ?? 0);
      const isUsable = known?.epoch === epoch && (known.rows === rows || grows(known.rows));
      const from = isUsable ? known.rows : 0;
      const isKnown = isUsable && from === rows;
      const list = { seqs: new Uint32Array(), tree: null };
      return { rows, epoch, from, ...(isKnown ? list : await listOf(view, { ...subject, from })) };
    }
    case 'duplicates': {
      const { field, acrossInputs } = command;
      return { rows, count: await subject.kept.count({ field, acrossInputs }, subject) };
    }
    case 'summary':
      return summarise(command, subject);
    case 'chart':
      return drawChart(command.view, command.question, subject);
    case 'copy':
      return copyRows(command.view, command.copy, subject);
    case 'filled':
      return { counts: await countFilled(command.view, command.fields, subject) };
    case 'media':
      return findMedia(command.columns, subject);
    case 'replaced':
      return { seqs: await findReplaced(subject) };
    case 'network':
      return groupNetwork(command.view, command.network, subject);
    default:
      return assertNever(command);
  }
}
