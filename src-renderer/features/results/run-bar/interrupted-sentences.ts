/** Runs that ended with the program: what is here, and what a new start takes. */
import { assertNever } from '#shared/assert-never.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import { countOf } from '../../../components/words.ts';
import { asClause, heldText, newRunWords, plain, type RunStatus } from './status.ts';

type Interrupted = Extract<RunState, { kind: 'interrupted' }>;
type Rested = Interrupted['rested'];

export function interruptedStatus(run: Run, { rested, failure }: Interrupted): RunStatus {
  if (run.pageCount === 0) return beforeFirstPage(run, rested);
  // Specification, Limits: the place in the list is known to one session only.
  const why = whyItEnded(rested, failure);
  return plain('quiet', heldText(run), `${why} ${newRunWords(run.pageCount)}`);
}

function beforeFirstPage({ calls }: Run, rested: Rested): RunStatus {
  const counted = `${countOf(calls, 'call')} may have been counted.`;
  if (rested !== null) {
    return plain('quiet', 'Stopped before the first page', calls === 0 ? null : counted);
  }
  return plain(
    'quiet',
    'Interrupted before the first page',
    calls === 0
      ? 'The program closed before anything was sent.'
      : `The program closed before an answer came. ${counted}`,
  );
}

function whyItEnded(rested: Rested, failure: Interrupted['failure']): string {
  switch (rested) {
    case null:
      return 'The program closed while this ran.';
    case 'more':
    case 'limit':
    case 'stopped':
      return 'More was available when the program closed.';
    case 'failed':
      return failure === undefined
        ? 'A page had failed when the program closed.'
        : `A page had failed when the program closed: ${asClause(failure.title)}.`;
    case 'outOfCredits':
      return 'The plan’s limit was reached when the program closed.';
    case 'cursorRefused':
      return 'The service had refused to go on.';
    default:
      return assertNever(rested);
  }
}
