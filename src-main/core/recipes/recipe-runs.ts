/**
 * Runs recipes: each step is a run with a list that starts when the previous one has ended. What is
 * needed to continue is on disk before a call is sent, so that a recipe outlives the program; what was
 * asked is in its runs, so that nothing is asked twice.
 */
import { isDeepStrictEqual } from 'node:util';
import { unlimited } from '#shared/contract/run.ts';
import {
  recipeRunSchema,
  type RecipeRun,
  type StepRecipe,
  stepName,
  stepRunId,
  stepToContinue,
  type StepRun,
} from '#shared/contract/recipe.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import { withoutKeys } from '#shared/query/list.ts';
import { now } from '../clock.ts';
import { noAddress, ProblemError, refused } from '../problem-error.ts';
import type { RunEngine } from '../runs/engine.ts';
import { shownRows, type LiveRun } from '../runs/live-run.ts';
import { isSameService } from '#shared/service/profile.ts';
import { ofAnotherService } from '../runs/notices.ts';
import type { Ledger } from '../store/ledger.ts';
import type { RunStore } from '../store/run-store.ts';
import { Serial } from '../store/serial.ts';
import { problemOf } from '../store/store-problem.ts';
import { createRecipeFolder } from './recipe-folder.ts';
import {
  beginningOf,
  givenList,
  listOfRows,
  listOfValues,
  mustBeAskable,
  recipeAsAsked,
  type StepList,
  type StepListDeps,
} from './step-list.ts';
import {
  closedWords,
  failedWords,
  firstListGone,
  nothingToAsk,
  ofAnotherQuestion,
  savingStopped,
  stoppedWords,
} from './recipe-words.ts';

export interface RecipeRunsDeps extends StepListDeps {
  dataFolder: string;
  engine: RunEngine;
  store: Pick<RunStore, 'has' | 'list' | 'updateMeta'>;
  ledger: Pick<Ledger, 'callsOfRun'>;
  /** Returns the service in use; null before one is chosen. */
  profile: () => Profile | null;
  /** Saves the rows of a step that ended; null: it was stopped. @throws ProblemError */
  saveStep: (run: RecipeRun, at: number, signal: AbortSignal) => Promise<string[] | null>;
  report: (error: unknown) => void;
  changed: (run: RecipeRun) => void;
}

export type RecipeRuns = ReturnType<typeof createRecipeRuns>;

/** A recipe in memory. */
interface Live {
  run: RecipeRun;
  /** Resolves when its steps no longer run; null when none does. */
  work: Promise<void> | null;
  /** The first step's list, if it isn't made of the recipe's values. Gone after a restart. */
  listId: string | null;
}

/** Takes what is asked of a recipe's run, one thing after the other. There is one for each id. */
class Owner {
  /** Null until it has started. */
  live: Live | null = null;
  readonly #commands = new Serial();
  #stop = new AbortController();

  /** Runs `action` after all that was asked before; a later *Stop* aborts its signal at once. */
  ask<T>(action: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal } = this.#stop;
    return this.#commands.run(() => action(signal));
  }

  /** Ends all that was asked before; resolves when it has ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#stop = new AbortController();
    await this.ask(async () => this.live?.work);
  }

  /** @throws ProblemError */
  mustHaveStarted(): Live {
    if (this.live !== null) return this.live;
    throw refused('This recipe is no longer in the list.');
  }
}

type State = LiveRun['state'];

/** Number of inputs of the paused step that the person confirmed; null: none were shown. */
type Agreed = number | null;

export function createRecipeRuns(deps: RecipeRunsDeps) {
  const { engine } = deps;
  const folder = createRecipeFolder([deps.dataFolder, 'recipes', 'runs'], recipeRunSchema);
  let opened: Promise<{ owners: Map<string, Owner>; leftOut: number }> | null = null;
  let closed = false;

  /** A failed read isn't kept: the next call tries again. */
  const open = (): NonNullable<typeof opened> =>
    (opened ??= read().catch((error: unknown) => {
      opened = null;
      throw error;
    }));

  async function read(): NonNullable<typeof opened> {
    const owners = new Map<string, Owner>();
    const { found, leftOut } = await folder.read();
    for (const [id, run] of found) {
      const loaded = run.state === 'running' ? await cutShort(run) : run;
      const owner = new Owner();
      owner.live = { run: loaded, work: null, listId: null };
      owners.set(id, owner);
    }
    return { owners, leftOut };
  }

  /**
   * The program was killed while the recipe ran: its step, running or about to, could not note the rows
   * that it has.
   */
  async function cutShort(run: RecipeRun): Promise<RecipeRun> {
    const rowsOf = new Map((await deps.store.list()).map(({ id, rows }) => [id, rows]));
    const current = run.steps.findIndex(({ state }) => state !== 'done');
    if (current === -1) return { ...run, state: 'done', why: null };
    const steps = run.steps.map((step, at): StepRun =>
      at === current ? { ...step, state: 'stopped', rows: rowsOf.get(step.runId) ?? 0 } : step,
    );
    return { ...run, state: 'stopped', why: closedWords, steps };
  }

  /** Nothing is awaited between looking for an owner and adding one: two would both ask. */
  async function ownerOf(id: string): Promise<Owner> {
    const { owners } = await open();
    const owner = owners.get(id) ?? new Owner();
    owners.set(id, owner);
    return owner;
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
    try {
      await folder.write(live.run.id, live.run);
    } finally {
      // If the disk refuses it, whoever waits for the end must learn of it all the same.
      deps.changed(live.run);
    }
  }

  const changeStep = (live: Live, at: number, next: Partial<StepRun>): StepRun[] =>
    live.run.steps.map((step, number) => (number === at ? { ...step, ...next } : step));

  function prepare({ run, listId }: Live, at: number): Promise<StepList> {
    const step = run.recipe.steps[at]!;
    if (at > 0) return listOfRows(step, run.steps[at - 1]!.runId, deps);
    return listId === null ? listOfValues(step, deps) : givenList(step, listId, deps);
  }

  /** Returns the number of calls at which the run of a step stops: what the other steps leave. */
  const capOf = (live: Live, runId: string): number =>
    live.run.maxCalls - (withCalls(live).calls - callsOf(runId));

  /** Runs one step to its end. Returns whether the next one may start. */
  async function runStep(
    live: Live,
    at: number,
    agreed: Agreed,
    signal: AbortSignal,
  ): Promise<boolean> {
    const step = live.run.recipe.steps[at]!;
    const { runId } = live.run.steps[at]!;
    const isNew = !(await deps.store.has(runId));
    // Of a step that has a run, the step before isn't read.
    for (const one of isNew ? [at - 1] : [at]) if (one >= 0) await mustAskItsQuestion(live, one);
    const list = isNew && !signal.aborted ? await prepare(live, at) : null;
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
    // Only what it got was left to be saved.
    if (list === null && (await hasAsked(live, at))) return endStep(live, at, complete, signal);
    const mayAsk = (): boolean => !signal.aborted && capOf(live, runId) > callsOf(runId);
    if (mayAsk()) {
      const steps = changeStep(live, at, { state: 'running' });
      await change(live, { state: 'running', why: null, steps });
    }
    // The disk may have taken its time, in which the recipe was stopped or its limit lowered.
    if (!mayAsk())
      return endStep(live, at, signal.aborted ? { kind: 'stopped' } : limitReached, signal);
    if (list === null) return endStep(live, at, await askRest(live, runId, signal), signal);
    const state = await untilIdle(runId, signal, async () => {
      // A new run asks the service in use; its inputs are of the one that the recipe began with.
      const { service } = live.run.recipe;
      if (!isSameService(service, deps.profile())) {
        throw new ProblemError(ofAnotherService(service));
      }
      const limit = { ...unlimited, perInput: step.pages, calls: capOf(live, runId) };
      await engine.start(runId, list.query, limit, { listId: list.listId, onlyNew: false });
      // In History, its question alone would not show which recipe it belongs to.
      const name = stepName(live.run.recipe, at);
      await deps.store.updateMeta(runId, { name }).catch(deps.report);
    });
    return endStep(live, at, state, signal);
  }

  /** Whether a step that was saving has no input left to ask. */
  async function hasAsked({ run }: Live, at: number): Promise<boolean> {
    const { runId, saved } = run.steps[at]!;
    const list = saved && (await engine.live(runId)).list;
    return list?.current === null && !list.has('waiting');
  }

  async function gotBy(runId: string | null): Promise<Pick<StepRun, 'rows' | 'failed'>> {
    if (runId === null || !(await deps.store.has(runId))) return { rows: 0, failed: 0 };
    const run = await engine.live(runId);
    return { rows: shownRows(run), failed: run.list?.toRunList().statuses.failed ?? 0 };
  }

  /** Saves what a step got, however it ended unless it was stopped, and ends it. */
  async function endStep(live: Live, at: number, state: State, signal: AbortSignal) {
    const { runId } = live.run.steps[at]!;
    const isSaved = live.run.saving !== null && state.kind !== 'stopped' && !signal.aborted;
    const got = await gotBy(isSaved ? runId : null);
    if (got.rows === 0) return finishStep(live, at, state);
    // On disk before anything is saved: continued, it asks nothing again.
    const steps = changeStep(live, at, { ...got, state: 'running', saved: [] });
    await change(live, { state: 'running', why: null, steps });
    const saved = await deps.saveStep(live.run, at, signal);
    if (saved === null) return finishStep(live, at, { kind: 'stopped' });
    live.run = { ...live.run, steps: changeStep(live, at, { saved }) };
    return finishStep(live, at, state);
  }

  /**
   * Rejects a step's run that asks something else: the folder may be from somebody else.
   * @throws ProblemError
   */
  async function mustAskItsQuestion({ run }: Live, at: number): Promise<void> {
    const { query, list } = await engine.live(run.steps[at]!.runId);
    const keys = list?.inputs.list.keys ?? [];
    const [own, wanted] = [query, run.recipe.steps[at]!.query].map((one) => withoutKeys(one, keys));
    if (list === null || !isDeepStrictEqual(own, wanted)) throw ofAnotherQuestion(at);
  }

  /**
   * Asks the waiting inputs of a list, then those that had failed before, once. Returns its end state:
   * if no input is waiting it is complete, however many failed.
   */
  async function askRest(live: Live, runId: string, signal: AbortSignal): Promise<State> {
    const run = await engine.live(runId);
    const { list } = run;
    let state = list?.toRunList().statuses.waiting === 0 ? complete : run.state;
    for (const inputs of list?.has('failed') === true ? passes : passes.slice(0, 1)) {
      const isLeft = list !== null && (list.current !== null || list.has(inputs));
      if (run.work === null && !isLeft) continue;
      state = await untilIdle(runId, signal, () => {
        const limit = { ...unlimited, calls: capOf(live, runId) };
        const how = { beyondCeiling: false, byDate: false, inputs, atMost: null };
        return engine.next(runId, limit, how);
      });
      if (state.kind !== 'noMore') break;
    }
    // Inputs that fail again must not hold up the next step.
    const isDown = state.kind === 'limit' && state.reason === 'failures';
    return isDown && list?.has('waiting') === false ? complete : state;
  }

  /**
   * Asks for a run unless the recipe is stopped, and returns the run's state once it is idle. *Stop* ends
   * it whatever it is waiting for.
   */
  async function untilIdle(
    runId: string,
    signal: AbortSignal,
    ask: () => Promise<unknown>,
  ): Promise<State> {
    if (signal.aborted) return { kind: 'stopped' };
    const stop = (): void => void engine.stop(runId).catch(() => undefined);
    signal.addEventListener('abort', stop);
    try {
      await ask();
      const run = await engine.live(runId);
      while (run.work !== null) await run.work.done.catch(() => undefined);
      return run.state;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Records how a step ended. Returns whether it is done. */
  async function finishStep(live: Live, at: number, state: State): Promise<boolean> {
    const { runId } = live.run.steps[at]!;
    const isLast = at === live.run.steps.length - 1;
    const { rows, failed } = await gotBy(runId);
    // Nothing was found only if something answered.
    const isUnanswered = state.kind === 'noMore' && rows === 0 && failed > 0;
    const isDone = state.kind === 'noMore' && !isUnanswered;
    const steps = changeStep(live, at, { state: isDone ? 'done' : 'stopped', rows, failed });
    if (isDone) await change(live, { steps, ...(isLast ? { state: 'done', why: null } : {}) });
    else {
      const ended = isUnanswered ? failedWords(failed) : stoppedWords(state, live.run.maxCalls);
      const isSaving = steps[at]?.saved?.length === 0;
      const why = closed ? closedWords : isSaving ? savingStopped : ended;
      await change(live, { steps, state: 'stopped', why });
    }
    return isDone;
  }

  async function runSteps(
    live: Live,
    from: number,
    agreed: Agreed,
    signal: AbortSignal,
  ): Promise<void> {
    let at = from;
    try {
      for (; at < live.run.steps.length; at++) {
        if (!(await runStep(live, at, at === from ? agreed : null, signal))) return;
      }
    } catch (error) {
      const problem = problemOf(error, deps.report);
      const why = `${problem.title} ${problem.advice}`;
      const steps = changeStep(live, at, { state: 'stopped' });
      await change(live, { state: 'stopped', why, problem, steps }).catch(deps.report);
    }
  }

  /** Starts the work, unless the program is being closed. */
  function begin(live: Live, from: number, agreed: Agreed, signal: AbortSignal): RecipeRun {
    if (closed) return withCalls(live);
    const work = runSteps(live, from, agreed, signal).catch(deps.report);
    live.work = work.finally(() => {
      live.work = null;
    });
    return withCalls(live);
  }

  /** Joins the work: of the limits of calls that were asked for, the lowest holds. */
  async function join(live: Live, maxCalls: number): Promise<RecipeRun> {
    if (live.work !== null && maxCalls < live.run.maxCalls) {
      await change(live, { maxCalls });
      for (const { runId, state } of live.run.steps) {
        if (state === 'running') await engine.limitCalls(runId, capOf(live, runId));
      }
    }
    return withCalls(live);
  }

  function checked(
    given: StepRecipe,
    listId: string | null,
    at = now(),
  ): ReturnType<typeof beginningOf> {
    const recipe = recipeAsAsked(given, at, deps);
    for (const step of recipe.steps) mustBeAskable(step, deps);
    return beginningOf(recipe, listId, deps);
  }

  return {
    /** Rejects a recipe that `start` would reject for its values. @throws ProblemError */
    async check(recipe: StepRecipe): Promise<void> {
      await checked(recipe, null);
    },

    /** Resolves when none of its steps is running. @throws ProblemError when there is no such run. */
    async ended(id: string): Promise<RecipeRun> {
      const live = (await ownerOf(id)).mustHaveStarted();
      await live.work;
      return withCalls(live);
    },

    /** Lists the latest first; `leftOut` counts records that make no sense. */
    async list(): Promise<{ runs: RecipeRun[]; leftOut: number }> {
      const { owners, leftOut } = await open();
      const all = [...owners.values()].flatMap(({ live }) => (live ? [withCalls(live)] : []));
      return { runs: all.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1)), leftOut };
    },

    /**
     * Starts it, or joins it: of the limits of calls that were asked for, the lowest holds.
     * @throws ProblemError when a step can't be asked as it is; nothing was sent then.
     */
    async start({
      id,
      recipe,
      maxCalls,
      listId,
      saving,
    }: Pick<RecipeRun, 'id' | 'recipe' | 'maxCalls' | 'saving'> & {
      listId: string | null;
    }): Promise<RecipeRun> {
      const owner = await ownerOf(id);
      return owner.ask(async (signal) => {
        if (owner.live !== null) return join(owner.live, maxCalls);
        const profile = deps.profile();
        if (profile === null) throw new ProblemError(noAddress());
        // Its days are those of its start, whenever it is continued.
        const startedAt = now();
        const first = await checked(recipe, listId, startedAt);
        const service = { profileId: profile.id, address: profile.address };
        const live: Live = {
          run: {
            id,
            recipe: { ...first.recipe, service },
            startedAt: startedAt.toISOString(),
            maxCalls,
            calls: 0,
            state: 'running',
            why: null,
            problem: null,
            saving,
            steps: recipe.steps.map((_, at) => ({
              runId: stepRunId(id, at),
              state: at === 0 ? 'running' : 'waiting',
              found: null,
              inputs: at === 0 ? first.inputs : null,
              rows: 0,
              calls: 0,
              failed: 0,
              saved: null,
            })),
          },
          work: null,
          listId: first.listId,
        };
        await change(live, {});
        owner.live = live;
        return begin(live, 0, null, signal);
      });
    },

    /** Continues it, or joins it as `start` does. */
    async continue({
      id,
      maxCalls,
      failed,
    }: Pick<RecipeRun, 'id' | 'maxCalls'> & { failed: boolean }): Promise<RecipeRun> {
      const owner = await ownerOf(id);
      return owner.ask(async (signal) => {
        const live = owner.mustHaveStarted();
        if (live.run.state === 'running') return join(live, maxCalls);
        // The new state is reported a moment before the work ends.
        await live.work;
        const { steps } = live.run;
        const from = stepToContinue(steps, failed);
        live.run = { ...live.run, maxCalls };
        if (from >= steps.length) return withCalls(live);
        const agreed = steps[from]?.inputs ?? null;
        // Its calls come first: they bring more to save.
        if (failed) live.run = { ...live.run, steps: changeStep(live, from, { saved: null }) };
        live.run = { ...live.run, state: 'running', why: null, problem: null };
        // The list of the step is made first, which may take seconds.
        deps.changed(withCalls(live));
        return begin(live, from, agreed, signal);
      });
    },

    /** Resolves when nothing more is sent for what was asked before, and all of it is stored. */
    async stop(id: string): Promise<RecipeRun> {
      const owner = await ownerOf(id);
      await owner.stop();
      return withCalls(owner.mustHaveStarted());
    },

    /** @throws StoreError when the disk refuses. */
    async forget(id: string): Promise<void> {
      const owner = await ownerOf(id);
      await owner.stop();
      await owner.ask(async () => {
        await folder.remove(id);
        owner.live = null;
      });
    },

    async close(): Promise<void> {
      closed = true;
      if (opened === null) return;
      const { owners } = await opened;
      await Promise.all([...owners.values()].map((owner) => owner.stop()));
    },
  };
}

const complete: State = { kind: 'noMore' };
const passes = ['waiting', 'failed'] as const;
const limitReached: State = { kind: 'limit', reason: 'maxCalls' };
