/**
 * What leaving a project stops, the pages it loses, and the runs it ends for good: they stopped before
 * everything requested was here, their cursor belongs to this session (specification, Limits), and they
 * can't be continued by date. Leaving is quitting, or opening another project.
 */
import { dataFromOf } from '#shared/catalogue/data-from.ts';
import { quoted } from '#shared/characters.ts';
import { countOf, said } from '#shared/counts.ts';
import type { AppEvent } from '#shared/contract/event.ts';
import { isOver } from '#shared/contract/export/export.ts';
import { isWorking, limits, runStates } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';

export interface Unfinished {
  take(event: AppEvent): void;
  /** Describes what quitting would lose or end, in sentences; null: nothing. */
  words(): string | null;
  /** Whether a page is in memory only, because the disk refused it. */
  hasUnsaved(): boolean;
  /** Describes what is running; null: nothing. */
  running(): string | null;
  /** What leaving would stop, and what it would end; null: nothing. */
  wordsWithStops(): string | null;
}

export function createUnfinished(): Unfinished {
  const runs = new Map<string, Run>();
  const unsaved = new Map<string, Run>();
  const working = { runs: new Set<string>(), exports: new Set<string>() };
  const track = (ids: Set<string>, id: string, isRunning: boolean): void => {
    if (isRunning) ids.add(id);
    else ids.delete(id);
  };
  const keep = (those: Map<string, Run>, run: Run, isOne: boolean): void => {
    if (isOne) those.set(run.id, run);
    else those.delete(run.id);
  };
  const words = (): string | null =>
    said(
      unsaved.size > 0 && unsavedWords([...unsaved.values()]),
      runs.size > 0 && wordsOf([...runs.values()]),
    ).join('\n\n') || null;
  const running = (): string | null => {
    const counts = { runs: working.runs.size, exports: working.exports.size };
    return counts.runs + counts.exports === 0 ? null : runningWords(counts);
  };
  return {
    take(event) {
      if (event.kind === 'export.changed') {
        track(working.exports, event.export.id, !isOver(event.export.state));
      } else if (event.kind === 'run.changed') {
        const { run } = event;
        track(working.runs, run.id, isWorking(run.state));
        keep(runs, run, endsByQuitting(run));
        keep(unsaved, run, hasUnsavedPage(run));
      } else if (event.kind === 'project.opened') {
        for (const one of [runs, unsaved, working.runs, working.exports]) one.clear();
      }
    },
    words,
    hasUnsaved: () => unsaved.size > 0,
    running,
    wordsWithStops() {
      const now = running();
      const kept = unsaved.size > 0 ? 'Everything else you have' : 'What you have';
      const stops = now && `${now} That will stop. ${kept} is kept.`;
      return said(stops, words()).join('\n\n') || null;
    },
  };
}

/** @param counts at least one isn't 0. */
function runningWords({ runs, exports }: { runs: number; exports: number }): string {
  const parts = said(
    runs > 0 &&
      (runs === 1 ? 'a question is being answered' : `${runs} questions are being answered`),
    exports > 0 && (exports === 1 ? 'a file is being saved' : `${exports} files are being saved`),
  ).join(' and ');
  return `${parts.charAt(0).toUpperCase()}${parts.slice(1)}.`;
}

/**
 * Whether quitting ends the run for good. A single page costs one call to repeat, so only longer runs
 * are worth a question.
 */
function endsByQuitting({ query, state, plan, list, pageCount, stoppedAt }: Run): boolean {
  // Waiting inputs of a list can be asked at any time.
  if (list !== null) return false;
  const isLong = plan !== null && plan.limit.pages !== 1 && pageCount > 1;
  const isLive = dataFromOf(query.endpointId) === 'live';
  return isLong && isLive && stoppedAt === null && isShort(state);
}

/** Whether the run's last page, a single one or a list's too, is in memory until the disk takes it. */
const hasUnsavedPage = ({ state }: Run): boolean =>
  'problem' in state && state.problem.remedies.some(({ kind }) => kind === 'trySavingAgain');

/** Whether fewer rows than requested are here, and the cursor is valid. */
const isShort = (state: Run['state']): boolean =>
  state.kind === 'limit' ? !limits[state.reason].isAsAsked : runStates[state.kind].isShort === true;

/** Maximum number of runs listed by name. */
const most = 5;

function wordsOf(runs: readonly Run[]): string {
  const names = namesOf(
    runs,
    ({ title, pageCount }) => `${quoted(title)} (${countOf(pageCount, 'page')})`,
  );
  return runs.length === 1
    ? `This run can’t be continued later: ${names}. Its rows are kept.`
    : `These runs can’t be continued later: ${names}. Their rows are kept.`;
}

function unsavedWords(runs: readonly Run[]): string {
  const names = namesOf(runs, ({ title }) => quoted(title));
  return runs.length === 1
    ? `A page you paid for isn’t saved yet and would be lost: ${names}. Open its run and try saving again first.`
    : `Pages you paid for aren’t saved yet and would be lost: ${names}. Open their runs and try saving again first.`;
}

function namesOf(runs: readonly Run[], nameOf: (run: Run) => string): string {
  const named = runs.slice(0, most).map(nameOf);
  const remaining = runs.length - named.length;
  return said(...named, remaining > 0 && `${remaining} more`).join(', ');
}
