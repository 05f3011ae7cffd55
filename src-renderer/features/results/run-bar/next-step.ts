/** The step that leads on from where a run rests. */
import { assertNever } from '#shared/assert-never.ts';
import type { Run } from '#shared/contract/run.ts';
import { hasMoreStored, isPreparing } from './operation-sentences.ts';

export type NextStep =
  /** One page more, or as many as wanted. */
  | 'nextPage'
  /** The service is asked again how far it is. */
  | 'waitOn'
  | 'beyondCeiling'
  | 'runAgain'
  | 'runAgainFromStart'
  | 'useLive'
  /** Of a first page of stored data, all that the service has. */
  | 'getEverything'
  | 'none';

/** Problems bring their own remedies; this is for the states without one. */
export function nextStep(run: Pick<Run, 'state' | 'operation' | 'notices'>): NextStep {
  const { state } = run;
  switch (state.kind) {
    case 'more':
      return 'nextPage';
    case 'stopped':
      return isPreparing(run) ? 'waitOn' : 'nextPage';
    case 'limit':
      return state.reason === 'pages' || state.reason === 'rows' ? 'nextPage' : 'beyondCeiling';
    case 'interrupted':
    case 'cursorRepeated':
      return 'runAgainFromStart';
    case 'operationNoData':
      return 'useLive';
    case 'operationError':
    case 'operationCancelled':
    case 'operationExpired':
      return 'runAgain';
    case 'queued':
    case 'fetching':
    case 'retrying':
    case 'polling':
    case 'failed':
    case 'outOfCredits':
    case 'cursorRefused':
      return 'none';
    case 'noMore':
      return 'none';
    case 'notAll':
      return hasMoreStored(run) ? 'getEverything' : 'runAgainFromStart';
    default:
      return assertNever(state);
  }
}
