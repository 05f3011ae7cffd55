/**
 * The run engine: asks, continues, stops, reopens. One promise of work per run and one turn per
 * credential, so that double clicks and reloads never send a request twice (checklist 25).
 */
import type { DataEndpoint, Resource } from '#shared/catalogue/types.ts';
import { onePage } from '#shared/contract/run.ts';
import type { Page, Run, RunLimit, RunReply, RunState, RowWindow } from '#shared/contract/run.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import type { Query } from '#shared/query/types.ts';
import { validateQuery } from '#shared/query/validate.ts';
import type { Credential, Credentials } from '../credentials/credentials.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { invalidInput, noAddress, noCredential, ProblemError } from '../problem-error.ts';
import { storeProblem } from '../store-problem.ts';
import { StoreError } from '../store/store-error.ts';
import type { RunStore } from '../store/run-store.ts';
import { createAnnouncer } from './announcer.ts';
import { asRow } from './as-row.ts';
import { collect } from './collect.ts';
import type { CollectDeps } from './collect.ts';
import { isEnded, shownRows, toRun } from './live-run.ts';
import type { LiveRun } from './live-run.ts';
import { createRun, reopenRun } from './open-run.ts';
import { beingClosed, ofAnotherService, runDeleted, runEnded } from './refusals.ts';
import { createTurns } from './turns.ts';

export interface EngineDeps extends Omit<CollectDeps, 'changed' | 'turns'> {
  store: RunStore;
  credentials: Credentials;
  /** The service in use; null before one was chosen. */
  profile: () => Profile | null;
  /** The endpoint of a query and the resource its rows are; null when the catalogue has none. */
  lookUp: (endpointId: string) => { endpoint: DataEndpoint; resource: Resource } | null;
  version: string;
  /** Called whenever a run looks different from outside. */
  changed: (run: Run) => void;
}

export interface RunEngine {
  start(runId: string, query: Query, limit: RunLimit): Promise<RunReply>;
  next(runId: string, limit: RunLimit, beyondCeiling: boolean): Promise<RunReply>;
  showAll(runId: string): Promise<RunReply>;
  stop(runId: string): Promise<Run>;
  trySavingAgain(runId: string): Promise<RunReply>;
  open(runId: string): Promise<RunReply>;
  pages(runId: string, from: number, count: number): Promise<Page[]>;
  window(runId: string, page: number | null, offset: number, count: number): Promise<RowWindow>;
  /** Stops a run and lets go of its files, before it is moved. */
  release(runId: string): Promise<void>;
  /** What the run is doing; null when it is not in memory. */
  stateOf(runId: string): Promise<RunState | null>;
  /** The run in memory, read from disk when needed. */
  live(runId: string): Promise<LiveRun>;
  close(): Promise<void>;
}

const isQuiet = (state: RunState): boolean =>
  state.kind === 'queued' || state.kind === 'fetching' || state.kind === 'polling';

/** A row of a damaged page keeps its place, empty; the run's notices say so. */
const rowOrBlank = (value: JsonValue | undefined): JsonObject => asRow(value) ?? {};

/** Rows that come with a reply: more than a tall screen shows. */
const replyRows = 100;

export function createRunEngine(deps: EngineDeps): RunEngine {
  const runs = new Map<string, Promise<LiveRun>>();
  /** Runs whose files are being closed: what they asked for now could not be kept. */
  const leaving = new WeakSet<LiveRun>();
  let closed = false;
  const calls = (live: LiveRun): number => deps.ledger.callsOfRun(live.stored.id);
  const announcer = createAnnouncer<LiveRun>((run) => deps.changed(toRun(run, calls(run))));
  const changed = (run: LiveRun): void => {
    // Page after page may wait; a retry or a rest is news.
    const quiet = isQuiet(run.state) && isQuiet(run.told);
    run.told = run.state;
    run.revision += 1;
    announcer.announce(run, !quiet);
  };
  const collectDeps: CollectDeps = { ...deps, changed, turns: createTurns() };

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
    once(runId, async () => resume(await reopenRun(deps.store, runId, deps.lookUp)));

  /** An operation that was being waited for is asked for again at once; that is not metered. */
  async function resume(run: LiveRun): Promise<LiveRun> {
    if (run.cursor?.kind !== 'operation') return run;
    const credential = await deps.credentials.resolve(run.profileId);
    if (credential !== null) void fetchPages(run, onePage, credential).catch(() => undefined);
    return run;
  }

  async function credentialFor(profileId: string): Promise<Credential> {
    const credential = await deps.credentials.resolve(profileId);
    if (credential === null) throw new ProblemError(noCredential());
    return credential;
  }

  /**
   * Does the work, or joins the work under way. Resolves when its first page is there. From the
   * moment of the call *Stop* finds it, whatever it still waits for (the keychain above all).
   */
  async function work(run: LiveRun, action: (onPage: () => void) => Promise<void>): Promise<void> {
    if (run.work !== null) return run.work.firstPage;
    if (closed || leaving.has(run)) throw beingClosed();
    run.stop = new AbortController();
    let onPage: () => void = () => undefined;
    const paged = new Promise<void>((resolve) => {
      onPage = resolve;
    });
    const done = action(onPage).finally(() => {
      run.work = null;
    });
    // Who waits for the first page hears of an error before it; later ones are in the state.
    const firstPage = Promise.race([paged, done]);
    run.work = { done, firstPage };
    done.catch(() => undefined);
    return firstPage;
  }

  const fetchPages = (
    run: LiveRun,
    limit: RunLimit,
    credential: Credential | Promise<Credential>,
  ): Promise<void> =>
    work(run, async (onPage) => collect(run, limit, await credential, collectDeps, onPage));

  /** Stops the run and closes its files; the log notes where it rested. */
  async function rest(run: LiveRun): Promise<void> {
    leaving.add(run);
    run.stop.abort();
    await run.work?.done.catch(() => undefined);
    const { state, stored } = run;
    if (!isEnded(state) && stored.end === undefined && !stored.readOnly) {
      await stored.appendEnd(state.kind, new Date().toISOString()).catch(() => undefined);
    }
    await stored.close();
  }

  async function saveAgain(run: LiveRun): Promise<void> {
    const { items } = await run.stored.trySavingAgain();
    if (run.unsaved !== null) run.state = await run.unsaved.kept(items);
  }

  async function reply(run: LiveRun, firstRow: number): Promise<RunReply> {
    return { run: toRun(run, calls(run)), window: await rows(run, null, firstRow, replyRows) };
  }

  async function rows(
    run: LiveRun,
    page: number | null,
    offset: number,
    count: number,
  ): Promise<RowWindow> {
    const part = page === null ? null : run.stored.pages[page - 1];
    if (part === undefined) throw new ProblemError(invalidInput(`There is no page ${page}.`));
    const from = part?.firstRow ?? 0;
    const total = Math.min(part?.rows ?? Number.POSITIVE_INFINITY, shownRows(run) - from);
    const wanted = Math.max(0, Math.min(count, total - offset));
    return {
      offset,
      total,
      rows: wanted === 0 ? [] : (await run.stored.rows(from + offset, wanted)).map(rowOrBlank),
    };
  }

  return {
    live,

    async release(runId) {
      const run = await runs.get(runId)?.catch(() => null);
      if (run) await rest(run);
      runs.delete(runId);
    },

    stateOf: async (runId) => (await runs.get(runId)?.catch(() => null))?.state ?? null,

    async start(runId, query, limit) {
      const profile = deps.profile();
      if (profile === null) throw new ProblemError(noAddress());
      const known = deps.lookUp(query.endpointId);
      if (known === null) throw new ProblemError(invalidInput('There is no such question.'));
      const [complaint] = Object.entries(validateQuery(known.endpoint, query, known.resource));
      if (complaint !== undefined) throw new ProblemError(invalidInput(complaint[1], complaint[0]));
      const credential = credentialFor(profile.id);
      credential.catch(() => undefined);

      // A window that was reloaded may have looked for the run before it was there. Otherwise the
      // run is known from this very moment, so that *Stop* finds it.
      const looked = runs.get(runId);
      if (looked !== undefined) await looked.catch(() => undefined);
      let isNew = false;
      const run = await once(runId, async () => {
        try {
          return await reopenRun(deps.store, runId, deps.lookUp);
        } catch (error) {
          if (!(error instanceof StoreError && error.code === 'unknown_run')) throw error;
        }
        // Its calls outlive it: the same request again must not become more of them.
        if (deps.ledger.callsOfRun(runId) > 0) throw new ProblemError(runDeleted());
        await credential;
        isNew = true;
        return createRun(deps.store, runId, { ...known, query, profile, version: deps.version });
      });
      if (isNew) await fetchPages(run, limit, credential);
      else await run.work?.firstPage;
      return reply(run, 0);
    },

    async next(runId, limit, beyondCeiling) {
      const run = await live(runId);
      if (run.work !== null) {
        await run.work.firstPage;
      } else if (run.stored.unsaved !== undefined) {
        throw new ProblemError(storeProblem(run.stored.unsaved));
      } else if (isEnded(run.state) || run.cursor === null) {
        throw new ProblemError(runEnded());
      } else if (run.profileId !== deps.profile()?.id) {
        throw new ProblemError(ofAnotherService(run.profileId));
      } else {
        run.beyondCeiling ||= beyondCeiling;
        await fetchPages(run, limit, credentialFor(run.profileId));
      }
      return reply(run, run.stored.pages.at(-1)?.firstRow ?? 0);
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
      run.rowLimit = null;
      changed(run);
      return reply(run, before);
    },

    open: async (runId) => reply(await live(runId), 0),

    async pages(runId, from, count) {
      const run = await live(runId);
      return run.stored.pages.slice(from, from + count).map((page) => ({
        page: page.page,
        firstRow: page.firstRow,
        rows: page.rows,
        at: page.at,
        ms: page.ms,
        dataSource: page.dataSource,
        unreadable: page.unreadable,
      }));
    },

    window: async (runId, page, offset, count) => rows(await live(runId), page, offset, count),

    async close() {
      closed = true;
      // All at once: a run that waits for its turn would get it from one that is stopped.
      await Promise.all([...runs.values()].map((opening) => opening.then(rest, () => undefined)));
      announcer.close();
    },
  };
}
