/** What leads on from the rows that are here: the page a state is about, the next step, what lies beyond. */
import { type Beyond, limits, type NextStep, runStates } from '#shared/contract/run-states.ts';
import type { RunList } from '#shared/contract/list.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import { hasMoreStored, isPreparing } from './run-bar/status.ts';

/** The page that the state is about, from 1; null where it is about none. */
export function currentPage(
  state: RunState,
): { page: number; kind: 'now' | 'again' | 'failed' } | null {
  const { tick } = runStates[state.kind];
  return tick === undefined || !('page' in state) ? null : { page: state.page, kind: tick };
}

/** The step that continues a run. Problems have their own remedies. */
export function nextStep(run: Pick<Run, 'state' | 'operation' | 'notices'>): NextStep {
  const { state } = run;
  if (state.kind === 'stopped' && isPreparing(run)) return 'waitOn';
  if (state.kind === 'limit' && limits[state.reason].isAsAsked) return 'nextPage';
  if (state.kind === 'notAll' && hasMoreStored(run)) return 'getEverything';
  return runStates[state.kind].step;
}

export function beyond({ state, list }: { state: RunState; list: RunList | null }): Beyond {
  if (state.kind === 'interrupted' && state.rested === null) return 'unknown';
  // Inputs of a list were asked for so many pages each.
  if (state.kind === 'noMore' && (list?.statuses.partly ?? 0) > 0) return 'more';
  return runStates[state.kind].beyond;
}
