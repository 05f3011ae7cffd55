/** The command as a process: its flags, the key in its environment, signals, and its output. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExportSpec, WrittenFile } from '#shared/contract/export/export.ts';
import type { Chain } from '#shared/contract/recipe.ts';
import { defaultDataFolder, keyVariable } from '../launch/start-options.ts';
import { isoTime } from '../core/clock.ts';
import type { Core } from '../core/core.ts';
import { ProblemError } from '../core/problem-error.ts';
import { createNetwork } from '../core/service/network.ts';
import { refuseDataFolders } from '../core/project/folders.ts';
import { StoreError, whyNotOpened } from '../core/store/store-error.ts';
import { callerOf } from '../launch/call-core.ts';
import type { Call } from '../launch/call-core.ts';
import type { HostPorts } from '../launch/start-core.ts';
import { endOfError, endOfSignal, exits, wrong } from './exit.ts';
import type { Ended } from './exit.ts';
import { readCollectOptions, usageOf } from './options.ts';
import type { CollectOptions } from './options.ts';
import { openRecipeFile, questionOf } from './plan.ts';
import type { Log } from './plan.ts';
import { collectSteps } from './steps.ts';
import type { Steps } from './steps.ts';

/** A terminal, a scheduler and a program in between may all pass on the same signal. */
const sameSignalMs = 1000;

/** Runs the command of this process, which is called as `call` says; resolves with the exit code. */
export async function runCommand(
  args: readonly string[],
  call: string,
  parts: Pick<CollectParts, 'startCore' | 'fetch'>,
): Promise<number> {
  const read = readCollectOptions(args, process.env);
  // Child processes must not get the key.
  delete process.env[keyVariable];
  const out = linesTo(process.stdout);
  let isReported = false;
  const output = {
    log: linesTo(process.stderr),
    print(line: string): void {
      isReported = true;
      out(line);
    },
  };
  if (read.kind === 'help') {
    out(usageOf(call));
    return exits.complete;
  }
  if (read.kind === 'wrong') {
    return reportEnd(wrong(`${read.why} See --help.`), output);
  }
  /** Whatever happened, there is one result: schedulers wait for it. */
  const end = (ended: Ended): number =>
    isReported ? exits[ended.ending] : reportEnd(ended, output, { label: read.options.label });
  const stop = new AbortController();
  let stoppedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const isSame = stop.signal.reason === signal && performance.now() - stoppedAt < sameSignalMs;
      if (isSame) return;
      // A second signal ends it without waiting: every page is on disk already.
      if (stop.signal.aborted) process.exit(end(endOfSignal({ reason: signal })));
      stoppedAt = performance.now();
      stop.abort(signal);
    });
  }
  process.on('uncaughtException', (error) => {
    logTo(output.log)('error', 'unforeseen', { why: errorText(error) });
    process.exit(end(endOfError(error, true)));
  });
  // Something is awaited that nothing will end.
  const emptied = new Promise<number>((resolve) => {
    process.once('beforeExit', () => {
      const why = 'The program stopped before the end. Run the same command to continue.';
      resolve(end({ ending: 'ourFault', cause: 'internal', why }));
    });
  });
  return Promise.race([collect(read.options, { ...parts, stop: stop.signal, ...output }), emptied]);
}

/** Writes lines to a stream. Those that it can't take any more (a closed pipe, a full disk) are lost. */
function linesTo(stream: NodeJS.WriteStream): (line: string) => void {
  stream.on('error', () => undefined);
  return (line) => {
    try {
      stream.write(`${line}\n`);
    } catch {
      // Written synchronously to a file, it fails here.
    }
  };
}

// One collection from start to end: asks what is missing, saves what was fetched, reports the result.

export interface CollectParts {
  startCore: (ports: HostPorts) => Promise<Core>;
  /** By default Node's network. */
  fetch?: HostPorts['fetch'];
  /** Aborted with the name of a signal: the run is stopped, and what was fetched is kept. */
  stop: AbortSignal;
  /** Logs one event, as a line of JSON. */
  log: (line: string) => void;
  /** Prints the summary, as one line of JSON. */
  print: (line: string) => void;
}

/** @returns the exit code. Never rejects. */
export async function collect(options: CollectOptions, parts: CollectParts): Promise<number> {
  const summary: Record<string, unknown> = { label: options.label };
  const ended = await collectWith(options, parts, logTo(parts.log), summary);
  return reportEnd(ended, parts, summary);
}

/** Reports the end in the log and as the result; returns the exit code. */
function reportEnd(
  ended: Ended,
  { log, print }: Pick<CollectParts, 'log' | 'print'>,
  summary: object = {},
): number {
  const exit = exits[ended.ending];
  logTo(log)(exit === 0 ? 'info' : 'error', 'end', { exit, ...ended });
  print(JSON.stringify({ exit, ...ended, ...summary }));
  return exit;
}

const logTo =
  (log: CollectParts['log']): Log =>
  (level, event, more = {}) =>
    log(JSON.stringify({ time: isoTime(), level, event, ...more }));

async function collectWith(
  options: CollectOptions,
  { startCore, fetch = createNetwork(), stop }: CollectParts,
  log: Log,
  summary: Record<string, unknown>,
): Promise<Ended> {
  let core: Core | null = null;
  let target = '';
  let isBegun = false;
  const dataDir = options.program.dataDir ?? defaultDataFolder();
  try {
    core = await startCore({
      dataDir,
      // Only the question itself is sent, and in a dry run nothing at all.
      fetch: options.dryRun ? () => Promise.reject(new Error('a dry run')) : fetch,
      attended: false,
      chooseSaveTarget: async () => ({
        path: target,
        finish: async ([path = target]) => ({ name: path, download: null }),
      }),
      openLink: null,
      showInFolder: null,
      encryption: null,
      start: options.program.start,
      report: (error) => log('error', 'unforeseen', { why: errorText(error) }),
    });
    // Before anything is paid for.
    await refuseDataFolders(options.out);
    if (options.media !== null) await refuseDataFolders(options.media);
    const call = callerOf(core);
    const snapshot = await call('app.snapshot', {});
    const opened = await openRecipeFile(call, options);
    const { recipe, spec } =
      opened.kind === 'steps'
        ? { recipe: opened.recipe, spec: null }
        : questionOf(opened, options, snapshot);
    const saveAs: Steps['saveAs'] = async (path, what, chain) => {
      target = path;
      if (!('inputsOf' in what)) return save({ call, stop, log }, what, chain);
      await call('file.save', { file: { of: 'inputs', runId: what.inputsOf } });
      return [{ name: basename(path) }];
    };
    const steps = { core, call, recipe, spec, snapshot, options, stop, log, saveAs };
    return await collectSteps(steps, summary, () => {
      isBegun = true;
    });
  } catch (error) {
    if (stop.aborted) return endOfSignal(stop);
    const isOfFolder = core === null && error instanceof StoreError;
    const ended = endOfError(error, isBegun);
    if (isOfFolder) ended.why = whyNotOpened(error, dataDir);
    if (ended.ending === 'ourFault') log('error', 'unforeseen', { why: errorText(error) });
    return ended;
  } finally {
    await core?.close().catch((error) => log('error', 'unforeseen', { why: errorText(error) }));
  }
}

async function save(
  { call, stop, log }: { call: Call; stop: AbortSignal; log: Log },
  spec: ExportSpec,
  chain?: Chain,
): Promise<WrittenFile[]> {
  const exportId = randomUUID();
  await call('export.start', { exportId, spec, chain });
  const isLong = spec.format.kind === 'media';
  for (;;) {
    if (isLong && stop.aborted) await call('export.cancel', { exportId });
    const { exports } = await call('export.list', {});
    const state = exports.find(({ id }) => id === exportId)?.state;
    const problem = state?.kind === 'saved' ? state.sheetProblem : null;
    if (state?.kind === 'failed') throw new ProblemError(state.problem);
    if (problem !== null) throw new ProblemError(problem);
    if (state?.kind === 'cancelled') return [];
    if (state?.kind === 'saved') {
      const why = state.changes.map(({ message }) => message).join(' ');
      if (isLong) log('info', 'media', { links: state.rows, why });
      return state.files;
    }
    await sleep(20);
  }
}

const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
