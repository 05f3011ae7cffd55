/** What can be done to a run, for its buttons, the keys and the pane alike. */
import { notifications } from '@mantine/notifications';
import type { RunSummary } from '#shared/contract/history.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import { runName } from '../../components/names.ts';
import { UndoMessage } from '../../components/notices/NoticeStrip.tsx';
import { countOf } from '../../components/words.ts';
import { showPage, useApp } from '../../state/app.ts';
import { describeRun, removeRuns, restoreRuns, type Removal } from '../../state/history.ts';
import { startDeriving } from '../../state/derived.ts';
import { openListAgain } from '../../state/lists.ts';
import { draftRecipe } from '../../state/recipes.ts';
import { stopRun } from '../../state/runs.ts';
import { openRunTab, openTab } from '../../state/workspace.ts';
import { showParameter } from '../explore/form-view.ts';

/** Shows the run in a tab. Asks nothing. */
export function openRun({ id, query, name }: RunSummary): void {
  if (query !== null) openRunTab(id, query, name);
}

/** Fills the run's question into a new tab; the person asks, or does not. */
export function askAgain({ id, query, list }: RunSummary): void {
  if (query === null) return;
  if (list !== null) {
    void openListAgain(id, query).then(sayProblem);
    return;
  }
  const tabId = openTab(query.endpointId, query);
  showParameter(tabId, null);
  showPage('explore');
}

/** Whether other runs can be worked out from it. */
export const isDerivable = ({ query, derived, rows, state, condition }: RunSummary): boolean =>
  query !== null &&
  derived === null &&
  rows > 0 &&
  condition !== 'newerVersion' &&
  !isWorking({ kind: state });

/** Begins a comparison with another run. Asks nothing of the service. */
export const compare = ({ id }: RunSummary): void =>
  startDeriving({ kind: 'compare', runId: id, others: [] });

/** Begins one table of several collections of its question. */
export const showTogether = ({ id }: RunSummary): void =>
  startDeriving({ kind: 'collections', runId: id, others: [] });

/** Stops a run whose pages come in; what came is kept. */
export function stopWork({ id }: RunSummary): void {
  void stopRun(id).then(sayProblem);
}

/** Opens the form for a recipe of the run. Saves nothing yet. */
export function saveAsRecipe({ id }: RunSummary): void {
  void draftRecipe(id).then(sayProblem);
}

export function toggleRunStar({ id, starred }: RunSummary): void {
  void describeRun(id, { starred: !starred }).then(sayProblem);
}

type Undo = (() => void) | null;

/** Takes back the last removal. Pressed before the runs are gone, it waits for that. */
export function undoLastDelete(): void {
  void lastDelete.then((undo) => undo?.());
}

/** The last removal, which ends with what takes it back, once. */
let lastDelete: Promise<Undo> = Promise.resolve(null);

/** Long enough to read it, find the button and reach it by keyboard. */
const undoForMs = 15_000;

/** Moves runs into the trash and offers to take them back. */
export async function deleteRuns(runs: readonly RunSummary[]): Promise<void> {
  lastDelete = removeAndOffer(runs, lastDelete);
  await lastDelete;
}

async function removeAndOffer(
  runs: readonly RunSummary[],
  deleteBefore: Promise<Undo>,
): Promise<Undo> {
  const result = await removeRuns(runs.map(({ id }) => id));
  if ('problem' in result) {
    sayProblem(result.problem);
    return deleteBefore;
  }
  return offerUndo(result.removal, deletedWords(runs, result.removal.tabs.length));
}

function nameOfRun(run: RunSummary): string {
  const { snapshot } = useApp.getState();
  return snapshot === null ? (run.name ?? run.title) : runName(snapshot, run);
}

/** "Deleted “Search posts: trees” and closed its tab". */
export function deletedWords(runs: readonly RunSummary[], tabs: number): string {
  const [run, ...others] = runs;
  if (run !== undefined && others.length === 0) {
    const name = `Deleted “${nameOfRun(run)}”`;
    return tabs === 0 ? name : `${name} and closed its ${tabs === 1 ? 'tab' : 'tabs'}`;
  }
  const many = `Deleted ${countOf(runs.length, 'run')}`;
  return tabs === 0 ? many : `${many} and closed ${countOf(tabs, 'tab')}`;
}

function offerUndo(removal: Removal, text: string): () => void {
  const id = `deleted-${removal.runIds[0] ?? ''}`;
  let undone = false;
  const undo = (): void => {
    if (undone) return;
    undone = true;
    notifications.hide(id);
    void restoreRuns(removal).then(sayProblem);
  };
  notifications.show({
    id,
    message: <UndoMessage text={text} onUndo={undo} />,
    autoClose: undoForMs,
  });
  return undo;
}

export function sayProblem(problem: Problem | null): void {
  if (problem === null) return;
  notifications.show({ message: `${problem.title} ${problem.advice}`, autoClose: undoForMs });
}
