/**
 * The run engine: asks, continues, stops, reopens. One promise of work per run and one turn per
 * credential, so that double clicks and reloads never send a request twice (checklist 25).
 */
import type { DataEndpoint, Resource } from '#shared/catalogue/types.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Page, Run, RunReply, RowWindow } from '#shared/contract/run.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import type { Query } from '#shared/query/types.ts';
import { validateQuery } from '#shared/query/validate.ts';
import type { Credential, Credentials } from '../credentials/credentials.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import {
  invalidInput,
  noAddress,
  noCredential,
  ownProblem,
  ProblemError,
} from '../problem-error.ts';
import { storeProblem } from '../store-problem.ts';
import { StoreError } from '../store/store-error.ts';
import type { RunStore } from '../store/run-store.ts';
import { asRow } from './as-row.ts';
import { fetchPage } from './fetch-page.ts';
import type { FetchDeps } from './fetch-page.ts';
import { pageKept } from './keep-page.ts';
import { isEnded, isWorking, nextPageNumber, toRun } from './live-run.ts';
import type { LiveRun } from './live-run.ts';
import { createRun, reopenRun } from './open-run.ts';
import { createTurns } from './turns.ts';

export interface EngineDeps extends Omit<FetchDeps, 'changed'> {
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
  start(runId: string, query: Query): Promise<RunReply>;
  next(runId: string): Promise<RunReply>;
  stop(runId: string): Promise<Run>;
  trySavingAgain(runId: string): Promise<RunReply>;
  open(runId: string): Promise<RunReply>;
  pages(runId: string, from: number, count: number): Promise<Page[]>;
  window(runId: string, page: number | null, offset: number, count: number): Promise<RowWindow>;
  /** The run in memory, read from disk when needed. */
  live(runId: string): Promise<LiveRun>;
  close(): Promise<void>;
}

const runEnded = (): Problem =>
  ownProblem(
    'invalid_input',
    'This run has ended: there is no next page.',
    'Ask again to fetch it anew.',
    [{ kind: 'runAgain' }],
  );

/** A row of a damaged page keeps its place, empty; the run's notices say so. */
const rowOrBlank = (value: JsonValue | undefined): JsonObject => asRow(value) ?? {};

/** Rows that come with a reply: more than a tall screen shows. */
const replyRows = 100;

export function createRunEngine(deps: EngineDeps): RunEngine {
  const runs = new Map<string, Promise<LiveRun>>();
  const turns = createTurns();
  const calls = (live: LiveRun): number => deps.ledger.callsOfRun(live.stored.id);
  const changed = (live: LiveRun): void => {
    live.revision += 1;
    deps.changed(toRun(live, calls(live)));
  };
  const fetchDeps: FetchDeps = { ...deps, changed };

  /** One promise per id, so that two callers never open a run twice. A failure is not kept. */
  function once(runId: string, open: () => Promise<LiveRun>): Promise<LiveRun> {
    const known = runs.get(runId);
    if (known !== undefined) return known;
    const opening = open();
    runs.set(runId, opening);
    opening.catch(() => runs.delete(runId));
    return opening;
  }

  const live = (runId: string): Promise<LiveRun> =>
    once(runId, () => reopenRun(deps.store, runId, deps.lookUp));

  async function credentialFor(profileId: string): Promise<Credential> {
    const credential = await deps.credentials.resolve(profileId);
    if (credential === null) throw new ProblemError(noCredential());
    return credential;
  }

  /** Does the work, or joins the work under way. */
  function work(run: LiveRun, action: () => Promise<void>): Promise<void> {
    run.work ??= action().finally(() => {
      run.work = null;
    });
    return run.work;
  }

  async function fetchNext(run: LiveRun, credential: Credential): Promise<void> {
    run.stop = new AbortController();
    const first = run.stored.pages.length === 0;
    run.state = { kind: 'queued', page: nextPageNumber(run) };
    changed(run);
    const release = await turns.take(credential.value, first, run.stop.signal);
    try {
      run.state =
        release === null ? { kind: 'stopped' } : await fetchPage(run, credential, fetchDeps);
    } catch (error) {
      run.state = { kind: 'stopped' };
      throw error;
    } finally {
      release?.();
      changed(run);
    }
  }

  async function saveAgain(run: LiveRun): Promise<void> {
    await run.stored.trySavingAgain();
    if (run.unsaved !== null) run.state = await pageKept(run, run.unsaved);
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
    const total = part?.rows ?? run.stored.rowCount;
    const wanted = Math.max(0, Math.min(count, total - offset));
    return {
      offset,
      total,
      rows: wanted === 0 ? [] : (await run.stored.rows(from + offset, wanted)).map(rowOrBlank),
    };
  }

  return {
    live,

    async start(runId, query) {
      const profile = deps.profile();
      if (profile === null) throw new ProblemError(noAddress());
      const known = deps.lookUp(query.endpointId);
      if (known === null) throw new ProblemError(invalidInput('There is no such question.'));
      const [complaint] = Object.entries(validateQuery(known.endpoint, query, known.resource));
      if (complaint !== undefined) throw new ProblemError(invalidInput(complaint[1], complaint[0]));
      const credential = await credentialFor(profile.id);

      // A window that was reloaded may have looked for the run before it was there.
      await runs.get(runId)?.catch(() => undefined);
      let isNew = false;
      const run = await once(runId, async () => {
        try {
          return await reopenRun(deps.store, runId, deps.lookUp);
        } catch (error) {
          if (!(error instanceof StoreError && error.code === 'unknown_run')) throw error;
        }
        isNew = true;
        return createRun(deps.store, runId, { ...known, query, profile, version: deps.version });
      });
      if (isNew) await work(run, () => fetchNext(run, credential));
      else await run.work;
      return reply(run, 0);
    },

    async next(runId) {
      const run = await live(runId);
      if (run.work !== null) {
        await run.work;
      } else if (run.stored.unsaved !== undefined) {
        throw new ProblemError(storeProblem(run.stored.unsaved));
      } else if (isEnded(run.state) || run.cursor === null) {
        throw new ProblemError(runEnded());
      } else {
        const credential = await credentialFor(run.profileId);
        await work(run, () => fetchNext(run, credential));
      }
      return reply(run, run.stored.pages.at(-1)?.firstRow ?? 0);
    },

    async stop(runId) {
      const run = await live(runId);
      if (isWorking(run.state)) run.stop.abort();
      await run.work;
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
      for (const opening of runs.values()) {
        const run = await opening.catch(() => null);
        if (run === null) continue;
        run.stop.abort();
        await run.work?.catch(() => undefined);
        await run.stored.close();
      }
    },
  };
}
