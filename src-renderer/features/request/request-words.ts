/** What is said of a request before it is sent, and of its answer. */
import type { AnswerHead } from '#shared/contract/request.ts';
import type { CredentialStatus, Snapshot } from '#shared/contract/snapshot.ts';
import { familyOf } from '#shared/service/families.ts';
import { isSampleProfile } from '#shared/service/profile.ts';
import { type Catalogue, isDataEndpoint } from '#shared/catalogue/types.ts';
import {
  credentialKindNames,
  credentialName,
} from '../../components/credentials/credential-words.ts';
import { bytesInWords, durationInWords, lowerFirst } from '../../components/words.ts';
import { nameOfPlatform } from '../../components/platforms.tsx';

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

/** "412 ms · 3.2 kB · application/json · sent with Access key · counted as one call". */
export function answerFacts(head: AnswerHead): string[] {
  return [
    head.ms < 10_000 ? `${head.ms} ms` : durationInWords(head.ms),
    bytesInWords(head.bytes),
    head.contentType?.split(';')[0] ?? 'no content type',
    head.sentWith === null
      ? 'no key sent'
      : `sent with ${lowerFirst(credentialKindNames[head.sentWith])}`,
    head.metered ? 'counted as one call' : 'costs nothing',
  ];
}

export type Tone = 'ok' | 'warn' | 'danger';

export function statusTone(status: number): Tone {
  if (status >= 200 && status < 300) return 'ok';
  return status >= 500 || status === 0 ? 'danger' : 'warn';
}

/** Paths to begin with. */
interface KnownPath {
  path: string;
  about: string;
}

/** Of the service, beside what the catalogue has (specification, Endpoint families). */
const others: readonly KnownPath[] = [
  { path: '/api/tokens', about: 'Access keys of the account' },
  { path: '/api/crawl/', about: 'Crawl settings: the rest of the path is not documented' },
  { path: '/openapi.yaml', about: 'The service’s own description, as YAML' },
  { path: '/api-docs/', about: 'The service’s own pages about itself' },
];

/** Those about the account and the service first: data has its forms. */
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
  return all.filter(({ path }, at) => all.findIndex((one) => one.path === path) === at);
}

/** An address pasted from a documentation or a message: its path, and its rows. */
interface TakenApart {
  path: string;
  params: { name: string; value: string }[];
}

/** Null where there is nothing to take apart: a path alone, or an address of another service. */
export function takeApart(typed: string, address: string): TakenApart | null {
  const base = address.replace(/\/+$/, '');
  const text = typed.trim();
  const own = text.startsWith(`${base}/`) ? text.slice(base.length) : text;
  if (!own.startsWith('/')) return null;
  const at = own.indexOf('?');
  if (own === text && at === -1) return null;
  const [path = ''] = (at === -1 ? own : own.slice(0, at)).split('#');
  const [search = ''] = (at === -1 ? '' : own.slice(at + 1)).split('#');
  return {
    path,
    params: [...new URLSearchParams(search)].map(([name, value]) => ({ name, value })),
  };
}
