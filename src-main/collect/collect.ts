/** One collection from start to end: asks what is missing, saves what is there, says how it went. */
import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExportSpec, WrittenFile } from '#shared/contract/export/export.ts';
import { formats } from '#shared/contract/export/formats.ts';
import { replacesPeople } from '#shared/contract/export/privacy.ts';
import type { Run } from '#shared/contract/run.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import { listCalls } from '#shared/query/list.ts';
import { isoTime } from '../core/clock.ts';
import type { Core } from '../core/core.ts';
import { ProblemError } from '../core/problem-error.ts';
import { type Call, callerOf } from '../launch/start-core.ts';
import type { HostPorts } from '../launch/start-core.ts';
import { defaultDataFolder } from '../launch/start-options.ts';
import { type Ended, endOfError, endOfRun, exits, WrongInput } from './exit.ts';
import type { CollectOptions } from './options.ts';
import { makeOut, makePlan, mustHaveService, openRecipeFile, type Plan } from './plan.ts';
import { collectSteps, type Log } from './steps.ts';

export interface CollectParts {
  startCore: (ports: HostPorts) => Promise<Core>;
  /** Aborted with the name of a signal: the run is stopped, and what is there stays. */
  stop: AbortSignal;
  /** Takes a line of JSON for each event. */
  log: (line: string) => void;
  /** Takes the summary, as one line of JSON. */
  print: (line: string) => void;
}

/** @returns the exit code. Never rejects. */
export async function collect(options: CollectOptions, parts: CollectParts): Promise<number> {
  const summary: Record<string, unknown> = { label: options.label };
  const ended = await collectWith(options, parts, logTo(parts.log), summary);
  return sayEnd(ended, parts, summary);
}

/** Says how it ended on both ways out; returns the exit code. */
export function sayEnd(
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
      // Nothing is asked but the question, and nothing at all to see what it would ask.
      fetch: options.dryRun ? () => Promise.reject(new Error('a dry run')) : globalThis.fetch,
      statusEveryMs: null,
      askForDescription: false,
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
    const plan = await makePlan(call, options, snapshot, recipe);
    const { runId, list } = plan;
    if (plan.notice !== null) log('warn', 'otherService', { runId, why: plan.notice });
    for (const { line, why } of list.wrongLines) log('warn', 'wrongLine', { runId, line, why });
    Object.assign(summary, { runId, part: options.part, wrongLines: list.wrong });

    const known = await openKnown(call, plan, options);
    if (options.dryRun) {
      Object.assign(summary, { dryRun: true, ...boundsOf(plan, known, options) });
      return { ending: 'complete', why: null };
    }
    mustHaveService(snapshot);
    // More parts than inputs: this one has nothing to do.
    if (list.different === 0) return { ending: 'complete', why: null };

    await makeOut(options);
    const isReplaced = replacesPeople(plan.spec.privacy);
    if (isReplaced && !snapshot.keychain.available) {
      log('warn', 'pseudonyms', { runId, why: 'Without a keychain, each command makes others.' });
    }

    const run = await ask({ core, call, plan, known, options, stop, log });
    isBegun = true;
    Object.assign(summary, {
      inputs: run.list?.statuses,
      pages: run.pageCount,
      rows: run.rowCount,
      calls: run.calls,
    });
    if (stop.aborted) return { ending: signalOf(stop), why: 'It was stopped.' };
    const files: Pick<WrittenFile, 'name'>[] = [];
    summary['files'] = files;
    const isDataset = plan.spec.format.kind === 'dataset';
    target = isDataset ? options.out : join(options.out, fileName(plan, options));
    // A dataset has the inputs in a table of its own, also of a run without a page.
    if (isDataset || run.pageCount > 0) files.push(...(await save(call, plan.spec)));
    if (isDataset) return endOfRun(run, list.wrong);
    // Saved beside the rows, unless there are none, or no methods sheet is wanted.
    target += '.inputs.csv';
    const inputs = { name: basename(target) };
    if (!isReplaced && !files.some((one) => one.name === inputs.name)) {
      await call('list.save', { runId });
      files.push(inputs);
    }
    return endOfRun(run, list.wrong);
  } catch (error) {
    if (stop.aborted) return { ending: signalOf(stop), why: 'It was stopped.' };
    const ended = endOfError(error, isBegun);
    if (ended.ending === 'ourFault') log('error', 'unforeseen', { why: errorText(error) });
    return ended;
  } finally {
    await core?.close().catch((error) => log('error', 'unforeseen', { why: errorText(error) }));
  }
}

/** The run of the same command before; null where there is none. */
async function openKnown(
  call: Call,
  { runId, list, perInput }: Plan,
  { label }: CollectOptions,
): Promise<Run | null> {
  const { runs } = await call('history.list', {});
  if (!runs.some(({ id }) => id === runId)) return null;
  const { run } = await call('run.open', { runId });
  if (run.list?.sha256 !== list.sha256) {
    throw new WrongInput(`The inputs have changed since “${label}” began. Choose another label.`);
  }
  if (run.list.perInput !== perInput) {
    throw new WrongInput(`“${label}” began with --pages ${run.list.perInput}.`);
  }
  return run;
}

interface Asking {
  core: Core;
  call: Call;
  plan: Plan;
  known: Run | null;
  options: CollectOptions;
  stop: AbortSignal;
  log: Log;
}

/** Asks for the inputs that wait and, where the command is given again, for those that failed. */
async function ask({ core, call, plan, known, options, stop, log }: Asking): Promise<Run> {
  const { runId, query, list, perInput } = plan;
  const { maxCalls, label } = options;
  const begin = { runId, inputs: list.different, maxCalls, calls: known?.calls ?? 0 };
  log('info', known === null ? 'start' : 'continue', begin);
  const end = (): void => void call('run.stop', { runId }).catch(() => undefined);
  stop.addEventListener('abort', end);
  try {
    stop.throwIfAborted();
    if (known === null) {
      const all = { listId: list.listId, perInput, first: null, maxCalls };
      return await untilRest(core, call, runId, log, async () => {
        await call('run.start', { runId, query, list: all });
        await call('history.describe', { runId, name: label });
      });
    }
    let run = known;
    for (const inputs of ['waiting', 'failed'] as const) {
      const isLeft = (known.list?.statuses[inputs] ?? 0) > 0;
      // A list that stopped by itself had a reason.
      if (!isLeft || stop.aborted || (run !== known && run.state.kind !== 'noMore')) continue;
      run = await untilRest(core, call, runId, log, () =>
        call('run.next', { runId, list: { inputs, first: null, maxCalls } }),
      );
    }
    return run;
  } finally {
    stop.removeEventListener('abort', end);
  }
}

/** Begins work and waits for its end; logs each page, with the input that is under way. */
async function untilRest(
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
      const rests = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const { run } = await call('run.open', { runId });
      // Its work may still be ending; what is asked next must not join it.
      if (!isWorking(run.state)) return (await call('run.stop', { runId })).run;
      await rests;
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

/** The same for the same command, and another for another. */
function fileName({ runId, endpoint, spec }: Plan, { label, part }: CollectOptions): string {
  const share = part === null ? '' : `_${part.number}-of-${part.of}`;
  return `${endpoint.id.replaceAll('.', '-')}_${label}${share}_${runId.slice(8, 16)}.${formats[spec.format.kind].extension}`;
}

function boundsOf(
  { requests, list, perInput }: Plan,
  known: Run | null,
  { maxCalls }: CollectOptions,
): object {
  const { waiting = 0, failed = 0 } = known?.list?.statuses ?? {};
  const inputs = known === null ? list.different : waiting + failed;
  const calls = listCalls(inputs, perInput, list.perCall);
  const left = Math.max(0, maxCalls - (known?.calls ?? 0));
  return { requests, inputs, calls: { ...calls, never: left }, before: known?.calls ?? 0 };
}

const signalOf = ({ reason }: AbortSignal): 'SIGINT' | 'SIGTERM' =>
  reason === 'SIGINT' ? 'SIGINT' : 'SIGTERM';

const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
