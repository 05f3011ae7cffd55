/** Names of credentials and calls in the sidebar, on Welcome and on Account. */
import { quoted } from '#shared/characters.ts';
import { assertNever } from '#shared/assert-never.ts';
import { trialKeyDays } from '#shared/service/answers.ts';
import type { CredentialKind, CredentialStatus, Snapshot } from '#shared/contract/snapshot.ts';
import type { KeyVerdict } from '#renderer/state/key-tests.ts';
import { clockTime, countOf, durationInWords, momentInWords } from '../words.ts';

export const credentialKindNames: Record<CredentialKind, string> = {
  accessKey: 'Access key',
  trialKey: 'Trial key',
  sessionToken: 'Dashboard sign-in',
};

/** "Access key ending 7f3a", "Sample key", "No access key". */
export function credentialName(credential: CredentialStatus | null): string {
  if (credential === null) return 'No access key';
  if (credential.source === 'sample' && credential.kind === 'accessKey') return 'Sample key';
  const kind = credential.name ?? credentialKindNames[credential.kind];
  return credential.lastFour === '' ? kind : `${kind} ending ${credential.lastFour}`;
}

/** "1,204 calls", "1 sample call". */
export const callsInWords = (calls: number, isSample: boolean): string =>
  countOf(calls, isSample ? 'sample call' : 'call');

export const callsThisSession = (calls: number, isSample: boolean): string =>
  `${callsInWords(calls, isSample)} this session`;

/** Describes the latest trial key: where it is kept and how long it is valid. */
export function trialKeyGot({
  keychain,
  credentials,
}: Pick<Snapshot, 'keychain' | 'credentials'>): string {
  if (!keychain.available) return `The trial key can be used now. ${notInKeychain(keychain)}`;
  const [latest] = credentials
    .filter(({ kind }) => kind === 'trialKey')
    .toSorted((a, b) => ((a.addedAt ?? '') < (b.addedAt ?? '') ? 1 : -1));
  // A keychain may refuse it, and keys of the sample service end with it.
  return latest?.source === 'keychain'
    ? `The trial key is kept in ${keychain.place}. It lasts ${trialKeyDays} days.`
    : 'The trial key can be used now. It is kept for this session only.';
}

/** Says where a pasted key will be kept, and why if not in the keychain. */
export const whereKept = (keychain: Snapshot['keychain']): string =>
  keychain.available
    ? `It will be kept in ${keychain.place} and sent to this service only.`
    : `${notInKeychain(keychain)} Your key is sent to this service only.`;

/** The reason is enough; without one, at least what happens to the key. */
export const notInKeychain = (keychain: Snapshot['keychain']): string =>
  keychain.reason ?? `Keys are kept for ${keychain.place}.`;

/**
 * 'It answered 401 (key_revoked) at 13:09: “The API key was revoked.”'. For an accepted key only the
 * time: it was tested with a question whose answer is an error. Empty if nothing was answered.
 */
export function serviceAnswered({ verdict, details }: KeyVerdict): string {
  if (details?.sentAt == null || details.status === null) return '';
  const at = clockTime(new Date(details.sentAt));
  if (verdict === 'accepted') return `Tested at ${at}.`;
  const code = details.serviceCode === null ? '' : ` (${details.serviceCode})`;
  const said = details.serviceSaid === null ? '.' : `: ${quoted(details.serviceSaid)}`;
  return `It answered ${details.status}${code} at ${at}${said}`;
}

/** Says where a credential is kept or comes from, in a few words. */
export function whereFrom(credential: CredentialStatus, keychain: Snapshot['keychain']): string {
  switch (credential.source) {
    case 'keychain':
      return keychain.place;
    case 'session':
      return 'this session only';
    case 'environment':
      return `environment variable SOCIAL_DATA_API_KEY${
        credential.overridesStored ? ', used instead of your stored key' : ''
      }`;
    case 'sample':
      return 'provided by the sample service';
    default:
      return assertNever(credential.source);
  }
}

/** How long a trial key or a session token is still valid, in words. */
export interface TimeLeft {
  /** "3 days 4 hours left", "Ends at 18:42, in 54 min", "Ended at 18:42". */
  words: string;
  /** `soon`: the person should act. */
  urgency: 'calm' | 'soon' | 'ended';
}

export const urgencyColours: Record<TimeLeft['urgency'], string | undefined> = {
  calm: undefined,
  soon: 'var(--warn)',
  ended: 'var(--danger)',
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The warning for a session token is shown an hour before it ends, for a trial key a day before. */
const soonMs = { sessionToken: hourMs, trialKey: dayMs, accessKey: 0 } as const;

/** Returns null if no end is known. */
export function timeLeft(
  { kind, endsAt, endIsSure }: Pick<CredentialStatus, 'kind' | 'endsAt' | 'endIsSure'>,
  now: number,
): TimeLeft | null {
  if (endsAt === null) return null;
  const end = new Date(endsAt);
  const left = end.getTime() - now;
  if (left <= 0) return { words: `Ended ${momentInWords(end, new Date(now))}`, urgency: 'ended' };
  const urgency = left <= soonMs[kind] ? 'soon' : 'calm';
  if (kind === 'trialKey') {
    return { words: `${endIsSure ? '' : 'At most '}${daysAndHours(left)} left`, urgency };
  }
  return left < dayMs
    ? {
        words: `Ends at ${clockTime(end)}, in ${durationInWords(wholeMinutes(left))}`,
        urgency,
      }
    : { words: `Ends ${momentInWords(end, new Date(now))}`, urgency };
}

const wholeMinutes = (ms: number): number =>
  Math.max(minuteMs, Math.floor(ms / minuteMs) * minuteMs);

/** "3 days 4 hours", "5 hours", "12 minutes". */
function daysAndHours(ms: number): string {
  const days = Math.floor(ms / dayMs);
  const hours = Math.floor((ms % dayMs) / hourMs);
  if (days > 0)
    return hours === 0 ? countOf(days, 'day') : `${countOf(days, 'day')} ${countOf(hours, 'hour')}`;
  return hours > 0
    ? countOf(hours, 'hour')
    : countOf(Math.max(1, Math.floor(ms / minuteMs)), 'minute');
}
