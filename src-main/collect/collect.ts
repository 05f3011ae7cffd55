/** One collection from start to end: asks what is missing, saves what was fetched, reports the result. */
import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExportSpec, WrittenFile } from '#shared/contract/export/export.ts';
import { formats } from '#shared/contract/export/formats.ts';
import { replacesPeople } from '#shared/contract/export/privacy.ts';
import { type ListNext, maxCommandCalls, maxPagesPerInput } from '#shared/contract/list.ts';
import type { Run } from '#shared/contract/run.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import { listCalls } from '#shared/query/list.ts';
import { isoTime } from '../core/clock.ts';
import type { Core } from '../core/core.ts';
import { ProblemError } from '../core/problem-error.ts';
import { createNetwork } from '../core/service/network.ts';
import { refuseDataFolders } from '../core/project/folders.ts';
import { type Call, callerOf } from '../launch/call-core.ts';
import type { HostPorts } from '../launch/start-core.ts';
import { defaultDataFolder } from '../launch/start-options.ts';
import {
  askedAgain,
  type Ended,
  endOfError,
  endOfRun,
  exits,
  signalWords,
  whyFirstFailed,
  WrongInput,
} from './exit.ts';
import type { CollectOptions } from './options.ts';
import {
  makeOut,
  makePlan,
  mustBeNew,
  mustHaveService,
  openRecipeFile,
  type Log,
  type Plan,
  withoutRepeats,
} from './plan.ts';
import { collectSteps } from './steps.ts';

export interface CollectParts {
  startCore: (ports: HostPorts) => Promise<Core>;
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
export function reportEnd(
  ended: Ended,
  { log, print }: Pick<CollectParts, 'log' | 'print'>,
  summary: object = {},
): number {
  const exit = exits[ended.ending];
  logTo(log)(exit === 0 ? 'info' : 'error', 'end', { exit, ...ended });
  print(JSON.stringify({ exit, ...ended, ...summary }));
  return exit;
}

export const logTo =
  (log: CollectParts['log']): Log =>
  (level, event, more = {}) =>
    log(JSON.stringify({ time: isoTime(), level, event, ...more }));

async function collectWith(
  options: CollectOptions,
  { startCore, stop }: CollectParts,
  log: Log,
  summary: Record<string, unknown>,
): Promise<Ended> {
  let core: Core | null = null;
  let target = '';
  let isBegun = false;
  try {
    core = await startCore({
      dataDir: options.program.dataDir ?? defaultDataFolder(),
      // Only the question itself is sent, and in a dry run nothing at all.
      fetch: options.dryRun ? () => Promise.reject(new Error('a dry run')) : createNetwork(),
      statusEveryMs: null,
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
    const call = callerOf(core);
    const snapshot = await call('app.snapshot', {});
    const recipe = await openRecipeFile(call, options);
    if (recipe.kind === 'steps') {
      const saveAs = async (path: string, spec: ExportSpec): Promise<WrittenFile[]> => {
        target = path;
        return save(call, spec);
      };
      const steps = { core, call, recipe: recipe.recipe, snapshot, options, stop, log, saveAs };
      return await collectSteps(steps, summary, () => {
        isBegun = true;
      });
    }
    const plan = await makePlan(call, options, snapshot, recipe, log);
    const { runId, list } = plan;
    if (plan.notice !== null) log('warn', 'otherService', { runId, why: plan.notice });
    for (const { line, why } of list.wrongLines) log('warn', 'wrongLine', { runId, line, why });
    Object.assign(summary, { runId, part: options.part, wrongLines: list.wrong });

    const known = await openKnown(call, plan, options);
    const isDataset = plan.spec.format.kind === 'dataset';
    if (known === null && isDataset) await mustBeNew(runId, options);
    if (options.dryRun) {
      Object.assign(summary, { dryRun: true, ...boundsOf(plan, known, options) });
      return { ending: 'complete', why: null };
    }
    mustHaveService(snapshot);
    // With more parts than inputs, this one has nothing to do.
    if (list.different === 0) return { ending: 'complete', why: null };

    await makeOut(options);
    const isReplaced = replacesPeople(plan.spec.privacy);
    if (isReplaced && !snapshot.keychain.available) {
      log('warn', 'pseudonyms', {
        runId,
        why: 'Without a keychain, pseudonyms differ with each command.',
      });
    }

    const run = await ask({ core, call, plan, known, options, stop, log });
    isBegun = true;
    Object.assign(summary, {
      inputs: run.list?.statuses,
      pages: run.pageCount,
      rows: run.rowCount,
      calls: run.calls,
    });
    const again = await askedAgain(call, run);
    if (stop.aborted) return { ending: signalOf(stop), why: signalWords(again) };
    const files: Pick<WrittenFile, 'name'>[] = [];
    summary['files'] = files;
    target = isDataset ? options.out : join(options.out, fileName(plan, options));
    // A dataset has a separate table for inputs, also for a run without pages.
    if (isDataset || run.pageCount > 0)
      files.push(...(await save(call, withoutRepeats(plan.spec, run, snapshot))));
    const whyFailed = await whyFirstFailed(call, run);
    const ended = endOfRun(run, list.wrong, { wantsAll: plan.pages === null, whyFailed, again });
    if (isDataset) return ended;
    // Already saved beside the rows, unless there are none, or no methods sheet is wanted.
    target += '.inputs';
    const name = basename(target);
    if (!isReplaced && !files.some((file) => file.name.startsWith(`${name}.`))) {
      target += '.csv';
      await call('list.save', { runId });
      files.push({ name: `${name}.csv` });
    }
    return ended;
  } catch (error) {
    if (stop.aborted) return { ending: signalOf(stop), why: signalWords() };
    const ended = endOfError(error, isBegun);
    if (ended.ending === 'ourFault') log('error', 'unforeseen', { why: errorText(error) });
    return ended;
  } finally {
    await core?.close().catch((error) => log('error', 'unforeseen', { why: errorText(error) }));
  }
}

/** Opens the run of an earlier start of the same command; null when there is none. */
async function openKnown(
  call: Call,
  { runId, list, pages }: Plan,
  { label }: CollectOptions,
): Promise<Run | null> {
  const { runs } = await call('history.list', {});
  if (!runs.some(({ id }) => id === runId)) return null;
  const { run } = await call('run.open', { runId });
  if (run.list?.askedSha256 !== list.askedSha256) {
    throw new WrongInput(`The inputs have changed since “${label}” began. Choose another label.`);
  }
  const { perInput } = run.list;
  // Earlier versions asked for no more than this number of pages when all were wanted.
  const isAsBegun =
    perInput === perInputOf(pages) || (pages === null && perInput === maxPagesPerInput);
  if (isAsBegun) return run;
  const began = perInput === perInputOf(null) ? 'all pages' : `--pages ${perInput}`;
  throw new WrongInput(`“${label}” began with ${began}. Choose another label.`);
}

const perInputOf = (pages: Plan['pages']): number => pages ?? maxCommandCalls;

interface Asking {
  core: Core;
  call: Call;
  plan: Plan;
  known: Run | null;
  options: CollectOptions;
  stop: AbortSignal;
  log: Log;
}

/** Asks the waiting inputs and, when the command is repeated, those that failed. */
async function ask({ core, call, plan, known, options, stop, log }: Asking): Promise<Run> {
  const { runId, query, list, pages } = plan;
  const { maxCalls, label } = options;
  const begin = { runId, inputs: list.different, maxCalls, calls: known?.calls ?? 0 };
  log('info', known === null ? 'start' : 'continue', begin);
  const end = (): void => void call('run.stop', { runId }).catch(() => undefined);
  stop.addEventListener('abort', end);
  try {
    stop.throwIfAborted();
    if (known === null) {
      const perInput = perInputOf(pages);
      const all = { listId: list.listId, perInput, first: null, maxCalls };
      return await untilIdle(core, call, runId, log, async () => {
        await call('run.start', { runId, query, list: all }).catch((error) => {
          throw isDeleted(error) ? new WrongInput(deletedWords(label)) : error;
        });
        // A signal may have arrived before there was a run to stop.
        if (stop.aborted) end();
        await call('history.describe', { runId, name: label });
      });
    }
    let run = known;
    const askMore = async (inputs: ListNext['inputs']): Promise<void> => {
      run = await untilIdle(core, call, runId, log, () =>
        call('run.next', { runId, list: { inputs, first: null, maxCalls } }),
      );
    };
    // If a pass stopped by itself, there was a reason.
    const mayContinue = (): boolean =>
      !stop.aborted && (run === known || run.state.kind === 'noMore');
    for (const inputs of ['waiting', 'failed'] as const) {
      if ((known.list?.statuses[inputs] ?? 0) > 0 && mayContinue()) await askMore(inputs);
    }
    while (hasMore(run, plan) && mayContinue()) await askMore('more');
    return run;
  } finally {
    stop.removeEventListener('abort', end);
  }
}

/** The calls of a deleted run were paid for, so the core doesn’t start it a second time. */
const isDeleted = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.remedies.some(({ kind }) => kind === 'runAgain');

const deletedWords = (label: string): string =>
  `“${label}” was collected, and its run was deleted. Choose another label to collect it again.`;

/** Whether all pages are wanted and an input has more, which an earlier version left. */
const hasMore = ({ list }: Run, { pages }: Plan): boolean =>
  pages === null && (list?.statuses.partly ?? 0) > 0;

/** Starts work and waits until the run is idle; logs each page, with the current input. */
async function untilIdle(
  core: Core,
  call: Call,
  runId: string,
  log: Log,
  work: () => Promise<unknown>,
): Promise<Run> {
  let pages = -1;
  let wake: () => void = () => undefined;
  const unsubscribe = core.subscribe((event) => {
    if (event.kind !== 'run.changed' || event.run.id !== runId) return;
    const { state, list, pageCount, rowCount: rows, calls } = event.run;
    const about = { runId, input: list?.current ?? null, page: pageCount, rows, calls };
    if (state.kind === 'retrying') log('warn', 'retry', { ...about, why: state.problem.title });
    else if (pageCount !== pages) log('info', 'progress', about);
    pages = pageCount;
    if (!isWorking(state)) wake();
  });
  try {
    await work();
    for (;;) {
      const idle = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const { run } = await call('run.open', { runId });
      // Its work may still be ending, and the next request must not join it.
      if (!isWorking(run.state)) return (await call('run.stop', { runId })).run;
      await idle;
    }
  } finally {
    unsubscribe();
  }
}

async function save(call: Call, spec: ExportSpec): Promise<WrittenFile[]> {
  const exportId = randomUUID();
  await call('export.start', { exportId, spec });
  for (;;) {
    const { exports } = await call('export.list', {});
    const state = exports.find(({ id }) => id === exportId)?.state;
    const problem = state?.kind === 'saved' ? state.sheetProblem : null;
    if (state?.kind === 'failed') throw new ProblemError(state.problem);
    if (problem !== null) throw new ProblemError(problem);
    if (state?.kind === 'saved') return state.files;
    await sleep(20);
  }
}

/** The same name for the same command, and a different one for any other. */
function fileName({ runId, endpoint, spec }: Plan, { label, part }: CollectOptions): string {
  const share = part === null ? '' : `_${part.number}-of-${part.of}`;
  return `${endpoint.id.replaceAll('.', '-')}_${label}${share}_${runId.slice(8, 16)}.${formats[spec.format.kind].extension}`;
}

function boundsOf(
  { requests, list, pages }: Plan,
  known: Run | null,
  { maxCalls }: CollectOptions,
): object {
  const { waiting = 0, failed = 0, partly = 0 } = known?.list?.statuses ?? {};
  const inputs = known === null ? list.different : waiting + failed + (pages === null ? partly : 0);
  const remaining = Math.max(0, maxCalls - (known?.calls ?? 0));
  const calls = listCalls(inputs, pages ?? Math.max(1, remaining), list.perCall);
  return {
    requests: inputs === 0 ? [] : requests,
    inputs,
    calls: { ...calls, never: remaining },
    before: known?.calls ?? 0,
  };
}

const signalOf = ({ reason }: AbortSignal): 'SIGINT' | 'SIGTERM' =>
  reason === 'SIGINT' ? 'SIGINT' : 'SIGTERM';

export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
