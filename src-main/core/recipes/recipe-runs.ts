/**
 * Runs recipes: each step is a run with a list that starts when the previous one has ended. What is
 * needed to continue is on disk before a call is sent, so that a recipe outlives the program; what was
 * asked is in its runs, so that nothing is asked twice.
 */
import {
  recipeRunSchema,
  type RecipeRun,
  type RecipeStep,
  type StepRecipe,
  stepName,
  stepToContinue,
  type StepRun,
} from '#shared/contract/recipe.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import { isoTime } from '../clock.ts';
import { noAddress, ProblemError, refused } from '../problem-error.ts';
import type { RunEngine } from '../runs/engine.ts';
import { shownRows, type LiveRun } from '../runs/live-run.ts';
import { ofAnotherService } from '../runs/notices.ts';
import type { Ledger } from '../store/ledger.ts';
import type { RunStore } from '../store/run-store.ts';
import { problemOf } from '../store/store-problem.ts';
import { createRecipeFolder } from './recipe-folder.ts';
import {
  beginningOf,
  givenList,
  listOfRows,
  listOfValues,
  mustBeAskable,
  type StepList,
  type StepListDeps,
} from './step-list.ts';
import {
  closedWords,
  failedWords,
  firstListGone,
  nothingToAsk,
  stoppedWords,
} from './recipe-words.ts';

export interface RecipeRunsDeps extends StepListDeps {
  dataFolder: string;
  engine: RunEngine;
  store: Pick<RunStore, 'has' | 'list' | 'updateMeta'>;
  ledger: Pick<Ledger, 'callsOfRun'>;
  /** Returns the service in use; null before one is chosen. */
  profile: () => Profile | null;
  report: (error: unknown) => void;
  changed: (run: RecipeRun) => void;
}

export interface RecipeRuns {
  /** Lists the latest first. */
  list(): Promise<RecipeRun[]>;
  /** @throws ProblemError when a step can't be asked as it is; nothing was sent then. */
  start(asked: {
    id: string;
    recipe: StepRecipe;
    maxCalls: number;
    listId: string | null;
  }): Promise<RecipeRun>;
  continue(asked: { id: string; maxCalls: number; failed: boolean }): Promise<RecipeRun>;
  /** Resolves when the page in progress is stored. */
  stop(id: string): Promise<RecipeRun>;
  /** @throws StoreError when the disk refuses. */
  forget(id: string): Promise<void>;
  close(): Promise<void>;
}

/** A recipe in memory. */
interface Live {
  run: RecipeRun;
  /** Resolves when its steps no longer run; null when none does. */
  work: Promise<void> | null;
  isStopped: boolean;
  /** The first step's list, if it isn't made of the recipe's values. Gone after a restart. */
  listId: string | null;
}

/** Number of inputs of the paused step that the person confirmed; null: none were shown. */
type Agreed = number | null;

export function createRecipeRuns(deps: RecipeRunsDeps): RecipeRuns {
  const { engine } = deps;
  const folder = createRecipeFolder([deps.dataFolder, 'recipes', 'runs'], recipeRunSchema);
  let opened: Promise<Map<string, Live>> | null = null;
  let closed = false;

  async function open(): Promise<Map<string, Live>> {
    const runs = new Map<string, Live>();
    for (const [id, run] of await folder.read()) {
      const loaded = run.state === 'running' ? await cutShort(run) : run;
      if (run.id === id) runs.set(id, { run: loaded, work: null, isStopped: false, listId: null });
    }
    return runs;
  }

  /**
   * The program was killed while the recipe ran: its step, running or about to, could not note the rows
   * that it has.
   */
  async function cutShort(run: RecipeRun): Promise<RecipeRun> {
    const rowsOf = new Map((await deps.store.list()).map(({ id, rows }) => [id, rows]));
    const current = run.steps.findIndex(({ state }) => state !== 'done');
    const steps = run.steps.map((step, at): StepRun =>
      at === current ? { ...step, state: 'stopped', rows: rowsOf.get(step.runId) ?? 0 } : step,
    );
    return { ...run, state: 'stopped', why: closedWords, steps };
  }

  async function find(id: string): Promise<Live> {
    const live = (await (opened ??= open())).get(id);
    if (live !== undefined) return live;
    throw refused('This recipe is no longer in the list.');
  }

  const callsOf = (runId: string): number => deps.ledger.callsOfRun(runId);

  /** Returns the recipe with its current numbers of calls. */
  function withCalls({ run }: Live): RecipeRun {
    const steps = run.steps.map((step) => ({ ...step, calls: callsOf(step.runId) }));
    return { ...run, steps, calls: steps.reduce((sum, { calls }) => sum + calls, 0) };
  }

  async function change(live: Live, next: Partial<RecipeRun>): Promise<void> {
    live.run = { ...live.run, ...next };
    live.run = withCalls(live);
    await folder.write(live.run.id, live.run);
    deps.changed(live.run);
  }

  const changeStep = (live: Live, at: number, next: Partial<StepRun>): StepRun[] =>
    live.run.steps.map((step, number) => (number === at ? { ...step, ...next } : step));

  function prepare({ run, listId }: Live, at: number): Promise<StepList> {
    const step = run.recipe.steps[at]!;
    if (at > 0) return listOfRows(step, run.steps[at - 1]!.runId, deps);
    return listId === null ? listOfValues(step, deps) : givenList(step, listId, deps);
  }

  /** Runs one step to its end. Returns whether the next one may start. */
  async function runStep(live: Live, at: number, agreed: Agreed): Promise<boolean> {
    const step = live.run.recipe.steps[at]!;
    const { runId } = live.run.steps[at]!;
    const isNew = !(await deps.store.has(runId));
    const list = isNew ? await prepare(live, at) : null;
    if (list !== null) {
      const { found, inputs } = list;
      if (inputs === 0) {
        // A long first list is not among the recipe's values.
        const isGone = at === 0;
        const why = isGone ? firstListGone : nothingToAsk(at, step.list?.field ?? '');
        const steps = changeStep(live, at, isGone ? { state: 'stopped' } : { found, inputs });
        await change(live, { state: isGone ? 'stopped' : 'done', why, steps });
        return false;
      }
      const mustWait = at > 0 && step.pause && agreed !== inputs;
      if (mustWait) {
        const steps = changeStep(live, at, { state: 'paused', found, inputs });
        await change(live, { state: 'paused', why: null, steps });
        return false;
      }
      live.run = { ...live.run, steps: changeStep(live, at, { found, inputs }) };
    }
    const others = withCalls(live).calls - callsOf(runId);
    const maxCalls = live.run.maxCalls - others;
    if (live.isStopped || maxCalls <= callsOf(runId)) {
      await finishStep(live, at, live.isStopped ? { kind: 'stopped' } : limitReached);
      return false;
    }
    const steps = changeStep(live, at, { state: 'running' });
    await change(live, { state: 'running', why: null, steps });
    if (list !== null) {
      // A new run asks the service in use; its inputs are of the one that the recipe began with.
      const { service } = live.run.recipe;
      if (deps.profile()?.id !== service.profileId)
        throw new ProblemError(ofAnotherService(service));
      const plan = { ...planOf(step, maxCalls), listId: list.listId };
      await engine.start(runId, list.query, { pages: null, rows: null }, plan);
      // In History, its question alone would not show which recipe it belongs to.
      const name = stepName(live.run.recipe, at);
      await deps.store.updateMeta(runId, { name }).catch(deps.report);
    }
    const asking = list === null ? askRest(live, runId, maxCalls) : endStateOf(live, runId);
    return finishStep(live, at, await asking);
  }

  /**
   * Asks the waiting inputs of a list, then those that had failed before, once. Returns its end state:
   * if no input is waiting it is complete, however many failed.
   */
  async function askRest(live: Live, runId: string, maxCalls: number): Promise<LiveRun['state']> {
    const run = await engine.live(runId);
    const { list } = run;
    let state = list?.toRunList().statuses.waiting === 0 ? complete : run.state;
    for (const inputs of list?.has('failed') === true ? passes : passes.slice(0, 1)) {
      if (live.isStopped) return { kind: 'stopped' };
      const isLeft = list !== null && (list.current !== null || list.has(inputs));
      if (run.work === null && !isLeft) continue;
      const next = { inputs, first: null, atMost: null, maxCalls };
      const how = { beyondCeiling: false, byDate: false, list: next };
      await engine.next(runId, { pages: null, rows: null }, how);
      state = await endStateOf(live, runId);
      if (state.kind !== 'noMore') break;
    }
    // Inputs that fail again must not hold up the next step.
    const isDown = state.kind === 'limit' && state.reason === 'failures';
    return isDown && list?.has('waiting') === false ? complete : state;
  }

  /** Waits until a run is idle and returns its state. */
  async function endStateOf(live: Live, runId: string): Promise<LiveRun['state']> {
    // *Stop* may have been chosen before there was a run to stop.
    if (live.isStopped) await engine.stop(runId);
    const run = await engine.live(runId);
    while (run.work !== null) await run.work.done.catch(() => undefined);
    return run.state;
  }

  /** Records how a step ended. Returns whether it is done. */
  async function finishStep(live: Live, at: number, state: LiveRun['state']): Promise<boolean> {
    const { runId } = live.run.steps[at]!;
    const isLast = at === live.run.steps.length - 1;
    const run = (await deps.store.has(runId)) ? await engine.live(runId) : null;
    const rows = run === null ? 0 : shownRows(run);
    const failed = run?.list?.toRunList().statuses.failed ?? 0;
    // Nothing was found only if something answered.
    const isUnanswered = state.kind === 'noMore' && rows === 0 && failed > 0;
    const isDone = state.kind === 'noMore' && !isUnanswered;
    const steps = changeStep(live, at, { state: isDone ? 'done' : 'stopped', rows, failed });
    if (isDone) await change(live, { steps, ...(isLast ? { state: 'done', why: null } : {}) });
    else {
      const ended = isUnanswered ? failedWords(failed) : stoppedWords(state, live.run.maxCalls);
      const why = closed ? closedWords : ended;
      await change(live, { steps, state: 'stopped', why });
    }
    return isDone;
  }

  async function runSteps(live: Live, from: number, agreed: Agreed): Promise<void> {
    let at = from;
    try {
      for (; at < live.run.steps.length; at++) {
        if (!(await runStep(live, at, at === from ? agreed : null))) return;
      }
    } catch (error) {
      const problem = problemOf(error, deps.report);
      const why = `${problem.title} ${problem.advice}`;
      const steps = changeStep(live, at, { state: 'stopped' });
      await change(live, { state: 'stopped', why, problem, steps }).catch((refusal) => {
        deps.report(refusal);
        // The disk refuses this too, but whoever waits for the end must learn of it.
        deps.changed(live.run);
      });
    }
  }

  /** Starts the work unless it is already running. */
  async function begin(live: Live, from: number, agreed: Agreed): Promise<RecipeRun> {
    if (live.work !== null || closed) return withCalls(live);
    const work = runSteps(live, from, agreed).catch(deps.report);
    live.work = work.finally(() => {
      live.work = null;
    });
    return withCalls(live);
  }

  async function stop(live: Live): Promise<RecipeRun> {
    live.isStopped = true;
    const running = live.run.steps.find(({ state }) => state === 'running');
    if (live.work !== null && running !== undefined && (await deps.store.has(running.runId))) {
      await engine.stop(running.runId);
    }
    await live.work;
    return withCalls(live);
  }

  return {
    async list() {
      const all = [...(await (opened ??= open())).values()].map(withCalls);
      return all.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
    },

    async start({ id, recipe, maxCalls, listId }) {
      const runs = await (opened ??= open());
      const before = runs.get(id);
      if (before !== undefined) return withCalls(before);
      const profile = deps.profile();
      if (profile === null) throw new ProblemError(noAddress());
      for (const step of recipe.steps) mustBeAskable(step, deps);
      const first = await beginningOf(recipe, listId, deps);
      const live: Live = {
        run: {
          id,
          recipe: { ...first.recipe, service: { profileId: profile.id, address: profile.address } },
          startedAt: isoTime(),
          maxCalls,
          calls: 0,
          state: 'running',
          why: null,
          problem: null,
          steps: recipe.steps.map((_, at) => ({
            runId: `${id}-${at + 1}`,
            state: at === 0 ? 'running' : 'waiting',
            found: null,
            inputs: at === 0 ? first.inputs : null,
            rows: 0,
            calls: 0,
            failed: 0,
          })),
        },
        work: null,
        isStopped: false,
        listId: first.listId,
      };
      runs.set(id, live);
      try {
        await change(live, {});
      } catch (error) {
        runs.delete(id);
        throw error;
      }
      return begin(live, 0, null);
    },

    async continue({ id, maxCalls, failed }) {
      const live = await find(id);
      // The new state is reported a moment before the work ends.
      if (live.run.state !== 'running') await live.work;
      if (live.work !== null) return withCalls(live);
      live.run = { ...live.run, maxCalls };
      const { steps } = live.run;
      const from = stepToContinue(steps, failed);
      if (from >= steps.length) return withCalls(live);
      const agreed = steps[from]?.inputs ?? null;
      live.run = { ...live.run, state: 'running', why: null, problem: null };
      live.isStopped = false;
      // The list of the step is made first, which may take seconds.
      deps.changed(withCalls(live));
      return begin(live, from, agreed);
    },

    stop: async (id) => stop(await find(id)),

    async forget(id) {
      const runs = await (opened ??= open());
      const live = runs.get(id);
      if (live !== undefined) await stop(live);
      await folder.remove(id);
      runs.delete(id);
    },

    async close() {
      closed = true;
      if (opened === null) return;
      const working = [...(await opened).values()].filter(({ work }) => work !== null);
      await Promise.all(working.map(stop));
    },
  };
}

const complete: LiveRun['state'] = { kind: 'noMore' };
const passes = ['waiting', 'failed'] as const;
const limitReached: LiveRun['state'] = { kind: 'limit', reason: 'maxCalls' };

const planOf = ({ pages }: RecipeStep, maxCalls: number) => ({
  onlyNew: false,
  perInput: pages,
  first: null,
  maxCalls,
});
