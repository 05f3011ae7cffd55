/** Start of the window: one snapshot, then events; repeated after the connection to main was lost. */
import { assertNever } from '#shared/assert-never.ts';
import type { AppEvent } from '#shared/contract/event.ts';
import { inputsOf } from '#shared/contract/run.ts';
import { zonesAsHere } from '#shared/time-zone.ts';
import type { Connection } from '#renderer/host/hosts.ts';
import { host } from '../host/index.ts';
import {
  activeTabOf,
  changeSnapshot,
  rememberRun,
  showPage,
  takeMenuCommand,
  useApp,
} from './app.ts';
import { askFailedAgain } from './asked.ts';
import { takeServiceProfile, withLatestCatalogue } from './description.ts';
import { refreshExports, takeExport } from './exports.ts';
import { adoptSnapshot, followService } from './profile.ts';
import { reloadForProject } from './projects.ts';
import { learnFromRun } from './key-tests.ts';
import { takeGivenFile, takeProgress } from './files.ts';
import { loadRecipes, loadRepeats, takeRecipeRun, takeRepeat, useRecipes } from './recipes.ts';
import { refreshRuns } from './runs.ts';
import { readRowsAgain } from './views.ts';
import { savePendingWorkspace, saveWorkspace, pendingSaveTurn } from './workspace.ts';

/** Whether this window may call main at all; otherwise it can only explain how to get access. */
export const isAdmitted: boolean = host.admitted;

const leaveEvents = ['beforeunload', 'pagehide'] as const;

/** Starts communication with main. Returns a function that stops it. */
export function startWindow(): () => void {
  void takeFirstSnapshot();
  const unsubscribe = host.subscribe(takeEvent, takeConnection);
  // `beforeunload` starts the save earlier; some ways of leaving only have `pagehide`.
  for (const eventName of leaveEvents) window.addEventListener(eventName, savePendingWorkspace);
  return () => {
    unsubscribe();
    for (const eventName of leaveEvents)
      window.removeEventListener(eventName, savePendingWorkspace);
  };
}

/** Requests the first snapshot; also *Try again* on the screen shown if that failed. */
export async function takeFirstSnapshot(): Promise<void> {
  useApp.setState({ bootProblem: null });
  const after = pendingSaveTurn();
  const [result] = await Promise.all([
    host.call('app.snapshot', after === undefined ? {} : { after }),
    settleZone(),
  ]);
  useApp.setState(
    result.ok ? { snapshot: withLatestCatalogue(result.value) } : { bootProblem: result.error },
  );
  if (result.ok) await takeGivenFile();
}

/** Chooses another name for the local time zone if main, which counts days in it, doesn't know it. */
async function settleZone(): Promise<void> {
  const named = [useApp.getState().localZone.name];
  const own = await host.call('app.zone', { names: named });
  if (!own.ok || own.value.name !== null) return;
  const others = await host.call('app.zone', { names: [...zonesAsHere()] });
  if (!others.ok) return;
  useApp.setState({ localZone: { name: others.value.name ?? 'UTC', isNamed: false } });
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
    case 'export.changed':
      takeExport(event.export);
      return;
    case 'recipe.changed':
      takeRecipeRun(event.run);
      return;
    case 'repeat.changed':
      takeRepeat(event.repeat);
      return;
    case 'file.given':
      void takeGivenFile();
      return;
    case 'open.progress':
      takeProgress(event);
      return;
    case 'project.opened':
      reloadForProject();
      return;
    case 'service.chosen':
      void followService(event.profileId);
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

let wasConnected = false;

function takeConnection(connection: Connection): void {
  useApp.setState({ connection });
  if (connection !== 'heard') return;
  if (wasConnected) void catchUp();
  wasConnected = true;
}

/** Events may have been missed, or main was restarted: reads everything again. */
async function catchUp(): Promise<void> {
  if (useApp.getState().snapshot === null) {
    await takeFirstSnapshot();
    return;
  }
  const result = await host.call('app.snapshot', {});
  if (!result.ok) return;
  // Another window opened another project while this one was disconnected.
  if (result.value.project.opening !== useApp.getState().snapshot?.project.opening) {
    reloadForProject();
    return;
  }
  adoptSnapshot(result.value);
  void saveWorkspace();
  const shown = activeTabOf(useApp.getState().snapshot)?.runId ?? null;
  askFailedAgain();
  if (shown !== null) for (const id of [shown, inputsOf(shown)]) readRowsAgain(id);
  void refreshExports();
  void (useRecipes.getState().recipes === null ? loadRepeats() : loadRecipes());
  await refreshRuns(shown);
}
