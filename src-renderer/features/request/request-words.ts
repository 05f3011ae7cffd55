/** Descriptions of a request before it is sent, and of its answer. */
import type { AnswerHead } from '#shared/contract/request.ts';
import type { CredentialStatus, Snapshot } from '#shared/contract/snapshot.ts';
import { familyOf } from '#shared/service/families.ts';
import { isSampleProfile } from '#shared/service/profile.ts';
import { type Catalogue, isDataEndpoint } from '#shared/catalogue/types.ts';
import {
  credentialKindNames,
  credentialName,
} from '#renderer/components/credentials/credential-words.ts';
import { bytesInWords, durationInWords, lowerFirst } from '#renderer/components/words.ts';
import { nameOfPlatform } from '#renderer/components/platforms.tsx';

export interface Outlook {
  /** The credential that is sent, as a sentence. */
  credential: string;
  /** Whether the credential required by the path is missing. */
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
      ? 'One call. Sample data: nothing is charged.'
      : 'One call.'
    : 'Costs nothing.';
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

/**
 * Returns "412 ms · 3.2 kB · application/json · sent with access key · counted as one call", in parts.
 */
export const answerFacts = (head: AnswerHead): string[] => [
  head.ms < 10_000 ? `${head.ms} ms` : durationInWords(head.ms),
  bytesInWords(head.bytes),
  head.contentType?.split(';')[0] ?? 'no content type',
  head.sentWith === null
    ? 'no key sent'
    : `sent with ${lowerFirst(credentialKindNames[head.sentWith])}`,
  head.metered ? 'counted as one call' : 'costs nothing',
];

export type Tone = 'ok' | 'warn' | 'danger';

export function statusTone(status: number): Tone {
  if (status >= 200 && status < 300) return 'ok';
  return status >= 500 || status === 0 ? 'danger' : 'warn';
}

/** A suggested path. */
interface KnownPath {
  path: string;
  about: string;
}

/** Paths of the service that the catalogue lacks (specification, Endpoint families). */
const others: readonly KnownPath[] = [
  { path: '/api/tokens', about: 'Access keys of the account' },
  { path: '/api/crawl/', about: 'Crawl settings: the rest of the path is not documented' },
  { path: '/openapi.yaml', about: 'The service’s own description, as YAML' },
  { path: '/api-docs/', about: 'The service’s own pages about itself' },
];

/** None of them costs anything. */
export const examplePaths = ['/api/status', '/api/usage', '/api/tokens'] as const;

/** Returns paths about the account and the service first, since data has its forms. */
export function knownPaths({ endpoints }: Catalogue): KnownPath[] {
  const asked = endpoints.filter(({ method }) => method === 'GET');
  const all = [
    ...asked
      .filter((endpoint) => !isDataEndpoint(endpoint))
      .map(({ path, title }) => ({ path, about: title })),
    ...others,
    ...asked.filter(isDataEndpoint).map(({ path, title, platform }) => ({
      path,
      about: `${nameOfPlatform(platform)}: ${title}`,
    })),
  ];
  return all.filter(({ path }, index) => all.findIndex((one) => one.path === path) === index);
}

/** The path and the parameters of an address pasted from documentation or a message. */
interface ParsedAddress {
  path: string;
  params: { name: string; value: string }[];
}

/** Whether more than one character was inserted at once, as no typing does. */
export function isPasted(before: string, after: string): boolean {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return after.length - start - end > 1;
}

/** Returns null if there is nothing to parse: a path alone, or an address of another service. */
export function takeApart(typed: string, address: string): ParsedAddress | null {
  const base = address.replace(/\/+$/, '');
  const text = typed.trim();
  const own = text.startsWith(`${base}/`) ? text.slice(base.length) : text;
  if (!own.startsWith('/')) return null;
  const queryStart = own.indexOf('?');
  if (own === text && queryStart === -1) return null;
  const [path = ''] = (queryStart === -1 ? own : own.slice(0, queryStart)).split('#');
  const [search = ''] = (queryStart === -1 ? '' : own.slice(queryStart + 1)).split('#');
  return {
    path,
    params: [...new URLSearchParams(search)].map(([name, value]) => ({ name, value })),
  };
}
