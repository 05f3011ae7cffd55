/** Derived tables as files: who is named in them, and when their rows were collected. */
import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { onePage } from '#shared/contract/run.ts';
import { askIn, question } from '#test/support/core.ts';
import { compare, post, together, world } from '#test/support/derived-world.ts';
import { accounts, askList, begin } from '#test/support/lists/ask-list.ts';
import { startListService } from '#test/support/lists/list-service.ts';
import { save } from '#test/support/saving.ts';

it('a former name of a person is replaced in a comparison too', async () => {
  const { core, collect } = await world();
  const people = question('microblog.users.search', { q: 'sea' });
  const person = { id: '12345678', username: 'mosei', name: 'Mira Osei', followersCount: 1 };
  const one = await collect([person], people);
  const other = await collect([{ ...person, name: 'Captain Ahab', followersCount: 2 }], people);
  const run = await compare(core, one, other, ['name', 'followersCount']);
  const { privacy } = await core.value('export.findPeople', { runIds: [run.id] });
  const saved = await save(core, {
    runIds: [run.id],
    format: { kind: 'jsonl' },
    privacy,
    methods: true,
  });
  const text = (await core.readSaved(saved)).toString();
  expect(text).not.toContain('Ahab');
  expect(text).not.toContain('Osei');
});

it('a table of lists of accounts isn’t called after them once people are replaced', async () => {
  const core = await begin(await startListService());
  const runs = [await askList(core, { text: 'mira-1\ngone-7' })];
  runs.push(await askList(core, { text: 'mira-1' }));
  const run = await together(core, runs, 'Posts of Mira-1 and gone-7, together');
  const single = await askIn(core, { ...accounts, values: { username: 'mira-1' } }, onePage);
  const runIds = [run.id, single.id];
  const { privacy } = await core.value('export.findPeople', { runIds });
  const format = { kind: 'csv' } as const;
  const saved = await save(core, { runIds, format, privacy, methods: true });
  const rows = (await core.readSaved(saved)).toString();
  const sheet = readFileSync(`${core.saved.at(-1)}.methods.json`, 'utf8');
  expect(rows + sheet).not.toMatch(/mira-1|gone-7/i);
  expect(rows).toMatch(/^"Run 2, asked /m);
});

it('a table of several collections is cited by the questions of all', async () => {
  const { core, collect } = await world();
  const of = (q: string) => collect([post(1)], question('microblog.posts.search', { q }));
  const run = await together(core, [await of('sea'), await of('tide')]);
  await save(core, { runIds: [run.id], format: { kind: 'csv' }, methods: true });
  const sheet = readFileSync(`${core.saved.at(-1)}.methods.json`, 'utf8');
  expect(JSON.parse(sheet)).toMatchObject({
    citation: expect.stringMatching(/^Microblog, “Search posts: sea”, “Search posts: tide” \[/),
  });
});

it('“Time collected” of a derived table is when the service answered', async () => {
  const { core, collect } = await world();
  const one = await collect([post(1), post(2)]);
  const other = await collect([post(1)]);
  const asked = new Date().toISOString();
  await vi.waitFor(() => expect(new Date().toISOString() > asked).toBe(true));
  const derivedRun = await compare(core, one, other);
  for (const { id } of [derivedRun, await together(core, [one, other])]) {
    const saved = await save(core, {
      runIds: [id],
      format: { kind: 'jsonl' },
      origin: ['collectedAt'],
    });
    const lines = (await core.readSaved(saved)).toString().trim().split('\n');
    for (const line of lines) {
      const row = JSON.parse(line) as Record<string, string>;
      for (const [name, value] of Object.entries(row)) {
        if (name.startsWith('collected_at')) expect(value <= asked).toBe(true);
      }
    }
  }
});

it('the recipe of a comparison asks nothing: it has no question of its own', async () => {
  const { core, collect } = await world();
  const run = await compare(core, await collect([post(1)]), await collect([post(1), post(2)]));
  await save(core, { runIds: [run.id], format: { kind: 'csv' }, methods: true });
  const path = core.saved.at(-1) ?? '';
  for (const ending of ['json', 'md']) {
    const text = readFileSync(`${path}.methods.${ending}`, 'utf8');
    const opened = await core.call('recipe.open', { text });
    expect(opened).toMatchObject({
      ok: false,
      error: { title: expect.stringContaining('no question to ask again') },
    });
  }
});
