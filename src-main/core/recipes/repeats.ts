/**
 * Runs recipes by itself, on certain days or when the program starts: one at a time, through the same runs,
 * turns, ledger and limits as what a person starts. That a date has begun is on disk before its recipe starts,
 * so that none runs twice, whatever happens to the program or to the clock. What nobody was here for is asked
 * about.
 */
import { isDeepStrictEqual } from 'node:util';
import { Cron } from 'croner';
import { z } from 'zod';
import {
  mostTimes,
  repeatSchema,
  type AskedRepeat,
  type Repeat,
  type RepeatTime,
  type ShownRepeat,
  type When,
} from '#shared/contract/repeat.ts';
import { stepRunId, type RecipeRun, type StepRecipe } from '#shared/contract/recipe.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import { sinceLastTime } from '#shared/query/values.ts';
import { isSameService } from '#shared/service/profile.ts';
import { isoTime, now as systemTime } from '../clock.ts';
import type { Handlers } from '../dispatch.ts';
import { noAddress, ProblemError, refused } from '../problem-error.ts';
import type { RunEngine } from '../runs/engine.ts';
import type { ComputerMarks } from '../store/computer-marks.ts';
import type { Ledger } from '../store/ledger.ts';
import { problemOf } from '../store/store-problem.ts';
import { createRecipeFolder, type RecipeFolder } from './recipe-folder.ts';
import type { RecipeRuns } from './recipe-runs.ts';
import { leftOutWords, repeatWords } from './recipe-words.ts';
import type { StepSaving } from './step-saving.ts';

// When: pure.

const cronOf = ({ days, at, timeZone }: Extract<When, { kind: 'days' }>): Cron => {
  const [hour, minute] = at.split(':').map(Number);
  return new Cron(`0 ${minute} ${hour} * * ${days.join()}`, { timezone: timeZone, paused: true });
};

/** Returns the next dates after a moment, in ms; none for *when the program starts*. */
export const nextDates = (when: When, after: number, count: number): number[] =>
  when.kind === 'start'
    ? []
    : cronOf(when)
        .nextRuns(count, new Date(after))
        .map((date) => date.getTime());

/** Returns the latest date up to a moment, in ms. */
const latestDate = (when: Extract<When, { kind: 'days' }>, until: number): number | null =>
  cronOf(when)
    // A date before the moment, which may be one itself.
    .previousRuns(1, new Date(until + 1))[0]
    ?.getTime() ?? null;

/** A date older than this wasn't awaited: the computer slept, or its clock was set. */
export const graceMs = 3_600_000;

interface Moments {
  now: number;
  /** When the program started. */
  startedAt: number;
  /** When the data folder was opened. */
  openedAt: number;
}

/**
 * Returns the date that a repeat has neither run nor left out; null: none. A date that has passed while the
 * program was closed, or an hour ago, is `isMissed`: the person decides. Of several, only the latest is due.
 */
function dueOf(
  { when, since, times }: Pick<Repeat, 'when' | 'since' | 'times'>,
  { now, startedAt, openedAt }: Moments,
): { date: string; isMissed: boolean } | null {
  const at = when.kind === 'start' ? startedAt : latestDate(when, now);
  if (at === null || at <= Date.parse(since)) return null;
  const date = isoTime(at);
  // `since` is set back with the clock; dates are not.
  if (times.some(({ due }) => due === date)) return null;
  const isMissed = when.kind === 'days' && (at < openedAt || now - at > graceMs);
  return { date, isMissed };
}

/** What a recipe asks, however far it goes. */
const questionsOf = ({ steps }: StepRecipe) =>
  steps.map(({ query, list }) => [query, list?.field, list?.key]);

// The driver.

/** Time as the driver sees it, and its only timer. */
interface Alarm {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Calls `act` once, after about `ms`. Returns a function that cancels it. */
  wake: (ms: number, act: () => void) => () => void;
}

const systemAlarm: Alarm = {
  now: () => systemTime().getTime(),
  wake(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};

/** Timers stand still while a computer sleeps and don't know when its clock is set. */
const longestWaitMs = 60_000;

/** Times in a row that may fail. */
const mostFailures = 3;

export interface RepeatsDeps {
  dataFolder: string;
  marks: Pick<ComputerMarks, 'of'>;
  runs: Pick<RecipeRuns, 'list' | 'check' | 'start' | 'continue' | 'stop' | 'ended'>;
  engine: {
    live: (runId: string) => Promise<Pick<Awaited<ReturnType<RunEngine['live']>>, 'state'>>;
  };
  ledger: Pick<Ledger, 'callsOfRun'>;
  lookUp: RecipeLookUp;
  saving: Pick<StepSaving, 'choose'>;
  /** Returns the service in use; null before one is chosen. */
  profile: () => Profile | null;
  /** Returns the number of rows of the later run that are new. @throws if they can't be compared. */
  countNew: (runIds: [earlier: string, later: string]) => Promise<number>;
  /** When the program started, in ms. */
  startedAt: number;
  /** Whether dates are looked at: not by a command, which does only what it is told to. */
  attended: boolean;
  /** Aborted before the program stops its runs. */
  closing: AbortSignal;
  report: (error: unknown) => void;
  changed: (repeat: ShownRepeat) => void;
  alarm?: Alarm;
  folder?: RecipeFolder<MarkedRepeat>;
}

type RecipeLookUp = (
  endpointId: string,
) => { endpoint: Parameters<typeof sinceLastTime>[0] } | null;

/** What this computer wrote into this folder has its mark: nothing else runs by itself. */
const markedSchema = repeatSchema.extend({ mark: z.string().max(100).nullable() });
export type MarkedRepeat = z.infer<typeof markedSchema>;

type RepeatMethod = Extract<keyof Handlers, `repeat.${string}`>;

export interface Repeats {
  handlers: Pick<Handlers, RepeatMethod>;
  /** Looks for dates again: another service is in use. */
  look: () => void;
  /** Resolves when nothing is running any more, once recipes are stopped. */
  close(): Promise<void>;
}

export function createRepeats(deps: RepeatsDeps): Repeats {
  const { alarm = systemAlarm, closing, runs, startedAt } = deps;
  const folder =
    deps.folder ?? createRecipeFolder([deps.dataFolder, 'recipes', 'repeats'], markedSchema);
  const openedAt = alarm.now();
  const all = new Map<string, Repeat>();
  /** Queued or running. */
  const atWork = new Set<string>();
  let work: Promise<void> = Promise.resolve();
  let opened: Promise<{ leftOut: number }> | null = null;
  let stopTimer = (): void => undefined;
  /** What the window was told to ask about, by repeat. */
  const asked = new Map<string, string>();

  const markOf = (repeat: Repeat): string | null =>
    deps.marks.of(deps.dataFolder, JSON.stringify(repeatSchema.parse(repeat)));

  /** A failed read isn't kept: the next call tries again. */
  const open = (): NonNullable<typeof opened> =>
    (opened ??= read().catch((error: unknown) => {
      opened = null;
      throw error;
    }));

  async function read(): NonNullable<typeof opened> {
    const { found, leftOut } = await folder.read();
    for (const [id, { mark, ...repeat }] of found) {
      const isOwn = mark !== null && mark === markOf(repeat);
      all.set(id, isOwn ? repeat : { ...repeat, paused: repeatWords.fromElsewhere });
    }
    if (!deps.attended) return { leftOut };
    for (const [id, repeat] of all) {
      const [time] = repeat.times;
      const age = openedAt - Date.parse(time?.startedAt ?? '');
      // It was allowed a moment ago, and the program was killed.
      if (time?.outcome === 'running' && Math.abs(age) <= graceMs && isReady(repeat)) {
        enqueue(id, time.due);
      }
    }
    return { leftOut };
  }

  const asksService = ({ recipe }: Repeat): boolean =>
    isSameService(recipe.service, deps.profile());

  const isReady = (repeat: Repeat): boolean => repeat.paused === null && asksService(repeat);

  const callsOfTime = ({ recipeRunId, calls }: RepeatTime, { recipe }: Repeat): number =>
    Math.max(
      calls,
      recipe.steps.reduce(
        (sum, _, at) => sum + deps.ledger.callsOfRun(stepRunId(recipeRunId, at)),
        0,
      ),
    );

  const callsOf = (repeat: Repeat): number =>
    repeat.times.reduce((sum, time) => sum + callsOfTime(time, repeat), repeat.earlierCalls);

  const moments = (): Moments => ({ now: alarm.now(), startedAt, openedAt });

  function missedOf(repeat: Repeat): ShownRepeat['missed'] {
    if (!deps.attended || !isReady(repeat) || atWork.has(repeat.id)) return null;
    const [time] = repeat.times;
    if (time?.outcome === 'running') return { due: time.due, isCutShort: true };
    const due = dueOf(repeat, moments());
    return due?.isMissed === true ? { due: due.date, isCutShort: false } : null;
  }

  function shown(repeat: Repeat): ShownRepeat {
    const next = repeat.paused === null ? nextDates(repeat.when, alarm.now(), 3) : [];
    return {
      ...repeat,
      next: next.map(isoTime),
      missed: missedOf(repeat),
      isAtWork: atWork.has(repeat.id),
      calls: callsOf(repeat),
    };
  }

  const tell = (repeat: Repeat): ShownRepeat => {
    const one = shown(repeat);
    deps.changed(one);
    return one;
  };

  /** Changes it in memory and on disk. @throws StoreError when the disk refuses. */
  async function change(repeat: Repeat, next: Partial<Repeat>): Promise<Repeat> {
    const times = next.times ?? repeat.times;
    const dropped = times.slice(mostTimes);
    const earlier = dropped.reduce((sum, time) => sum + callsOfTime(time, repeat), 0);
    const changed: Repeat = {
      ...repeat,
      ...next,
      times: times.slice(0, mostTimes),
      earlierCalls: repeat.earlierCalls + earlier,
    };
    all.set(changed.id, changed);
    try {
      await folder.write(changed.id, { ...changed, mark: markOf(changed) });
    } finally {
      tell(changed);
    }
    return changed;
  }

  /** @throws ProblemError */
  async function known(id: string): Promise<Repeat> {
    await open();
    const repeat = all.get(id);
    if (repeat === undefined) throw refused('This recipe is no longer repeated.');
    return repeat;
  }

  /** @throws ProblemError */
  function mustAskService(repeat: Repeat): void {
    if (asksService(repeat)) return;
    throw refused(
      'This recipe was set up to repeat with another service.',
      'Choose that service in Account, then run it again. Nothing was asked.',
    );
  }

  /** Looks for what is due, and sets the timer for the next look. */
  function look(): void {
    stopTimer();
    if (closing.aborted || !deps.attended) return;
    const { now } = moments();
    let wait = longestWaitMs;
    for (const repeat of all.values()) {
      if (repeat.paused !== null) continue;
      // The clock was set back: the dates ahead are due, except for those that have run.
      if (Date.parse(repeat.since) > now) {
        void change(repeat, { since: isoTime(now) }).catch(deps.report);
      }
      const due = isReady(repeat) && !atWork.has(repeat.id) ? dueOf(repeat, moments()) : null;
      const isCutShort = repeat.times[0]?.outcome === 'running';
      if (due !== null && !due.isMissed && !isCutShort) enqueue(repeat.id, due.date);
      askAbout(repeat);
      const [next] = nextDates(repeat.when, now, 1);
      if (next !== undefined) wait = Math.min(wait, next - now);
    }
    stopTimer = alarm.wake(wait, look);
  }

  /** Reports once that the person has to decide about a date. */
  function askAbout(repeat: Repeat): void {
    const missed = missedOf(repeat);
    if (missed === null || asked.get(repeat.id) === missed.due) return;
    asked.set(repeat.id, missed.due);
    tell(repeat);
  }

  /** Runs it after those that were due before. */
  function enqueue(id: string, due: string, isByHand = false): void {
    if (atWork.has(id) || closing.aborted) return;
    atWork.add(id);
    const turn = async (): Promise<void> => {
      const repeat = all.get(id);
      const may = isByHand ? asksService : isReady;
      if (repeat !== undefined && !closing.aborted && may(repeat))
        await runTime(repeat, due).catch(deps.report);
      atWork.delete(id);
      const after = all.get(id);
      if (after !== undefined && !closing.aborted) tell(after);
    };
    work = work.then(turn);
  }

  async function runTime(repeat: Repeat, due: string): Promise<void> {
    const [latest] = repeat.times;
    const begun = latest?.outcome === 'running' ? latest : null;
    const time = begun ?? newTime(repeat, due);
    const own = callsOfTime(time, repeat);
    const maxCalls = Math.min(repeat.maxCalls, repeat.maxCallsInAll - (callsOf(repeat) - own));
    const since = repeat.since > due ? repeat.since : due;
    if (maxCalls <= own && begun === null) {
      await change(repeat, { since, paused: repeatWords.allUsed(repeat.maxCallsInAll) });
      return;
    }
    const times = begun === null ? [time, ...repeat.times] : repeat.times;
    await change(repeat, { since, times });
    const ended = await runRecipe(repeat, time, Math.max(1, maxCalls));
    // Stopped with the program, it is continued, or asked about, at the next start.
    if (closing.aborted) return;
    const news = ended.rows > 0 ? await newsOf(time) : null;
    // As it is now: it may have been paused, changed or removed while it ran.
    const after = all.get(repeat.id);
    if (after?.times.some((one) => one.due === time.due))
      await finish(after, { ...time, ...ended, news });
  }

  const newTime = ({ id, times }: Repeat, due: string): RepeatTime => {
    const before = times.find(({ outcome, rows }) => outcome !== 'skipped' && rows > 0);
    return {
      due,
      startedAt: isoTime(alarm.now()),
      // Made of the date: whatever is lost, this date has one run.
      recipeRunId: `${id}-${due.replaceAll(/\D/g, '')}`,
      outcome: 'running',
      why: null,
      calls: 0,
      rows: 0,
      failed: 0,
      before: before === undefined ? null : { recipeRunId: before.recipeRunId, due: before.due },
      news: null,
      isSeen: false,
    };
  };

  /** Runs the recipe of a time to its end, or continues it. */
  async function runRecipe(
    repeat: Repeat,
    time: RepeatTime,
    maxCalls: number,
  ): Promise<Pick<RepeatTime, 'outcome' | 'why' | 'calls' | 'rows' | 'failed'>> {
    const [{ recipeRunId: id }, { saving }] = [time, repeat];
    try {
      const isKnown = (await runs.list()).runs.some((run) => run.id === id);
      // Removing it stops only what has started; a recipe starts with whichever service is in use.
      mustAskService(await known(repeat.id));
      await (isKnown
        ? runs.continue({ id, maxCalls, failed: false })
        : runs.start({ id, recipe: recipeOf(repeat), maxCalls, listId: null, saving }));
      const run = await runs.ended(id);
      const rows = run.steps.reduce((sum, step) => sum + step.rows, 0);
      const failed = run.steps[0]?.failed ?? 0;
      return { outcome: await outcomeOf(run), why: run.why, calls: run.calls, rows, failed };
    } catch (error) {
      const { title, advice } = problemOf(error, deps.report);
      const calls = callsOfTime(time, repeat);
      return { outcome: 'failed', why: `${title} ${advice}`.trim(), calls, rows: 0, failed: 0 };
    }
  }

  /** Nobody is there to confirm a step; the limit of calls was confirmed. */
  function recipeOf({ recipe, onlyNew, times }: Repeat): StepRecipe {
    // What wasn't answered has no rows of that time: to ask only from then on would lose them for good.
    const isComplete = ({ outcome, failed }: RepeatTime): boolean =>
      outcome === 'done' && failed === 0;
    const complete = onlyNew ? times.find(isComplete) : undefined;
    const steps = recipe.steps.map((step, at) => {
      const endpoint = deps.lookUp(step.query.endpointId)?.endpoint;
      const isAskedBefore = at === 0 && complete !== undefined && endpoint !== undefined;
      const now = new Date(alarm.now());
      const news = isAskedBefore
        ? sinceLastTime(endpoint, step.query, complete.startedAt, now)
        : null;
      return { ...step, query: news ?? step.query, pause: false };
    });
    return { ...recipe, steps };
  }

  async function outcomeOf(run: RecipeRun): Promise<RepeatTime['outcome']> {
    if (run.state === 'done') return 'done';
    if (run.problem !== null) return 'failed';
    const step = run.steps.find(({ state }) => state !== 'done');
    const live = step && (await deps.engine.live(step.runId).catch(() => null));
    const { state = null } = live ?? {};
    const isDown = state?.kind === 'limit' && state.reason === 'failures';
    // Complete without being done: no input was answered.
    if (state !== null && ('problem' in state || isDown || state.kind === 'noMore'))
      return 'failed';
    return state?.kind === 'limit' || run.calls >= run.maxCalls ? 'limit' : 'stopped';
  }

  /** Counts what is new; null if it can't be compared, as after a run was deleted. */
  async function newsOf({ recipeRunId, before }: RepeatTime): Promise<number | null> {
    if (before === null) return null;
    const [earlier, later] = [stepRunId(before.recipeRunId, 0), stepRunId(recipeRunId, 0)];
    return deps.countNew([earlier, later]).catch(() => null);
  }

  async function finish(repeat: Repeat, time: RepeatTime): Promise<void> {
    const hasFailed = time.outcome === 'failed';
    const failures = hasFailed ? repeat.failures + 1 : 0;
    const times = repeat.times.map((one) => (one.due === time.due ? time : one));
    const ended = { ...repeat, failures, times };
    const isUsedUp = callsOf(ended) >= repeat.maxCallsInAll;
    const paused =
      failures >= mostFailures
        ? repeatWords.failed(failures, time.why)
        : isUsedUp
          ? repeatWords.allUsed(repeat.maxCallsInAll)
          : repeat.paused;
    await change(repeat, { failures, times, paused });
  }

  async function stopTime(repeat: Repeat | undefined): Promise<void> {
    const [time] = repeat?.times ?? [];
    if (time?.outcome === 'running') await runs.stop(time.recipeRunId).catch(() => undefined);
  }

  async function save(wanted: AskedRepeat): Promise<ShownRepeat> {
    await open();
    const profile = deps.profile();
    if (profile === null) throw new ProblemError(noAddress());
    await runs.check(wanted.recipe);
    const into = all.get(wanted.id)?.saving;
    const saving = await deps.saving.choose(wanted.saving, wanted.recipe.name, into);
    const service = { profileId: profile.id, address: profile.address };
    const recipe = { ...wanted.recipe, service };
    const before = all.get(wanted.id);
    const isOther =
      before !== undefined && !isDeepStrictEqual(questionsOf(before.recipe), questionsOf(recipe));
    if (isOther) await stopTime(before);
    const repeat: Repeat = {
      ...wanted,
      saving,
      recipe,
      paused: null,
      failures: 0,
      since: isoTime(alarm.now()),
      // What another question got is not what this one's rows are new since; what it cost remains.
      earlierCalls: (isOther ? callsOf(before) : before?.earlierCalls) ?? 0,
      times: (isOther ? [] : before?.times) ?? [],
    };
    const saved = await change(repeat, {});
    look();
    return shown(saved);
  }

  const handlers: Repeats['handlers'] = {
    'repeat.list': async () => {
      const { leftOut } = await open();
      const repeats = [...all.values()]
        .toSorted((a, b) => a.recipe.name.localeCompare(b.recipe.name, 'en'))
        .map(shown);
      return { repeats, notices: leftOutWords(leftOut, 'repeat') };
    },
    'repeat.dates': async ({ when }) => ({
      dates: nextDates(when, alarm.now(), 3).map(isoTime),
    }),
    'repeat.save': save,
    'repeat.pause': async ({ id, paused }) => {
      const repeat = await known(id);
      const since = isoTime(alarm.now());
      const changed = await change(
        repeat,
        paused ? { paused: repeatWords.byHand } : { paused: null, failures: 0, since },
      );
      look();
      return shown(changed);
    },
    'repeat.run': async ({ id }) => {
      const repeat = await known(id);
      mustAskService(repeat);
      enqueue(id, missedOf(repeat)?.due ?? isoTime(alarm.now()), true);
      return tell(repeat);
    },
    'repeat.skip': async ({ id }) => {
      const repeat = await known(id);
      const missed = missedOf(repeat);
      if (missed === null) return shown(repeat);
      const { due, isCutShort } = missed;
      const skipped = isCutShort ? [] : [newTime(repeat, due)];
      const [time, ...others] = [...skipped, ...repeat.times];
      const outcome = isCutShort ? 'stopped' : 'skipped';
      const times =
        time === undefined ? [] : [{ ...time, outcome, isSeen: true } as const, ...others];
      const since = repeat.since > due ? repeat.since : due;
      return shown(await change(repeat, { since, times }));
    },
    'repeat.see': async ({ id }) => {
      const repeat = await known(id);
      if (repeat.times.every(({ isSeen }) => isSeen)) return shown(repeat);
      const times = repeat.times.map((time) =>
        time.outcome === 'running' ? time : { ...time, isSeen: true },
      );
      return shown(await change(repeat, { times }));
    },
    'repeat.remove': async ({ id }) => {
      await open();
      const before = all.get(id);
      all.delete(id);
      await folder.remove(id);
      await stopTime(before);
      return {};
    },
  };

  if (deps.attended) open().then(look, deps.report);

  return {
    handlers,
    look,
    async close() {
      stopTimer();
      await opened?.catch(() => undefined);
      await work;
    },
  };
}
