/** Why a run went no further, in a sentence that can be cited. */
import { assertNever } from '#shared/assert-never.ts';
import type { RunState } from '#shared/contract/run.ts';

export function endingWords(state: RunState): string {
  switch (state.kind) {
    case 'queued':
    case 'fetching':
    case 'retrying':
    case 'polling':
      return 'It was still collecting when the file was saved.';
    case 'more':
      return 'The service said that more was available; no more was asked for.';
    case 'limit':
      return state.reason === 'pages' || state.reason === 'rows'
        ? `The limit of ${state.reason} that was set was reached; the service had more.`
        : 'The limit of calls that was set was reached; the service had more.';
    case 'stopped':
      return 'It was stopped by hand; more may have been available.';
    case 'failed':
      return `Page ${state.page} could not be fetched: ${state.problem.title}`;
    case 'outOfCredits':
      return `The plan’s limit was reached at page ${state.page}.`;
    case 'notAll':
      return 'Not all: the service had more, and gave no way to get it.';
    case 'noMore':
      return 'The service said that there was no more.';
    case 'cursorRefused':
      return `The service refused to go on at page ${state.page}.`;
    case 'cursorRepeated':
      return 'The service led back to a page that was fetched before.';
    case 'operationNoData':
      return 'The service’s background operation found no data.';
    case 'operationError':
      return 'The service’s background operation failed.';
    case 'operationCancelled':
      return 'The service’s background operation was cancelled.';
    case 'operationExpired':
      return 'The service’s background operation expired before all was fetched.';
    case 'interrupted':
      return state.rested === null
        ? 'The program was closed while it was collecting; more may have been available.'
        : 'It rested with more available, or after a failure, when the program was closed.';
    default:
      return assertNever(state);
  }
}
