/** Secrets for this session only: what remains when there is no keychain. Never on disk. */
import type { SecretStore } from './secret-store.ts';

/** @param reason Why it is not the keychain: one sentence for the screen. */
export function createMemoryStore(reason: string): SecretStore {
  const secrets = new Map<string, string>();
  return {
    place: 'this session only',
    lasting: false,
    reason,
    async get(account) {
      return secrets.get(account) ?? null;
    },
    async set(account, secret) {
      secrets.set(account, secret);
    },
    async delete(account) {
      secrets.delete(account);
    },
  };
}
