/** Descriptions as documents: broken, huge, circular or meant to harm. What is kept is plain. */
import { describe, expect, it } from 'vitest';
import { digest } from '#main/core/description/worker/digest.ts';
import { readDocument } from '#main/core/description/worker/read-document.ts';
import type { DocumentFormat } from '#main/core/description/worker/read-document.ts';
import { effectiveCatalogue } from '#main/core/description/effective-catalogue.ts';
import { catalogue } from '#main/catalogue/index.ts';
import { buildRequest } from '#shared/query/request.ts';
import type { DescribedService } from '#main/core/description/described.ts';

function read(given: unknown, format: DocumentFormat = 'json', basePath = ''): DescribedService {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const bytes = given instanceof Uint8Array ? given : Buffer.from(text);
  return digest(readDocument(bytes, format), basePath);
}

/** What becomes of paths. */
const found = (paths: Record<string, unknown>, more: object = {}) =>
  effectiveCatalogue(catalogue, { described: read({ paths, ...more }), corrections: {}, gone: [] })
    .discovered;
const get = (path: string, operation: object, more: object = {}) =>
  found({ [path]: { get: operation } }, more)[0];

const many = <T>(length: number, make: (at: number) => T): T[] =>
  Array.from({ length }, (_, at) => make(at));
const manyPaths = (length: number, path: (at: number) => string, item: object = {}) =>
  Object.fromEntries(many(length, (at) => [path(at), item]));
const page = (results: unknown) => ({
  '200': {
    content: { 'application/json': { schema: { properties: { results: { items: results } } } } },
  },
});
const inData = (at: number): string => `/api/data/${at}`;
/** Each path answers with the one page of many fields. */
const ask = { get: { responses: { '200': { $ref: '#/page' } } } };
const wide = page({ properties: Object.fromEntries(many(300, (at) => [`f${at}`, {}])) })['200'];
const laughs = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...Array.from('bcdefghi', (name, at) => {
    const last = String.fromCodePoint(97 + at);
    return `${name}: &${name} [${many(9, () => `*${last}`).join(', ')}]`;
  }),
].join('\n');

it.each<[what: string, document: unknown, message: RegExp, format?: DocumentFormat]>([
  ['a page of somebody’s', '<!doctype html><title>Sign in</title>', /is not JSON/],
  ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00]), /not UTF-8/],
  ['a list', [], /isn’t an object/],
  ['YAML that isn’t', 'a: [1', /is not YAML/, 'yaml'],
  ['YAML that multiplies', laughs, /repeats parts/, 'yaml'],
  ['nests', `{"x":${'['.repeat(5000)}${']'.repeat(5000)}}`, /nested too deeply/],
  ['many paths', { paths: manyPaths(5001, (at) => `/${at}`) }, /more than 5,000 paths/],
  ['many endpoints', { paths: manyPaths(1001, inData, { get: {} }) }, /more than 1,000 data paths/],
  [
    'a small one that makes itself large',
    { paths: manyPaths(900, inData, ask), page: wide },
    /too large to read/,
  ],
])('what can’t be read: %s', (_, document, message, format) => {
  expect(() => read(document, format)).toThrow(message);
});

describe('references', () => {
  it('lead to what is meant, and circles end where they close', () => {
    const node = { properties: { id: {}, next: { $ref: '#/components/schemas/node' } } };
    const schemas = {
      node,
      page: {
        allOf: [{ $ref: '#/components/schemas/page' }],
        properties: { results: { items: { $ref: '#/components/schemas/node' } } },
      },
    };
    const schema = { $ref: '#/components/schemas/page' };
    const responses = { '200': { content: { 'application/json': { schema } } } };
    const circle = get('/api/data/forum/circles/live', { responses }, { components: { schemas } });
    expect(circle?.operation.fields?.map(({ name }) => name)).toEqual(['id', 'next']);
  });

  it('may say more beside what they lead to, such as the default', () => {
    const parameters = [{ name: 'sort', in: 'query', schema: { $ref: '#/sort', default: 'hot' } }];
    const one = get('/api/data/a/live', { parameters }, { sort: { enum: ['new', 'hot'] } });
    expect(one?.operation.query).toMatchObject([{ values: ['new', 'hot'], default: 'hot' }]);
  });

  const strange = '#/a #/nowhere #/__proto__ #/constructor https://elsewhere.test/a.json';
  it.each([...strange.split(' '), 'file:///etc/passwd'])('%s leads nowhere', (reference) => {
    const parameters = [{ $ref: reference }, { name: 'q', in: 'query' }];
    const one = get('/api/data/a/live', { parameters }, { a: { $ref: '#/b' }, b: { $ref: '#/a' } });
    expect(one?.operation.query.map(({ name }) => name)).toEqual(['q']);
  });
});

describe('what is kept', () => {
  it('is words without tags, control characters and marks that turn their direction', () => {
    const told = get('/api/data/a/live', {
      summary: '<b>Posts</b>\u0000 of\n<script>alert(1)</script>\u202e a day',
      parameters: [{ name: 'q', in: 'query', example: 'a\u0007b', description: 'x'.repeat(900) }],
    });
    expect(told?.operation.title).toBe('Posts of alert(1) a day');
    const [parameter] = told?.operation.query ?? [];
    expect(parameter).toMatchObject({ example: null, description: `${'x'.repeat(499)}…` });
  });

  it('is names of objects like others, under keys that no object has', () => {
    const names = ['__proto__', 'constructor', 'toString', 'fields', 'a b', 'name'];
    const parameters = names.map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
    const item = JSON.parse('{"properties":{"__proto__":{"type":"integer"}}}') as object;
    const odd = get('/api/data/forum/odd/live', { parameters, responses: page(item) });
    const form = odd?.found?.endpoint.parameters ?? [];
    expect(form.map(({ wire }) => wire)).toEqual(['__proto__', 'constructor', 'toString', 'name']);
    expect(form.map(({ key }) => key).filter((key) => key in {})).toEqual([]);
    // A key of ours may be a name of theirs.
    const endpoint = get('/api/data/forum/{a-b}/{path1}/live', {})?.found?.endpoint;
    const values = endpoint?.parameters.map(({ key, wire }) => [key, wire]) ?? [];
    const query = { endpointId: '', values: Object.fromEntries(values), fields: [] };
    expect(endpoint && buildRequest(endpoint, query).path).toBe('/api/data/forum/a-b/path1/live');
    expect(odd?.operation.fields).toMatchObject([{ name: '__proto__', type: 'integer' }]);
  });

  it.each([
    '/api/data/../stripe/checkout/live',
    '/api/data/forum/%2e%2e/live',
    '/api/data/forum/a?b=c/live',
    '/api/data/forum/a#b/live',
    '/api/data/forum//live',
    '/api/data/forum/\\evil/live',
    '/api/data/forum/{a}{b}/live',
    '/api/data/forum/a.csv',
  ])('is no form for the path %s', (path) => {
    expect(get(path, {})).toMatchObject({
      found: null,
      leftOut: expect.stringMatching(/^Its path/),
    });
  });

  it('is nothing outside /api/data/, and nothing but GET', () => {
    const paths = {
      '/api/stripe/checkout': { get: {} },
      '/api/tokens': { get: {} },
      '/api/data/forum/posts/live': { post: {}, delete: {} },
      '/api/data/operations/{id}': { get: {} },
    };
    expect(found(paths)).toEqual([]);
  });

  it('is no host of `servers`, and of its path what comes after the address’s own', () => {
    const document = (url: string) => ({
      servers: [{ url }],
      paths: { '/api/data/forum/more/live': { get: {} }, '/forum/x/live': { get: {} } },
    });
    const pathsOf = (url: string, basePath: string) =>
      read(document(url), 'json', basePath).operations.map(({ path }) => path);
    expect(pathsOf('https://elsewhere.test/', '')).toEqual(['/api/data/forum/more/live']);
    expect(pathsOf('https://elsewhere.test/v2', '/v2')).toEqual(['/api/data/forum/more/live']);
    expect(pathsOf('/v2/api/data', '/v2')).toContain('/api/data/forum/x/live');
    expect(pathsOf('/v20', '/v2')).toEqual(['/api/data/forum/more/live']);
  });

  const consts = ['new', 'hot'].map((value) => ({ const: value, title: value }));
  const two = [{ enum: ['new'] }, { type: 'null' }, { enum: ['hot'] }];
  it.each<[string, object, type: string, values: string[] | null]>([
    ['each value of a choice written one by one', { oneOf: consts }, 'string', ['new', 'hot']],
    ['each value of several choices', { type: 'string', anyOf: two }, 'string', ['new', 'hot']],
    ['any text where only one way names values', { anyOf: [{ enum: ['new'] }, {}] }, 'any', null],
    ['any text beside a number', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, 'any', null],
    ['no half of a long list', { enum: many(301, String) }, 'string', null],
  ])('is %s', (_, schema, type, values) => {
    const parameters = [{ name: 'sort', in: 'query', schema }];
    const [sort] = get('/api/data/forum/x/live', { parameters })?.operation.query ?? [];
    expect(sort).toMatchObject({ type, values });
  });

  it.each<[string, object]>([
    ['a header', { in: 'header' }],
    ['a cookie', { in: 'cookie' }],
    ['a nested value', { in: 'query', schema: { type: 'object' } }],
  ])('is no form for what needs %s', (_, needed) => {
    const parameters = [
      { name: 'x-team', required: true, ...needed },
      { name: 'q', in: 'query' },
    ];
    expect(get('/api/data/forum/more/live', { parameters })).toMatchObject({
      found: null,
      leftOut: 'It needs “x-team”, which a form here can’t provide.',
    });
  });
});
