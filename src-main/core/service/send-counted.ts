/**
 * Sends a request between its two lines in the ledger. All metered requests go through here, so that
 * a single function decides what counts.
 */
import { familyOf } from '#shared/service/families.ts';
import type { CallEntry, Ledger } from '../store/ledger.ts';
import { callOutcome } from './problems.ts';
import { send, UnkeptError } from './send.ts';
import type { Answer, Outgoing } from './send.ts';

export interface CountedDeps {
  fetch: typeof globalThis.fetch;
  ledger: Ledger;
  /** An answer that costs is still waited for after *Stop*, so long (in milliseconds). */
  graceMs: () => number;
  /** Called when the request is recorded and about to be sent. */
  noted: () => void;
}

/**
 * Whether the call is metered is decided by its path, whatever a log or a description says of it.
 *
 * @throws StoreError when the call could not be recorded, in which case nothing was sent. UnkeptError
 *   when a sink's disk refuses the answer. An Error for a bug of ours, with nothing sent or counted.
 */
export async function sendCounted(
  entry: Omit<CallEntry, 'metered'>,
  outgoing: Outgoing,
  { fetch, ledger, graceMs, noted }: CountedDeps,
): Promise<Answer> {
  const { metered } = familyOf(outgoing.request.path);
  const token = await ledger.sent({ ...entry, metered });
  try {
    noted();
    const answer = await send(fetch, { ...outgoing, isCounted: true, ...(metered && { graceMs }) });
    const status = 'status' in answer ? answer.status : null;
    await ledger.done(token, { outcome: callOutcome(answer), status });
    return answer;
  } catch (error) {
    // Any other error was thrown before anything was sent.
    const isAnswered = error instanceof UnkeptError;
    await ledger.done(
      token,
      isAnswered
        ? { outcome: 'answered', status: error.status }
        : { outcome: 'notSent', status: null },
    );
    throw error;
  }
}
