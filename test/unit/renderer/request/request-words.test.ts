/** What the Request page says before anything is sent, and what it makes of a pasted address. */
import { expect, it } from 'vitest';
import {
  answerFacts,
  knownPaths,
  outlookOf,
  statusTone,
  takeApart,
} from '#renderer/features/request/request-words.ts';
import { catalogue } from '#main/catalogue/index.ts';
import { problemOfPath } from '#shared/query/free-request.ts';
import { makeAnswer, makeCredential, makeSnapshot } from '../make.ts';

const address = 'https://service.test/base';
const kept = { source: 'keychain' } as const;
const key = makeCredential({ ...kept, lastFour: '7f3a' });
const session = makeCredential({ id: 's', kind: 'sessionToken', ...kept, lastFour: 'aa' });
const unused = makeCredential({ id: 'u', inUse: false, lastFour: '0000' });
const service = { id: 'https://service.test', label: 'service.test', address };

const byKey = 'Access key ending 7f3a is sent.';
const bySignIn = 'Dashboard sign-in ending aa is sent.';
it.each([
  ['/api/data/forum/x', [key, session], byKey, 'One call.'],
  ['/api/data/operations/op_1', [key], byKey, 'Costs nothing.'],
  ['/api/tokens', [key, session], bySignIn, 'Costs nothing.'],
  ['/api/tokens', [key], 'This path needs a dashboard sign-in.', 'Costs nothing.'],
  ['/api/data/x', [unused, session], 'This path needs an access key.', 'One call.'],
  ['/health', [key, session], 'No key is sent.', 'Costs nothing.'],
])('the outlook of %s', (path, credentials, credential, cost) => {
  const outlook = outlookOf(path, makeSnapshot({ profile: service, credentials }));
  expect(outlook).toMatchObject({ credential, cost });
  expect(outlook.isMissing).toBe(credential.startsWith('This path needs'));
  const sample = outlookOf(path, makeSnapshot()).cost;
  expect(sample).toBe(cost === 'One call.' ? `${cost} Sample data: nothing is charged.` : cost);
});

it.each([
  [`${address}/api/x?q=a%20b&q=c`, '/api/x', 'q: a b, q: c'],
  ['/api/x?empty=&y=1#there', '/api/x', 'empty: , y: 1'],
  [`  ${address}/health  `, '/health', ''],
  [`${address}/health#x`, '/health', ''],
  // These stay as they are.
  ['/api/x', undefined, undefined],
  ['https://other.test/api/x?y=1', undefined, undefined],
  ['https://service.test/basement/x', undefined, undefined],
  ['', undefined, undefined],
])('a pasted address %s comes apart, or not', (typed, path, params) => {
  const apart = takeApart(typed, address);
  expect(apart?.path).toBe(path);
  expect(apart?.params.map(({ name, value }) => `${name}: ${value}`).join(', ')).toBe(params);
});

it('paths to begin with are each named once, none billing, and all but the unfinished can be sent', () => {
  const paths = knownPaths(catalogue).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).toContain('/api/tokens');
  for (const path of paths) {
    expect(problemOfPath(path) ?? 'Enter a value').toMatch(/^Enter a value/);
  }
  // What is asked with POST is no path to read.
  expect(paths).not.toContain('/api/trial/token');
});

it('an answer in short', () => {
  const head = makeAnswer({ ms: 412, bytes: 3210, sentWith: 'sessionToken' });
  expect(answerFacts(head).join(' · ')).toBe(
    '412 ms · 3.2 kB · application/json · sent with dashboard sign-in · costs nothing',
  );
  const other = { ...head, metered: true, sentWith: null, contentType: null };
  expect(answerFacts(other).slice(2).join(' · ')).toBe(
    'no content type · no key sent · counted as one call',
  );
  expect([200, 302, 404, 503, 0].map(statusTone).join(' ')).toBe('ok warn warn danger danger');
});
