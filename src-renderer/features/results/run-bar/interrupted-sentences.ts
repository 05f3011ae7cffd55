/** Runs that ended with the program: what is here, and what a new start takes. */
import { assertNever } from '#shared/assert-never.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import { countOf } from '../../../components/words.ts';
import { heldText, newRunWords, plain, type RunStatus } from './status.ts';

type Rested = Extract<RunState, { kind: 'interrupted' }>['rested'];

export function interruptedStatus(run: Run, rested: Rested): RunStatus {
  if (run.pageCount === 0) {
    return plain(
      'quiet',
      'Interrupted before the first page',
      run.calls === 0
        ? 'The program closed before anything was sent.'
        : `The program closed before an answer came. ${countOf(run.calls, 'call')} may have been counted.`,
    );
  }
  // Specification, Limits: the place in the list is known to one session only.
  return plain('quiet', heldText(run), `${whyItEnded(rested)} ${newRunWords(run.pageCount)}`);
}

function whyItEnded(rested: Rested): string {
  switch (rested) {
    case null:
      return 'The program closed while this ran.';
    case 'more':
    case 'limit':
    case 'stopped':
      return 'More was available when the program closed.';
    case 'failed':
      return 'A page had failed when the program closed.';
    case 'outOfCredits':
      return 'The credits were used up when the program closed.';
    case 'cursorRefused':
      return 'The service had refused to go on.';
    default:
      return assertNever(rested);
  }
}
