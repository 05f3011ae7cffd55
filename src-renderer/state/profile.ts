/** Which service the window shows: its snapshot, also after another window chose another service. */
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { host } from '../host/index.ts';
import { showPage, useApp } from './app.ts';
import { withLatestCatalogue } from './description.ts';
import { forget } from './forget.ts';
import { refreshHistory } from './history.ts';
import { dropPendingWorkspace, saveWorkspace } from './workspace.ts';

/**
 * Stores a snapshot. Within the same profile, this window's tabs are newer than main's; those of
 * another profile are taken over.
 */
export function adoptSnapshot(next: Snapshot): void {
  const { snapshot } = useApp.getState();
  const latest = withLatestCatalogue(next);
  const sameProfile = snapshot !== null && snapshot.profile?.id === next.profile?.id;
  if (!sameProfile) dropPendingWorkspace();
  useApp.setState({
    snapshot: sameProfile ? { ...latest, workspace: snapshot.workspace } : latest,
  });
}

/** Shows the service that main uses now, without what belonged to the one before. */
export function enterProfile(snapshot: Snapshot): void {
  const { runs, snapshot: before } = useApp.getState();
  if (before?.profile?.id !== snapshot.profile?.id) {
    for (const runId of Object.keys(runs)) forget(runId);
    useApp.setState({ askProblems: {} });
    void refreshHistory();
  }
  adoptSnapshot(snapshot);
  if (before?.profile == null) showPage('explore');
}

/** This window's own choices that main hasn't confirmed yet. */
let choosing = 0;

/** Makes a choice of this window, whose reply brings the snapshot: its announcement is not followed. */
export async function whileChoosing<T>(choose: () => Promise<T>): Promise<T> {
  choosing++;
  try {
    return await choose();
  } finally {
    choosing--;
  }
}

/**
 * Follows a service that another window chose: main asks that one now, with its key, whatever this window
 * shows. Welcome stays until its own steps are done.
 */
export async function followService(profileId: string): Promise<void> {
  const shown = useApp.getState().snapshot?.profile?.id;
  if (shown === undefined || shown === profileId || choosing > 0) return;
  await saveWorkspace();
  const result = await host.call('app.snapshot', {});
  if (result.ok) enterProfile(result.value);
}
