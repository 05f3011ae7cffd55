/**
 * Comparing two runs, against a comparison that this file makes by itself; several collections as one
 * table; what is new since a run.
 */
import { describe, expect, it } from 'vitest';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { everyRow } from '#shared/contract/view.ts';
import { answeredAt } from '#main/core/store/log-contents.ts';
import type { Run } from '#shared/contract/run.ts';
import { mintRunId, question, rested } from '#test/support/core.ts';
import { accounts, askList, goOn } from '#test/support/lists/ask-list.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import { everything, search } from '#test/support/run-core.ts';
import { allRows, compare, compared, post, together, world } from '#test/support/derived-world.ts';
import type { Item } from '#test/support/derived-world.ts';

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
    const changes = { new: 300, gone: 200, changed: 500, same: 9300, missing: 0, unseen: 0 };
    expect(run.derived?.facts).toEqual({
      changes,
      changedFields: { text: 250, likeCount: 250, lang: 0 },
      repeated: 0,
      withoutId: 0,
      unreadable: 0,
      noticed: [],
    });
    // It is a table like others, asked nothing of the service, and says what it was made of.
    const filters = [{ kind: 'is' as const, field: 'change', value: 'gone' }];
    const view = { ...everyRow, filters };
    const saved = await save(core, { runIds: [run.id], view, format: plainCsv, methods: true });
    expect(saved.rows).toBe(200);
    expect(core.saved.at(-1)).toMatch(/-compared\.csv$/);
    const sheet = await readFile(`${core.saved.at(-1)}.methods.md`, 'utf8');
    expect(sheet).toContain(
      'Rows: new 300, gone 200, missing 0, changed 500, unseen 0, same 9,300',
    );
    expect(sheet).toContain(`run ${second.id}`);
    expect(sheet).toContain(
      'new: the earlier run asked the same and would have it, or it is newer',
    );
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

  it('calls nothing new that the earlier run had not got to', async () => {
    const { core, collect } = await world();
    /** Newest first, one a minute; the later run has 3 that came since. */
    const posts = (from: number): Item[] =>
      Array.from({ length: from }, (_, n) => ({
        ...post(from - n),
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, from - n)).toISOString(),
      }));
    const relevance = { ...search, values: { ...search.values, sortBy: 'relevance' } };
    const untimed = (items: Item[]): Item[] => items.map(({ createdAt: _time, ...item }) => item);
    for (const [query, shape, isNew, unseen] of [
      [search, posts, 3, 1500],
      // In another order, and without times, nobody knows.
      [relevance, posts, 0, 1503],
      [search, (from: number) => untimed(posts(from)), 0, 1503],
    ] as const) {
      const first = await collect(shape(2500), query, 1);
      const second = await collect(shape(2503), query);
      const { notes } = await core.value('compare.look', { runIds: [first.id, second.id] });
      expect(notes.join()).toContain('only rows newer than it are marked as new');
      const run = await compare(core, first, second, ['text']);
      const changes = { new: isNew, unseen, same: 1000, gone: 0, missing: 0 };
      expect(run.derived?.facts?.changes).toMatchObject(changes);
    }
    // Nor what it wasn’t asked for, though it is complete.
    const ships = await collect([post(1)], { ...search, values: { q: 'ships' } });
    const other = await compare(core, ships, await collect([post(1), post(2)]), ['text']);
    expect(other.derived?.facts?.changes).toMatchObject({ new: 0, unseen: 1, same: 1 });
    // In whatever order: what was posted after the earlier run came after it.
    const late = { ...post(9000), createdAt: new Date(Date.now() + 3_600_000).toISOString() };
    const first = await collect(posts(2500), relevance, 1);
    const run = await compare(core, first, await collect([late, ...posts(2500)], relevance));
    expect(run.derived?.facts?.changes).toMatchObject({ new: 1, unseen: 1500 });
  });

  it('calls nothing new that another list of IDs had not asked for, alone or in one call', async () => {
    const { core, collect, serveItems } = await world();
    const query = question('forum.posts.by-ids', {});
    const named = (...ids: string[]): Item[] => ids.map((id) => Object.assign(post(1), { id }));
    const ask = (text: string): Promise<Run> => askList(core, { text, query, key: 'ids' });
    serveItems(named('a'));
    const one = await ask('a\nb');
    serveItems(named('a', 'b'));
    const two = await ask('a\nb');
    const { derived: asked } = await compare(core, one, two, ['text']);
    expect(asked?.facts?.changes).toMatchObject({ new: 1, unseen: 0, same: 1 });
    serveItems(named('a', 'b', 'c', 'd'));
    const four = await ask('a\nb\nc\nd');
    const whole = await collect(named('a', 'b', 'c', 'd'), {
      ...query,
      values: { ids: 'a,b,c,d' },
    });
    for (const later of [four, whole]) {
      const { derived } = await compare(core, two, later, ['text']);
      expect(derived?.facts?.changes).toMatchObject({ new: 0, unseen: 2, same: 2, gone: 0 });
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
      expect(notes.join()).toMatch(kind === 'gone' ? /^$/ : /as they age/);
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
      [alone, inList, { same: 2, new: 0, unseen: 2, missing: 0, gone: 0 }, 1],
      [inList, again, { same: 2, new: 0, missing: 2, gone: 0 }, 1],
      [inList, later, { same: 1, new: 0, missing: 2, gone: 1 }, 1],
      [again, laterList, { same: 1, new: 0, unseen: 1, missing: 0, gone: 1 }, 1],
      [alone, later, { same: 1, new: 0, missing: 0, gone: 1 }, 0],
    ] as const) {
      const look = await core.value('compare.look', { runIds: [one.id, other.id] });
      expect(look.notes).toHaveLength(notes);
      const { derived } = await compare(core, one, other, ['text']);
      expect(derived?.facts?.changes).toMatchObject(changes);
    }
    const run = await together(core, [alone, inList]);
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
    await core.value('history.remove', { runIds: [second.id] });
    const without = await core.call('compare.look', { runIds: [first.id, second.id] });
    expect(without).toMatchObject({ error: { title: 'One of these runs was deleted.' } });
  });
});

it('several collections are one table, with when each row was collected', async () => {
  const { core, collect } = await world();
  const many = Array.from({ length: 1200 }, (_, n) => post(n));
  const first = await collect(many);
  const second = await collect([post(1199), post(3000)]);
  const run = await together(core, [second, first]);
  const rows = await allRows(core, run);
  expect(rows.map(({ id }) => id)).toEqual([...many.map(({ id }) => id), 'p1199', 'p3000']);
  const times: string[] = [];
  for (const { id } of [first, second]) {
    const { pages } = await core.value('run.pages', { runId: id, from: 0, count: 9 });
    for (const page of pages) {
      times.push(...Array.from({ length: page.rows }, () => answeredAt(page)));
    }
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
  const title = 'To stop at rows you already have, both questions must include the ID field.';
  expect(refused).toMatchObject({ ok: false, error: { title } });
  // A list would ask for every page of each input.
  const asked = { limit: { perInput: 1, calls: 9 }, list: { listId: 'any' } };
  const ofList = await core.call('run.start', { ...start, query, ...asked });
  const why: unknown = expect.stringContaining('Only a question without a list');
  expect(ofList).toMatchObject({ ok: false, error: { title: why } });
  // Nor are those of another service, whose address differs by its path.
  const { profile } = await core.value('app.snapshot', {});
  const address = profile?.address ?? '';
  await core.value('service.choose', { kind: 'address', address: `${address}/v1` });
  const elsewhere = await core.call('run.start', { ...start, query });
  const belongs: unknown = expect.stringContaining('another service');
  expect(elsewhere).toMatchObject({ ok: false, error: { title: belongs } });
  await core.value('service.choose', { kind: 'address', address });
  // Nor is any without the run that they were in.
  await core.value('history.remove', { runIds: [first.id] });
  const gone = 'The earlier run was deleted, so new rows can’t be identified.';
  const without = await core.call('run.start', { ...start, query });
  expect(without).toMatchObject({ ok: false, error: { title: gone, call: 'noCall' } });
});

it('what is new ends at rows that are known, though they are fewer than a page', async () => {
  const { core, collect, serveItems } = await world();
  const videos = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => post(from - n));
  const query = question('shortvideo.posts.by-user', { identifier: 'mira_osei' });
  const first = await collect(videos(9000, 700), query);
  // The first page ends among known rows, the second one with older ones.
  serveItems(videos(9400, 3500));
  const runId = mintRunId();
  await core.value('run.start', { runId, query, limit: everything, untilKnown: first.id });
  const state = { kind: 'limit', reason: 'known' };
  expect(await rested(runId, core)).toMatchObject({ rowCount: 2000, calls: 2, state });
});

it('what is new ends at older rows, though a known one is gone', async () => {
  const { core, collect, serveItems } = await world();
  const videos = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => {
      const at = new Date(Date.UTC(2026, 0, 1, 0, from - n)).toISOString();
      return { ...post(from - n), createdAt: at };
    });
  const query = question('shortvideo.posts.by-user', { identifier: 'mira_osei' });
  const first = await collect(videos(9000, 700), query);
  // Known rows begin and end within the first page.
  for (const items of [videos(8999, 3500), videos(9001, 3500).filter((_, n) => n !== 1)]) {
    serveItems(items);
    const runId = mintRunId();
    await core.value('run.start', { runId, query, limit: everything, untilKnown: first.id });
    const state = { kind: 'limit', reason: 'known' };
    expect(await rested(runId, core)).toMatchObject({ rowCount: 1000, calls: 1, state });
  }
});

it('calls nothing gone that was found after the other run', async () => {
  const { core, serveItems } = await world();
  serveItems([post(1)]);
  const text = 'mira\nnora';
  const begun = await askList(core, { text, inputs: 1 });
  const whole = await askList(core, { text });
  serveItems([post(1), post(2)]);
  const continued = await goOn(core, begun.id);
  const look = await core.value('compare.look', { runIds: [continued.id, whole.id] });
  expect(look.notes.join()).toContain('was continued after');
  const { derived } = await compare(core, continued, whole, ['text']);
  expect(derived?.facts?.changes).toMatchObject({ gone: 0, missing: 1, same: 2 });
});
