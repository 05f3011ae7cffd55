/** Start of the window: one snapshot, then events; and again after main could not be heard. */
import { assertNever } from '#shared/assert-never.ts';
import type { AppEvent } from '#shared/contract/event.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { host } from '../host/index.ts';
import type { Connection } from '../host/types.ts';
import {
  activeTabOf,
  changeSnapshot,
  rememberRun,
  showPage,
  takeMenuCommand,
  useApp,
} from './app.ts';
import { takeServiceProfile, withLatestCatalogue } from './description.ts';
import { refreshExports, takeExport } from './exports.ts';
import { reloadForProject } from './projects.ts';
import { learnFromRun } from './key-tests.ts';
import { takeGivenRecipe } from './recipe.ts';
import { loadRecipes, takeRecipeRun, useRecipes } from './recipes.ts';
import { refreshRuns } from './runs.ts';
import { savePendingWorkspace, saveWorkspace, turnOnItsWay } from './workspace.ts';

/** Whether this window may talk to main at all; else it can only say how to get in. */
export const isAdmitted: boolean = host.admitted;

const leavings = ['beforeunload', 'pagehide'] as const;

/** Starts the window's traffic with main. Returns the function that ends it. */
export function startWindow(): () => void {
  void takeFirstSnapshot();
  const unsubscribe = host.subscribe(takeEvent, takeConnection);
  // Before a reload is asked for, the save is on its way sooner; some ways to leave have only one.
  for (const leaving of leavings) window.addEventListener(leaving, savePendingWorkspace);
  return () => {
    unsubscribe();
    for (const leaving of leavings) window.removeEventListener(leaving, savePendingWorkspace);
  };
}

/** Asks for the first snapshot; also *Try again* of the screen that says it did not come. */
export async function takeFirstSnapshot(): Promise<void> {
  useApp.setState({ bootProblem: null });
  const after = turnOnItsWay();
  const result = await host.call('app.snapshot', after === undefined ? {} : { after });
  useApp.setState(
    result.ok
      ? {
          snapshot: withLatestCatalogue(result.value),
          letsPicturesIn: result.value.preferences.remoteImages,
        }
      : { bootProblem: result.error },
  );
  if (result.ok && host.capabilities.isGivenFiles) await takeGivenRecipe();
}

/**
 * Takes over a snapshot. Within the same profile the tabs of this window are newer than those
 * that main has kept; those of another profile are its own.
 */
export function adoptSnapshot(next: Snapshot): void {
  useApp.setState(({ snapshot }) => {
    const latest = withLatestCatalogue(next);
    const sameProfile = snapshot !== null && snapshot.profile?.id === next.profile?.id;
    return { snapshot: sameProfile ? { ...latest, workspace: snapshot.workspace } : latest };
  });
}

export function takeEvent(event: AppEvent): void {
  switch (event.kind) {
    case 'run.changed':
      learnFromRun(event.run);
      rememberRun(event.run);
      return;
    case 'calls.changed':
      changeSnapshot(() => ({ calls: event.calls }));
      return;
    case 'description.changed':
      takeServiceProfile(event);
      return;
    case 'trouble.changed':
      changeSnapshot(() => ({ trouble: event.trouble }));
      return;
    case 'export.changed':
      takeExport(event.export);
      return;
    case 'recipe.changed':
      takeRecipeRun(event.run);
      return;
    case 'recipe.given':
      void takeGivenRecipe();
      return;
    case 'project.opened':
      reloadForProject();
      return;
    case 'page.chosen':
      showPage(event.page);
      return;
    case 'menu.chosen':
      takeMenuCommand(event.command);
      return;
    default:
      assertNever(event);
  }
}

let heardBefore = false;

function takeConnection(connection: Connection): void {
  useApp.setState({ connection });
  if (connection !== 'heard') return;
  if (heardBefore) void catchUp();
  heardBefore = true;
}

/** Events may have been missed, or main was restarted: everything known is read again. */
async function catchUp(): Promise<void> {
  if (useApp.getState().snapshot === null) {
    await takeFirstSnapshot();
    return;
  }
  const result = await host.call('app.snapshot', {});
  if (!result.ok) return;
  // Another window opened another project, and this one did not hear of it.
  if (result.value.project.opening !== useApp.getState().snapshot?.project.opening) {
    reloadForProject();
    return;
  }
  adoptSnapshot(result.value);
  void saveWorkspace();
  void refreshExports();
  if (useRecipes.getState().recipes !== null) void loadRecipes();
  await refreshRuns(activeTabOf(useApp.getState().snapshot)?.runId ?? null);
}
