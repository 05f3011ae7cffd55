/** Samples are run, or read as their language reads them; not compared with a drawing of them. */
import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeSample, collectCommand } from '#renderer/features/explore/request/code-samples.ts';
import { buildRequest, requestUrl } from '#shared/query/request.ts';
import { count } from '#test/support/thorough.ts';
import { endpointOf, hostileTexts, queryOf } from './make.ts';

/** No service has such an address; quoting that holds here holds everywhere. */
const address = 'https://data.example.org/it\'s-"$HOME"-`id`-$(id)';
const search = endpointOf('microblog.posts.search');
const sound = endpointOf('shortvideo.posts.by-sound');
const texts = fc.oneof(
  fc.constantFrom(...hostileTexts, '\u2028\u2029', '\\', '\\u0041', '"""', "'''", '\u007f'),
  fc.string({ unit: 'grapheme', minLength: 1 }),
);
/** A value in the address's query, and one in its path. */
const inQuery = texts.map((q) => buildRequest(search, queryOf(search, { q, lang: 'en' })));
const inPath = texts.map((title) => buildRequest(sound, queryOf(sound, { sound: title })));

it('curl gets the whole address as one argument, and the key from the environment', () => {
  /** The arguments that a shell hands to curl. */
  function argumentsOf(sample: string): string[] {
    const script = `curl() { printf '%s\\0' "$@"; }\n${sample}`;
    const env = { SOCIAL_DATA_API_KEY: 'the key' };
    const output = execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' });
    return output.split('\0').slice(0, -1);
  }
  fc.assert(
    fc.property(fc.oneof(inQuery, inPath), (request) => {
      expect(argumentsOf(codeSample('curl', address, request))).toEqual([
        requestUrl(address, request),
        '--header',
        'Authorization: Bearer the key',
      ]);
    }),
    { numRuns: count(10, 50) },
  );
});

it('Python reads address and values as they were typed, and has no params where there are none', () => {
  /** Escapes that JSON and Python read alike; JSON has no others but `\/`, which is not written. */
  const literal = /"(?:[^"\\\n\r]|\\["\\bfnrt]|\\u[0-9a-f]{4})*"/g;
  fc.assert(
    fc.property(inQuery, (request) => {
      const lines = codeSample('Python', address, request).split('\n');
      const at = lines.indexOf('    params=[');
      const [url] = lines[at - 1]?.match(literal) ?? [];
      expect(lines[at - 1]).toBe(`    ${url},`);
      expect(JSON.parse(url ?? '')).toBe(`${address}/api/data/microblog/posts/live`);
      const params = lines.slice(at + 1, lines.indexOf('    ],')).map((line) => {
        const [name = '', value = ''] = line.match(literal) ?? [];
        expect(line).toBe(`        (${name}, ${value}),`);
        return [JSON.parse(name), JSON.parse(value)];
      });
      expect(params).toEqual(request.params);
    }),
  );
  const request = buildRequest(sound, queryOf(sound, { sound: 'a/b "c"' }));
  const sample = codeSample('Python', address, request);
  expect(sample).not.toContain('params=');
  expect(sample).toContain('/sounds/a%2Fb%20%22c%22/live",');
});

it('TypeScript fetches the same path with the same values', async () => {
  /** Runs the sample with a `fetch` that tells what it was given. */
  async function run(sample: string): Promise<{ url: string; headers: unknown }> {
    const body = `return (async () => { let given; const fetch = async (url, init) => {
      given = { url: String(url), ...init }; return { json: async () => ({}) }; };
      ${sample}\nreturn given; })();`;
    // oxlint-disable-next-line no-implied-eval -- running it is the test
    const program = new Function('process', 'console', body);
    return program({ env: { SOCIAL_DATA_API_KEY: 'the key' } }, { log: () => {} });
  }
  /** The address as a program reads it: path and values, not their spelling. */
  const read = (text: string): unknown => {
    const { pathname, searchParams } = new URL(text);
    return [pathname, ...searchParams];
  };
  await fc.assert(
    fc.asyncProperty(fc.oneof(inQuery, inPath), async (request) => {
      const { url, headers } = await run(codeSample('TypeScript', address, request));
      expect(read(url)).toEqual(read(requestUrl(address, request)));
      expect(headers).toEqual({ Authorization: 'Bearer the key' });
    }),
    { numRuns: 200 },
  );
});

it.each([
  ['curl', /[?]tag=first&tag=second'/],
  ['Python', /\[\n {8}\("tag", "first"\),\n {8}\("tag", "second"\),\n {4}\],/],
  ['TypeScript', /append\("tag", "first"\);[^]*append\("tag", "second"\);/],
] as const)('%s: a parameter that is there twice is asked for twice', (language, twice) => {
  const params = ['first', 'second'].map((value) => ['tag', value] as const);
  const request = { method: 'GET', path: '/api/data/x', params, body: null } as const;
  expect(codeSample(language, address, request)).toMatch(twice);
});

it.each([
  ['Python', 'response.json()', 'response.text)'],
  ['TypeScript', 'response.json()', 'response.text()'],
] as const)('%s: an answer in CSV is not read as JSON', (language, json, text) => {
  const stored = endpointOf('microblog.posts.search.stored');
  const sampleOf = (responseType: string): string =>
    codeSample(
      language,
      address,
      buildRequest(stored, queryOf(stored, { q: 'sea', responseType })),
    );
  expect(sampleOf('fast')).toContain(json);
  expect(sampleOf('csv')).toContain(text);
  expect(sampleOf('csv')).not.toContain(json);
});

it('PowerShell reads an address as one word, and the recipe as it is, whatever quotes are in them', () => {
  const query = queryOf(search, { q: "it's ’@ “quoted” `$HOME`" });
  const profile = { id: 'https://x.example', address: "https://x.example/it's-‘so’" };
  const how = { call: '& explorer.cmd collect', shell: 'powershell' } as const;
  const lines = collectCommand(search, query, profile, 'monday', how)?.split('\n') ?? [];
  const at = lines.indexOf("@'");
  expect(lines[at + 2]).toBe("'@ | Set-Content -Encoding utf8 recipe.json");
  expect(JSON.parse(lines[at + 1] ?? '')).toMatchObject({ runs: [{ query }] });
  expect(lines.at(-2)).toBe(
    "& explorer.cmd collect recipe.json --service 'https://x.example/it''s-‘‘so’’' --label monday `",
  );
});
