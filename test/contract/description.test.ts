/** The service describes itself: asked once, everything works under its own names. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSampleService } from '#main/sample-service/index.ts';
import type { Run } from '#shared/contract/run.ts';
import type { ServiceProfileReply } from '#shared/contract/description.ts';
import { liveEndpoints, storedEndpoints } from '#test/support/facts/endpoints.ts';
import { questionFor } from '#test/support/questions.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore, TestCoreOptions } from '#test/support/core.ts';
import { describeSecondServer } from '#test/support/second-server/describe.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer, SecondServerOptions } from '#test/support/second-server/index.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function serve(options: SecondServerOptions): Promise<SecondServer> {
  const server = await startSecondServer({ pageSize: 2, totalRows: 3, ...options });
  open.push(() => server.close());
  return server;
}

async function begin(server: SecondServer, options: TestCoreOptions = {}): Promise<TestCore> {
  const test = await startTestCore({
    serviceAddress: server.address,
    accessKey: server.accessKey,
    ...options,
  });
  open.push(() => test.close());
  return test;
}

async function ask(
  test: TestCore,
  endpointId: string,
  values: Readonly<Record<string, string>>,
  fields: string[] = [],
): Promise<Run> {
  const runId = mintRunId();
  const query = { endpointId, values: { ...values }, fields };
  await test.value('run.start', { runId, query });
  return vi.waitFor(
    async () => {
      const { run } = await test.value('run.open', { runId });
      if (run.state.kind === 'polling') throw new Error('works');
      return run;
    },
    { timeout: 10_000, interval: 5 },
  );
}

const assumption = ({ serviceProfile }: ServiceProfileReply, id: string) =>
  serviceProfile.assumptions.find((one) => one.id === id);

describe('a service that calls everything otherwise', () => {
  let server: SecondServer;
  let test: TestCore;
  beforeEach(async () => {
    server = await serve({ renamed: true, selfDescription: describeSecondServer('renamed') });
    test = await begin(server);
  });

  it('refuses what is only assumed, until it is asked', async () => {
    const { values } = questionFor('forum.posts.by-ids');
    expect((await ask(test, 'forum.posts.by-ids', values)).state.kind).toBe('failed');
    await test.value('description.ask', {});
    expect((await ask(test, 'forum.posts.by-ids', values)).state.kind).toBe('noMore');
  });

  it('answers every live question after that, page after page', async () => {
    await test.value('description.ask', {});
    for (const { id } of liveEndpoints) {
      const first = await ask(test, id, questionFor(id).values);
      expect(first.rowCount, id).toBeGreaterThan(0);
      if (first.state.kind === 'noMore') continue;
      const { run } = await test.value('run.next', { runId: first.id });
      expect([id, run.state.kind]).toEqual([id, 'noMore']);
    }
    expect(server.requests.filter(({ query }) => 'cursor' in query).length).toBeGreaterThan(10);
    // Everything was asked once: nothing was tried out under other names.
    const asked = server.requests.filter(({ path }) => path.startsWith('/api/data/'));
    expect(asked.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('answers stored data too, further pages included', async () => {
    await test.value('description.ask', {});
    for (const { id, liveId } of storedEndpoints) {
      const values = { ...questionFor(liveId).values, responseType: 'paging' };
      const run = await ask(test, id, values);
      expect(run.rowCount, id).toBeGreaterThan(0);
      if (run.state.kind === 'more') await test.value('run.next', { runId: run.id });
    }
    const further = server.requests.filter(({ query }) => 'pageNo' in query);
    expect(further.length).toBeGreaterThan(10);
    expect(further.filter(({ status, query }) => status !== 200 || !query['resultTable'])).toEqual(
      [],
    );
  });

  it('says of everything assumed what the service calls it, and why', async () => {
    const reply = await test.value('description.ask', {});
    const { serviceProfile } = reply;
    expect(serviceProfile.state.kind).toBe('read');
    expect(serviceProfile.description).toMatchObject({ title: 'Second server', version: '1.0.0' });
    expect(assumption(reply, 'name:photoshare.users.search:name')).toMatchObject({
      assumed: 'name',
      service: { value: 'displayName', reason: expect.stringMatching(/only one/) },
      inForce: { value: 'displayName', by: 'service' },
      person: null,
      notTaken: null,
    });
    expect(assumption(reply, 'path:forum.comments.by-user')).toMatchObject({
      service: {
        value: '/api/data/forum/users/{username}/comments/live',
        reason: expect.stringContaining('sort, time, limit'),
      },
    });
    const byOthers = serviceProfile.assumptions.filter(({ inForce }) => inForce.by !== 'service');
    expect(byOthers).toEqual([]);
    expect(serviceProfile.differences).toEqual([]);
  });

  it('tells each change under a later number, in replies, events and snapshots', async () => {
    const before = await test.value('description.get', {});
    const asked = await test.value('description.ask', {});
    const { catalogueRevision } = await test.value('app.snapshot', {});
    expect(asked.revision).toBeGreaterThan(before.revision);
    expect(catalogueRevision).toBe(asked.revision);
    const forgotten = await test.value('description.forget', {});
    expect(forgotten.revision).toBeGreaterThan(asked.revision);
  });

  it('has endpoints of its own as questions like any other', async () => {
    const { catalogue, serviceProfile } = await test.value('description.ask', {});
    expect(serviceProfile.discovered).toEqual([
      {
        endpointId: 'discovered:microblog/trends/{}/live',
        platform: 'microblog',
        // Plain text: nothing of it is ever a tag.
        title: 'What people talk about alert(1)',
        path: '/api/data/microblog/trends/{place}/live',
        leftOut: null,
      },
      expect.objectContaining({
        endpointId: 'discovered:weather/stations/live',
        platform: null,
        title: 'Weather stations',
      }),
    ]);
    const trends = catalogue.endpoints.find(({ id }) => id.includes('trends'));
    expect(trends).toMatchObject({ kind: 'live', discovered: 'described', pages: true });
    expect(trends?.parameters.map(({ key, required, type }) => [key, required, type.kind])).toEqual(
      [
        ['place', true, 'text'],
        ['kind', true, 'choice'],
        ['min_volume', false, 'integer'],
        ['withPromoted', false, 'choice'],
        ['langs', false, 'ids'],
        ['day', false, 'date'],
      ],
    );
    const resource = catalogue.resources.find(({ id }) => id === trends?.resource);
    expect(resource?.fields.map(({ name, meaning }) => [name, meaning])).toEqual([
      ['trendId', 'id'],
      ['title', 'text'],
      ['postVolume', 'number'],
      ['langs', 'list'],
    ]);
  });

  it('runs them, pages them, keeps them, exports them', async () => {
    await test.value('description.ask', {});
    const id = 'discovered:microblog/trends/{}/live';
    const values = { place: 'Porto & Gaia', kind: 'rising', langs: 'pt, en', withPromoted: 'true' };
    const run = await ask(test, id, values, ['trendId', 'title', 'langs']);
    expect(run.state.kind).toBe('more');
    expect(server.requests.at(-1)).toMatchObject({
      path: '/api/data/microblog/trends/Porto%20%26%20Gaia/live',
    });
    const { run: all, window } = await test.value('run.next', {
      runId: run.id,
      limit: { pages: null, rows: null },
    });
    expect(window.rows[0]).toEqual({
      trendId: 't2',
      title: 'Trend 2 of Porto & Gaia',
      langs: ['pt', 'en'],
    });
    await vi.waitFor(async () => {
      const { run: now } = await test.value('run.open', { runId: all.id });
      expect(now).toMatchObject({ rowCount: 5, state: { kind: 'noMore' } });
    });
    const { runs } = await test.value('history.list', {});
    expect(runs[0]?.title).toBe('What people talk about…: Porto & Gaia');
    const spec = { runIds: [run.id], format: { kind: 'csv' as const } };
    const preview = await test.value('export.preview', { spec });
    expect(preview.rows.length).toBe(5);
    const stations = await ask(test, 'discovered:weather/stations/live', {});
    expect(stations).toMatchObject({ state: { kind: 'more' }, rowCount: 2 });
  });

  it('refuses values that such an endpoint does not take, before anything is sent', async () => {
    await test.value('description.ask', {});
    const sent = server.requests.length;
    const query = {
      endpointId: 'discovered:microblog/trends/{}/live',
      values: { place: 'Porto', kind: 'falling' },
      fields: [],
    };
    const answer = await test.call('run.start', { runId: mintRunId(), query });
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    expect(server.requests.length).toBe(sent);
  });
});

describe('a service that says what the specification says', () => {
  it.each([
    ['our own sample service', true],
    ['another one', false],
  ])('%s: everything is confirmed, nothing differs', async (_, isSample) => {
    const sample = await startSampleService();
    open.push(() => sample.close());
    const server = await serve({ selfDescription: describeSecondServer('plain') });
    const test = await begin(server, { sample: isSample, sampleService: async () => sample });
    const before = (await test.value('app.snapshot', {})).catalogue;
    const { serviceProfile, catalogue } = await test.value('description.ask', {});
    expect(serviceProfile.state).toMatchObject({ kind: 'read' });
    expect(serviceProfile.differences).toEqual([]);
    expect(serviceProfile.discovered).toEqual([]);
    const otherwise = serviceProfile.assumptions.filter(
      ({ assumed, service, inForce }) =>
        service === null || inForce.by !== 'service' || inForce.value !== assumed,
    );
    expect(otherwise).toEqual([]);
    expect(catalogue.endpoints.map(({ path }) => path)).toEqual(
      before.endpoints.map(({ path }) => path),
    );
  });
});
