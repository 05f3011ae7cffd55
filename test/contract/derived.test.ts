/** Runs worked out from others, against a comparison that this file makes by itself. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '#shared/contract/run.ts';
import type { Query } from '#shared/query/types.ts';
import { everyRow } from '#shared/contract/view.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import { serve } from '#test/support/serve.ts';
import { rested, search } from '#test/support/run-core.ts';

type Item = Record<string, unknown> & { id?: string };

/** A service that has these items now, and a core that asks it. */
async function world(): Promise<{
  core: TestCore;
  /** Asks for all that it has now. */
  collect: (
    items: readonly (Item | string)[],
    pages?: number | null,
    query?: Query,
  ) => Promise<Run>;
  /** What it has from now on. */
  serveItems: (items: readonly (Item | string)[]) => void;
}> {
  let has: readonly string[] = [];
  const size = 1000;
  const address = await serve((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service');
    const from = Number(searchParams.get('cursor') ?? 0);
    const next = from + size;
    const more = next < has.length;
    response.setHeader('content-type', 'application/json');
    const cursor = more ? `"${next}"` : 'null';
    const results = has.slice(from, next).join(',');
    response.end(`{"results":[${results}],"has_more":${more},"next_page_cursor":${cursor}}`);
  });
  const core = await startTestCore({ serviceAddress: address, accessKey: 'a-key-of-this-test' });
  onTestFinished(() => core.close());
  const serveItems = (items: readonly (Item | string)[]): void => {
    has = items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  };
  return {
    core,
    serveItems,
    async collect(items, pages = null, query = search) {
      serveItems(items);
      const runId = mintRunId();
      await core.value('run.start', { runId, query, limit: { pages, rows: null } });
      return rested(runId, core);
    },
  };
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

async function allRows(core: TestCore, { id, rowCount }: Run): Promise<Item[]> {
  const rows: Item[] = [];
  while (rows.length < rowCount) {
    const part = { runId: id, page: null, offset: rows.length, count: 1000 };
    rows.push(...(await core.value('rows.window', part)).rows);
  }
  return rows;
}

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
    const later = new Map(after.map((item) => [item.id, item]));
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
    expect(await allRows(core, run)).toEqual(expected);
    const changes = { new: 300, gone: 200, changed: 500, same: 9300, missing: 0 };
    expect(run.derived?.facts).toEqual({
      changes,
      changedFields: { text: 250, likeCount: 250, lang: 0 },
      repeated: 0,
      withoutId: 0,
      unreadable: 0,
    });
    // It is a table like others, asked nothing of the service, and says what it was made of.
    const gone = { kind: 'is' as const, field: 'change', value: 'gone' };
    const saved = await save(core, {
      runIds: [run.id],
      view: { ...everyRow, filters: [gone] },
      format: plainCsv,
      methods: true,
    });
    expect(saved.rows).toBe(200);
    const sheet = await readFile(`${core.saved.at(-1)}.methods.md`, 'utf8');
    expect(sheet).toContain('Rows: new 300, gone 200, missing 0, changed 500, same 9,300');
    expect(sheet).toContain(`run ${second.id}`);
    expect(sheet).not.toContain('Requests as sent');
    expect(run).toMatchObject({ calls: 0, state: { kind: 'noMore' }, rowCount: 10_300 });
    expect(run.derived?.from).toMatchObject({
      sources: [{ runId: first.id, rows: 10_000 }, { runId: second.id }],
    });
    expect(run.columns.map(({ label }) => label).slice(0, 4)).toEqual([
      'Change',
      'Post ID',
      'Text',
      'Text before',
    ]);
  });

  it('calls nothing gone that the later run may not have got to, or was not asked for', async () => {
    const { core, collect } = await world();
    const items = Array.from({ length: 2500 }, (_, n) => post(n));
    const whole = await collect(items);
    const part = await collect(items.slice(0, 2400), 2);
    const other = await collect(items.slice(0, 2400), null, {
      ...search,
      values: { q: 'ships' },
    });
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
      expect(stopped.error.title).toBe('Stopped. Nothing was kept.');
      expect(readdirSync(join(core.dataDir, 'runs'))).not.toContain(runId);
    }
    // The same again gives the whole, once.
    const [one, two] = await Promise.all([
      core.value('compare.open', asked),
      core.value('compare.open', asked),
    ]);
    expect(one.run.rowCount).toBe(3000);
    expect(two.run.id).toBe(one.run.id);
    expect(readdirSync(join(core.dataDir, 'runs')).filter((name) => name.startsWith('.'))).toEqual(
      [],
    );
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
      'This table was worked out from other runs.',
      'This run is complete: there is no next page.',
      'Raw pages are what a service sent, and this table was worked out here.',
    ]);
    const [listed] = (await core.value('history.list', {})).runs;
    expect(listed).toMatchObject({ derived: 'compare', name: 'Last week and this', calls: 0 });
  });
});

it('several collections are one table, with when each row was collected', async () => {
  const { core, collect } = await world();
  const first = await collect([post(1), post(2)]);
  const second = await collect([post(2), post(3), post(4)]);
  const { run } = await core.value('collections.open', {
    runId: mintRunId(),
    runIds: [second.id, first.id],
    name: 'All weeks',
  });
  const rows = await allRows(core, run);
  expect(rows.map(({ id }) => id)).toEqual(['p1', 'p2', 'p2', 'p3', 'p4']);
  const at = async ({ id }: Run): Promise<string> => {
    const { pages } = await core.value('run.pages', { runId: id, from: 0, count: 1 });
    return pages[0]?.at ?? '';
  };
  const times = [await at(first), await at(second)];
  expect(rows.map((row) => row['collected_at'])).toEqual(
    [0, 0, 1, 1, 1].map((collection) => times[collection]),
  );
  expect(run.derived?.facts?.repeated).toBe(1);
  expect(await core.value('view.duplicates', { runId: run.id })).toMatchObject({ count: 1 });
});

it('what is new ends behind a page of rows that are known', async () => {
  const { core, collect, serveItems } = await world();
  const videos = (from: number) => Array.from({ length: 2500 }, (_, n) => post(from - n));
  const query = {
    endpointId: 'shortvideo.posts.by-user',
    values: { identifier: 'mira_osei' },
    fields: [],
  };
  const first = await collect(videos(9000), null, query);
  // A pinned one is known, and no end.
  serveItems([post(9000), ...videos(9300)]);
  const runId = mintRunId();
  const everything = { pages: null, rows: null };
  await core.value('run.start', { runId, query, limit: everything, untilKnown: first.id });
  const run = await rested(runId, core);
  expect(run).toMatchObject({
    rowCount: 2000,
    calls: 2,
    state: { kind: 'limit', reason: 'known' },
  });
});
