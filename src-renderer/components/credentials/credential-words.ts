/** How credentials and calls are called in the sidebar, on Welcome and on Account. */
import { assertNever } from '#shared/assert-never.ts';
import { trialKeyDays } from '#shared/service/answers.ts';
import type { CredentialKind, CredentialStatus, Snapshot } from '#shared/contract/snapshot.ts';

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

const count = new Intl.NumberFormat('en');

/** "1,204 calls", "1 sample call". */
export function callsInWords(calls: number, isSample: boolean): string {
  return `${count.format(calls)} ${isSample ? 'sample ' : ''}${calls === 1 ? 'call' : 'calls'}`;
}

export const callsThisSession = (calls: number, isSample: boolean): string =>
  `${callsInWords(calls, isSample)} this session`;

/** What a trial key that was just got is good for. */
export function trialKeyGot(keychain: Snapshot['keychain']): string {
  return keychain.available
    ? `The trial key is kept in ${keychain.place}. It lasts ${trialKeyDays} days.`
    : `The trial key can be used now. ${notInKeychain(keychain)}`;
}

/** Where a key just pasted will be kept, and why when it is not the keychain. */
export function whereKept(keychain: Snapshot['keychain']): string {
  return keychain.available
    ? `It will be kept in ${keychain.place} and sent to this service only.`
    : `${notInKeychain(keychain)} Yours goes to this service only.`;
}

/** The reason says it all; without one, at least what happens to the key. */
export const notInKeychain = (keychain: Snapshot['keychain']): string =>
  keychain.reason ?? `Keys are kept for ${keychain.place}.`;

/** Where a credential is kept or came from, in a few words. */
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
      return 'comes with the sample service';
    default:
      return assertNever(credential.source);
  }
}
