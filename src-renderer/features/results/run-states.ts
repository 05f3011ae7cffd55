/** What each state of a run means for what stands around its rows. */
import type { RunList } from '#shared/contract/list.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import { hasMoreStored, isPreparing } from './run-bar/operation-sentences.ts';

/** What happens to a page that is not here yet. */
type TickKind = 'now' | 'again' | 'failed';

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
  /** It works, it is complete, or its problem has remedies of its own. */
  | 'none';

/** What the service has beyond the rows that are here; `lost`: more, and the way to it is gone. */
export type Beyond = 'nothing' | 'more' | 'coming' | 'lost' | 'unknown';

const meanings: Readonly<
  Record<RunState['kind'], { tick: TickKind | null; next: NextStep; beyond: Beyond }>
> = {
  queued: { tick: 'now', next: 'none', beyond: 'coming' },
  fetching: { tick: 'now', next: 'none', beyond: 'coming' },
  polling: { tick: 'now', next: 'none', beyond: 'coming' },
  retrying: { tick: 'again', next: 'none', beyond: 'coming' },
  failed: { tick: 'failed', next: 'none', beyond: 'more' },
  outOfCredits: { tick: 'failed', next: 'none', beyond: 'more' },
  cursorRefused: { tick: 'failed', next: 'none', beyond: 'lost' },
  more: { tick: null, next: 'nextPage', beyond: 'more' },
  limit: { tick: null, next: 'nextPage', beyond: 'more' },
  stopped: { tick: null, next: 'nextPage', beyond: 'more' },
  noMore: { tick: null, next: 'none', beyond: 'nothing' },
  notAll: { tick: null, next: 'runAgainFromStart', beyond: 'lost' },
  interrupted: { tick: null, next: 'runAgainFromStart', beyond: 'lost' },
  cursorRepeated: { tick: null, next: 'runAgainFromStart', beyond: 'unknown' },
  operationNoData: { tick: null, next: 'useLive', beyond: 'nothing' },
  operationError: { tick: null, next: 'runAgain', beyond: 'nothing' },
  operationCancelled: { tick: null, next: 'runAgain', beyond: 'nothing' },
  operationExpired: { tick: null, next: 'runAgain', beyond: 'nothing' },
};

/** The page that the state is about, from 1; null where it is about none. */
export function currentPage(state: RunState): { page: number; kind: TickKind } | null {
  const { tick } = meanings[state.kind];
  return tick === null || !('page' in state) ? null : { page: state.page, kind: tick };
}

const asAsked: ReadonlySet<string> = new Set(['pages', 'rows', 'known']);

/** The step that continues a run. */
export function nextStep(run: Pick<Run, 'state' | 'operation' | 'notices'>): NextStep {
  const { state } = run;
  if (state.kind === 'stopped' && isPreparing(run)) return 'waitOn';
  if (state.kind === 'limit' && !asAsked.has(state.reason)) return 'beyondCeiling';
  if (state.kind === 'notAll' && hasMoreStored(run)) return 'getEverything';
  return meanings[state.kind].next;
}

export function beyond({ state, list }: { state: RunState; list: RunList | null }): Beyond {
  if (state.kind === 'interrupted' && state.rested === null) return 'unknown';
  // Inputs of a list were asked for so many pages each.
  if (state.kind === 'noMore' && (list?.statuses.partly ?? 0) > 0) return 'more';
  return meanings[state.kind].beyond;
}
