/**
 * The run engine: asks, continues, stops, reopens. One promise of work per run and one turn per
 * credential, so that double clicks and reloads never send a request twice (checklist 25).
 */
import { isEnded, isWorking } from '#shared/contract/run-phase.ts';
import { onePage } from '#shared/contract/run.ts';
import type { ListNext, ListPlan } from '#shared/contract/list.ts';
import type { Run, RunLimit, RunReply, RunState } from '#shared/contract/run.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import type { KnownEndpoint } from '#shared/description/in-force.ts';
import type { Query } from '#shared/query/types.ts';
import { validateQuery } from '#shared/query/validate.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import type { Credential } from '../service/credential.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { invalidInput, noAddress, ProblemError } from '../problem-error.ts';
import { unsavedPageProblem } from '../store/store-problem.ts';
import { StoreError } from '../store/store-error.ts';
import type { RunStore } from '../store/run-store.ts';
import { afterPage } from './ask-inputs.ts';
import { createAnnouncer } from './announcer.ts';
import { collect } from './collect.ts';
import type { CollectDeps } from './collect.ts';
import type { ColumnKeeper } from './column-keeper.ts';
import { canContinueByDate, continueByDate } from './continue-by-date.ts';
import { finishColumns } from './know-columns.ts';
import { knownRowsOf } from './known-rows.ts';
import { shownRows, toRun } from './live-run.ts';
import type { InputList } from './input-list.ts';
import type { KeptRows, LiveRun } from './live-run.ts';
import { createRun, firstQuery, reopenRun } from './open-run.ts';
import type { NewList } from './open-run.ts';
import { beingClosed, ofAnotherService, runDeleted, runEnded } from './notices.ts';
import { rowsInOrder, rowsJustKept } from './windows.ts';
import { isoTime } from '../clock.ts';

export interface EngineDeps extends Omit<CollectDeps, 'changed'> {
  store: RunStore;
  columns: ColumnKeeper;
  credentials: Credentials;
  /** The service in use; null before one was chosen. */
  profile: () => Profile | null;
  /** The endpoint of a query and the resource its rows are; null when the catalogue has none. */
  lookUp: (endpointId: string) => KnownEndpoint | null;
  version: string;
  /** The inputs of a list that was checked, for a new run. */
  newList: (plan: ListPlan, query: Query) => NewList;
  /** Called whenever a run looks different from outside. */
  changed: (run: Run) => void;
}

export interface RunEngine {
  start(
    runId: string,
    query: Query,
    limit: RunLimit,
    list?: ListPlan | null,
    untilKnown?: string | null,
  ): Promise<RunReply>;
  next(runId: string, limit: RunLimit, how: NextOptions): Promise<RunReply>;
  showAll(runId: string): Promise<RunReply>;
  stop(runId: string): Promise<Run>;
  trySavingAgain(runId: string): Promise<RunReply>;
  open(runId: string): Promise<RunReply>;
  /** Stops a run and lets go of its files, before it is moved. */
  release(runId: string): Promise<void>;
  /** What the run is doing; null when it is not in memory. */
  stateOf(runId: string): Promise<RunState | null>;
  /** The run in memory, read from disk when needed. */
  live(runId: string): Promise<LiveRun>;
  close(): Promise<void>;
}

export interface NextOptions {
  beyondCeiling: boolean;
  /** Where the cursor is lost: see `continue-by-date.ts`. */
  byDate: boolean;
  /** Of a list: which inputs are asked; null for those that wait. */
  list: ListNext | null;
}

type HowFar = [
  limit: RunLimit,
  credential: Credential | Promise<Credential>,
  /** Of a list; as it is unless given. */
  maxCalls?: number,
];

const leadsOn = (run: LiveRun, byDate: boolean): boolean =>
  isEnded(run.state) ? byDate && canContinueByDate(run) : run.cursor !== null;

const isQuiet = (state: RunState): boolean =>
  state.kind === 'queued' || state.kind === 'fetching' || state.kind === 'polling';

/** Each input of a list has its own limit. */
const allPages: RunLimit = { pages: null, rows: null };

/** Ten times a second looks like all the time. */
const redrawPauseMs = 100;

/** Rows that come with a reply: more than a tall screen shows. */
const replyRows = 100;

export function createRunEngine(deps: EngineDeps): RunEngine {
  const runs = new Map<string, Promise<LiveRun>>();
  /** Runs whose files are being closed: what they asked for now could not be kept. */
  const leaving = new WeakSet<LiveRun>();
  let closed = false;
  const calls = (live: LiveRun): number => deps.ledger.callsOfRun(live.stored.id);
  const announcer = createAnnouncer<LiveRun>(
    (run) => deps.changed(toRun(run, calls(run))),
    redrawPauseMs,
  );
  const changed = (run: LiveRun): void => {
    // Page after page may wait; a retry or a rest is news.
    const quiet = isQuiet(run.state) && isQuiet(run.announced);
    run.announced = run.state;
    run.revision += 1;
    announcer.announce(run, quiet ? 'soon' : 'now');
    deps.columns.grown(run.stored, isWorking(run.state));
  };
  const collectDeps: CollectDeps = { ...deps, changed };

  /** One promise per id, so that two callers never open a run twice. A failure is not kept. */
  function once(runId: string, open: () => Promise<LiveRun>): Promise<LiveRun> {
    const known = runs.get(runId);
    if (known !== undefined) return known;
    if (closed) return Promise.reject(beingClosed());
    const opening = open();
    runs.set(runId, opening);
    opening.catch(() => runs.delete(runId));
    return opening;
  }

  const live = (runId: string): Promise<LiveRun> =>
    once(runId, async () => resume(await reopen(runId)));

  async function reopen(runId: string): Promise<LiveRun> {
    const run = await reopenRun(deps, runId);
    deps.columns.grown(run.stored, false);
    if (run.preparing !== null) {
      run.columnsKnown = finishColumns(run, deps.columns, () => changed(run));
      // Who needs all columns hears of it.
      run.columnsKnown.catch(() => undefined);
    }
    return run;
  }

  /** An operation that was being waited for is asked for again at once; that is not metered. */
  async function resume(run: LiveRun): Promise<LiveRun> {
    const service = serviceOf(run);
    if (run.cursor?.kind !== 'operation' || service === null) return run;
    const credential = await deps.credentials.resolve(run.profileId);
    if (credential !== null) void goOn(run, service, onePage, credential).catch(() => undefined);
    return run;
  }

  /** The service in use; null when it is not the one that the run belongs to. */
  function serviceOf({ profileId }: LiveRun): Profile | null {
    const profile = deps.profile();
    return profile?.id === profileId ? profile : null;
  }

  /** Fetches from where a run rests. */
  function goOn(run: LiveRun, service: Profile, ...how: HowFar): Promise<KeptRows> {
    if (service.id === sampleProfileId) run.address = service.address;
    return fetchPages(run, ...how);
  }

  async function credentialFor(profileId: string): Promise<Credential> {
    const credential = await deps.credentials.resolve(profileId);
    if (credential !== null) return credential;
    throw new ProblemError(await deps.credentials.whyNone(profileId));
  }

  /**
   * Does the work, or joins the work under way. Resolves when its first page is there. From the
   * moment of the call *Stop* finds it, whatever it still waits for (the keychain above all).
   */
  async function work(
    run: LiveRun,
    action: (onPage: (rows: KeptRows) => void) => Promise<void>,
  ): Promise<KeptRows> {
    if (run.work !== null) return run.work.firstPage;
    if (closed || leaving.has(run)) throw beingClosed();
    run.stop = new AbortController();
    let onPage: (rows: KeptRows) => void = () => undefined;
    const paged = new Promise<KeptRows>((resolve) => {
      onPage = resolve;
    });
    const done = action(onPage).finally(() => {
      run.work = null;
    });
    // An error before the first page is the caller's; later ones are in the state.
    const firstPage = Promise.race([paged, done.then(() => null)]);
    run.work = { done, firstPage };
    done.catch(() => undefined);
    return firstPage;
  }

  const fetchPages = (run: LiveRun, ...[limit, credential, maxCalls]: HowFar): Promise<KeptRows> =>
    work(run, async (onPage) => {
      const resolved = await credential;
      await limitRows(run, limit.rows);
      if (run.list !== null && maxCalls !== undefined) await limitCalls(run, run.list, maxCalls);
      await collect(run, limit, resolved, collectDeps, onPage);
    });

  /** Rows beyond the limit are kept but not shown, also after a restart. */
  async function limitRows(run: LiveRun, rows: number | null): Promise<void> {
    if (run.rowLimit === rows) return;
    run.rowLimit = rows;
    // A disk that refuses is told of where it matters: before the next call.
    await deps.store
      .updateMeta(run.stored.id, { rowLimit: rows ?? undefined })
      .catch((error: unknown) => deps.report(error));
  }

  /** Whether the list has such inputs: they are asked from now on. */
  function askMore(run: LiveRun, list: InputList, more: ListNext | null): boolean {
    const { inputs, first } = more ?? { inputs: 'waiting' as const, first: null };
    if (run.stored.readOnly || (list.current === null && !list.has(inputs))) return false;
    list.ask(inputs, first);
    return true;
  }

  async function limitCalls(run: LiveRun, list: InputList, maxCalls: number): Promise<void> {
    list.maxCalls = maxCalls;
    await deps.store
      .updateMeta(run.stored.id, { maxCalls })
      .catch((error: unknown) => deps.report(error));
  }

  /** Stops the run and closes its files; the log notes where it rested. */
  async function rest(run: LiveRun): Promise<void> {
    leaving.add(run);
    run.stop.abort();
    await run.work?.done.catch(() => undefined);
    // There may be room by now, and a page in memory has no other chance.
    if (run.stored.unsaved !== undefined) await saveAgain(run).catch(() => undefined);
    const { state, stored } = run;
    if (!isEnded(state) && stored.end === undefined && !stored.readOnly) {
      await stored.appendEnd(state.kind, isoTime()).catch(() => undefined);
    }
    announcer.drop((subject) => subject === run);
    await deps.columns.release(stored.id);
    await stored.close(run.preparing === null ? run.tally.columns() : undefined);
  }

  async function saveAgain(run: LiveRun): Promise<void> {
    const { items } = await run.stored.trySavingAgain().catch((error: unknown) => {
      throw error instanceof StoreError ? new ProblemError(unsavedPageProblem(error)) : error;
    });
    if (run.unsaved === null) return;
    const state = await run.unsaved.kept(items);
    run.state = run.list === null ? state : await afterPage(run, run.list, state, deps);
  }

  /** @param kept the page that was just kept: its rows needn't be read back from disk. */
  async function reply(run: LiveRun, firstRow: number, kept: KeptRows = null): Promise<RunReply> {
    const window =
      rowsJustKept(run, kept, firstRow, replyRows) ??
      (await rowsInOrder(run, null, firstRow, replyRows));
    return { run: toRun(run, calls(run)), window };
  }

  return {
    live,

    async release(runId) {
      const run = await runs.get(runId)?.catch(() => null);
      if (run) await rest(run);
      runs.delete(runId);
    },

    stateOf: async (runId) => (await runs.get(runId)?.catch(() => null))?.state ?? null,

    async start(runId, query, limit, plan = null, untilKnown = null) {
      const profile = deps.profile();
      if (profile === null) throw new ProblemError(noAddress());
      const known = deps.lookUp(query.endpointId);
      if (known === null) throw new ProblemError(invalidInput('There is no such question.'));
      const list = plan && !(await deps.store.has(runId)) ? deps.newList(plan, query) : null;
      const first = firstQuery(query, list);
      const [complaint] = Object.entries(validateQuery(known.endpoint, first, known.resource));
      const isAsked = plan === null || list !== null;
      if (isAsked && complaint !== undefined) {
        throw new ProblemError(invalidInput(complaint[1], complaint[0]));
      }
      const credential = credentialFor(profile.id);
      credential.catch(() => undefined);

      // A window that was reloaded may have looked for the run before it was there. Otherwise the
      // run is known from this very moment, so that *Stop* finds it.
      const looked = runs.get(runId);
      if (looked !== undefined) await looked.catch(() => undefined);
      let isNew = false;
      const run = await once(runId, async () => {
        if (await deps.store.has(runId)) return reopen(runId);
        // Its calls outlive it: the same request again must not become more of them.
        if (deps.ledger.callsOfRun(runId) > 0) throw new ProblemError(runDeleted());
        await credential;
        const isKnown = untilKnown === null ? null : await knownRowsOf(await live(untilKnown));
        isNew = true;
        const created = await createRun(deps, runId, {
          ...known,
          query,
          profile,
          version: deps.version,
          list,
        });
        created.isKnown = isKnown;
        created.list?.ask('waiting', plan?.first ?? null);
        return created;
      });
      const howFar = list ? allPages : limit;
      const kept = isNew ? fetchPages(run, howFar, credential) : run.work?.firstPage;
      return reply(run, 0, (await kept) ?? null);
    },

    async next(runId, limit, { beyondCeiling, byDate, list: more }) {
      const run = await live(runId);
      const service = serviceOf(run);
      let kept: KeptRows = null;
      if (run.work !== null) {
        kept = await run.work.firstPage;
      } else if (run.stored.unsaved !== undefined) {
        throw new ProblemError(unsavedPageProblem(run.stored.unsaved));
      } else if (run.list === null ? !leadsOn(run, byDate) : !askMore(run, run.list, more)) {
        throw new ProblemError(runEnded());
      } else if (service === null) {
        throw new ProblemError(ofAnotherService(run.profileId));
      } else {
        if (isEnded(run.state) && run.list === null) continueByDate(run);
        run.beyondCeiling ||= beyondCeiling;
        const howFar = run.list === null ? limit : allPages;
        const credential = credentialFor(run.profileId);
        kept = await goOn(run, service, howFar, credential, more?.maxCalls);
      }
      return reply(run, run.stored.pages.at(-1)?.firstRow ?? 0, kept);
    },

    async stop(runId) {
      const run = await live(runId);
      if (run.work !== null) run.stop.abort();
      await run.work?.done.catch(() => undefined);
      return toRun(run, calls(run));
    },

    async trySavingAgain(runId) {
      const run = await live(runId);
      if (run.stored.unsaved !== undefined) {
        await work(run, () => saveAgain(run));
        changed(run);
      }
      return reply(run, run.stored.pages.at(-1)?.firstRow ?? 0);
    },

    async showAll(runId) {
      const run = await live(runId);
      const before = shownRows(run);
      await limitRows(run, null);
      changed(run);
      return reply(run, before);
    },

    open: async (runId) => reply(await live(runId), 0),

    async close() {
      closed = true;
      // All at once: a run that is queued would get it from one that is stopped.
      await Promise.all([...runs.values()].map((opening) => opening.then(rest, () => undefined)));
      announcer.close();
    },
  };
}
