/**
 * Every way in which an address is built, each with the spellings that lead programs astray. What counts is
 * the service’s own log: whatever a run, a recipe, a description or an answer names, a key arrives below
 * the `/api/data/` of the address it belongs to, and nowhere else.
 */
import { expect, it } from 'vitest';
import { createNetwork } from '#main/core/service/network.ts';
import { send } from '#main/core/service/send.ts';
import { normaliseAddress, problemOfAddress } from '#main/core/settings/addresses.ts';
import { catalogue } from '#main/catalogue/index.ts';
import type { Endpoint } from '#shared/catalogue/types.ts';
import { freeRequest } from '#shared/query/free-request.ts';
import { buildRequest, requestTarget } from '#shared/query/request.ts';
import type { ServiceRequest } from '#shared/query/request.ts';
import { serve } from '#test/support/serve.ts';
import { endpointOf, queryOf } from '../unit/query/make.ts';
import { makeCredential } from '../unit/renderer/make.ts';

const spellings = [
  ['..', '../..', '../../../api/tokens', '.', './..', '..;/..', '..;a=b/../tokens', '...', 'x/..'],
  ['%2e%2e', '%2E%2e/%2e.', '.%2e/tokens', '..%2f..%2ftokens', '%2e%2e%2ftokens', '%252e%252e'],
  ['..\\..', '..%5c..%5ctokens', '\\..\\..\\api\\tokens', '.\t./tokens', '.\n./tokens', '.\r./x'],
  ['..%09/x', '..%00/x', '%c0%ae%c0%ae/x', '．．/x', '/', '//other.test/x', '@other.test/x', ''],
  ['?q=x', '#', '?#/../..', '{id}', '{id', ' .. ', '..\u00A0/x', '%u002e%u002e', '\uD800', 'a%'],
  [
    '/api/tokens',
    '/api/plan',
    'http://other.test/api/data/x',
    '%2Fapi%2Ftokens',
    '\u202E..',
    '..\uFEFF',
  ],
].flat();

const search = endpointOf('microblog.posts.search');
const byUser = endpointOf('microblog.posts.by-user');
const reply = endpointOf('photoshare.comments.get');
const operations = catalogue.endpoints.find(({ id }) => id === 'operations.get')!;

const at = (path: string): ServiceRequest => buildRequest({ ...search, path }, queryOf(search));
const renamed = (wire: string): Endpoint => ({
  ...search,
  parameters: search.parameters.map((one) => ({ ...one, wire })),
});
const typed = (path: string, name = 'q', value = 'sea'): ServiceRequest =>
  freeRequest({ path, params: [{ name, value }] });
const path = '/api/data/microblog/posts/live';

const ways: [way: string, build: (odd: string) => ServiceRequest][] = [
  ['the path of a question from a log or a description', at],
  ['its end', (odd) => at(`/api/data/microblog/${odd}`)],
  ['its middle', (odd) => at(`/api/data/${odd}/live`)],
  ['what follows it', (odd) => at(`${path}${odd}`)],
  ['an account in it', (odd) => buildRequest(byUser, queryOf(byUser, { username: odd }))],
  ['two ids in it', (odd) => buildRequest(reply, queryOf(reply, { id: odd, commentId: odd }))],
  [
    'an operation',
    (odd) => buildRequest(operations, { endpointId: '', values: { id: odd }, fields: [] }),
  ],
  ['the name of a parameter', (odd) => buildRequest(renamed(odd), queryOf(search))],
  ['a value', (odd) => buildRequest(search, queryOf(search, { q: odd }))],
  ['a column', (odd) => buildRequest(search, queryOf(search, {}, [odd]))],
  ['a cursor', (odd) => buildRequest(search, queryOf(search), { kind: 'cursor', value: odd })],
  [
    'a stored table',
    (odd) =>
      buildRequest(search, queryOf(search), { kind: 'storedPage', pageNumber: 2, tableName: odd }),
  ],
  ['a path written by hand', typed],
  ['its end', (odd) => typed(`/api/data/microblog/${odd}`)],
  ['its middle', (odd) => typed(`/api/data/${odd}/live`)],
  ['a row below it', (odd) => typed(path, odd, odd)],
];

interface Arrived {
  url: string;
  key: string | undefined;
}
async function serviceWithLog(): Promise<{ origin: string; log: Arrived[] }> {
  const log: Arrived[] = [];
  const origin = await serve(({ url = '', headers }, response) => {
    log.push({ url, key: headers.authorization });
    response.end('{}');
  });
  return { origin, log };
}

const key = { value: 'a-key-of-this-test', status: makeCredential() };
const fetch = createNetwork();
const ask = (address: string, request: ServiceRequest) =>
  send(fetch, {
    address,
    request,
    isCounted: true,
    credential: key,
    timeoutMs: 10_000,
    mostBytes: 1000,
    signal: new AbortController().signal,
  });

/** As servers read a path that decode it before or after they route it. */
const readings = (url: string): string[] => {
  const [raw = ''] = url.split('?');
  const decoded = unescape(raw);
  return [raw, decoded, decoded.replaceAll('\\', '/')].map(
    (one) => new URL(`http://x.test${one.replaceAll(/;[^/]*/g, '')}`).pathname,
  );
};

it.each(ways)('[22] [23] %s', async (_way, build) => {
  const { origin, log } = await serviceWithLog();
  let arrived = 0;
  for (const odd of spellings) {
    const request = build(odd);
    const answer = await ask(`${origin}/base`, request);
    if (answer.kind === 'answered') arrived += 1;
    else expect(answer, odd).toMatchObject({ kind: 'notSent' });
    // Nothing is counted for what isn't sent, and nothing is sent otherwise than it was built.
    expect(log.length, odd).toBe(arrived);
    if (answer.kind === 'answered') expect(log.at(-1)?.url).toBe(`/base${requestTarget(request)}`);
  }
  for (const { url, key: sent } of log) {
    expect(sent).toBe(`Bearer ${key.value}`);
    for (const reading of readings(url)) expect(reading).toMatch(/^\/base\/api\/data\//);
  }
});

it('[22] the address of a service, as it is typed or stored', async () => {
  const { origin, log } = await serviceWithLog();
  const typedAddresses = spellings.flatMap((odd) => [
    `${origin}/base${odd}`,
    `${origin}/base/${odd}`,
  ]);
  for (const address of typedAddresses.filter((one) => problemOfAddress(one) === null)) {
    const normal = normaliseAddress(address);
    // What it is stored as is the one form of it, and what is asked is exactly below.
    expect(normaliseAddress(normal)).toBe(normal);
    await ask(normal, at(path));
    expect(log.pop()?.url).toBe(
      `${normal.slice(origin.length)}${path}?q=${encodeURIComponent(search.example['q'] ?? '')}`,
    );
  }
  // Whatever the settings of a project from elsewhere hold, nothing arrives where it doesn't say.
  for (const address of typedAddresses) {
    const answer = await ask(address, at(path)).catch(() => null);
    const asked = log.splice(0);
    if (answer?.kind !== 'answered') expect(asked, address).toEqual([]);
    else for (const { url } of asked) expect(readings(url)[0]).toContain(path);
  }
});
