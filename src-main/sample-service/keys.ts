/** The keys that the sample service knows. They are made anew at each start. */
import { randomBytes } from 'node:crypto';
import { trialKeyPrefix } from '#shared/service/answers.ts';

export type KeyKind = 'access' | 'trial' | 'unknown' | 'none';

export interface Credential {
  kind: KeyKind;
  /** The key's value when it is known here. */
  key: string | null;
}

export interface Keys {
  /** Never runs out of credits. */
  accessKey: string;
  trialKey: string;
  /** An access key for so many metered calls. */
  createKey: (credits: number) => string;
  /** Reads an `Authorization` header. */
  identify: (header: string | undefined) => Credential;
  /** Takes one credit; false when none is left. */
  spend: (key: string) => boolean;
}

const unlimited = Number.POSITIVE_INFINITY;
const newKey = (prefix: string): string => prefix + randomBytes(18).toString('hex');

export function createKeys(): Keys {
  const accessKey = newKey('sample_');
  const trialKey = newKey(trialKeyPrefix);
  const credits = new Map([
    [accessKey, unlimited],
    [trialKey, unlimited],
  ]);
  return {
    accessKey,
    trialKey,
    createKey: (amount) => {
      const key = newKey('sample_');
      credits.set(key, amount);
      return key;
    },
    identify: (header) => {
      if (header === undefined || header === '') return { kind: 'none', key: null };
      const key = /^Bearer (\S+)$/i.exec(header)?.[1] ?? '';
      if (key === trialKey) return { kind: 'trial', key };
      return credits.has(key) ? { kind: 'access', key } : { kind: 'unknown', key: null };
    },
    spend: (key) => {
      const left = credits.get(key) ?? 0;
      if (left <= 0) return false;
      credits.set(key, left - 1);
      return true;
    },
  };
}
