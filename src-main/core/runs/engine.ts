/**
 * The run engine: what the window can request of a run, and which runs are in memory. Each run's work
 * is in `collect.ts`; runs take turns per key (`limits.ts`).
 */
import { isEnded, isWorking } from '#shared/contract/run-states.ts';
import { onePage, runOf, unlimited } from '#shared/contract/run.ts';
import type { Budget, Run, RunLimit, RunReply, RunState } from '#shared/contract/run.ts';
import type { AskedList, NextInputs } from '#shared/contract/list.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import type { CodesStore } from '../store/own-values.ts';
import type { Query } from '#shared/query/types.ts';
import { validateQuery } from '#shared/query/values.ts';
import { isSameService } from '#shared/service/profile.ts';
import type { Credential } from '../service/credential.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { invalidInput, mustBeChosen, ProblemError, refused } from '../problem-error.ts';
import type { StoredCursor } from '../store/stored-run.ts';
import { unsavedPageProblem } from '../store/store-problem.ts';
import type { Handlers } from '../dispatch.ts';
import { createAnnouncer } from './announcer.ts';
import { passingCeiling } from './limits.ts';
import type { LiveColumns } from './live-columns.ts';
import { canContinueByDate, continueByDate, knownRowsOf } from './continue-by-date.ts';
import type { InputCursor } from './input-list.ts';
import { keepOperation } from './fetch-page.ts';
import { become, nextPageNumber, shownRows, toRun } from './live-run.ts';
import type { LiveRun } from './live-run.ts';
import { createRun, firstQuery, reopenRun } from './open-run.ts';
import type { NewList } from './open-run.ts';
import {
  beingClosed,
  earlierRunDeleted,
  ofAnotherService,
  runDeleted,
  runEnded,
} from './notices.ts';
import type { ServiceInUse } from './run-header.ts';
import { readState } from './state-on-disk.ts';
import { endWork, fetchPages, savePageAgain, showAllRows } from './collect.ts';
import type { CollectDeps, FetchOptions } from './collect.ts';
import { pagesOf, readRows, windowOf } from './views.ts';
import type { Viewed, Views } from './views.ts';

export interface EngineDeps extends Omit<CollectDeps, 'changed' | 'isClosed'>, ServiceInUse {
  columns: LiveColumns;
  credentials: Credentials;
  version: string;
  codes: Pick<CodesStore, 'of'>;
  /** Returns the inputs of a checked list, for a new run. */
  newList: (list: AskedList, limit: Budget, query: Query) => NewList;
  /** Called when a run has visibly changed. */
  changed: (run: Run) => void;
}

export type RunEngine = ReturnType<typeof createRunEngine>;

interface NextOptions {
  beyondCeiling: boolean;
  /** Continue by date if the cursor is lost: see `continue-by-date.ts`. */
  byDate: boolean;
  /** For a list: which inputs to ask; null: those that were asked last. */
  inputs: NextInputs | null;
  /** Limit of this step's calls; null: only the run's. */
  atMost: number | null;
}

/** Returns why a run can't be continued; null when it can. */
function whyNot(run: LiveRun, limit: Budget, options: NextOptions): Problem | null {
  const { stored, list, state, cursor } = run;
  const { byDate, inputs } = options;
  if (stored.unsaved !== undefined) return unsavedPageProblem(stored.unsaved);
  if (isIgnored(list, limit, options)) return invalidInput(ignoredLimit, 'limit');
  const hasNext = isEnded(state) ? byDate && canContinueByDate(run) : cursor !== null;
  if (list === null) return hasNext ? null : runEnded();
  const hasCurrent = list.current !== null;
  return !stored.readOnly && (hasCurrent || list.has(inputs ?? undefined)) ? null : runEnded();
}

/** Whether a limit would be ignored, so that more could be spent than the person agreed to. */
const isIgnored = (
  list: LiveRun['list'],
  { inputs: first, perInput, calls }: Budget,
  { inputs, atMost }: NextOptions,
): boolean =>
  list === null
    ? [first, perInput, calls, inputs, atMost].some((one) => one !== null)
    : perInput !== null || (inputs === null && [first, atMost].some((one) => one !== null));

const ignoredLimit = 'This run can’t be limited in this way. No call was made.';

const isQuiet = (state: RunState): boolean =>
  state.kind === 'queued' || state.kind === 'fetching' || state.kind === 'polling';

/** What a run that is let go has in memory only. */
interface Left {
  life: Pick<LiveRun, 'state' | 'cursor' | 'until' | 'knownRows' | 'plan'>;
  followed: ReadonlySet<string>;
  /** Where the inputs of a list continue. */
  inputs: ReadonlyMap<number, InputCursor> | undefined;
  pages: number;
}

const leftOf = ({ list, followed, stored, ...run }: LiveRun): Left => ({
  life: {
    // A page that the disk refused up to now is lost: it is asked for again, which is another call.
    state: stored.unsaved === undefined ? run.state : { kind: 'stopped', unanswered: true },
    // An input that was stopped between two pages begins again, at its cursor.
    cursor: list === null ? run.cursor : null,
    until: run.until,
    knownRows: run.knownRows,
    plan: run.plan,
  },
  followed,
  inputs: list?.cursorsWith(run.cursor),
  pages: stored.pages.length,
});

/** Each input of a list has its own limit. */
const allPages: RunLimit = { pages: null, rows: null };

const pagesAndRows = ({ pages, rows }: Budget): RunLimit => ({ pages, rows });

const listUntilKnown =
  'Only a question without a list can stop at rows that an earlier run has. No call was made.';

/** Ten updates a second look continuous. */
const redrawPauseMs = 100;

/** Number of rows in a reply: more than a tall screen shows. */
const replyRows = 100;

export function createRunEngine(deps: EngineDeps) {
  const runs = new Map<string, Promise<LiveRun>>();
  /** Of runs that were let go: a window that has seen one must take its next reports for newer. */
  const revisions = new Map<string, number>();
  /** Where those that were deleted could continue: their cursors are of this session, if they are restored. */
  const left = new Map<string, Left>();
  let closed = false;
  const calls = (live: LiveRun): number => deps.ledger.callsOfRun(live.stored.id);
  const announcer = createAnnouncer<LiveRun>(
    (run) => deps.changed(toRun(run, calls(run))),
    redrawPauseMs,
  );
  const changed: CollectDeps['changed'] = (run, change = {}) => {
    become(run, change);
    // A further page can be delayed; a retry or the end of the work is reported at once.
    const quiet = isQuiet(run.state) && isQuiet(run.announced);
    become(run, { announced: run.state, revision: run.revision + 1 });
    announcer.announce(run, quiet ? 'soon' : 'now');
    deps.columns.grown(run.stored, isWorking(run.state));
  };
  const workDeps: CollectDeps = { ...deps, changed, isClosed: () => closed };

  /** Keeps one promise per id, so that two callers never open a run twice. Failures are dropped. */
  function once(runId: string, open: () => Promise<LiveRun>): Promise<LiveRun> {
    const known = runs.get(runId);
    if (known !== undefined) return known;
    if (closed) return Promise.reject(beingClosed());
    return register(runId, open());
  }

  function register(runId: string, opening: Promise<LiveRun>): Promise<LiveRun> {
    runs.set(runId, opening);
    opening.catch(() => {
      if (runs.get(runId) === opening) runs.delete(runId);
    });
    return opening;
  }

  const live = (runId: string): Promise<LiveRun> =>
    once(runId, async () => resume(await reopen(runId)));

  async function reopen(runId: string): Promise<LiveRun> {
    const run = await reopenRun(deps, runId);
    become(run, { revision: revisions.get(runId) ?? 0 });
    const before = left.get(runId);
    if (before?.pages === run.stored.pages.length) become(run, before.life);
    for (const hash of before?.followed ?? []) run.followed.add(hash);
    run.list?.continueAt(before?.inputs ?? new Map());
    left.delete(runId);
    deps.columns.grown(run.stored, false);
    return run;
  }

  /**
   * Resumes polling an operation immediately, which isn't metered. Only of one that this computer asked
   * for: nothing in a folder from elsewhere is asked before a click.
   */
  async function resume(run: LiveRun): Promise<LiveRun> {
    const service = serviceOf(run);
    const isOwn = run.cursor?.kind === 'operation' && run.cursor.isOwn;
    if (!isOwn || service === null) return run;
    const credential = await deps.credentials.resolve(run.profileId);
    if (credential === null) return run;
    const limit = { ...onePage, rows: run.rowLimit };
    void continueRun(run, service, { limit, credential }).catch(() => undefined);
    return run;
  }

  /**
   * Returns the service in use, which the run's requests go to; null when the run belongs to another one.
   * Its log may be from somebody else: it can refuse an address, but never choose one (checklist 22).
   */
  function serviceOf(run: LiveRun): Profile | null {
    const profile = deps.profile();
    return isSameService(run, profile) ? profile : null;
  }

  /** Fetches pages from the run's cursor. */
  function continueRun(run: LiveRun, service: Profile, how: FetchOptions): Promise<void> {
    become(run, { address: service.address });
    return fetchPages(run, how, workDeps);
  }

  async function credentialFor(profileId: string): Promise<Credential> {
    const credential = await deps.credentials.resolve(profileId);
    if (credential !== null) return credential;
    throw new ProblemError(await deps.credentials.whyNone(profileId));
  }

  /** Stops the run and closes its files. */
  async function closeRun(run: LiveRun): Promise<void> {
    const { stored } = run;
    await endWork(run);
    announcer.drop((subject) => subject === run);
    await deps.columns.release(stored.id);
    await stored.close();
  }

  /** @throws ProblemError when the run can't be continued. */
  async function askMore(run: LiveRun, limit: Budget, options: NextOptions): Promise<void> {
    const problem = whyNot(run, limit, options);
    if (problem !== null) throw new ProblemError(problem);
    const { inputs, atMost, beyondCeiling } = options;
    if (inputs !== null) {
      run.list?.ask(inputs, limit.inputs, atMost === null ? null : calls(run) + atMost);
    }
    const service = serviceOf(run);
    if (service === null) throw new ProblemError(ofAnotherService(run));
    if (run.cursor?.kind === 'operation' && !run.cursor.isOwn) await adopt(run, run.cursor);
    if (run.list === null && isEnded(run.state)) continueByDate(run);
    become(run, {
      passedCeilings: beyondCeiling ? passingCeiling(run, deps) : [],
      // All that is new is here; whoever asks for more wants older rows.
      knownRows: run.state.kind === 'limit' && run.state.reason === 'known' ? null : run.knownRows,
    });
    return continueRun(run, service, {
      limit: run.list === null ? pagesAndRows(limit) : allPages,
      credential: credentialFor(run.profileId),
      maxCalls: limit.calls ?? undefined,
    });
  }

  /** Takes over an operation that another computer asked for: the person has agreed to asking for it. */
  async function adopt(run: LiveRun, operation: Extract<StoredCursor, { kind: 'operation' }>) {
    const cursor = { ...operation, isOwn: true };
    become(run, { cursor });
    await keepOperation(run, {
      state: { kind: 'polling', page: nextPageNumber(run), since: cursor.startedAt },
      cursor,
    });
  }

  /**
   * Returns the first page of the run's current work; undefined when there is none. Of the limits of calls
   * that were asked for, the lowest holds.
   */
  function joined({ work, list }: LiveRun, { calls: most }: Budget): Promise<void> | undefined {
    if (work !== null && most !== null) list?.limitCalls(most);
    return work?.firstPage;
  }

  /** @param first row of the reply; null: of the last page. */
  async function reply(run: LiveRun, first: number | null): Promise<RunReply> {
    const from = first ?? run.stored.pages.at(-1)?.firstRow ?? 0;
    const window = await windowOf(readRows(run), null, from, replyRows);
    return { run: toRun(run, calls(run)), window };
  }

  return {
    /** Returns the run in memory, reading it from disk if needed. */
    live,

    /**
     * Asks for the operations of earlier starts, of runs that no tab shows too: an answer, which was paid
     * for, expires. Needs a service in use and a key.
     */
    async resumeOperations(): Promise<void> {
      const profile = deps.profile();
      if (profile === null || (await deps.credentials.resolve(profile.id)) === null) return;
      const runIds = await deps.store.withOperation();
      await Promise.all(
        runIds.map(async (runId) => {
          // Why it can't be read is said where it is opened.
          const run = await live(runId).catch(() => null);
          // Read when there was no key. One that a person stopped has been asked for.
          if (run?.work === null && run.operation?.checkedAt === null) await resume(run);
        }),
      );
    },

    /** Stops a run and releases its files before it is moved. */
    async release(runId: string): Promise<void> {
      const run = await runs.get(runId)?.catch(() => null);
      if (run) await closeRun(run);
      if (run && !isEnded(run.state)) {
        if (run.list !== null || run.cursor?.kind === 'cursor') left.set(runId, leftOf(run));
        // Nobody needs to be asked before leaving loses its cursor.
        const state = await readState(run.stored, deps.ledger.lastSent(runId));
        become(run, { state, cursor: null, revision: run.revision + 1 });
        deps.changed(toRun(run, calls(run)));
      }
      runs.delete(runId);
      if (run) revisions.set(runId, run.revision);
    },

    /** Returns the run's state; null when it isn't in memory. */
    async stateOf(runId: string): Promise<RunState | null> {
      const run = await runs.get(runId)?.catch(() => null);
      return run?.state ?? left.get(runId)?.life.state ?? null;
    },

    async start(
      runId: string,
      query: Query,
      limit: Budget,
      plan: AskedList | null = null,
      untilKnown: string | null = null,
    ): Promise<RunReply> {
      if (plan !== null && untilKnown !== null) throw refused(listUntilKnown);
      const profile = mustBeChosen(deps.profile());
      const known = deps.lookUp(query.endpointId);
      if (known === null) throw refused('There is no such question.');
      const credential = credentialFor(profile.id);
      credential.catch(() => undefined);
      let isNew = false;

      const create = async (): Promise<LiveRun> => {
        if (closed) throw beingClosed();
        if (await deps.store.has(runId)) return reopen(runId);
        const list = plan && deps.newList(plan, limit, query);
        const first = firstQuery(query, list);
        const [complaint] = Object.entries(validateQuery(known.endpoint, first, known.resource));
        if (complaint !== undefined) {
          throw new ProblemError(invalidInput(complaint[1], complaint[0]));
        }
        // A deleted run's calls stay in the ledger: repeating the request must not cost more calls.
        if (deps.ledger.callsOfRun(runId) > 0) throw new ProblemError(runDeleted());
        await credential;
        if (untilKnown !== null && !(await deps.store.has(untilKnown))) {
          throw new ProblemError(earlierRunDeleted());
        }
        const earlier = untilKnown === null ? null : await live(untilKnown);
        // None of its rows would be known here.
        if (earlier !== null && !isSameService(earlier, profile)) {
          throw new ProblemError(ofAnotherService(earlier));
        }
        const knownRows = earlier && (await knownRowsOf(earlier, query));
        isNew = true;
        const created = await createRun(deps, runId, {
          ...known,
          query,
          profile,
          version: deps.version,
          list,
        });
        become(created, { knownRows });
        created.list?.ask('waiting', limit.inputs, null);
        return created;
      };

      // Registered before anything is awaited, so that *Stop* finds it. A reloaded window may have
      // requested the run before it existed.
      const requested = runs.get(runId);
      const run = await (requested === undefined
        ? once(runId, create)
        : register(runId, requested.catch(create)));
      const how = { limit: plan === null ? pagesAndRows(limit) : allPages, credential };
      await (isNew ? fetchPages(run, how, workDeps) : joined(run, limit));
      return reply(run, 0);
    },

    async next(runId: string, limit: Budget, options: NextOptions): Promise<RunReply> {
      const run = await live(runId);
      await (joined(run, limit) ?? askMore(run, limit, options));
      return reply(run, null);
    },

    /** Lowers the limit of calls of a list at work. */
    async limitCalls(runId: string, maxCalls: number): Promise<void> {
      const run = await runs.get(runId)?.catch(() => null);
      if (run) void joined(run, { ...unlimited, calls: maxCalls });
    },

    async stop(runId: string): Promise<Run> {
      const run = await live(runId);
      if (run.work !== null) run.stop.abort();
      const { state } = run;
      if (state.kind === 'fetching')
        changed(run, { state: { kind: 'stopping', page: state.page } });
      await run.work?.done.catch(() => undefined);
      return toRun(run, calls(run));
    },

    async trySavingAgain(runId: string): Promise<RunReply> {
      const run = await live(runId);
      await savePageAgain(run, workDeps);
      return reply(run, null);
    },

    async showAll(runId: string): Promise<RunReply> {
      const run = await live(runId);
      const before = shownRows(run);
      await showAllRows(run, workDeps);
      changed(run);
      return reply(run, before);
    },

    open: async (runId: string): Promise<RunReply> => reply(await live(runId), 0),

    /** What people noted of a resource's items has changed: reports the runs in memory that have them. */
    async noted(resource: string): Promise<void> {
      for (const opening of Array.from(runs.values())) {
        const run = await opening.catch(() => null);
        if (run?.resource.id === resource) changed(run);
      }
    },

    async close(): Promise<void> {
      closed = true;
      // All at once, since a queued run would get the turn of one that is stopped.
      await Promise.all(
        [...runs.values()].map((opening) => opening.then(closeRun, () => undefined)),
      );
      announcer.close();
    },
  };
}

// Methods about runs and their rows.

type RunMethod = Exclude<
  Extract<keyof Handlers, `run.${string}` | `view.${string}` | `rows.${string}`>,
  'view.network'
>;

export function createRunHandlers({
  engine,
  views,
}: {
  engine: RunEngine;
  views: Views;
}): Pick<Handlers, RunMethod> {
  const viewed = async (id: string): Promise<Viewed> => {
    const run = await engine.live(runOf(id));
    return id === run.stored.id ? run : views.inputsOf(run);
  };
  return {
    'run.start': ({ runId, query, limit, list, untilKnown }) =>
      engine.start(runId, query, limit, list, untilKnown),
    'run.next': ({ runId, limit, ...how }) => engine.next(runId, limit, how),
    'run.showAll': ({ runId }) => engine.showAll(runId),
    'run.stop': async ({ runId }) => ({ run: await engine.stop(runId) }),
    'run.trySavingAgain': ({ runId }) => engine.trySavingAgain(runId),
    'run.open': ({ runId }) => engine.open(runId),
    'run.pages': async ({ runId, from, count }) => ({
      pages: pagesOf(await engine.live(runId), from, count),
    }),
    'view.open': async ({ runId, view, anchor }) => views.open(await viewed(runId), view, anchor),
    'view.threads': async ({ runId, ...part }) => views.threads(await viewed(runId), part),
    'view.summary': async ({ runId, view, fields, timeZone }) =>
      views.summary(await viewed(runId), view, fields, timeZone),
    'view.chart': async ({ runId, view, question }) =>
      views.chart(await viewed(runId), view, question),
    'view.duplicates': async ({ runId }) => views.duplicates(await viewed(runId)),
    'rows.window': async ({ runId, ...part }) => views.window(await viewed(runId), part),
  };
}
