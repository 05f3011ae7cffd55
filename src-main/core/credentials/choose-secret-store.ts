/**
 * Chooses where secrets are kept: the keychain when it proves to work, else memory with the
 * reason on screen. Nothing is ever written to a file (checklist 19).
 */
// oxlint-disable-next-line typescript/triple-slash-reference -- the tests' tsconfig does not include this folder
/// <reference path="./keytar.d.ts" />
import { assertNever } from '#shared/assert-never.ts';
import type { Keytar } from 'keytar';
import { createKeytarStore, probeKeytar } from './keytar-store.ts';
import { createMemoryStore } from './memory-store.ts';
import type { SecretStore } from './secret-store.ts';

export interface ChooseOptions {
  /** Loads keytar; rejects where it is not installed or does not load. */
  loadKeytar?: () => Promise<Keytar>;
  /** How long a locked keychain may wait for the person's answer before we go on without it. */
  patienceMs?: number;
}

const kept = 'Keys are kept for this session only.';

/** Never rejects: a keychain that can't be used is a reason, not an error. */
export async function chooseSecretStore({
  loadKeytar = async () => (await import('keytar')).default,
  patienceMs = 20_000,
}: ChooseOptions = {}): Promise<SecretStore> {
  let keytar: Keytar;
  try {
    keytar = await loadKeytar();
  } catch (error) {
    return createMemoryStore(`${loadFailure(error)} ${kept}`);
  }

  const verdict = await within(patienceMs, probeKeytar(keytar));
  switch (verdict.kind) {
    case 'late':
      return createMemoryStore(
        `This computer’s keychain did not answer within ${Math.round(patienceMs / 1000)} seconds; it may be locked. ${kept}`,
      );
    case 'failed':
      return createMemoryStore(`No keychain answers on this computer. ${kept}`);
    case 'done':
      return verdict.value
        ? createKeytarStore(keytar)
        : createMemoryStore(
            `This computer’s keychain does not give back what is stored in it. ${kept}`,
          );
    default:
      return assertNever(verdict);
  }
}

/** Says why keytar did not load, without the loader's own text: that one names local paths. */
function loadFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') {
    return 'The part that talks to this computer’s keychain (keytar) is not installed.';
  }
  if (error instanceof Error && error.message.includes('libsecret')) {
    return 'This computer lacks libsecret, which the keychain needs.';
  }
  return 'The part that talks to this computer’s keychain (keytar) does not load here.';
}

type Verdict<T> = { kind: 'done'; value: T } | { kind: 'failed' } | { kind: 'late' };

/** Waits for `work`, at most `ms`. Work that comes late goes on alone and cleans up after itself. */
async function within<T>(ms: number, work: Promise<T>): Promise<Verdict<T>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Verdict<T>>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'late' }), ms);
  });
  const settled = work.then(
    (value): Verdict<T> => ({ kind: 'done', value }),
    (): Verdict<T> => ({ kind: 'failed' }),
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}
