/** The service's verdict on each key in this session: when it was tested, or sent with a run. */
import { create } from 'zustand';
import type { MethodOutput } from '#shared/contract/methods.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import { host } from '../host/index.ts';
import { profileNow, useApp, without } from './app.ts';

export type KeyVerdict = MethodOutput<'credential.test'>;
type KeyTest = KeyVerdict | 'testing';

/** Identifies a key with its value: after it is replaced, or for another service, nothing is known. */
type Tested = Pick<CredentialStatus, 'id' | 'addedAt' | 'lastFour'>;

type Tests = Readonly<Record<string, KeyTest>>;
const useTests = create<Tests>()(() => ({}));

/** Null: not tested. */
export const useKeyTest = (credential: Tested): KeyTest | null =>
  useTests((tests) => tests[nameOf(credential)]) ?? null;

/** Whether the service refused the key when last asked. */
export const useIsRefused = (credential: Tested | null): boolean =>
  useTests((tests) => credential !== null && verdictOf(tests, credential) === 'refused');

/** Undefined: it wasn't tested, or is being tested. */
function verdictOf(tests: Tests, credential: Tested): KeyVerdict['verdict'] | undefined {
  const test = tests[nameOf(credential)];
  return typeof test === 'object' ? test.verdict : undefined;
}

/** Whether it was tested in this session without being accepted. */
export function isUnproven(credential: Tested): boolean {
  const verdict = verdictOf(useTests.getState(), credential);
  return verdict !== undefined && verdict !== 'accepted';
}

/**
 * Asks the service about a key (null: the current one); not metered. A failed request isn't a verdict
 * on the key.
 */
export async function testKey(credential: Tested | null): Promise<KeyVerdict> {
  const remember = (test: KeyTest): void => {
    if (credential !== null) useTests.setState({ [nameOf(credential)]: test });
  };
  remember('testing');
  const result = await host.call('credential.test', { id: credential?.id ?? null });
  const verdict: KeyVerdict = result.ok
    ? result.value
    : {
        verdict: 'undecided',
        message: `${result.error.title} ${result.error.advice}`,
        details: null,
      };
  remember(verdict);
  return verdict;
}

/** The keys of active runs: another one may be chosen before the answer arrives. */
const sentWith = new Map<string, Tested>();

/** A run is a test of its key: a 401 refuses it, and a page that arrives reverts that. */
export function learnFromRun(run: Run): void {
  const { snapshot, runs } = useApp.getState();
  const inUse = snapshot?.credential ?? null;
  const credential = sentWith.get(run.id) ?? inUse;
  if (isWorking(run.state)) {
    if (credential !== null) sentWith.set(run.id, credential);
  } else {
    sentWith.delete(run.id);
  }
  if (credential === null || run.profileId !== profileNow()) return;
  const name = nameOf(credential);
  const known = useTests.getState()[name];
  const { state } = run;
  if (state.kind === 'failed' && state.problem.code === 'unauthorized') {
    const { details } = state.problem;
    // A run that failed earlier says nothing about a key added or tested since.
    if (known === 'testing') return;
    const since = known?.details?.sentAt ?? credential.addedAt ?? '';
    if ((details?.sentAt ?? '') <= since) return;
    const message = 'The service does not accept this key.';
    useTests.setState({ [name]: { verdict: 'refused', message, details } });
    return;
  }
  const hasNewPage = runs[run.id]?.state.kind === 'fetching' && pageKinds.has(state.kind);
  if (hasNewPage && verdictOf(useTests.getState(), credential) === 'refused') {
    useTests.setState((tests) => without(tests, name), true);
  }
}

const pageKinds: ReadonlySet<string> = new Set<Run['state']['kind']>(['more', 'noMore', 'limit']);

const nameOf = ({ id, addedAt, lastFour }: Tested): string => [id, addedAt, lastFour].join(' ');
