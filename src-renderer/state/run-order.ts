/** Which of two reports on a run is the newer one. Events and replies travel apart and cross. */
import { assertNever } from '#shared/assert-never.ts';
import type { Run, RunState } from '#shared/contract/run.ts';

/** Whether a request is under way or about to be. */
export function isWorking(state: RunState): boolean {
  switch (state.kind) {
    case 'queued':
    case 'fetching':
    case 'retrying':
    case 'polling':
      return true;
    case 'more':
    case 'limit':
    case 'stopped':
    case 'failed':
    case 'outOfCredits':
    case 'noMore':
    case 'cursorRefused':
    case 'cursorRepeated':
    case 'operationNoData':
    case 'operationError':
    case 'operationCancelled':
    case 'operationExpired':
    case 'interrupted':
      return false;
    default:
      return assertNever(state);
  }
}

/** Whether `next` may replace `known`. Of the same revision, both say the same. */
export function isNewer(known: Run, next: Run): boolean {
  return next.revision >= known.revision;
}
