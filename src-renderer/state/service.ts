/** Which service is used, with which key: the actions of Welcome and Account. */
import type { MethodInput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { host } from '../host/index.ts';
import { problemOf } from './answer.ts';
import { showPage, useApp } from './app.ts';
import { adoptSnapshot } from './boot.ts';
import { forgetRun } from './forget.ts';
import { isUnproven, type KeyVerdict, testKey } from './key-tests.ts';
import { askInTab } from './runs.ts';
import { openTab, saveWorkspace } from './workspace.ts';

export type ServiceChoice = MethodInput<'service.choose'>;

/** Uses another service: its own tabs, key and counts take the place of the present ones. */
export async function chooseService(choice: ServiceChoice): Promise<Problem | null> {
  await saveWorkspace();
  return problemOf(host.call('service.choose', choice), enterProfile);
}

/** The example that Welcome opens: a search that shows what a table of posts looks like. */
const exampleEndpoint = 'microblog.posts.search';

/** From Welcome straight to a filled-in example with its results. */
export async function exploreSample(): Promise<Problem | null> {
  const problem = await chooseService({ kind: 'sample' });
  if (problem !== null) return problem;
  const { snapshot } = useApp.getState();
  const example = snapshot?.catalogue.endpoints.find(({ id }) => id === exampleEndpoint)?.example;
  void askInTab(openTab(exampleEndpoint, { values: { ...example } }));
  return null;
}

/** What came of setting up an own service: nothing yet, or a stored key and the service's word. */
export type SetUpResult =
  | { kind: 'addressProblem'; problem: Problem }
  | { kind: 'keyProblem'; problem: Problem }
  | { kind: 'stored'; verdict: KeyVerdict; enter: () => void };

/**
 * Welcome's way in with an own key: address, key, test. The window stays where it is until
 * `enter` is called, so that a refused key can be corrected on the spot.
 */
export async function setUpService(address: string, key: string): Promise<SetUpResult> {
  const chosen = await host.call('service.choose', { kind: 'address', address });
  if (!chosen.ok) return { kind: 'addressProblem', problem: chosen.error };
  const value = key.trim();
  // The one tried just now was mistyped: it is corrected, not kept beside the right one.
  const tried = chosen.value.credentials.find(isUnproven);
  const stored =
    tried === undefined
      ? await host.call('credential.add', { value, as: 'key' })
      : await host.call('credential.replace', { id: tried.id, value });
  if (!stored.ok) return { kind: 'keyProblem', problem: stored.error };
  const verdict = await testKey(stored.value.credential);
  return { kind: 'stored', verdict, enter: () => enterProfile(stored.value) };
}

/** What came of asking for a trial key on Welcome. */
export type TrialResult =
  | { kind: 'addressProblem'; problem: Problem }
  | { kind: 'trialProblem'; problem: Problem }
  | { kind: 'entered' };

/** Welcome's way in without a key: address, then a trial key. */
export async function setUpTrial(address: string, source: string): Promise<TrialResult> {
  const chosen = await host.call('service.choose', { kind: 'address', address });
  if (!chosen.ok) return { kind: 'addressProblem', problem: chosen.error };
  const stored = await host.call('trial.get', { source });
  if (!stored.ok) return { kind: 'trialProblem', problem: stored.error };
  enterProfile(stored.value);
  return { kind: 'entered' };
}

/** Asks the service in use for a trial key; it is stored at once. */
export const getTrialKey = (source: string): Promise<Problem | null> =>
  adopt(host.call('trial.get', { source }));

/** Keeps a credential for the service in use. Its value leaves the window here, for good. */
export const addCredential = (credential: MethodInput<'credential.add'>): Promise<Problem | null> =>
  adopt(host.call('credential.add', credential));

export const replaceCredential = (
  credential: MethodInput<'credential.replace'>,
): Promise<Problem | null> => adopt(host.call('credential.replace', credential));

export const chooseKey = (id: string): Promise<Problem | null> =>
  adopt(host.call('credential.use', { id }));

export const renameCredential = (id: string, name: string): Promise<Problem | null> =>
  adopt(host.call('credential.rename', { id, name }));

export const removeCredential = (id: string): Promise<Problem | null> =>
  adopt(host.call('credential.remove', { id }));

export const retryKeychain = (): Promise<Problem | null> =>
  adopt(host.call('credential.retry', {}));

/** Takes over how everything is after main changed something. */
const adopt = (changing: Promise<Result<Snapshot>>): Promise<Problem | null> =>
  problemOf(changing, adoptSnapshot);

function enterProfile(snapshot: Snapshot): void {
  const { runs, snapshot: before } = useApp.getState();
  if (before?.profile?.id !== snapshot.profile?.id) {
    for (const runId of Object.keys(runs)) forgetRun(runId);
    useApp.setState({ askProblems: {} });
  }
  adoptSnapshot(snapshot);
  if (before?.profile == null) showPage('explore');
}
