/** What the Request page says before anything is sent, and what it makes of a pasted address. */
import { describe, expect, it } from 'vitest';
import { knownPaths } from '#renderer/features/request/known-paths.ts';
import { answerFacts, outlookOf, statusTone } from '#renderer/features/request/request-words.ts';
import { takeApart } from '#renderer/features/request/take-apart.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import { complainAboutPath } from '#shared/query/free-request.ts';
import { makeCredential, makeSnapshot } from '../make.ts';

const address = 'https://service.test/base';
const key = makeCredential({ source: 'keychain', lastFour: '7f3a' });
const session = makeCredential({
  id: 's',
  kind: 'sessionToken',
  source: 'keychain',
  lastFour: 'aa',
});
const unused = makeCredential({ id: 'u', inUse: false, lastFour: '0000' });
const service = { id: 'https://service.test', label: 'service.test', address };

describe('the outlook', () => {
  it.each([
    [
      '/api/data/forum/x',
      [key, session],
      'Access key ending 7f3a goes along.',
      'One metered call.',
    ],
    ['/api/data/operations/op_1', [key], 'Access key ending 7f3a goes along.', 'Not metered.'],
    ['/api/tokens', [key, session], 'Dashboard sign-in ending aa goes along.', 'Not metered.'],
    ['/api/tokens', [key], 'This path needs a dashboard sign-in.', 'Not metered.'],
    ['/api/data/x', [unused, session], 'This path needs an access key.', 'One metered call.'],
    ['/health', [key, session], 'No key goes along.', 'Not metered.'],
    [' /api/data/x ', [key], 'Access key ending 7f3a goes along.', 'One metered call.'],
  ])('of %s', (path, credentials, credential, cost) => {
    const outlook = outlookOf(path, makeSnapshot({ profile: service, credentials }));
    expect(outlook).toMatchObject({ credential, cost });
    expect(outlook.isMissing).toBe(credential.startsWith('This path needs'));
  });

  it('says that sample data cost nothing', () => {
    expect(outlookOf('/api/data/x', makeSnapshot()).cost).toBe(
      'One metered call. Sample data: nothing is charged.',
    );
  });
});

describe('a pasted address', () => {
  it.each([
    [
      `${address}/api/x?q=a%20b&q=c`,
      '/api/x',
      [
        ['q', 'a b'],
        ['q', 'c'],
      ],
    ],
    [
      '/api/x?empty=&y=1#there',
      '/api/x',
      [
        ['empty', ''],
        ['y', '1'],
      ],
    ],
    [`  ${address}/health  `, '/health', []],
    [`${address}/health#x`, '/health', []],
  ])('%s comes apart', (typed, path, params) => {
    expect(takeApart(typed, address)).toEqual({
      path,
      params: params.map(([name, value]) => ({ name, value })),
    });
  });

  it.each(['/api/x', 'https://other.test/api/x?y=1', 'https://service.test/basement/x', ''])(
    '%j stays as it is',
    (typed) => {
      expect(takeApart(typed, address)).toBeNull();
    },
  );
});

describe('paths to begin with', () => {
  it('are each named once, none of them billing, and all but the unfinished can be sent', () => {
    const paths = knownPaths(catalogue);
    expect(new Set(paths.map(({ path }) => path)).size).toBe(paths.length);
    expect(paths.map(({ path }) => path)).toContain('/api/tokens');
    for (const { path } of paths) {
      const complaint = complainAboutPath(path);
      expect(complaint === null || complaint.startsWith('Put a value')).toBe(true);
    }
    // What is asked with POST is no path to read.
    expect(paths.map(({ path }) => path)).not.toContain('/api/trial/token');
  });
});

it('an answer in short', () => {
  const head = {
    requestId: 'request-1',
    at: '2026-11-20T10:00:00.000Z',
    ms: 412,
    status: 200,
    contentType: 'application/json; charset=utf-8',
    target: '/api/tokens',
    metered: false,
    sentWith: 'sessionToken' as const,
    bytes: 3210,
    isKept: false,
  };
  expect(answerFacts(head).join(' · ')).toBe(
    '412 ms · 3.2 kB · application/json · sent with dashboard sign-in · not metered',
  );
  expect(answerFacts({ ...head, metered: true, sentWith: null, contentType: null })).toEqual([
    '412 ms',
    '3.2 kB',
    'no content type',
    'no key sent',
    'counted as one call',
  ]);
  expect([200, 302, 404, 503, 0].map(statusTone)).toEqual([
    'ok',
    'warn',
    'warn',
    'danger',
    'danger',
  ]);
});
