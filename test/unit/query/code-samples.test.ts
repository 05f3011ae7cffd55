/** Samples are run, or read as their language reads them; not compared with a drawing of them. */
import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { codeSample, sampleLanguages } from '#shared/query/code-samples.ts';
import { buildRequest, requestUrl } from '#shared/query/request.ts';
import type { Query } from '#shared/query/types.ts';
import { endpointCalled, hostileTexts, queryOf } from './make.ts';

/** No service has such an address; quoting that holds here holds everywhere. */
const address = 'https://data.example.org/it\'s-"$HOME"-`id`-$(id)';
const search = endpointCalled('microblog.posts.search');
const sound = endpointCalled('shortvideo.posts.by-sound');
const texts = fc.oneof(
  fc.constantFrom(...hostileTexts, '\u2028\u2029', '\\', '\\u0041', '"""', "'''", '\u007f'),
  fc.string({ unit: 'grapheme', minLength: 1 }),
);

const sampleOf = (
  language: (typeof sampleLanguages)[number],
  endpoint: DataEndpoint,
  query: Query,
) => codeSample(language, address, buildRequest(endpoint, query));

/** The address as a program reads it: path and values, not their spelling. */
function readAddress(text: string) {
  const url = new URL(text);
  return { path: url.pathname, params: [...url.searchParams] };
}

describe('curl', () => {
  /** The arguments that a shell hands to curl. */
  function argumentsOf(sample: string): string[] {
    const script = `curl() { printf '%s\\0' "$@"; }\n${sample}`;
    const env = { SOCIAL_DATA_API_KEY: 'the key' };
    return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' })
      .split('\0')
      .slice(0, -1);
  }

  it('gets the whole address as one argument, and the key from the environment', () => {
    fc.assert(
      fc.property(texts, texts, (q, title) => {
        for (const [endpoint, values] of [
          [search, { q, lang: 'en' }],
          [sound, { sound: title }],
        ] as const) {
          const query = queryOf(endpoint, values);
          expect(argumentsOf(sampleOf('curl', endpoint, query))).toEqual([
            requestUrl(address, buildRequest(endpoint, query)),
            '--header',
            'Authorization: Bearer the key',
          ]);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('Python', () => {
  /** Escapes that JSON and Python read alike; JSON has no others but `\/`, which is not written. */
  const literal = /"(?:[^"\\\n\r]|\\["\\bfnrt]|\\u[0-9a-f]{4})*"/g;

  it('writes address and values as literals that Python reads as they were typed', () => {
    fc.assert(
      fc.property(texts, (q) => {
        const query = queryOf(search, { q, lang: 'en' });
        const sample = sampleOf('Python', search, query);
        const lines = sample.split('\n');
        const at = lines.indexOf('    params=[');
        const [url] = lines[at - 1]?.match(literal) ?? [];
        expect(lines[at - 1]).toBe(`    ${url},`);
        expect(JSON.parse(url ?? '')).toBe(`${address}/api/data/microblog/posts/live`);

        const params = lines.slice(at + 1, lines.indexOf('    ],')).map((line) => {
          const [name = '', value = ''] = line.match(literal) ?? [];
          expect(line).toBe(`        (${name}, ${value}),`);
          return [JSON.parse(name), JSON.parse(value)];
        });
        expect(params).toEqual(buildRequest(search, query).params);
      }),
    );
  });

  it('writes no params where there are none, and keeps the path encoded', () => {
    const sample = sampleOf('Python', sound, queryOf(sound, { sound: 'a/b "c"' }));
    expect(sample).not.toContain('params=');
    expect(sample).toContain('/sounds/a%2Fb%20%22c%22/live",');
  });
});

describe('TypeScript', () => {
  /** Runs the sample with a `fetch` that tells what it was given. */
  async function run(sample: string): Promise<{ url: string; headers: unknown }> {
    const body = `return (async () => { let given; const fetch = async (url, init) => {
      given = { url: String(url), ...init }; return { json: async () => ({}) }; };
      ${sample}\nreturn given; })();`;
    // oxlint-disable-next-line no-implied-eval, no-new-func -- running it is the test
    const program = new Function('process', 'console', body);
    return program({ env: { SOCIAL_DATA_API_KEY: 'the key' } }, { log: () => {} });
  }

  it('fetches the same path with the same values', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, async (q, title) => {
        for (const [endpoint, values] of [
          [search, { q, lang: 'en' }],
          [sound, { sound: title }],
        ] as const) {
          const query = queryOf(endpoint, values);
          const { url, headers } = await run(sampleOf('TypeScript', endpoint, query));
          expect(readAddress(url)).toEqual(
            readAddress(requestUrl(address, buildRequest(endpoint, query))),
          );
          expect(headers).toEqual({ Authorization: 'Bearer the key' });
        }
      }),
    );
  });
});

it.each(sampleLanguages)('%s: a parameter that is there twice is asked for twice', (language) => {
  const sample = codeSample(language, address, {
    method: 'GET',
    path: '/api/data/x',
    params: [
      ['tag', 'first'],
      ['tag', 'second'],
    ],
    body: null,
  });
  const expected = {
    curl: [/[?]tag=first&tag=second'/],
    Python: [/\[\n {8}\("tag", "first"\),\n {8}\("tag", "second"\),\n {4}\],/],
    TypeScript: [/append\("tag", "first"\);/, /append\("tag", "second"\);/],
  };
  for (const part of expected[language]) expect(sample).toMatch(part);
});
