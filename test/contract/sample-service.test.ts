/** The demo: every question's own example, on the embedded sample service, without a key of one's own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSample } from '#test/support/sample-service.ts';
import type { TestSampleService } from '#test/support/sample-service.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import { askList } from '#test/support/lists/ask-list.ts';
import { askPages } from '#test/support/ask-service.ts';
import { mintRunId } from '#test/support/core.ts';
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { questionFor } from '#test/support/questions.ts';
import { rested } from '#test/support/run-core.ts';
import { throughCore } from '#test/support/ways-in.ts';
import type { WayIn } from '#test/support/ways-in.ts';

/** What lies before this moment never changes, so two askers are told the same. */
const now = Date.UTC(2026, 5, 1, 12);

let sample: TestSampleService;
let way: WayIn;
beforeAll(async () => {
  sample = await startTestSample({ now: () => now, operationSeconds: 0 });
  way = await throughCore({ sample: true, sampleService: async () => sample });
});
afterAll(async () => {
  await way.close();
  await sample.close();
});

describe('the sample service', () => {
  it.each(liveEndpoints.map((fact) => [fact.id, fact] as const))(
    '[30, 31] %s: its example has rows, and pages where it should; rows are what it answers',
    async (id, fact) => {
      const example = catalogue.endpoints.find((one) => one.id === id)?.example;
      const start = (values: Record<string, string> = {}) =>
        way.value('run.start', {
          runId: mintRunId(),
          query: { endpointId: id, values: { ...values }, fields: [] },
        });
      const { run: first } = await start(example);
      expect(first.rowCount).toBeGreaterThan(0);
      expect(first.state).toEqual({ kind: fact.pages ? 'more' : 'noMore' });

      const { values, path, query } = questionFor(id);
      const asked = await askPages(sample, path, query, 1);
      expect((await start({ ...values })).window.rows).toEqual(asked.pages[0]);

      if (!fact.pages) return;
      const { run } = await way.value('run.next', { runId: first.id });
      expect([run.pageCount, run.calls]).toEqual([2, 2]);
      expect(run.rowCount).toBeGreaterThan(first.rowCount);
    },
  );

  it.each(liveEndpoints.map(({ id }) => id))(
    '%s: after the one click nobody of its rows is named in any column',
    async (id) => {
      const runId = mintRunId();
      const query = { endpointId: id, values: { ...questionFor(id).values }, fields: [] };
      const { run, window } = await way.value('run.start', { runId, query });
      const { privacy } = await way.value('export.findPeople', { runIds: [runId] });
      const spec = { runIds: [runId], format: { kind: 'csv' as const }, privacy };
      const { text } = await way.value('export.preview', { spec, rows: 100 });
      const people = run.columns.filter(
        ({ field, meaning }) => meaning === 'username' || /^(?:full|nick|name$)/.test(field),
      );
      const names = window.rows.flatMap((row) => people.map(({ field }) => row?.[field]));
      for (const name of names.filter((one) => typeof one === 'string' && one.length > 2)) {
        expect(text).not.toContain(name);
      }
    },
  );

  it('answers stored data at once, and page by page, and as CSV, in the background', async () => {
    const endpointId = 'microblog.posts.search.stored';
    const ask = async (responseType: string) => {
      const runId = mintRunId();
      const values = { q: 'city trees', responseType };
      await way.value('run.start', { runId, query: { endpointId, values, fields: [] } });
      return rested(runId, way);
    };
    const rowsOf = async (runId: string) =>
      (await way.value('rows.window', { runId, page: null, offset: 0, count: 1000 })).rows;
    const fast = await ask('fast');
    expect(fast).toMatchObject({ state: { kind: 'notAll' }, rowCount: 100, calls: 1 });
    const paging = await ask('paging');
    expect(paging).toMatchObject({ state: { kind: 'more' }, rowCount: 100, calls: 1 });
    await way.value('run.next', { runId: paging.id });
    const two = await rested(paging.id, way);
    expect(two).toMatchObject({ state: { kind: 'more' }, rowCount: 200, calls: 2 });
    const csv = await ask('csv');
    expect(csv).toMatchObject({ state: { kind: 'noMore' }, calls: 1, files: [] });
    expect(csv.rowCount).toBeGreaterThan(1000);
    // All three tell of the same posts.
    const rows = await rowsOf(csv.id);
    expect(new Set(rows.map((row) => row?.['id'])).size).toBe(1000);
    expect(await rowsOf(two.id)).toEqual(rows.slice(0, 200));
    expect(await rowsOf(fast.id)).toEqual(rows.slice(0, 100));
    // Once its table has expired, a further page is refused, and the ones before stay.
    sample.expireOperations();
    await way.value('run.next', { runId: two.id });
    const refused = { state: { kind: 'cursorRefused' }, rowCount: 200 };
    expect(await rested(two.id, way)).toMatchObject(refused);
  });

  it('counts its calls apart and shows no key', async () => {
    const { credential, calls, profile } = await way.value('app.snapshot', {});
    expect(profile?.id).toBe('sample');
    expect(credential).toMatchObject({ kind: 'accessKey', source: 'sample' });
    expect(calls.session).toBe(calls.total);
    expect(calls.session).toBeGreaterThan(0);
  });

  it('shows what running out of credits is like, with a key that does', async () => {
    const accessKey = sample.createKey({ credits: 1 });
    const own = await throughCore({ serviceAddress: sample.address, accessKey });
    const runId = mintRunId();
    const query = { endpointId: 'microblog.posts.search', values: { q: 'city trees' }, fields: [] };
    await own.value('run.start', { runId, query });
    const { run } = await own.value('run.next', { runId });
    expect(run.state).toMatchObject({ kind: 'outOfCredits', problem: { code: 'plan_limit' } });
    expect(run.rowCount).toBeGreaterThan(0);
    await own.close();
  });

  it('has accounts for every status of a list’s inputs', async () => {
    const odd = ['gone_fishing', 'quiet_corner_2', 'refused_entry', 'line_down', 'flaky_wifi'];
    const { list } = await askList(way.test, { text: ['mira_osei', ...odd].join('\n') });
    const wanted = { partly: 2, notFound: 1, nothing: 1, refused: 1, failed: 1, waiting: 0 };
    expect(list?.statuses).toMatchObject(wanted);
  });
});
