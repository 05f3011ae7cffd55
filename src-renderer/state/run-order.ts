/** Which of two reports on a run is the newer one. Events and replies travel apart and cross. */
import { assertNever } from '#shared/assert-never.ts';
import type { Run, RunState } from '#shared/contract/run.ts';

/** Whether a request is under way or about to be. */
export function isWorking(state: RunState): boolean {
  switch (state.kind) {
    case 'queued':
    case 'fetching':
    case 'retrying':
      return true;
    case 'more':
    case 'stopped':
    case 'failed':
    case 'outOfCredits':
    case 'noMore':
    case 'cursorRefused':
    case 'cursorRepeated':
    case 'interrupted':
      return false;
    default:
      return assertNever(state);
  }
}

/**
 * Whether `next` may replace `known`. Pages and calls only grow. With equal counts, a run that
 * rests starts working again only when somebody asks for it: `continuing` says that this window
 * just did, otherwise the report is an old one that was overtaken.
 */
export function isNewer(known: Run, next: Run, continuing: boolean): boolean {
  if (next.pageCount !== known.pageCount) return next.pageCount > known.pageCount;
  if (next.calls !== known.calls) return next.calls > known.calls;
  return continuing || isWorking(known.state) || !isWorking(next.state);
}
