/** What the service said of each key in this session. */
import { create } from 'zustand';
import type { MethodOutput } from '#shared/contract/methods.ts';
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import { host } from '../host/index.ts';

export type KeyVerdict = MethodOutput<'credential.test'>;
export type KeyTest = KeyVerdict | 'testing';

/** Replacing a key, or another service's: then nothing is known of it. */
type Tested = Pick<CredentialStatus, 'id' | 'addedAt' | 'lastFour'>;

const useTests = create<Readonly<Record<string, KeyTest>>>()(() => ({}));

/** Null where none was made. */
export function useKeyTest(credential: Tested): KeyTest | null {
  return useTests((tests) => tests[nameOf(credential)]) ?? null;
}

/** Whether it was tested in this session and the service did not say yes to it. */
export function isUnproven(credential: Tested): boolean {
  const test = useTests.getState()[nameOf(credential)];
  return typeof test === 'object' && test.verdict !== 'accepted';
}

/**
 * Asks the service about it (null: the key in use); not metered. A problem of asking is no verdict
 * on it.
 */
export async function testKey(credential: Tested | null): Promise<KeyVerdict> {
  const remember = (test: KeyTest): void => {
    if (credential !== null) useTests.setState({ [nameOf(credential)]: test });
  };
  remember('testing');
  const result = await host.call('credential.test', { id: credential?.id ?? null });
  const verdict: KeyVerdict = result.ok
    ? result.value
    : { verdict: 'undecided', message: `${result.error.title} ${result.error.advice}` };
  remember(verdict);
  return verdict;
}

function nameOf({ id, addedAt, lastFour }: Tested): string {
  return [id, addedAt, lastFour].join(' ');
}
