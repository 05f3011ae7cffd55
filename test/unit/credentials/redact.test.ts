/** What leaves in a support bundle: no credential, no home folder, and the question only if wanted. */
import { readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFailures } from '#main/core/support/failures.ts';
import { redact, withoutQuestion, withoutValues } from '#main/core/support/redact.ts';
import { catalogue } from '#main/catalogue/index.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { testFolder } from '#test/support/store/runs.ts';

const templates = catalogue.endpoints.map(({ path }) => path);

it('[17] credentials go, in every form they may have', () => {
  const secrets = ['sk/odd"key+0001', 'short', 'sk/odd"key+0001-and-more'];
  const hidden: [string, string][] = [
    ['sk/odd"key+0001', '[key]'],
    ['sk/odd"key+0001-and-more', '[key]'],
    [JSON.stringify({ key: 'sk/odd"key+0001' }), '{"key":"[key]"}'],
    [encodeURIComponent('sk/odd"key+0001'), '[key]'],
    ['Authorization: Bearer somebody-elses-key', 'Authorization: [key]'],
    ['TRIAL0123456789abc', '[key]'],
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.c2ln', '[key]'],
    ['a short word', 'a short word'],
  ];
  const text = hidden.map(([given]) => given).join('\n');
  expect(redact(text, secrets).split('\n')).toEqual(hidden.map(([, left]) => left));
});

it('the home folder goes', () => {
  expect(redact(`"${join(homedir(), 'data')}"`, [])).toBe('"~/data"');
});

it('a question’s values go, from the address and from what the service says', () => {
  const target = '/api/data/microblog/users/mira%20o/live?fields=id%2Cname&cursor=…';
  const { target: without, values } = withoutQuestion(target, templates);
  expect(without).toBe('/api/data/microblog/users/{username}/live?fields=…&cursor=…');
  expect(withoutValues('User Mira O does not exist (id,name).', values)).toBe(
    'User … does not exist (id,name).',
  );
  // Of a list or a search, only a part may be named.
  const ids = '/api/data/forum/posts/ids/live?ids=1k2a9f%2C1k2b7c';
  const search = '/api/data/microblog/posts/live?q=%22Mira%20Osei%22%20OR%20art';
  const said = 'No post 1k2b7c. Near “Osei”: Article of art.';
  const both = [ids, search].flatMap((one) => withoutQuestion(one, templates).values);
  expect(withoutValues(said, both)).toBe('No post …. Near “…”: Article of ….');
});

it('nobody knows what is a value in an address that is no longer described: all of it goes', () => {
  expect(withoutQuestion('/somewhere/else?q=a', templates).target).toBe('/somewhere/else?q=…');
  expect(withoutQuestion('/api/data/microblog/people/mira%20o/live?q=a', templates)).toEqual({
    target: '/api/data/…?q=…',
    values: ['microblog', 'people', 'mira o', 'live', 'a'],
  });
  expect(withoutQuestion('/api/crawl/status/mira%20o?q=a', templates)).toEqual({
    target: '/api/crawl/status/…?q=…',
    values: ['mira o', 'a'],
  });
});

it('a path that somebody else wrote is compared as text, never run as a pattern', () => {
  const endless = ['/api/data/(a+)+$', `/api/data/${'{a}'.repeat(9)}b`];
  const target = `/api/data/${'a'.repeat(40)}!`;
  expect(withoutQuestion(target, endless).target).toBe('/api/data/…');
});

const failuresIn = (folder: string): ReturnType<typeof openFailures> =>
  openFailures(
    folder,
    () => [],
    (error) => expect.unreachable(String(error)),
  );

function failure(n: number): Problem {
  const sent = { target: '/api/plan', attempts: 1, sentAt: new Date(n).toISOString(), ms: 1 };
  const details = { ...sent, status: 500, serviceCode: null, serviceSaid: null };
  const problem = { code: 'service_error', advice: '', call: 'answered' } as const;
  return { ...problem, remedies: [], title: `Failure ${n}`, details };
}

it('the last fifty failures are kept, the latest first', async () => {
  const failures = await failuresIn(testFolder());
  for (let n = 0; n < 60; n++) failures.note(failure(n));
  await failures.settle();
  const titles = failures.list().map(({ title }) => title);
  expect([titles.length, titles[0], titles.at(-1)]).toEqual([50, 'Failure 59', 'Failure 10']);
});

it('of failures that somebody else wrote there are fifty; others than ours are said, and kept', async () => {
  const folder = testFolder();
  const write = (content: unknown): void =>
    writeFileSync(join(folder, 'failures.json'), JSON.stringify(content));
  write(Array.from({ length: 60 }, (_, n) => failure(n)));
  expect((await failuresIn(folder)).list()).toHaveLength(50);
  write([failure(1), { title: 7 }]);
  const failures = await failuresIn(folder);
  expect([failures.list(), failures.notices]).toMatchObject([[], [{ code: 'failures_damaged' }]]);
  failures.note(failure(2));
  await failures.settle();
  expect(readdirSync(folder).filter((name) => name.includes('-damaged-'))).toHaveLength(1);
});
