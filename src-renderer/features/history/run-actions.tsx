/** Actions on a run, shared by its buttons, the keys and the pane. */
import { notifications } from '@mantine/notifications';
import { quoted } from '#shared/characters.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import { runName } from '#renderer/components/names.ts';
import { showActions } from '#renderer/components/notices/NoticeStrip.tsx';
import { countOf } from '#renderer/components/words.ts';
import { showPage, useApp } from '#renderer/state/app.ts';
import {
  describeRun,
  removeRuns,
  restoreRuns,
  useHistory,
  type Removal,
} from '#renderer/state/history.ts';
import { startDeriving } from '#renderer/state/derived.ts';
import { openListAgain } from '#renderer/state/lists.ts';
import { draftRecipe } from '#renderer/state/recipes.ts';
import { stopRun } from '#renderer/state/runs.ts';
import { openRunTab, openTab } from '#renderer/state/workspace.ts';
import { showParameter } from '../explore/form-view.ts';

/** Shows the run in a tab. Sends nothing. */
export function openRun({ id, query, name }: RunSummary): void {
  if (query !== null) openRunTab(id, query, name);
}

/** Fills the run's question into a new tab; the person may then ask it. */
export function askAgain({ id, query, list }: RunSummary): void {
  if (query === null) return;
  if (list !== null) {
    void openListAgain(id, query).then(showProblem);
    return;
  }
  const tabId = openTab(query.endpointId, query);
  showParameter(tabId, null);
  showPage('explore');
}

/** Whether other runs can be derived from it. */
export const isDerivable = ({ query, derived, rows, state }: RunSummary): boolean =>
  query !== null && derived === null && rows > 0 && !isWorking({ kind: state });

/**
 * Starts a comparison with another run, or combining several collections of its question in one table.
 * Doesn't ask the service.
 */
export const derive = ({ id }: RunSummary, kind: 'compare' | 'collections'): void =>
  startDeriving({ kind, runId: id, others: [] });

/** Stops a run that is fetching pages; fetched rows are kept. */
export function stopFetching({ id }: RunSummary): void {
  void stopRun(id).then(showProblem);
}

/** Opens the form for a recipe made from the run. Saves nothing yet. */
export function saveAsRecipe({ id }: RunSummary): void {
  void draftRecipe(id).then(showProblem);
}

export function toggleRunStar({ id, starred }: RunSummary): void {
  void describeRun(id, { starred: !starred }).then(showProblem);
}

/** Undoes the last removal that wasn't undone. If the runs aren't removed yet, waits for that. */
export async function undoLastDelete(): Promise<void> {
  await removing;
  const last = useHistory.getState().removals.at(-1);
  if (last !== undefined) undo(last);
}

let removing: Promise<unknown> = Promise.resolve();

/** Long enough to read it, find the button and reach it by keyboard. */
const undoForMs = 15_000;

/** Moves runs to the trash and offers to restore them. */
export async function deleteRuns(runs: readonly RunSummary[]): Promise<void> {
  const result = removeRuns(runs.map(({ id }) => id));
  removing = Promise.all([removing, result]);
  const { removal, problem } = await result;
  showProblem(problem);
  if (removal === null) return;
  const gone = runs.filter(({ id }) => removal.runIds.includes(id));
  showActions({
    id: noticeOf(removal),
    text: deletedWords(gone, removal.tabs.length),
    actions: { Undo: () => undo(removal) },
    autoClose: undoForMs,
  });
}

const noticeOf = ({ runIds }: Removal): string => `deleted-${runIds[0] ?? ''}`;

function undo(removal: Removal): void {
  notifications.hide(noticeOf(removal));
  void restoreRuns(removal).then(showProblem);
}

function nameOfRun(run: RunSummary): string {
  const { snapshot } = useApp.getState();
  return snapshot === null ? (run.name ?? run.title) : runName(snapshot, run);
}

/** Returns "Deleted “Search posts: trees” and closed its tab". */
function deletedWords(runs: readonly RunSummary[], tabs: number): string {
  const [run, ...others] = runs;
  if (run !== undefined && others.length === 0) {
    const name = `Deleted ${quoted(nameOfRun(run))}`;
    return tabs === 0 ? name : `${name} and closed its ${tabs === 1 ? 'tab' : 'tabs'}`;
  }
  const many = `Deleted ${countOf(runs.length, 'run')}`;
  return tabs === 0 ? many : `${many} and closed ${countOf(tabs, 'tab')}`;
}

function showProblem(problem: Problem | null): void {
  if (problem === null) return;
  notifications.show({ message: `${problem.title} ${problem.advice}`, autoClose: undoForMs });
}
