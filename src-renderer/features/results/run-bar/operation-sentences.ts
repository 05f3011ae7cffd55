/** Stored data that the service prepares in the background, in words. */
import { assertNever } from '#shared/assert-never.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import { operationPhase } from '#shared/service/answers.ts';
import { plain, sinceSeconds, withStop, type RunStatus } from './status.ts';

type OperationEnd = Extract<
  RunState,
  { kind: 'operationNoData' | 'operationError' | 'operationCancelled' | 'operationExpired' }
>;

/** The service was still preparing when it was last asked, or it has not been asked yet. */
export const isPreparing = ({ operation }: Pick<Run, 'operation'>): boolean =>
  operation !== null &&
  (operation.status === null || operationPhase(operation.status) === 'running');

/** Told by main: a first page of stored data has no way to the second one. */
export const hasMoreStored = ({ notices }: Pick<Run, 'notices'>): boolean =>
  notices.some(({ code }) => code === 'stored_more');

/** "The service prepares the answer · running · 24 s": the state as the service spells it. */
export function pollingStatus(
  { operation }: Pick<Run, 'operation'>,
  state: Extract<RunState, { kind: 'polling' }>,
  now: number,
  heldBefore: string | null,
): RunStatus {
  const what = state.page === 1 ? 'the answer' : `page ${state.page}`;
  const status = operation?.status ?? null;
  const seconds = sinceSeconds(Date.parse(state.since), now);
  return {
    tone: operation?.trouble == null ? 'working' : 'warn',
    lead: [
      { text: `The service is preparing ${what}` },
      ...(status === null ? [] : [{ text: ` · ${status}` }]),
      ...(seconds === '' ? [] : [{ text: ` ·${seconds}`, ticking: true as const }]),
    ],
    detail: operation?.trouble ?? heldBefore ?? 'Waiting costs nothing.',
  };
}

const minute = 60_000;

/**
 * How long the pages of a finished operation can still be fetched (specification, Limits: 15
 * minutes). Null when nobody knows, and when there is no operation.
 */
export function reachableWords({ operation }: Pick<Run, 'operation'>, now: number): string | null {
  const until = operation?.expiresAt ?? null;
  if (until === null) return null;
  const left = Date.parse(until) - now;
  if (left <= 0) return 'The service keeps an answer for 15 minutes; it may refuse further pages.';
  return left < minute
    ? 'Its pages can be fetched for less than a minute.'
    : `Its pages can be fetched for another ${Math.ceil(left / minute)} min.`;
}

export function operationStatus(state: OperationEnd, held: string | null): RunStatus {
  switch (state.kind) {
    case 'operationNoData':
      return plain(
        'done',
        'The service has no stored data for this question',
        held ?? 'Live data may have it.',
      );
    case 'operationError':
      return plain(
        'danger',
        'The service could not prepare the answer',
        state.message === null ? held : `It says: “${withStop(state.message)}”`,
      );
    case 'operationCancelled':
      return plain(
        'warn',
        'The service cancelled the preparation',
        held ?? 'Running it again starts a new one, which is another call.',
      );
    case 'operationExpired':
      return plain(
        'warn',
        held === null ? 'The prepared answer has expired' : `${held} · the rest has expired`,
        'The service keeps one for 15 minutes. Running it again is another call.',
      );
    default:
      return assertNever(state);
  }
}
