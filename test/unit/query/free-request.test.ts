/** Paths written by hand: what is refused, and what the URL parser makes of the others. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemOfParam, problemOfPath, freeRequest } from '#shared/query/free-request.ts';
import { requestUrl } from '#shared/query/request.ts';
import { familyOf, platformOfPath } from '#shared/service/families.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { count } from '#test/support/thorough.ts';

const address = 'https://service.test/base';
const urlOf = (path: string): URL =>
  new URL(requestUrl(address, freeRequest({ path, params: [] })));

const billing = 'Billing isn’t available here: nothing in this program changes what you pay.';

describe('paths', () => {
  const sounds = ['AC%2FDC/live', 'Привет%20мир'].map((title) => `/api/data/sounds/${title}`);
  const others = ['/api-docs/', '/', '  /health ', '/api/crawl/a;b=c,d@e:f', '/api/…/🌊', '/a/...'];
  it.each([...others, ...sounds])('%j is sent as it is written', (path) => {
    expect(problemOfPath(path)).toBeNull();
    const written = `/base${path.trim()}`;
    expect(decodeURIComponent(urlOf(path).pathname)).toBe(decodeURIComponent(written));
  });

  it.each([
    ['status', 'A path begins with a slash.'],
    ['//host/x', 'A path can’t have two slashes in a row.'],
    ['/a//b', 'A path can’t have two slashes in a row.'],
    ['/a/./b', 'A path must not contain . or .. between slashes.'],
    ['/a/..', 'A path must not contain . or .. between slashes.'],
    ['/a/..%2Fb', 'A path must not contain . or .. between slashes.'],
    ['/a/%2E%2e/b', 'Write . instead of %2E.'],
    ['/a/%252e', 'Something in this is encoded twice.'],
    ['/api/d%61ta/x', 'Write a instead of %61.'],
    ['/a/%00', 'A path must not contain %00.'],
    [
      '/a/%zz',
      'After a % there must be two digits or letters from A to F. Write %25 for the sign itself.',
    ],
    ['/a/%ff', 'This isn’t valid percent-encoding.'],
    ['/a\u0000', 'A path has no spaces, line breaks or invisible characters.'],
    ['/a\u2028b', 'A path has no spaces, line breaks or invisible characters.'],
    ['/a\ud800', 'This contains a broken character. Type it again.'],
    ['/a\\b', 'Write / instead of \\.'],
    ['/users/{username}/live', 'Enter a value instead of {username}.'],
    ['/api/stripe', billing],
    ['/API/Stripe/checkout', billing],
    ['/api%2Fstripe/checkout', billing],
    ['/api/data%2fx', 'Write / instead of %2F.'],
    [`/${'a'.repeat(2000)}`, 'A path can have at most 2000 characters.'],
  ])('%j: %s', (path, complaint) => {
    expect(problemOfPath(path)).toBe(complaint);
  });

  it('what is not refused stays below the service’s address, in the family it was judged by', () => {
    const odd = '/ // .. . %2e %2f %5c \\ ? # @ : api data %64'.split(' ');
    const piece = fc.oneof(
      fc.string({ maxLength: 6, unit: anyCharacter }),
      fc.constantFrom(...odd),
    );
    const path = fc.array(piece, { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
    fc.assert(
      fc.property(path, (typed) => {
        if (problemOfPath(typed) !== null) return;
        const request = freeRequest({ path: typed, params: [] });
        const url = urlOf(typed);
        expect(url.origin).toBe('https://service.test');
        expect(url.pathname).toBe(`/base${request.path}`);
        // A server that decodes before it routes finds the same family.
        expect(familyOf(decodeURIComponent(request.path)).need).toBe(familyOf(request.path).need);
      }),
      { numRuns: count(300, 2000) },
    );
  });
});

it('rows are sent as they are, blank ones left out; they need a name and whole characters', () => {
  const params = [
    { name: ' q ', value: ' a&b=c ' },
    { name: '', value: '' },
    { name: 'empty', value: '' },
  ];
  expect(params.map(problemOfParam)).toEqual([null, null, null]);
  const url = new URL(requestUrl(address, freeRequest({ path: '/a', params })));
  expect([...url.searchParams]).toEqual([
    ['q', ' a&b=c '],
    ['empty', ''],
  ]);
  expect(problemOfParam({ name: ' ', value: 'x' })).toContain('Enter a name');
  expect(problemOfParam({ name: 'x', value: '\udc00' })).toContain('a broken character');
});

it.each([
  ['/api/data/forum/posts/ids', 'accessKey', true, 'forum'],
  ['/api/data/operations/op_1', 'accessKey', false, null],
  ['/api/data/elsewhere', 'accessKey', true, null],
  ['/api/data', 'none', false, null],
  ['/api/tokens/1', 'sessionToken', false, null],
  ['/api/crawl', 'sessionToken', false, null],
  ['/api/crawling', 'none', false, null],
  ['/openapi.json', 'none', false, null],
] as const)('the family of %s', (path, need, metered, platform) => {
  expect(familyOf(path)).toMatchObject({ need, metered });
  expect(platformOfPath(path)).toBe(platform);
});
