/** The demo: every question's own example, on the embedded sample service, without a key of one's own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSampleService } from '#main/sample-service/index.ts';
import type { SampleServiceHandle } from '#main/sample-service/index.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import { askPages } from '#test/support/ask-service.ts';
import { mintRunId } from '#test/support/core.ts';
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { questionFor } from '#test/support/questions.ts';
import { throughCore } from '#test/support/ways-in.ts';
import type { WayIn } from '#test/support/ways-in.ts';

/** What lies before this moment never changes, so two askers are told the same. */
const now = Date.UTC(2026, 5, 1, 12);

let sample: SampleServiceHandle;
let way: WayIn;
beforeAll(async () => {
  sample = await startSampleService({ now: () => now });
  way = await throughCore({ sample: true, sampleService: async () => sample });
});
afterAll(async () => {
  await way.close();
  await sample.close();
});

describe('the sample service', () => {
  it.each(liveEndpoints.map((fact) => [fact.id, fact] as const))(
    '%s: its example has rows, and pages where it should',
    async (id, fact) => {
      const endpoint = catalogue.endpoints.find((one) => one.id === id);
      const query = { endpointId: id, values: { ...endpoint?.example }, fields: [] };
      const runId = mintRunId();
      const first = await way.value('run.start', { runId, query });
      expect(first.run.rowCount).toBeGreaterThan(0);
      expect(first.run.state).toEqual({ kind: fact.pages ? 'more' : 'noMore' });
      if (!fact.pages) return;
      const { run } = await way.value('run.next', { runId });
      expect([run.pageCount, run.calls]).toEqual([2, 2]);
      expect(run.rowCount).toBeGreaterThan(first.run.rowCount);
    },
  );

  it.each(liveEndpoints.map(({ id }) => [id] as const))(
    '%s: [30, 31] the rows are what it answers when asked directly',
    async (id) => {
      const { values, path, query } = questionFor(id);
      const asked = await askPages(sample, path, query, 1);
      const { window } = await way.value('run.start', {
        runId: mintRunId(),
        query: { endpointId: id, values, fields: [] },
      });
      expect(window.rows).toEqual(asked.pages[0]);
    },
  );

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
});
