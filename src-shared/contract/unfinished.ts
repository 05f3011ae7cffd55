/**
 * What leaving a project stops, and the runs it ends for good: they stopped before what was asked for
 * was here, their cursor belongs to this session (specification, Limits), and no date leads on.
 * Leaving is quitting, or opening another project.
 */
import { dataFromOf } from '../catalogue/data-from.ts';
import type { AppEvent } from './event.ts';
import { isOver } from './export/export.ts';
import { isWorking, limits, runStates } from './run-states.ts';
import type { Run } from './run.ts';

export interface Unfinished {
  take(event: AppEvent): void;
  /** What quitting takes away, in sentences; null: nothing. */
  words(): string | null;
  /** The same, with what is under way before it. */
  wordsWithStops(): string | null;
}

export function createUnfinished(): Unfinished {
  const runs = new Map<string, Run>();
  const working = { runs: new Set<string>(), exports: new Set<string>() };
  const note = (ids: Set<string>, id: string, isUnderWay: boolean): void => {
    if (isUnderWay) ids.add(id);
    else ids.delete(id);
  };
  const words = (): string | null => (runs.size === 0 ? null : wordsOf([...runs.values()]));
  return {
    take(event) {
      if (event.kind === 'export.changed') {
        note(working.exports, event.export.id, !isOver(event.export.state));
      } else if (event.kind === 'run.changed') {
        const { run } = event;
        note(working.runs, run.id, isWorking(run.state));
        if (endsByQuitting(run)) runs.set(run.id, run);
        else runs.delete(run.id);
      } else if (event.kind === 'project.opened') {
        for (const one of [runs, working.runs, working.exports]) one.clear();
      }
    },
    words,
    wordsWithStops() {
      const { runs: asked, exports } = working;
      const stops =
        asked.size + exports.size === 0
          ? null
          : underWayWords({ runs: asked.size, exports: exports.size });
      const all = [stops, words()].filter((one) => one !== null);
      return all.length === 0 ? null : all.join('\n\n');
    },
  };
}

/** @param counts one at least is not 0. */
export function underWayWords({ runs, exports }: { runs: number; exports: number }): string {
  const parts = [
    ...(runs === 0
      ? []
      : [runs === 1 ? 'a question is being answered' : `${runs} questions are being answered`]),
    ...(exports === 0
      ? []
      : [exports === 1 ? 'a file is being saved' : `${exports} files are being saved`]),
  ].join(' and ');
  return `${parts.charAt(0).toUpperCase()}${parts.slice(1)}.`;
}

/** One page is asked for again with one call: only several are worth a question. */
export function endsByQuitting({ query, state, plan, list, pageCount, stoppedAt }: Run): boolean {
  // The inputs of a list that wait can be asked at any time.
  if (list !== null) return false;
  const isLong = plan !== null && plan.limit.pages !== 1 && pageCount > 1;
  const isLive = dataFromOf(query.endpointId) === 'live';
  return isLong && isLive && stoppedAt === null && isShort(state);
}

/** Whether less is here than was asked for, and the cursor is alive. */
const isShort = (state: Run['state']): boolean =>
  state.kind === 'limit' ? !limits[state.reason].isAsAsked : runStates[state.kind].isShort === true;

/** Most that are named. */
const most = 5;

function wordsOf(runs: readonly Run[]): string {
  const named = runs
    .slice(0, most)
    .map(({ title, pageCount }) => `“${title}” (${pageCount.toLocaleString('en')} pages)`);
  const rest = runs.length - named.length;
  const names = [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  return runs.length === 1
    ? `This run can’t be continued later: ${names}. Its rows stay.`
    : `These runs can’t be continued later: ${names}. Their rows stay.`;
}
