/** Descriptions that are broken, huge, circular or meant to harm: a note, and nothing else changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DescriptionState } from '#shared/contract/description.ts';
import type { Catalogue } from '#shared/catalogue/types.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { createTold } from '#test/support/description/told.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';

const info = { title: 'Hostile', version: '1' };
const whole = (paths: unknown, more: object = {}): object => ({
  openapi: '3.1.0',
  info,
  paths,
  ...more,
});
const answers = { responses: { '200': { description: 'Yes' } } };

let server: SecondServer;
let test: TestCore;
let before: Catalogue;
const told = createTold();
const limits = { timeoutMs: 10_000, memoryMb: 256 };
beforeAll(async () => {
  server = await startSecondServer({ pageSize: 2, totalRows: 3 });
  test = await startTestCore({
    serviceAddress: server.address,
    accessKey: server.accessKey,
    fetch: told.fetch,
    descriptionLimits: limits,
  });
  before = (await test.value('app.snapshot', {})).catalogue;
});
afterAll(async () => {
  await test.close();
  await server.close();
});

/** Asks, and sees that nothing changed: the catalogue is the same and questions are answered. */
async function refused(json: unknown, yaml: string | null = null): Promise<string> {
  told.json = json;
  told.yaml = yaml;
  told.fetched.length = 0;
  const { serviceProfile, catalogue } = await test.value('description.ask', {});
  expect(told.fetched.every((address) => address.startsWith(server.address))).toBe(true);
  expect(catalogue).toEqual(before);
  expect(serviceProfile.description).toBeNull();
  expect(serviceProfile.assumptions.every(({ inForce }) => inForce.by === 'assumption')).toBe(true);
  const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
  const { run } = await test.value('run.start', { runId: mintRunId(), query });
  expect(run.state.kind).toBe('more');
  expect(test.reported).toEqual([]);
  return messageOf(serviceProfile.state);
}

const messageOf = (state: DescriptionState): string =>
  state.kind === 'failed' ? state.message : state.kind;

/** A body that never ends; tells how much of it was taken. */
function endless(): { answer: Response; taken: () => number } {
  let taken = 0;
  const chunk = new Uint8Array(64 * 1024).fill(0x20);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += chunk.length;
      controller.enqueue(chunk);
    },
  });
  return { answer: new Response(body), taken: () => taken };
}

const manyPaths = (count: number): string =>
  `{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{${Array.from({ length: count }, (_, at) => `"/${at}":{}`).join(',')}}}`;

const laughs = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...Array.from('bcdefghi', (name, at) => {
    const last = String.fromCodePoint(97 + at);
    return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${last}`).join(', ')}]`;
  }),
].join('\n');

describe('what can’t be read', () => {
  it.each<[what: string, json: unknown, yaml: string | null, message: RegExp]>([
    ['none', null, null, /has no description of itself/],
    ['a page of somebody’s', '<!doctype html><title>Sign in</title>', null, /is not JSON/],
    ['bytes that are no text', new Response(new Uint8Array([0xff, 0xfe, 0x00])), null, /not UTF-8/],
    ['an error', new Response('', { status: 503 }), null, /refused.*503/],
    [
      'another place',
      Response.redirect('https://elsewhere.test/openapi.json', 302),
      null,
      /not followed/,
    ],
    ['a list', [], null, /is no object/],
    ['an older OpenAPI', { ...whole({}), openapi: '3.0.3' }, null, /not written in OpenAPI 3\.1/],
    ['half of one', { openapi: '3.1.0', paths: {} }, null, /not valid OpenAPI 3\.1/],
    [
      'one with a wrong part',
      whole({ '/api/data/forum/posts/ids/live': { get: { parameters: [{ in: 'query' }] } } }),
      null,
      /not valid OpenAPI 3\.1 \(at /,
    ],
    ['hundreds of thousands of paths', manyPaths(300_000), null, /more than 5,000 paths/],
    [
      'nests',
      `{"openapi":"3.1.0","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      null,
      /nested too deeply/,
    ],
    [
      'a small one that makes itself large',
      whole(
        Object.fromEntries(
          Array.from({ length: 900 }, (_, at) => [
            `/api/data/forum/${at}/live`,
            { get: { responses: { '200': { $ref: '#/components/responses/page' } } } },
          ]),
        ),
        {
          components: {
            responses: {
              page: {
                description: 'Yes',
                content: {
                  'application/json': {
                    schema: {
                      properties: {
                        results: {
                          type: 'array',
                          items: {
                            properties: Object.fromEntries(
                              Array.from({ length: 300 }, (_, at) => [`field${at}`, {}]),
                            ),
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      ),
      null,
      /too large to be read/,
    ],
    ['YAML that isn’t', null, 'a: [1', /is not YAML/],
    ['YAML that multiplies', null, laughs, /repeats parts|not written/],
    ['another document', whole({ '/a': { $ref: 'https://elsewhere.test/a.json' } }), null, /./],
    ['a file', whole({ '/a': { $ref: 'file:///etc/passwd' } }), null, /./],
    [
      'a document that asks for itself',
      whole(
        { '/api/data/a/live': { get: { parameters: [{ $ref: '#/components/parameters/a' }] } } },
        {
          components: {
            parameters: { a: { $ref: '#/components/parameters/b' }, b: { $ref: '#/nowhere' } },
          },
        },
      ),
      null,
      /./,
    ],
  ])('%s', async (_, json, yaml, message) => {
    expect(await refused(json, yaml)).toMatch(message);
  });

  it('more than 5 MB: no more than that is taken', async () => {
    const { answer, taken } = endless();
    expect(await refused(answer)).toMatch(/larger than 5 MB/);
    expect(taken()).toBeLessThan(6_000_000);
  });

  it('50 MB by its own word: none of it is taken', async () => {
    const { answer, taken } = endless();
    const announced = new Response(answer.body, { headers: { 'content-length': '50000000' } });
    expect(await refused(announced)).toMatch(/larger than 5 MB/);
    expect(taken()).toBeLessThan(1_000_000);
  });
});

describe('what never comes to an end', () => {
  it.each<[string, () => unknown]>([
    ['a service that does not answer', () => new Promise(() => undefined)],
    [
      'a service that begins and stops',
      () => new Response(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array([0x7b])) })),
    ],
  ])('%s', async (_, json) => {
    limits.timeoutMs = 100;
    try {
      expect(await refused(json())).toMatch(/did not come within/);
    } finally {
      limits.timeoutMs = 10_000;
    }
  });

  it('a document that takes more time than it is given', async () => {
    limits.timeoutMs = 1;
    told.json = manyPaths(100_000);
    try {
      const message = await refused(told.json);
      expect(message).toMatch(/takes too long|did not come/);
    } finally {
      limits.timeoutMs = 10_000;
    }
  });

  it('a document that takes more memory than it is given', async () => {
    limits.memoryMb = 16;
    const values = Array.from({ length: 300_000 }, (_, at) => `{"a":${at}}`).join(',');
    try {
      expect(await refused(`{"openapi":"3.1.0","x":[${values}]}`)).toMatch(
        /too much|can’t be read/,
      );
    } finally {
      limits.memoryMb = 256;
    }
  });
});

describe('what is read, and does no harm', () => {
  async function read(paths: unknown, more: object = {}): Promise<Catalogue> {
    told.json = whole(paths, more);
    const { serviceProfile, catalogue } = await test.value('description.ask', {});
    expect(messageOf(serviceProfile.state)).toBe('read');
    expect(test.reported).toEqual([]);
    return catalogue;
  }

  it('references in circles end where they close', async () => {
    const node = {
      type: 'object',
      properties: { id: { type: 'string' }, next: { $ref: '#/components/schemas/node' } },
    };
    const page = {
      type: 'object',
      allOf: [{ $ref: '#/components/schemas/page' }],
      properties: { results: { type: 'array', items: { $ref: '#/components/schemas/node' } } },
    };
    const answer = {
      '200': {
        description: 'Yes',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/page' } } },
      },
    };
    const catalogue = await read(
      { '/api/data/forum/circles/live': { get: { responses: answer } } },
      { components: { schemas: { node, page } } },
    );
    const found = catalogue.resources.find(({ id }) => id === 'discovered:forum/circles/live');
    expect(found?.fields.map(({ name }) => name)).toEqual(['id', 'next']);
  });

  it('names that every object has are names like others, or are left out', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const catalogue = await read({
      '/api/data/forum/odd/live': {
        get: {
          ...answers,
          parameters: names.map((name) => ({
            name,
            in: 'query',
            required: true,
            schema: { type: 'string' },
          })),
        },
      },
    });
    const endpoint = catalogue.endpoints.find(({ discovered }) => discovered === 'described');
    expect(endpoint?.parameters.map(({ wire }) => wire)).toEqual(names);
    expect(endpoint?.parameters.map(({ key }) => key).filter((key) => key in {})).toEqual([]);
    const values = Object.fromEntries((endpoint?.parameters ?? []).map(({ key }) => [key, 'a b']));
    const query = { endpointId: endpoint?.id ?? '', values, fields: [] };
    await test.value('run.start', { runId: mintRunId(), query });
    expect(told.fetched.at(-1)).toBe(
      `${server.address}/api/data/forum/odd/live?${names.map((name) => `${name}=a%20b`).join('&')}`,
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    ['/api/data/../stripe/checkout/live'],
    ['/api/data/forum/%2e%2e/live'],
    ['/api/data/forum/a?b=c/live'],
    ['/api/data/forum/a#b/live'],
    ['/api/data/forum//live'],
    ['/api/data/forum/\\evil/live'],
    ['/api/data/forum/{a}{b}/live'],
    ['/api/data/forum/a.csv'],
  ])('no form for the path %s', async (path) => {
    const catalogue = await read({ [path]: { get: answers } });
    expect(catalogue.endpoints.filter(({ discovered }) => discovered === 'described')).toEqual([]);
  });

  it('nothing outside /api/data/ and nothing but GET becomes a form', async () => {
    const catalogue = await read({
      '/api/stripe/checkout': { get: answers },
      '/api/tokens': { get: answers },
      '/api/data/forum/posts/live': { post: answers, delete: answers },
      '/api/data/operations/{id}': { get: answers },
    });
    expect(catalogue.endpoints.filter(({ discovered }) => discovered === 'described')).toEqual([]);
  });

  it('another host in `servers` is nobody we ask', async () => {
    await read(
      { '/api/data/forum/more/live': { get: answers } },
      { servers: [{ url: 'https://elsewhere.test/' }] },
    );
    const query = { endpointId: 'discovered:forum/more/live', values: {}, fields: [] };
    await test.value('run.start', { runId: mintRunId(), query });
    expect(told.fetched.at(-1)).toBe(`${server.address}/api/data/forum/more/live`);
  });
});
