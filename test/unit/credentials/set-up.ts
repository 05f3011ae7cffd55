/** Credentials of one service over a keychain made of paper. */
import { createCredentials } from '#main/core/credentials/credentials.ts';
import type { Credentials } from '#main/core/credentials/credentials.ts';
import type { SecretStore } from '#main/core/credentials/secret-stores.ts';

export const profileId = 'https://service.test';
export const monday = Date.UTC(2026, 5, 1, 12);
export const dayMs = 86_400_000;

export const part = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');
export const token = (claims: Record<string, unknown>): string =>
  `${part({ alg: 'RS256' })}.${part(claims)}.c2ln`;

export const withSecrets = (
  secrets: SecretStore,
  environment: { value: string; profileId: string } | null = null,
): Credentials =>
  createCredentials({
    secrets,
    environment,
    sample: async () => ({ accessKey: 'sample-key-1234', sessionToken: token({ sub: 'sample' }) }),
    now: () => new Date(monday),
  });

interface More {
  keep?: 'session';
  issuedAt?: string;
  replaces?: string;
}

export const add = (
  credentials: Credentials,
  value: string,
  { replaces, ...more }: More = {},
): Promise<string> => {
  const pasted = { value, name: null, issuedAt: null, keep: 'keychain' as const };
  return credentials.add(profileId, { ...pasted, ...more }, replaces);
};
