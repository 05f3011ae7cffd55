/** The step that leads on from where a run rests. */
import { assertNever } from '#shared/assert-never.ts';
import type { RunState } from '#shared/contract/run.ts';

export type NextStep = 'nextPage' | 'runAgain' | 'none';

/** Problems bring their own remedies; this is for the states without one. */
export function nextStep(state: RunState): NextStep {
  switch (state.kind) {
    case 'more':
    case 'stopped':
      return 'nextPage';
    case 'limit':
      // A ceiling keeps what is asked for: only Settings lead on.
      return state.reason === 'pages' || state.reason === 'rows' ? 'nextPage' : 'none';
    case 'cursorRepeated':
    case 'operationError':
    case 'operationCancelled':
    case 'operationExpired':
    case 'interrupted':
      return 'runAgain';
    case 'queued':
    case 'fetching':
    case 'retrying':
    case 'polling':
    case 'failed':
    case 'outOfCredits':
    case 'cursorRefused':
    case 'noMore':
    case 'operationNoData':
      return 'none';
    default:
      return assertNever(state);
  }
}
