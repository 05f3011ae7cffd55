/** History: what can be told of all runs without opening them, and what a person does to them. */
import type { z } from 'zod';
import type { RunSummary, runDescriptionSchema } from '#shared/contract/history.ts';
import { queryTitle } from '#shared/query/words.ts';
import type { JsonObject } from '../json/index.ts';
import { headerSchema, knownOf } from '../runs/open-run.ts';
import { stateOnDisk } from '../runs/state-on-disk.ts';
import type { RunEngine } from '../runs/engine.ts';
import type { Ledger } from '../store/ledger.ts';
import { createPause } from '../store/serial.ts';
import type { RunStore } from '../store/run-store.ts';
import type { RunSummary as StoredSummary } from '../store/run-summary.ts';

export interface HistoryDeps {
  store: RunStore;
  ledger: Ledger;
  engine: RunEngine;
}

type Asked = Pick<RunSummary, 'title' | 'query' | 'profileId'>;

export interface History {
  list(): Promise<RunSummary[]>;
  describe(description: z.output<typeof runDescriptionSchema>): Promise<void>;
  /** Stops what is at work first. Undone by `restore` until the next start. */
  remove(runIds: readonly string[]): Promise<void>;
  restore(runIds: readonly string[]): Promise<void>;
}

export function createHistory({ store, ledger, engine }: HistoryDeps): History {
  /** What was asked in a run never changes, and takes longer to read than all the rest. */
  const asked = new WeakMap<JsonObject, Asked>();
  const askedIn = (header: JsonObject | undefined): Asked => {
    if (header === undefined) return readAsked(header);
    const known = asked.get(header) ?? readAsked(header);
    asked.set(header, known);
    return known;
  };

  async function tell(stored: StoredSummary): Promise<RunSummary> {
    const state =
      (await engine.stateOf(stored.id)) ?? (await stateOnDisk(stored, ledger.lastSent(stored.id)));
    return {
      id: stored.id,
      ...askedIn(stored.header),
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
        runs.push(await tell(stored));
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
      for (const runId of runIds) {
        await engine.release(runId);
        await store.remove(runId);
      }
    },

    async restore(runIds) {
      for (const runId of runIds) await store.restore(runId);
    },
  };
}

function readAsked(header: JsonObject | undefined): Asked {
  const { data } = headerSchema.safeParse(header);
  const endpoint = data === undefined ? undefined : knownOf(data)?.endpoint;
  return {
    title:
      data === undefined || endpoint === undefined
        ? 'A question this version can’t read'
        : queryTitle(endpoint, data.query),
    query: data?.query ?? null,
    profileId: data?.profileId ?? '',
  };
}
