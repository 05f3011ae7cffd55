/** History: summaries of all runs without opening them, and the changes a person makes to them. */
import type { z } from 'zod';
import type { FoundRuns, runDescriptionSchema, RunSummary } from '#shared/contract/history.ts';
import { limits } from '#shared/contract/run-states.ts';
import { listTitle } from '#shared/query/words.ts';
import { now } from './clock.ts';
import type { HandlersOf } from './dispatch.ts';
import type { JsonObject } from './json/index.ts';
import type { Media } from './media/media.ts';
import { refused } from './problem-error.ts';
import { headerSchema, knownOf } from './runs/run-header.ts';
import { stateOnDisk } from './runs/state-on-disk.ts';
import { callsToday } from './runs/limits.ts';
import { shownRows } from './runs/live-run.ts';
import type { RunEngine } from './runs/engine.ts';
import { localDay } from './store/ledger.ts';
import { identityOf } from './store/own-values.ts';
import type { Ledger, ProfileCalls } from './store/ledger.ts';
import { createPause } from './store/serial.ts';
import { StoreError } from './store/store-error.ts';
import type { StoredList } from './store/run-inputs.ts';
import type { RunStore } from './store/run-store.ts';
import type { RunSummary as StoredSummary } from './store/run-summary.ts';
import { callKindSchema } from '#shared/contract/calls.ts';
import type { CallsByPlatform, CountedCalls } from '#shared/contract/calls.ts';

export interface HistoryDeps {
  store: RunStore;
  ledger: Ledger;
  engine: RunEngine;
  media: Pick<Media, 'release'>;
  removals: Removals;
}

/**
 * The runs of one folder that were deleted since the program started, by the call that deleted them, the
 * latest last. Outlives the core: another project may be opened in between.
 */
export type Removals = Set<string>[];

/** Time after which looking for an item in other runs is answered, to be continued. */
const findMs = 1000;

type Asked = Pick<RunSummary, 'title' | 'query' | 'profileId' | 'derived'> & {
  list: StoredList | null;
};

export interface History {
  list(): Promise<RunSummary[]>;
  describe(description: z.output<typeof runDescriptionSchema>): Promise<void>;
  /** Stops running ones first. `restore` undoes it until the program is closed. */
  remove(runIds: readonly string[]): Promise<void>;
  /** Returns the ids of deleted runs that can be restored, by the call that deleted them. */
  removals(): Promise<string[][]>;
  /** Tries all, and throws the first error. */
  restore(runIds: readonly string[]): Promise<void>;
  /**
   * Looks for a row's item in other runs, latest first, from the one after `after`; for about a second. Opens only
   * those that have it.
   */
  find(row: { runId: string; row: number }, after: string | null): Promise<FoundRuns>;
}

export function createHistory({ store, ledger, engine, media, removals }: HistoryDeps): History {
  /** A run's question never changes, and parsing it takes longer than everything else. */
  const asked = new WeakMap<JsonObject, Asked>();
  const askedIn = (header: JsonObject | undefined): Asked => {
    if (header === undefined) return readAsked(header);
    const known = asked.get(header) ?? readAsked(header);
    asked.set(header, known);
    return known;
  };

  async function summarise(stored: StoredSummary): Promise<RunSummary> {
    const state =
      (await engine.stateOf(stored.id)) ?? stateOnDisk(stored, ledger.lastSent(stored.id));
    const { list, ...question } = askedIn(stored.header);
    return {
      id: stored.id,
      ...question,
      list: list && { keys: list.keys, count: list.count, source: list.source, ...stored.inputs },
      name: stored.meta.name ?? null,
      starred: stored.meta.starred ?? false,
      note: stored.meta.note ?? '',
      createdAt: stored.createdAt,
      durationMs: stored.workedMs,
      pages: stored.pages,
      rows: Math.min(stored.rows, stored.meta.rowLimit ?? Number.POSITIVE_INFINITY),
      unshownPages: stored.unshownPages,
      calls: ledger.callsOfRun(stored.id),
      state: state.kind,
      isAsAsked: state.kind === 'limit' && limits[state.reason].isAsAsked,
      rested: state.kind === 'interrupted' ? state.rested : null,
      bytes: stored.bytes,
      condition: stored.condition,
      metaDamaged: stored.metaDamaged,
    };
  }

  return {
    async list() {
      const runs: RunSummary[] = [];
      const pause = createPause();
      for (const stored of await store.list()) {
        runs.push(await summarise(stored));
        await pause();
      }
      return runs;
    },

    async describe({ runId, name, starred, note }) {
      await store.updateMeta(runId, {
        ...(name === undefined ? {} : { name: name.trim() === '' ? undefined : name.trim() }),
        ...(starred === undefined ? {} : { starred }),
        ...(note === undefined ? {} : { note }),
      });
    },

    async remove(runIds) {
      const removed = new Set<string>();
      removals.push(removed);
      for (const runId of runIds) {
        await engine.release(runId);
        await media.release(runId);
        try {
          await store.remove(runId);
          removed.add(runId);
        } catch (error) {
          // Deleted twice, as by a double click, it is deleted.
          if (!isUnknownRun(error)) throw error;
        }
      }
    },

    async removals() {
      if (removals.length === 0) return [];
      // Another program may have had the folder in between.
      const trashed = new Set(await store.trashed());
      return removals
        .map((removed) => [...removed].filter((id) => trashed.has(id)))
        .filter((ids) => ids.length > 0);
    },

    async restore(runIds) {
      const errors: unknown[] = [];
      for (const runId of runIds) {
        try {
          await restoreOne(runId);
          // Deleted again, it belongs to that deletion.
          for (const removed of removals) removed.delete(runId);
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },

    async find({ runId, row }, after) {
      const { stored, resource } = await engine.live(runId);
      const [read] = await stored.rowsAt([row]);
      const id = identityOf(read, resource.identity);
      if (id === null) {
        throw refused('This row has no ID to look for in other runs.', 'Choose another row.');
      }
      const others = (await store.list()).filter((one) => one.id !== runId);
      const start = others.findIndex((one) => one.id === after) + 1;
      const end = performance.now() + findMs;
      const found: FoundRuns = {
        runs: [],
        unread: 0,
        searched: start,
        of: others.length,
        next: null,
      };
      for (const other of others.slice(start)) {
        if (found.searched > start && performance.now() > end) {
          return { ...found, next: others[found.searched - 1]!.id };
        }
        found.searched++;
        try {
          const at = other.rows === 0 ? null : await rowWith(id, resource.id, other.id);
          if (at !== null) found.runs.push({ run: await summarise(other), row: at });
          else if (other.condition === 'damaged') found.unread++;
        } catch {
          found.unread++;
        }
      }
      return found;
    },
  };

  /** The first row of a run that is this item; null: none. */
  async function rowWith(id: string, resourceId: string, runId: string): Promise<number | null> {
    // Others may be written differently in the answer's JSON.
    const isPlain = /^[\w.:-]+$/.test(id);
    if (isPlain && !(await store.hasText(runId, id))) return null;
    const run = await engine.live(runId);
    const { stored, resource } = run;
    if (resource.id !== resourceId) return null;
    const shown = shownRows(run);
    for (const { page, firstRow, rows } of stored.pages) {
      if (isPlain && (await stored.pageBody(page))?.includes(id) !== true) continue;
      const seqs = Array.from(
        { length: Math.min(rows, shown - firstRow) },
        (_, at) => firstRow + at,
      );
      for await (const batch of stored.rowBatches(seqs)) {
        const match = batch.find(({ row }) => identityOf(row, resource.identity) === id);
        if (match !== undefined) return match.seq;
      }
    }
    return null;
  }

  async function restoreOne(runId: string): Promise<void> {
    await store.restore(runId).catch(async (error: unknown) => {
      // Restored twice, as by trying again after another run failed, it is restored.
      if (!isUnknownRun(error) || !(await store.has(runId))) throw error;
    });
  }
}

const isUnknownRun = (error: unknown): boolean =>
  error instanceof StoreError && error.code === 'unknown_run';

export const createHistoryHandlers = (
  history: History,
  ledger: Pick<Ledger, 'count'>,
  profileId: () => string | null,
): HandlersOf<`history.${string}` | 'calls.counts'> => ({
  'history.list': async () => ({
    runs: await history.list(),
    removals: await history.removals(),
  }),
  'history.describe': async (description) => {
    await history.describe(description);
    return {};
  },
  'history.remove': async ({ runIds }) => {
    await history.remove(runIds);
    return {};
  },
  'history.restore': async ({ runIds }) => {
    await history.restore(runIds);
    return {};
  },
  'history.find': async ({ after, ...row }) => history.find(row, after),
  // Until a service is chosen there are no calls.
  'calls.counts': async () => countedCalls(ledger.count(profileId() ?? ''), now()),
});

function readAsked(header: JsonObject | undefined): Asked {
  const { data } = headerSchema.safeParse(header);
  const endpoint = data === undefined ? undefined : knownOf(data)?.endpoint;
  return {
    title:
      data === undefined || endpoint === undefined
        ? 'A question this version can’t read'
        : listTitle(endpoint, data.query, data.list?.count),
    query: data?.query ?? null,
    profileId: data?.profileId ?? '',
    list: data?.list ?? null,
    derived: data?.derived?.kind ?? null,
  };
}

/** Returns the ledger's counts as Account shows them, without unsent calls and days that had only those. */
export function countedCalls(calls: ProfileCalls, at: Date): CountedCalls {
  const days = [...calls.byDay]
    .map(([day, counts]) => ({ day, calls: byPlatform(counts) }))
    .filter(({ calls: ofDay }) => Object.keys(ofDay).length > 0);
  return {
    today: localDay(at.toISOString()),
    callsToday: callsToday(calls),
    days: days.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    byPlatform: byPlatform([...calls.byDay.values()].flatMap((counts) => Array.from(counts))),
    byKey: Object.fromEntries(calls.byKey),
    total: calls.total,
  };
}

/** Counts platforms of another version among the others. */
function byPlatform(counts: Iterable<readonly [name: string, sent: number]>): CallsByPlatform {
  const known: CallsByPlatform = {};
  for (const [name, sent] of counts) {
    const kind = callKindSchema.catch('other').parse(name);
    if (sent > 0) known[kind] = (known[kind] ?? 0) + sent;
  }
  return known;
}
