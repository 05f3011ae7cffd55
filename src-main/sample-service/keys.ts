/** The credentials that the sample service accepts, created at each start. */
import { createHmac, randomBytes } from 'node:crypto';
import { trialKeyDays, trialKeyPrefix } from '#shared/service/answers.ts';

export type KeyKind = 'access' | 'trial' | 'session' | 'unknown' | 'none';

export interface Credential {
  kind: KeyKind;
  /** The credential's value if it is known here. */
  key: string | null;
}

export interface Keys {
  /** Never runs out of credits. */
  accessKey: string;
  /** Valid for 5 days from the start. */
  trialKey: string;
  /** A session of the demo's own account. */
  sessionToken: string;
  /** An access key for this many metered calls. */
  createKey: (credits: number) => string;
  /** Specification, Authentication, rule 2: valid for 5 days. */
  createTrialKey: () => string;
  /** Reads an `Authorization` header. Expired credentials are unknown. */
  identify: (header: string | undefined) => Credential;
  /** Takes one credit; returns false when there are none. */
  spend: (key: string) => boolean;
}

const unlimited = Number.POSITIVE_INFINITY;
const dayMs = 86_400_000;
/** Long, because nobody should have to renew the demo's session. */
const demoSessionDays = 365;

const newKey = (prefix: string): string => prefix + randomBytes(18).toString('hex');

export function createKeys(clock: () => number): Keys {
  const credits = new Map<string, number>();
  /** Trial keys and session tokens, with the time they expire. */
  const trials = new Map<string, number>();
  const sessions = new Map<string, number>();
  const secret = randomBytes(32);

  const createKey = (amount: number): string => {
    const key = newKey('sample_');
    credits.set(key, amount);
    return key;
  };
  const createTrialKey = (): string => {
    const key = newKey(trialKeyPrefix);
    trials.set(key, clock() + trialKeyDays * dayMs);
    credits.set(key, unlimited);
    return key;
  };
  const createSession = (until: number): string => {
    const token = signedToken(secret, {
      iss: 'https://sign-in.sample.invalid/',
      sub: 'user_sample',
      name: 'Sam Ple',
      email: 'sam@sample.invalid',
      iat: Math.floor(clock() / 1000),
      exp: Math.floor(until / 1000),
      // Makes two tokens created in the same second different.
      jti: randomBytes(6).toString('hex'),
    });
    sessions.set(token, until);
    return token;
  };

  return {
    accessKey: createKey(unlimited),
    trialKey: createTrialKey(),
    sessionToken: createSession(clock() + demoSessionDays * dayMs),
    createKey,
    createTrialKey,
    identify: (header) => {
      if (header === undefined || header === '') return { kind: 'none', key: null };
      const key = /^Bearer (\S+)$/i.exec(header)?.[1] ?? '';
      const now = clock();
      const trialEnd = trials.get(key);
      if (trialEnd !== undefined) return known('trial', key, trialEnd > now);
      const sessionEnd = sessions.get(key);
      if (sessionEnd !== undefined) return known('session', key, sessionEnd > now);
      return known('access', key, credits.has(key));
    },
    spend: (key) => {
      const remaining = credits.get(key) ?? 0;
      if (remaining <= 0) return false;
      credits.set(key, remaining - 1);
      return true;
    },
  };
}

const known = (kind: KeyKind, key: string, isValid: boolean): Credential =>
  isValid ? { kind, key } : { kind: 'unknown', key: null };

/** A JWT as an identity provider issues it. */
function signedToken(secret: Buffer, claims: Readonly<Record<string, string | number>>): string {
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const body = parts.join('.');
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}
