/** Secrets in the operating system's keychain, through keytar. */
import { randomBytes } from 'node:crypto';
import type { Keytar } from 'keytar';
import type { SecretStore } from './secret-store.ts';

/** The name under which a person finds our entries in their keychain. */
export const keychainService = 'Social Data Explorer';

export function createKeytarStore(keytar: Keytar): SecretStore {
  return {
    place: 'this computer’s keychain',
    lasting: true,
    reason: null,
    get: (account) => keytar.getPassword(keychainService, account),
    set: (account, secret) => keytar.setPassword(keychainService, account, secret),
    async delete(account) {
      await keytar.deletePassword(keychainService, account);
    },
  };
}

/**
 * Stores, reads and deletes a throw-away entry: keytar loads on computers where no keychain
 * answers, and fails only when used.
 * @returns whether the keychain gave back what was stored in it.
 * @throws what keytar throws.
 */
export async function probeKeytar(keytar: Keytar): Promise<boolean> {
  const account = `probe ${randomBytes(8).toString('hex')}`;
  const secret = randomBytes(16).toString('hex');
  await keytar.setPassword(keychainService, account, secret);
  try {
    return (await keytar.getPassword(keychainService, account)) === secret;
  } finally {
    await keytar.deletePassword(keychainService, account);
  }
}
