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
    case 'cursorRepeated':
    case 'interrupted':
      return 'runAgain';
    case 'queued':
    case 'fetching':
    case 'retrying':
    case 'failed':
    case 'outOfCredits':
    case 'cursorRefused':
    case 'noMore':
      return 'none';
    default:
      return assertNever(state);
  }
}
