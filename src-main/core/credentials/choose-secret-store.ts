/**
 * Chooses where secrets are kept: the keychain when it proves to work, else a file that the
 * operating system encrypts, else memory, with the reason on screen (checklist 19).
 */
// oxlint-disable-next-line typescript/triple-slash-reference -- the tests' tsconfig does not include this folder
/// <reference path="./keytar.d.ts" />
import { assertNever } from '#shared/assert-never.ts';
import type { Keytar } from 'keytar';
import { createEncryptedStore, isTrustworthy } from './encrypted-store.ts';
import type { Encryption } from './encrypted-store.ts';
import { createKeytarStore, probeKeytar } from './keytar-store.ts';
import { createMemoryStore } from './memory-store.ts';
import type { SecretStore } from './secret-store.ts';

export interface ChooseOptions {
  /** Loads keytar; rejects where it is not installed or does not load. */
  loadKeytar?: () => Promise<Keytar>;
  /** What the host can encrypt with, and the folder of the file; null in the browser host. */
  encrypted?: { encryption: Encryption; dataDir: string } | null;
  /** How long a locked keychain may wait for the person's answer before we go on without it. */
  patienceMs?: number;
}

const keptInMemory = 'Keys are kept for this session only.';
const keptEncrypted = 'Keys are kept in a file that this computer encrypts.';

/** Never rejects: a keychain that can't be used is a reason, not an error. */
export async function chooseSecretStore({
  loadKeytar = async () => (await import('keytar')).default,
  encrypted = null,
  patienceMs = 20_000,
}: ChooseOptions = {}): Promise<SecretStore> {
  /** Anything but the keychain, and why. */
  const instead = (why: string, advice = ''): SecretStore => {
    if (encrypted !== null && isTrustworthy(encrypted.encryption)) {
      const { encryption, dataDir } = encrypted;
      return createEncryptedStore(encryption, dataDir, `${why} ${keptEncrypted}`);
    }
    return createMemoryStore(`${why} ${keptInMemory}${advice}`);
  };

  let keytar: Keytar;
  try {
    keytar = await loadKeytar();
  } catch (error) {
    return instead(loadFailure(error));
  }

  const verdict = await within(patienceMs, probeKeytar(keytar));
  switch (verdict.kind) {
    case 'late':
      return instead(
        `This computer’s keychain did not answer within ${Math.round(patienceMs / 1000)} seconds; it may be locked.`,
        ' Unlock it and start the program again to use what is stored there.',
      );
    case 'failed':
      return instead('No keychain answers on this computer.');
    case 'done':
      return verdict.value
        ? createKeytarStore(keytar)
        : instead('This computer’s keychain does not give back what is stored in it.');
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
