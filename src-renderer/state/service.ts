/** Which service is used, and with which key: the actions of Welcome and Account. */
import type { MethodInput } from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { host } from '../host/index.ts';
import { problemOf } from './asked.ts';
import { useApp } from './app.ts';
import { isUnproven, type KeyVerdict, testKey } from './key-tests.ts';
import { enterProfile, whileChoosing } from './profile.ts';
import { askInTab } from './runs.ts';
import { openTab, saveWorkspace } from './workspace.ts';

export type ServiceChoice = MethodInput<'service.choose'>;

/** Switches to another service, with its own tabs, key and counts. */
export async function chooseService(choice: ServiceChoice): Promise<Problem | null> {
  await saveWorkspace();
  return whileChoosing(() => problemOf(host.call('service.choose', choice), enterProfile));
}

/** The example opened by Welcome: a search that shows what a table of posts looks like. */
const exampleEndpoint = 'microblog.posts.search';

/** Opens a filled-in example with its results, directly from Welcome. */
export async function exploreSample(): Promise<Problem | null> {
  const problem = await chooseService({ kind: 'sample' });
  if (problem !== null) return problem;
  const { snapshot } = useApp.getState();
  const example = snapshot?.catalogue.endpoints.find(({ id }) => id === exampleEndpoint)?.example;
  void askInTab(openTab(exampleEndpoint, { values: { ...example } }));
  return null;
}

/**
 * The outcome of setting up one's own service: a problem, or a stored key and the service's verdict.
 */
export type SetUpResult =
  | { kind: 'addressProblem'; problem: Problem }
  | { kind: 'keyProblem'; problem: Problem }
  | { kind: 'stored'; verdict: KeyVerdict; enter: () => void };

/**
 * Sets up a service with one's own key from Welcome: address, key, test. The window doesn't change
 * until `enter` is called, so that a refused key can be corrected immediately.
 */
export async function setUpService(address: string, key: string): Promise<SetUpResult> {
  const chosen = await host.call('service.choose', { kind: 'address', address });
  if (!chosen.ok) return { kind: 'addressProblem', problem: chosen.error };
  const value = key.trim();
  // The key tried before was mistyped: it is replaced rather than kept beside the correct one.
  const tried = chosen.value.credentials.find(isUnproven);
  const stored =
    tried === undefined
      ? await host.call('credential.add', { value, as: 'key' })
      : await host.call('credential.replace', { id: tried.id, value });
  if (!stored.ok) return { kind: 'keyProblem', problem: stored.error };
  const verdict = await testKey(stored.value.credential);
  return { kind: 'stored', verdict, enter: () => enterProfile(stored.value) };
}

/** The outcome of requesting a trial key on Welcome. */
export type TrialResult =
  | { kind: 'addressProblem'; problem: Problem }
  | { kind: 'trialProblem'; problem: Problem }
  | { kind: 'entered' };

/** Sets up a service without a key from Welcome: address, then a trial key. */
export async function setUpTrial(address: string, source: string): Promise<TrialResult> {
  const chosen = await host.call('service.choose', { kind: 'address', address });
  if (!chosen.ok) return { kind: 'addressProblem', problem: chosen.error };
  const stored = await host.call('trial.get', { source });
  if (!stored.ok) return { kind: 'trialProblem', problem: stored.error };
  enterProfile(stored.value);
  return { kind: 'entered' };
}
