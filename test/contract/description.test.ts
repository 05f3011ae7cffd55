/** The service describes itself: asked once, everything works under its own names. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSampleService } from '#main/sample-service/index.ts';
import type { ServiceProfileReply } from '#shared/contract/description.ts';
import type { Run } from '#shared/contract/run.ts';
import { askIn, mintRunId, question, rested, startTestCore } from '#test/support/core.ts';
import type { TestCore, TestCoreOptions } from '#test/support/core.ts';
import { liveEndpoints, storedEndpoints } from '#test/support/facts/endpoints.ts';
import { questionFor } from '#test/support/questions.ts';
import { describeSecondServer } from '#test/support/second-server/describe.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer, SecondServerOptions } from '#test/support/second-server/index.ts';

let server: SecondServer;
let test: TestCore;

const begin = async (served: SecondServerOptions, options: TestCoreOptions = {}): Promise<void> => {
  server = await startSecondServer({ pageSize: 2, totalRows: 3, ...served });
  test = await startTestCore({
    serviceAddress: server.address,
    accessKey: server.accessKey,
    // A busy computer needs longer for the same.
    descriptionLimits: { timeoutMs: 60_000, memoryMb: 512 },
    ...options,
  });
};
const end = async (): Promise<void> => {
  await test.close();
  await server.close();
};

const ask = (...asked: Parameters<typeof question>): Promise<Run> =>
  askIn(test, question(...asked));

/** Without questions about operations, which may still be under way. */
const dataRequests = () => server.requests.filter(({ path }) => !path.includes('/operations/'));

describe('a service that calls everything otherwise', () => {
  let asked: ServiceProfileReply;
  const trends = 'discovered:microblog/trends/{}/live';
  afterAll(end);
  beforeAll(() => begin({ renamed: true, selfDescription: describeSecondServer('renamed') }));

  it('refuses what is only assumed, until it is asked and everything is in force as it says', async () => {
    const { values } = questionFor('forum.posts.by-ids');
    expect((await ask('forum.posts.by-ids', values)).state.kind).toBe('failed');
    const before = await test.value('description.get', {});
    asked = await test.value('description.ask', {});
    expect((await ask('forum.posts.by-ids', values)).state.kind).toBe('noMore');
    const { state, description, facts } = asked.serviceProfile;
    expect(state.kind).toBe('read');
    expect(description).toMatchObject({ title: 'Second server', version: '1.0.0' });
    // Everything assumed, and nothing that differs from what is documented.
    expect(facts.filter(({ inForce }) => inForce.by !== 'service')).toEqual([]);
    // Each change is told under a later number.
    expect(asked.revision).toBeGreaterThan(before.revision);
    expect((await test.value('app.snapshot', {})).catalogueRevision).toBe(asked.revision);
  });

  it('answers every live question, page after page', async () => {
    const since = server.requests.length;
    for (const { id } of liveEndpoints) {
      const first = await ask(id, questionFor(id).values);
      expect(first.rowCount, id).toBeGreaterThan(0);
      if (first.state.kind === 'noMore') continue;
      const { run } = await test.value('run.next', { runId: first.id });
      expect([id, run.state.kind]).toEqual([id, 'noMore']);
    }
    // Everything was asked once: nothing was tried out under other names.
    const sent = server.requests.slice(since);
    expect(sent.filter(({ status }) => status !== 200)).toEqual([]);
    expect(sent.filter(({ query }) => 'cursor' in query).length).toBeGreaterThan(10);
  });

  it('answers stored data too, further pages included', async () => {
    for (const { id, liveId } of storedEndpoints) {
      const run = await ask(id, { ...questionFor(liveId).values, responseType: 'paging' });
      expect(run.rowCount, id).toBeGreaterThan(0);
      if (run.state.kind === 'more') await test.value('run.next', { runId: run.id });
    }
    const further = server.requests.filter(({ query }) => 'pageNo' in query);
    expect(further.length).toBeGreaterThan(10);
    expect(further.filter(({ status, query }) => status !== 200 || !query['resultTable'])).toEqual(
      [],
    );
  });

  it('has endpoints of its own as questions like any other', () => {
    const { catalogue, serviceProfile } = asked;
    expect(serviceProfile.discovered).toMatchObject([
      // Plain text: nothing of it is ever a tag.
      { endpointId: trends, platform: 'microblog', title: 'What people talk about alert(1)' },
      { endpointId: 'discovered:weather/stations/live', platform: null, leftOut: null },
    ]);
    const endpoint = catalogue.endpoints.find(({ id }) => id === trends);
    expect(endpoint).toMatchObject({
      kind: 'live',
      discovered: 'described',
      pages: true,
      metered: true,
    });
    const told = endpoint?.parameters.map(({ key, required, type }) =>
      [key, required ? 'required' : 'optional', type.kind].join(' '),
    );
    expect(told).toEqual([
      'place required text',
      'kind required choice',
      'min_volume optional integer',
      'withPromoted optional choice',
      'langs optional ids',
      'day optional date',
    ]);
    const resource = catalogue.resources.find(({ id }) => id === endpoint?.resource);
    const fields = resource?.fields.map(({ name, meaning }) => `${name} ${meaning}`);
    expect(fields).toEqual(['trendId id', 'title text', 'postVolume number', 'langs list']);
  });

  it('counts them, pages them, keeps them, exports them; refuses what they don’t take', async () => {
    const { total } = await test.value('calls.counts', {});
    const values = { place: 'Porto & Gaia', kind: 'rising', langs: 'pt, en', withPromoted: 'true' };
    const run = await ask(trends, values, ['trendId', 'title', 'langs']);
    expect(run.state.kind).toBe('more');
    const path = '/api/data/microblog/trends/Porto%20%26%20Gaia/live';
    expect(dataRequests().at(-1)).toMatchObject({ path });
    const limit = { pages: null, rows: null };
    const { window } = await test.value('run.next', { runId: run.id, limit });
    expect(window.rows[0]).toEqual({
      trendId: 't2',
      title: 'Trend 2 of Porto & Gaia',
      langs: ['pt', 'en'],
    });
    const whole = { rowCount: 5, state: { kind: 'noMore' } };
    expect(await rested(run.id, test)).toMatchObject(whole);
    expect((await test.value('calls.counts', {})).total).toBe(total + 3);
    const { runs } = await test.value('history.list', {});
    expect(runs[0]?.title).toBe('What people talk about…: Porto & Gaia');
    const spec = { runIds: [run.id], format: { kind: 'csv' as const } };
    expect((await test.value('export.preview', { spec })).rows.length).toBe(5);
    const stations = await ask('discovered:weather/stations/live', {});
    expect(stations).toMatchObject({ state: { kind: 'more' }, rowCount: 2 });
    const sent = dataRequests().length;
    const query = question(trends, { place: 'Porto', kind: 'falling' });
    const refused = await test.call('run.start', { runId: mintRunId(), query });
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    expect(dataRequests().length).toBe(sent);
  });
});

it.each([
  ['our own sample service', true],
  ['another one', false],
])('%s says what the specification says: everything is confirmed', async (_, isSample) => {
  const sample = await startSampleService();
  const selfDescription = describeSecondServer('plain');
  await begin({ selfDescription }, { sample: isSample, sampleService: async () => sample });
  const before = (await test.value('app.snapshot', {})).catalogue;
  const { serviceProfile, catalogue } = await test.value('description.ask', {});
  expect(serviceProfile).toMatchObject({ state: { kind: 'read' }, discovered: [] });
  const asAssumed = serviceProfile.facts.map(({ id, ours }) => ({
    id,
    isAssumed: true,
    inForce: { value: ours, by: 'service' },
  }));
  expect(serviceProfile.facts).toMatchObject(asAssumed);
  const pathsOf = ({ endpoints }: typeof catalogue) => endpoints.map(({ path }) => path);
  expect(pathsOf(catalogue)).toEqual(pathsOf(before));
  await end();
  await sample.close();
});
