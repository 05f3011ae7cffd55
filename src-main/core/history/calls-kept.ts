/** Calls that pages are there of: what is left to count by when the ledger is gone. */
import { headerSchema } from '../runs/open-run.ts';
import type { CallEntry } from '../store/ledger-file.ts';
import type { RunStore } from '../store/run-store.ts';

/** One for each page of every run whose question can be read; `at` is when it was asked for. */
export async function* callsKept(
  store: Pick<RunStore, 'pageTimes'>,
): AsyncGenerator<CallEntry & { at: string }> {
  for await (const { id: runId, header, times } of store.pageTimes()) {
    const { data } = headerSchema.safeParse(header);
    if (data === undefined) continue;
    const { profileId, query } = data;
    const [platform = ''] = query.endpointId.split('.');
    const call = { runId, endpointId: query.endpointId, platform, profileId, metered: true };
    for (const at of times) yield { ...call, at };
  }
}
