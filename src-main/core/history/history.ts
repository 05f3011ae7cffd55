/** History: what can be told of all runs without opening them, and what a person does to them. */
import type { z } from 'zod';
import type { RunSummary, runDescriptionSchema } from '#shared/contract/history.ts';
import { queryTitle } from '#shared/query/words.ts';
import { headerSchema, knownOf } from '../runs/open-run.ts';
import { stateOnDisk } from '../runs/state-on-disk.ts';
import type { RunEngine } from '../runs/engine.ts';
import type { Ledger } from '../store/ledger.ts';
import type { RunStore } from '../store/run-store.ts';
import type { RunSummary as StoredSummary } from '../store/run-summary.ts';

export interface HistoryDeps {
  store: RunStore;
  ledger: Ledger;
  engine: RunEngine;
}

export interface History {
  list(): Promise<RunSummary[]>;
  describe(description: z.output<typeof runDescriptionSchema>): Promise<void>;
  /** Stops what is at work first. Undone by `restore` until the program starts anew. */
  remove(runIds: readonly string[]): Promise<void>;
  restore(runIds: readonly string[]): Promise<void>;
}

export function createHistory({ store, ledger, engine }: HistoryDeps): History {
  async function tell(stored: StoredSummary): Promise<RunSummary> {
    const header = headerSchema.safeParse(stored.header);
    const query = header.success ? header.data.query : null;
    const endpoint = header.success ? knownOf(header.data)?.endpoint : undefined;
    const state =
      (await engine.stateOf(stored.id)) ?? (await stateOnDisk(stored, ledger.lastSent(stored.id)));
    return {
      id: stored.id,
      title:
        query === null || endpoint === undefined
          ? 'A question this version can’t read'
          : queryTitle(endpoint, query),
      name: stored.meta.name ?? null,
      starred: stored.meta.starred ?? false,
      note: stored.meta.note ?? '',
      query,
      profileId: header.success ? header.data.profileId : '',
      createdAt: stored.createdAt,
      durationMs: stored.workedMs,
      pages: stored.pages,
      rows: Math.min(stored.rows, stored.meta.rowLimit ?? Number.POSITIVE_INFINITY),
      calls: ledger.callsOfRun(stored.id),
      state: state.kind,
      rested: state.kind === 'interrupted' ? state.rested : null,
      bytes: stored.bytes,
      condition: stored.condition,
    };
  }

  return {
    list: async () => Promise.all((await store.list()).map(tell)),

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
