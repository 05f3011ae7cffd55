/** Runs worked out from others, against a comparison that this file makes by itself. */
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '#shared/contract/run.ts';
import type { Query } from '#shared/query/types.ts';
import { everyRow } from '#shared/contract/view.ts';
import { askIn, mintRunId, question, rested, rowsIn, startTestCore } from '#test/support/core.ts';
import type { TestCore, TestCoreOptions } from '#test/support/core.ts';
import { accounts, askList } from '#test/support/lists/ask-list.ts';
import { plainCsv, save, type Spec } from '#test/support/saving.ts';
import { serve } from '#test/support/serve.ts';
import { everything, search } from '#test/support/run-core.ts';

type Item = Record<string, unknown> & { id?: string };

/** A service that has these items now, and a core that asks it. */
async function world(ports: TestCoreOptions = {}) {
  let has: readonly string[] = [];
  const size = 1000;
  const serviceAddress = await serve((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service');
    const from = Number(searchParams.get('cursor') ?? 0);
    const next = from + size;
    const more = next < has.length;
    response.setHeader('content-type', 'application/json');
    const cursor = more ? `"${next}"` : 'null';
    const results = has.slice(from, next).join(',');
    response.end(`{"results":[${results}],"has_more":${more},"next_page_cursor":${cursor}}`);
  });
  const core = await startTestCore({ serviceAddress, accessKey: 'a-key-of-this-test', ...ports });
  onTestFinished(() => core.close());
  /** What it has from now on. */
  const serveItems = (items: readonly (Item | string)[]): void => {
    has = items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  };
  /** Asks for all that it has now. */
  const collect = (
    items: readonly (Item | string)[],
    query: Query = search,
    pages: number | null = null,
  ): Promise<Run> => {
    serveItems(items);
    return askIn(core, query, { pages, rows: null });
  };
  return { core, serveItems, collect };
}

const compared = ['text', 'likeCount', 'lang', 'score'];

async function compare(core: TestCore, one: Run, other: Run, fields = compared): Promise<Run> {
  const { run } = await core.value('compare.open', {
    runId: mintRunId(),
    runIds: [one.id, other.id],
    fields,
    name: 'Last week and this',
  });
  return run;
}

const allRows = (core: TestCore, { id }: Run): Promise<Item[]> => rowsIn(core, id);

const post = (n: number): Item => ({
  id: `p${n}`,
  text: `Post ${n}`,
  likeCount: n,
  lang: n % 7 === 0 ? null : 'en',
  mediaUrls: [`https://pictures.example/${n}?signature=1`],
});

describe('comparing', () => {
  it('finds what is new, gone and changed in 10,000 rows, exactly', async () => {
    const { core, collect } = await world();
    const before = Array.from({ length: 10_000 }, (_, n) => post(n));
    const isGone = (n: number): boolean => n % 50 === 3;
    const isChanged = (n: number): boolean => n % 20 === 1;
    const after: Item[] = [
      ...Array.from({ length: 300 }, (_, n) => post(20_000 + n)),
      ...before
        .flatMap((item, n) => {
          if (isGone(n)) return [];
          // Signed anew, as pictures are: no change.
          const again = { ...item, mediaUrls: [`https://pictures.example/${n}?signature=2`] };
          if (!isChanged(n)) return [again];
          return [n % 40 === 1 ? { ...again, likeCount: n + 12 } : { ...again, text: `Now ${n}` }];
        })
        .toReversed(),
    ];
    const [first, second] = [await collect(before), await collect(after)];
    const run = await compare(core, second, first);

    // The independent comparison.
    const earlier = new Map(before.map((item) => [item.id, item]));
    const later = new Set(after.map(({ id }) => id));
    const expected: Item[] = [];
    for (const item of after) {
      const was = earlier.get(item.id);
      if (was === undefined) expected.push({ ...item, change: 'new' });
      else if (was['likeCount'] !== item['likeCount']) {
        const numbers = { likeCount_before: was['likeCount'], likeCount_difference: 12 };
        expected.push({ ...item, change: 'changed', changed_fields: ['Likes'], ...numbers });
      } else if (was['text'] !== item['text']) {
        const text = { changed_fields: ['Text'], text_before: was['text'] };
        expected.push({ ...item, change: 'changed', ...text });
      } else expected.push({ ...item, change: 'same' });
    }
    for (const item of before) if (!later.has(item.id)) expected.push({ ...item, change: 'gone' });
    // What is new is first, and what is the same last.
    const kinds = ['new', 'gone', 'changed', 'same'];
    const ordered = kinds.flatMap((kind) => expected.filter(({ change }) => change === kind));
    expect(await allRows(core, run)).toEqual(ordered);
    const changes = { new: 300, gone: 200, changed: 500, same: 9300, missing: 0 };
    expect(run.derived?.facts).toEqual({
      changes,
      changedFields: { text: 250, likeCount: 250, lang: 0 },
      repeated: 0,
      withoutId: 0,
      unreadable: 0,
      replaced: 0,
    });
    // It is a table like others, asked nothing of the service, and says what it was made of.
    const filters = [{ kind: 'is' as const, field: 'change', value: 'gone' }];
    const view = { ...everyRow, filters };
    const saved = await save(core, { runIds: [run.id], view, format: plainCsv, methods: true });
    expect(saved.rows).toBe(200);
    expect(core.saved.at(-1)).toMatch(/-compared\.csv$/);
    const sheet = await readFile(`${core.saved.at(-1)}.methods.md`, 'utf8');
    expect(sheet).toContain('Rows: new 300, gone 200, missing 0, changed 500, same 9,300');
    expect(sheet).toContain(`run ${second.id}`);
    expect(sheet).not.toContain('Requests as sent');
    expect(run).toMatchObject({ calls: 0, state: { kind: 'noMore' }, rowCount: 10_300 });
    expect(run.derived?.from).toMatchObject({
      sources: [{ runId: first.id, rows: 10_000 }, { runId: second.id }],
    });
    const labels = run.columns.map(({ label }) => label);
    expect(labels.slice(0, 4)).toEqual(['Change', 'Post ID', 'Text', 'Text before']);
  });

  it('calls nothing gone that the later run may not have got to, or was not asked for', async () => {
    const { core, collect } = await world();
    const items = Array.from({ length: 2500 }, (_, n) => post(n));
    const whole = await collect(items);
    const part = await collect(items.slice(0, 2400), search, 2);
    const other = await collect(items.slice(0, 2400), { ...search, values: { q: 'ships' } });
    for (const [later, missing] of [
      [part, 500],
      [other, 100],
    ] as const) {
      const look = await core.value('compare.look', { runIds: [whole.id, later.id] });
      expect(look.notes).toHaveLength(1);
      const { derived } = await compare(core, whole, later);
      expect(derived?.facts?.changes).toMatchObject({ gone: 0, missing });
    }
  });

  it('calls nothing gone that became too old for the period it was asked for', async () => {
    const { core, collect } = await world();
    const values = { username: 'mira', sort: 'top', time: 'week' };
    for (const [time, kind] of [
      ['week', 'missing'],
      ['all', 'gone'],
    ] as const) {
      const query = question('forum.comments.by-user', { ...values, time });
      const [first, second] = [
        await collect([post(1), post(2)], query),
        await collect([post(2)], query),
      ];
      const { notes } = await core.value('compare.look', { runIds: [first.id, second.id] });
      expect(notes.join()).toMatch(kind === 'gone' ? /^$/ : /by getting older/);
      const { derived } = await compare(core, first, second, ['text']);
      expect(derived?.facts?.changes).toMatchObject({ [kind]: 1 });
    }
  });

  it('calls nothing gone that may be among the later run’s rows without an ID', async () => {
    const { core, collect } = await world();
    const first = await collect([post(1), post(2)]);
    for (const [items, fields, missing] of [
      [[{ text: 'Post 1' }, { text: 'Post 2' }], ['text'], 2],
      [[post(1), { ...post(2), id: '' }], [], 1],
    ] as const) {
      const second = await collect(items, { ...search, fields: [...fields] });
      const { derived } = await compare(core, first, second, ['text']);
      expect(derived?.facts?.changes).toMatchObject({ gone: 0, missing, new: 0 });
    }
  });

  it('finds the rows of an account again, whether asked alone or in a list, and however written', async () => {
    const { core, collect, serveItems } = await world();
    const alone = await collect([post(1), post(2)], { ...accounts, values: { username: 'Mira' } });
    const inList = await askList(core, { text: 'other\nMIRA' });
    const again = await askList(core, { text: 'mira' });
    serveItems([post(1)]);
    const later = await collect([post(1)], { ...accounts, values: { username: 'mira' } });
    const laterList = await askList(core, { text: 'mirA\nnew-one' });
    for (const [one, other, changes, notes] of [
      // The other account's rows are its own, though they have the same IDs.
      [alone, inList, { same: 2, new: 2, missing: 0, gone: 0 }, 1],
      [inList, again, { same: 2, new: 0, missing: 2, gone: 0 }, 1],
      [inList, later, { same: 1, new: 0, missing: 2, gone: 1 }, 1],
      [again, laterList, { same: 1, new: 1, missing: 0, gone: 1 }, 1],
      [alone, later, { same: 1, new: 0, missing: 0, gone: 1 }, 0],
    ] as const) {
      const look = await core.value('compare.look', { runIds: [one.id, other.id] });
      expect(look.notes).toHaveLength(notes);
      const { derived } = await compare(core, one, other, ['text']);
      expect(derived?.facts?.changes).toMatchObject(changes);
    }
    const { run } = await core.value('collections.open', {
      runId: mintRunId(),
      runIds: [alone.id, inList.id],
      name: 'Both',
    });
    expect(run.derived?.facts?.repeated).toBe(2);
  });

  it('counts rows that can’t be matched, and keeps each digit of a difference', async () => {
    const { core, collect } = await world();
    const was = '{"id":"a","likeCount":9007199254740993,"score":0.1,"text":"x","lang":null}';
    const is = '{"id":"a","likeCount":9007199254740999,"score":0.30,"text":"x"}';
    const alike = ['{"id":"b","score":1.50,"place":{"a":1,"b":2}}', '{"id":"b"}'];
    const first = await collect([was, { likeCount: 1 }, ...alike]);
    const second = await collect([is, { id: '' }, '{"id":"b","score":1.5,"place":{"b":2,"a":1}}']);
    const run = await compare(core, first, second, [...compared, 'place']);
    expect(run.derived?.facts).toMatchObject({
      repeated: 1,
      withoutId: 2,
      changes: { changed: 1, same: 1, gone: 0 },
      changedFields: { likeCount: 1, score: 1, place: 0 },
    });
    expect((await allRows(core, run))[0]).toMatchObject({
      likeCount_before: { $n: '9007199254740993' },
      likeCount_difference: 6,
      score_difference: 0.2,
    });
  });

  it('is whole or not there: stopped, it leaves nothing', async () => {
    const { core, collect } = await world();
    const items = Array.from({ length: 3000 }, (_, n) => post(n));
    const [first, second] = [await collect(items), await collect(items)];
    const runId = mintRunId();
    const runIds: [string, string] = [first.id, second.id];
    const asked = { runId, runIds, fields: ['text'], name: 'Stopped' };
    const opening = core.call('compare.open', asked);
    await core.value('derived.cancel', { runId });
    const stopped = await opening;
    if (!stopped.ok) {
      expect(stopped.error.title).toBe('Stopped. Nothing was saved.');
      expect(readdirSync(join(core.dataDir, 'runs'))).not.toContain(runId);
    }
    // The same again gives the whole, once.
    const [one, two] = await Promise.all([
      core.value('compare.open', asked),
      core.value('compare.open', asked),
    ]);
    expect(one.run.rowCount).toBe(3000);
    expect(two.run.id).toBe(one.run.id);
    const left = readdirSync(join(core.dataDir, 'runs')).filter((name) => name.startsWith('.'));
    expect(left).toEqual([]);
  });

  it('refuses what can’t be compared, and continues nothing', async () => {
    const { core, collect } = await world();
    const first = await collect([post(1)]);
    const second = await collect([post(1)]);
    const run = await compare(core, first, second);
    const raw = { runIds: [run.id], format: { kind: 'raw' as const } };
    const refused = [
      await core.call('compare.look', { runIds: [first.id, first.id] }),
      await core.call('compare.look', { runIds: [first.id, run.id] }),
      await core.call('run.next', { runId: run.id }),
      await core.call('export.start', { exportId: mintRunId(), spec: raw }),
    ];
    expect(refused.map((result) => (result.ok ? 'done' : result.error.title))).toEqual([
      'Choose two different runs.',
      'This table was derived from other runs.',
      'This run is complete: there is no next page.',
      'Raw pages are what a service sent, and this table was worked out here.',
    ]);
    const [listed] = (await core.value('history.list', {})).runs;
    expect(listed).toMatchObject({ derived: 'compare', name: 'Last week and this', calls: 0 });
  });
});

it('several collections are one table, with when each row was collected', async () => {
  const { core, collect } = await world();
  const many = Array.from({ length: 1200 }, (_, n) => post(n));
  const first = await collect(many);
  const second = await collect([post(1199), post(3000)]);
  const { run } = await core.value('collections.open', {
    runId: mintRunId(),
    runIds: [second.id, first.id],
    name: 'All weeks',
  });
  const rows = await allRows(core, run);
  expect(rows.map(({ id }) => id)).toEqual([...many.map(({ id }) => id), 'p1199', 'p3000']);
  const times: string[] = [];
  for (const { id } of [first, second]) {
    const { pages } = await core.value('run.pages', { runId: id, from: 0, count: 9 });
    for (const { at, rows: count } of pages) times.push(...Array.from({ length: count }, () => at));
  }
  expect(new Set(times).size).toBe(3);
  expect(rows.map((row) => row['collected_at'])).toEqual(times);
  expect(run.derived?.facts?.repeated).toBe(1);
  expect(await core.value('view.duplicates', { runId: run.id })).toMatchObject({ count: 1 });
});

it('what is new ends behind a page of rows that are known', async () => {
  const { core, collect, serveItems } = await world();
  const videos = (from: number) => Array.from({ length: 3500 }, (_, n) => post(from - n));
  const query = question('shortvideo.posts.by-user', { identifier: 'mira_osei' });
  const first = await collect(videos(9000), query);
  // A pinned one is known, and no end.
  serveItems([post(9000), ...videos(9300)]);
  const runId = mintRunId();
  await core.value('run.start', { runId, query, limit: everything, untilKnown: first.id });
  const state = { kind: 'limit', reason: 'known' };
  expect(await rested(runId, core)).toMatchObject({ rowCount: 2000, calls: 2, state });
  // Older ones are not new: who asks for them gets as many as were asked for.
  await core.value('run.next', { runId, limit: { pages: 2, rows: null } });
  expect(await rested(runId, core)).toMatchObject({ calls: 4, state: { kind: 'noMore' } });
  // Without IDs none is known, and all pages would be asked for.
  const start = { runId: mintRunId(), limit: everything, untilKnown: first.id };
  const refused = await core.call('run.start', {
    ...start,
    query: { ...query, fields: ['username'] },
  });
  const title = 'To stop at rows you have, both questions need the ID among their fields.';
  expect(refused).toMatchObject({ ok: false, error: { title } });
});

describe('a row belongs to the question of its own run', () => {
  const asked = (username: string, connectionType: string): Query =>
    question('microblog.users.connections', { username, connectionType });
  const follows: Spec['network'] = {
    source: { kind: 'column', field: 'username' },
    target: { kind: 'asked' },
    reversedWhen: { key: 'connectionType', value: 'following' },
  };

  /** A core that saves datasets and opens the last one of them. */
  async function datasets() {
    let root = '';
    const made = await world({ chooseDataset: async () => root });
    const { core } = made;
    const again = async (runs: readonly Run[], table: string): Promise<Run> => {
      await save(core, { runIds: runs.map(({ id }) => id), format: { kind: 'dataset' } });
      root = core.saved.at(-1) ?? '';
      const { dataset } = await core.value('dataset.choose', {});
      const opening = {
        runId: mintRunId(),
        datasetId: dataset?.id ?? '',
        table,
        name: 'alice, zed',
      };
      return (await core.value('dataset.open', opening)).run;
    };
    const edgesOf = async ({ id }: Run, more: Partial<Spec> = {}): Promise<string[]> => {
      await save(core, { runIds: [id], format: { kind: 'edges' }, network: follows, ...more });
      const [, ...lines] = readFileSync(core.saved.at(-1) ?? '', 'utf8')
        .trimEnd()
        .split('\r\n');
      return lines.map((line) => line.split(',').slice(0, 2).join(' ')).toSorted();
    };
    return { ...made, again, edgesOf };
  }

  it('in a network: who was asked for, and in which direction', async () => {
    const { core, collect, again, edgesOf } = await datasets();
    const followers = await collect([{ id: '1', username: 'ann' }], asked('alice', 'followers'));
    const following = await collect([{ id: '2', username: 'bob' }], asked('zed', 'following'));
    const found = question('microblog.users.search', { q: 'sea' });
    const others = await collect([{ id: '3', username: 'cy' }], found);
    const runs = [followers, following, others];
    const table = await again(runs, 'microblog-user');
    expect(await edgesOf(table)).toEqual(['ann alice', 'zed bob']);
    const { privacy } = await core.value('export.findPeople', { runIds: [table.id] });
    await edgesOf(table, { privacy, methods: true });
    for (const ending of ['md', 'json']) {
      const sheet = readFileSync(`${core.saved.at(-1)}.methods.${ending}`, 'utf8');
      expect(sheet).not.toMatch(/alice|zed/);
    }
    expect(await edgesOf(await compare(core, followers, following, ['username']))).toEqual([
      'ann alice',
      'zed bob',
    ]);
    const runIds = [followers.id, following.id];
    const asOne = { runId: mintRunId(), runIds, name: 'All' };
    const { run } = await core.value('collections.open', asOne);
    await expect(edgesOf(run)).rejects.toThrow(/doesn’t say which row.*Other runs/);
    expect(core.reported).toEqual([]);
  });

  it('in a network, where a node’s latest row is of the later run', async () => {
    const { core, collect, edgesOf } = await datasets();
    const ann = (id: string, followersCount: number): Promise<Run> =>
      collect([{ id, username: 'ann', followersCount }], asked('alice', 'followers'));
    const [one, two] = [await ann('1', 10), await ann('2', 99)];
    const runIds = [one.id, two.id];
    const asOne = { runId: mintRunId(), runIds, name: 'All' };
    // In a comparison, what is gone comes after what is new.
    for (const run of [
      await compare(core, one, two, ['followersCount']),
      (await core.value('collections.open', asOne)).run,
    ]) {
      expect(await edgesOf(run)).toEqual(['ann alice']);
      const nodes = readFileSync((core.saved.at(-1) ?? '').replace('.edges.', '.nodes.'), 'utf8');
      expect(nodes).toMatch(/^ann,.*\b99\b/m);
    }
  });

  it('in a network of lists: the row’s input, which pseudonyms hide', async () => {
    const { core, collect, serveItems, again, edgesOf } = await datasets();
    serveItems([{ id: '1', username: 'ann' }]);
    const query = question('microblog.users.connections', { connectionType: 'followers' });
    const list = () => askList(core, { text: 'alice\nzed', query });
    const [one, two] = [await list(), await list()];
    const edges = ['ann alice', 'ann zed'];
    expect(await edgesOf(await compare(core, one, two, ['username']))).toEqual(edges);
    const last = await collect([{ id: '3', username: 'cy' }], asked('bo', 'followers'));
    const run = await again([one, last], 'microblog-user');
    expect(await edgesOf(run)).toEqual([...edges, 'cy bo'].toSorted());
    const { privacy } = await core.value('export.findPeople', { runIds: [run.id] });
    expect(privacy.pseudonyms).toContainEqual({ field: '_input', kind: 'username' });
    const hidden = await edgesOf(run, { privacy });
    expect(hidden).toHaveLength(3);
    expect(hidden.join()).not.toMatch(/alice|zed|\bbo\b/);
  });

  it('in the list of another question', async () => {
    const { core, collect, again } = await datasets();
    const on = (id: string, item: Item): Promise<Run> =>
      collect([item], question('photoshare.posts.comments', { id }, ['id', 'text']));
    const runs = [await on('AAAAAA', { id: '111' }), await on('BBBBBB', { id: '222' })];
    const use = (run: Run) =>
      core.call('list.fromRun', {
        runId: run.id,
        view: everyRow,
        spans: null,
        field: 'id',
        endpointId: 'photoshare.comments.replies',
        key: 'commentId',
      });
    expect(await use(await again(runs, 'photoshare-comment'))).toMatchObject({
      value: {
        columns: [{ sample: ['111', '222'] }, { sample: ['AAAAAA', 'BBBBBB'] }],
        mapping: { commentId: 0, id: 1 },
      },
    });
    const runIds = runs.map(({ id }) => id);
    const asOne = { runId: mintRunId(), runIds, name: 'All' };
    const { run } = await core.value('collections.open', asOne);
    expect(await use(run)).toMatchObject({
      ok: false,
      error: { title: expect.stringContaining('doesn’t say which row') as unknown },
    });
  });
});

describe('a dataset is opened again as a table', () => {
  /** Two runs saved into one folder, and the core that is to open it. */
  async function saved() {
    let root: string | null = null;
    const { core, collect } = await world({ chooseDataset: async () => root });
    const awkward = '{"id":"90071992547409931","likeCount":9007199254740993,"text":"a\u2028b",';
    const one = await collect([
      `${awkward}"mediaUrls":["https://a.example/1",{"n":1.50}],"__proto__":"kept","odd":{"x":[1.50]}}`,
      '{"id":"007","likeCount":"many","text":"[not a list","lang":null,"deleted":false}',
    ]);
    const two = await collect(Array.from({ length: 2500 }, (_, n) => post(n)));
    await save(core, { runIds: [one.id, two.id], format: { kind: 'dataset' } });
    const folder = core.saved.at(-1) ?? '';
    const choose = async (at: string | null) => {
      root = at;
      return core.call('dataset.choose', {});
    };
    return { core, one, two, folder, choose };
  }

  const withoutNulls = (rows: readonly Item[]) =>
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    );

  it('with the rows of its runs, their columns, and what they were', async () => {
    const { core, one, two, folder, choose } = await saved();
    const found = await choose(folder);
    if (!found.ok || found.value.dataset === null) throw new Error(JSON.stringify(found));
    const { id, tables } = found.value.dataset;
    expect(tables).toEqual([
      expect.objectContaining({ table: 'microblog-post', items: 'posts', rows: 2502, runs: 2 }),
    ]);
    const opening = { runId: mintRunId(), datasetId: id, table: 'microblog-post', name: 'Given' };
    const { run } = await core.value('dataset.open', opening);
    const rows = await allRows(core, run);
    const own = [...(await allRows(core, one)), ...(await allRows(core, two))];
    expect(withoutNulls(rows.map(({ collected_at: _at, run: _run, ...row }) => row))).toEqual(
      withoutNulls(own),
    );
    const csv = await save(core, { runIds: [run.id], format: plainCsv });
    expect(csv.rows).toBe(2502);
    expect(core.saved.at(-1)).toMatch(/-dataset\.csv$/);
    const text = await readFile(core.saved.at(-1) ?? '', 'utf8');
    expect(text).toContain('9007199254740993');
    expect(text).toContain('90071992547409931');

    const { pages } = await core.value('run.pages', { runId: two.id, from: 0, count: 9 });
    expect(rows.at(-1)).toMatchObject({ run: two.id, collected_at: pages.at(-1)?.at });
    expect(run.columns.slice(0, 2).map(({ label }) => label)).toEqual(['Collected', 'Run']);
    expect(run.columns.find(({ field }) => field === 'likeCount')?.meaning).toBe('count');
    expect(run.derived).toMatchObject({
      from: {
        kind: 'dataset',
        sources: [
          { runId: one.id, rows: 2, isComplete: true },
          { runId: two.id, rows: 2500, pages: 3 },
        ],
      },
      facts: { repeated: 0, replaced: 0 },
    });
    // Nothing of it stays behind, and nothing more is asked for it.
    expect(readdirSync(join(core.dataDir, 'tmp', 'exports'))).toEqual([]);
    expect(await core.call('run.next', { runId: run.id })).toMatchObject({ ok: false });
  });

  it('keeps when a row was collected, and by which run, beside fields of the same names', async () => {
    let root = '';
    const { core, collect } = await world({ chooseDataset: async () => root });
    const own = { collected_at: 'own', run: 'marathon', run_: 'sprint' };
    const runs = [await collect([{ ...post(1), ...own }]), await collect([post(2)])];
    await save(core, { runIds: runs.map(({ id }) => id), format: { kind: 'dataset' } });
    root = core.saved.at(-1) ?? '';
    const datasetId = (await core.value('dataset.choose', {})).dataset?.id ?? '';
    const opening = { runId: mintRunId(), datasetId, table: 'microblog-post', name: 'Given' };
    const { run } = await core.value('dataset.open', opening);
    const [row] = await allRows(core, run);
    const { pages } = await core.value('run.pages', { runId: runs[0]!.id, from: 0, count: 1 });
    expect(row).toMatchObject({
      collected_at: pages[0]?.at,
      run: runs[0]!.id,
      collected_at_: 'own',
      run_: 'marathon',
      run__: 'sprint',
    });
  });

  it('not at all where a file is damaged, missing, another one or a link', async () => {
    const { core, two, folder, choose } = await saved();
    const part = (root: string): string => {
      const days = join(root, 'microblog-post');
      const day = join(days, readdirSync(days)[0] ?? '');
      return join(day, `${two.id}-0000.parquet`);
    };
    const record = (root: string): string => join(root, '_complete', `${two.id}.json`);
    const inRecord = (root: string, from: string, to: string): void => {
      const text = readFileSync(record(root), 'utf8');
      rmSync(record(root));
      appendFileSync(record(root), text.replaceAll(from, to));
    };
    const harm: Record<string, [(root: string) => void, RegExp]> = {
      longer: [(root) => appendFileSync(part(root), 'x'), /damaged or was changed/],
      changed: [
        (root) => {
          const bytes = readFileSync(part(root));
          bytes[bytes.length >> 1]! ^= 1;
          rmSync(part(root));
          appendFileSync(part(root), bytes);
        },
        /damaged or was changed/,
      ],
      missing: [(root) => rmSync(part(root)), /is missing/],
      link: [
        (root) => {
          renameSync(part(root), join(root, 'elsewhere'));
          symlinkSync(join(root, 'elsewhere'), part(root));
        },
        /is a link/,
      ],
      outside: [
        (root) => inRecord(root, 'microblog-post/', '../microblog-post/'),
        /don’t belong in a dataset/,
      ],
      rows: [(root) => inRecord(root, '"rows": 2500', '"rows": 2501'), /doesn’t hold/],
      broken: [(root) => appendFileSync(record(root), '}'), /records can’t be read/],
      newer: [(root) => inRecord(root, '"version": 1,', '"version": 2,'), /newer version/],
      sheet: [(root) => rmSync(join(root, 'methods', `${two.id}.json`)), /methods sheets/],
      empty: [(root) => rmSync(join(root, '_complete'), { recursive: true }), /isn’t a dataset/],
    };
    const before = (await core.value('history.list', {})).runs.length;
    for (const [name, [change, why]] of Object.entries(harm)) {
      const root = `${folder}-${name}`;
      await cp(folder, root, { recursive: true });
      change(root);
      const found = await choose(root);
      const datasetId = (found.ok && found.value.dataset?.id) || null;
      const opening = { runId: mintRunId(), table: 'microblog-post', name: 'Harmed' };
      const answer =
        datasetId === null ? found : await core.call('dataset.open', { ...opening, datasetId });
      expect(answer, name).toMatchObject({
        ok: false,
        error: { code: 'invalid_input', title: expect.stringMatching(why) as unknown },
      });
    }
    expect((await core.value('history.list', {})).runs).toHaveLength(before);
    expect(core.reported).toEqual([]);
  });

  it('as it was sent by a window, and only under names that a dataset has', async () => {
    const { core, folder } = await saved();
    const datasetId = 'sent-dataset-1';
    const send = (file: string, offset: number, bytes: Buffer) =>
      core.call('dataset.send', { datasetId, file, offset, base64: bytes.toString('base64') });
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(json|parquet)$/.test(name) || name.startsWith('ro-crate')) continue;
      const bytes = readFileSync(join(folder, name));
      const half = Math.floor(bytes.length / 2);
      expect(await send(name, 0, bytes.subarray(0, half))).toMatchObject({ ok: true });
      expect(await send(name, half, bytes.subarray(half))).toMatchObject({ ok: true });
    }
    const { tables } = await core.value('dataset.look', { datasetId });
    expect(tables[0]).toMatchObject({ rows: 2502 });
    const wrong = ['../a.json', 'methods/../../settings.json', '/etc/passwd', 'settings.json'];
    for (const name of wrong) {
      expect(await send(name, 0, Buffer.from('x')), name).toMatchObject({ ok: false });
    }
    await core.value('dataset.close', { datasetId });
    expect(await core.call('dataset.look', { datasetId })).toMatchObject({ ok: false });
    expect(readdirSync(join(core.dataDir, 'tmp', 'exports'))).toEqual([]);
  });
});
