/** What is said of a request before it is sent, and of its answer. */
import type { AnswerHead } from '#shared/contract/request.ts';
import type { CredentialStatus, Snapshot } from '#shared/contract/snapshot.ts';
import { familyOf } from '#shared/service/families.ts';
import { isSampleProfile } from '#shared/service/profile.ts';
import {
  credentialKindNames,
  credentialName,
} from '../../components/credentials/credential-words.ts';
import { bytesInWords, durationInWords } from '../../components/words.ts';

export interface Outlook {
  /** Which credential goes along, as a sentence. */
  credential: string;
  /** The credential that the path calls for is not there. */
  isMissing: boolean;
  metered: boolean;
  cost: string;
}

export function outlookOf(path: string, snapshot: Snapshot): Outlook {
  const { need, metered } = familyOf(path.trim());
  const found = credentialFor(need === 'sessionToken', snapshot.credentials);
  const isSample = isSampleProfile(snapshot.profile);
  const cost = metered
    ? isSample
      ? 'One metered call. Sample data: nothing is charged.'
      : 'One metered call.'
    : 'Not metered.';
  if (need === 'none') {
    return { credential: 'No key is sent.', isMissing: false, metered, cost };
  }
  if (found === null) {
    const missing = need === 'accessKey' ? 'an access key' : 'a dashboard sign-in';
    return { credential: `This path needs ${missing}.`, isMissing: true, metered, cost };
  }
  return { credential: `${credentialName(found)} is sent.`, isMissing: false, metered, cost };
}

const credentialFor = (
  session: boolean,
  credentials: readonly CredentialStatus[],
): CredentialStatus | null =>
  credentials.find(({ inUse, kind }) => inUse && (kind === 'sessionToken') === session) ?? null;

/** "412 ms · 3.2 kB · application/json · sent with Access key · counted as one call". */
export function answerFacts(head: AnswerHead): string[] {
  return [
    head.ms < 10_000 ? `${head.ms} ms` : durationInWords(head.ms),
    bytesInWords(head.bytes),
    head.contentType?.split(';')[0] ?? 'no content type',
    head.sentWith === null
      ? 'no key sent'
      : `sent with ${lowerFirst(credentialKindNames[head.sentWith])}`,
    head.metered ? 'counted as one call' : 'not metered',
  ];
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export type Tone = 'ok' | 'warn' | 'danger';

export function statusTone(status: number): Tone {
  if (status >= 200 && status < 300) return 'ok';
  return status >= 500 || status === 0 ? 'danger' : 'warn';
}
