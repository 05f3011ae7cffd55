/**
 * Plan, usage, session token, status: what each credential is sent to, and what follows from each
 * failure, against the second server and the sample service.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startSampleService } from '#main/sample-service/index.ts';
import { costWords } from '#shared/contract/problem.ts';
import { servicePages } from '#shared/contract/service.ts';
import type { ServicePage } from '#shared/contract/service.ts';
import { mintRunId, paperKeychain } from '#test/support/core.ts';
import { otherEndpoints } from '#test/support/facts/endpoints.ts';
import { limits } from '#test/support/facts/limits.ts';
import { faultCases } from '#test/support/faults-table.ts';
import {
  addBoth,
  begin,
  eachTestHasServer,
  openWay,
  sent,
  server,
  stored,
  way,
} from '#test/support/second-server-way.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import { serve } from '#test/support/serve.ts';
import { waysIn } from '#test/support/ways-in.ts';

const facts: Record<ServicePage, string> = {
  plan: 'account.plan',
  usage: 'account.usage',
  status: 'system.status',
  history: 'system.history',
  health: 'platform.health',
  metrics: 'platform.metrics',
};
const pathOf = (page: ServicePage): string =>
  otherEndpoints.find(({ id }) => id === facts[page])?.path ?? '';

eachTestHasServer();

describe.each(waysIn)('through %s', (_, open) => {
  it('[23] every credential goes to its own paths, and nothing to the open ones', async () => {
    await begin({}, open);
    await addBoth();
    for (const page of servicePages) await way.value('service.read', { page });
    await way.value('trial.get', { source: 'A test' });
    await way.value('run.start', { runId: mintRunId(), query: stored });
    for (const { id } of (await way.value('app.snapshot', {})).credentials) {
      expect(await way.value('credential.test', { id })).toMatchObject({ verdict: 'accepted' });
    }
    const session = `Bearer ${server.sessionToken}`;
    const key = `Bearer ${server.accessKey}`;
    expect(sent()).toEqual([
      ['/api/plan', session],
      ['/api/usage', session],
      ['/api/status', undefined],
      ['/api/status/history', undefined],
      ['/health', undefined],
      ['/metrics', undefined],
      ['/api/trial/token', undefined],
      ['/api/data/microblog/posts', key],
      ['/api/data/operations/op_check', key],
      ['/api/plan', session],
      ['/api/data/operations/op_check', `Bearer ${server.trialKey}`],
    ]);
    expect(server.requests.find(({ method }) => method === 'POST')?.body).toBe(
      '{"source":"A test"}',
    );
    expect((await way.value('app.snapshot', {})).calls.session).toBe(1);
  });

  it.each(servicePages)('%s is told as it came', async (page) => {
    await begin({}, open);
    await addBoth();
    const answer = await way.value('service.read', { page });
    expect(answer).toMatchObject({ page, isCut: false, isJson: page !== 'metrics' });
    const headers = { Authorization: `Bearer ${server.sessionToken}` };
    const direct = await fetch(
      server.address + pathOf(page),
      page === 'plan' || page === 'usage' ? { headers } : {},
    );
    expect(answer.text).toBe(await direct.text());
  });
});

describe('[29] what follows from a failure', () => {
  const cases = servicePages.flatMap((page) =>
    faultCases
      // Any JSON may be an answer of these, and text is health or metrics.
      .filter(({ fault }) => fault.kind !== 'wrongShape' || page === 'plan')
      .map((faultCase) => [page, faultCase.name, faultCase] as const),
  );
  it.each(cases)('%s: %s', async (page, _, { fault, code }) => {
    await begin();
    await addBoth();
    server.fail({ ...fault, path: pathOf(page) });
    const answer = await way.call('service.read', { page });
    if (answer.ok) throw new Error('It was answered.');
    const { error } = answer;
    expect(error.code).toBe(code);
    expect(error.details).toMatchObject({ target: pathOf(page), attempts: 1 });
    expect([error.title, error.advice].every((words) => /[.?]$/.test(words))).toBe(true);
    expect(costWords(error)).toBe('No metered call was made.');
    // Once, whatever it was: the person tries again.
    expect(server.requests.filter(({ path }) => path === pathOf(page))).toHaveLength(1);
    server.recover();
    expect((await way.call('service.read', { page })).ok).toBe(true);
  });

  it('without an address nobody is asked', async () => {
    await openWay();
    for (const page of servicePages) {
      const answer = await way.call('service.read', { page });
      expect(answer).toMatchObject({ ok: false, error: { code: 'no_address' } });
    }
    const trial = await way.call('trial.get', { source: 'x' });
    expect(trial).toMatchObject({ ok: false, error: { code: 'no_address' } });
  });

  it('without a session nobody is asked for plan and usage', async () => {
    await begin();
    await way.value('credential.add', { value: server.accessKey });
    for (const page of ['plan', 'usage'] as const) {
      const answer = await way.call('service.read', { page });
      expect(answer).toMatchObject({
        ok: false,
        error: { code: 'no_credential', title: expect.stringContaining('signed in') },
      });
    }
    expect(server.requests).toEqual([]);
  });

  it('a service that can’t be reached', async () => {
    const gone = await startSecondServer();
    await gone.close();
    await begin({ serviceAddress: gone.address });
    const answer = await way.call('service.read', { page: 'health' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'connection', call: 'noCall' } });
  });
});

describe('[22] no credential follows a redirect', () => {
  it.each([301, 302, 303, 307, 308])('of %s', async (status) => {
    const seen: IncomingHttpHeaders[] = [];
    const target = await serve(({ headers }, response) => {
      seen.push(headers);
      response.end('{}');
    });
    const away = await serve((_request, response) => {
      response.writeHead(status, { Location: target }).end('{}');
    });
    await begin({ serviceAddress: away });
    await addBoth();
    for (const page of servicePages) {
      expect(await way.call('service.read', { page })).toMatchObject({
        error: { code: 'redirect_refused' },
      });
    }
    expect(await way.call('trial.get', { source: 'x' })).toMatchObject({
      error: { code: 'redirect_refused' },
    });
    for (const { id } of (await way.value('app.snapshot', {})).credentials) {
      expect(await way.value('credential.test', { id })).toMatchObject({ verdict: 'undecided' });
    }
    expect(seen).toEqual([]);
  });
});

describe('[22] another address', () => {
  it('gets none of the old one’s credentials, which come back with it', async () => {
    const other = await startSecondServer();
    await begin();
    await addBoth();
    await way.value('trial.get', { source: 'A test' });
    const before = server.requests.length;
    const moved = await way.value('service.choose', { kind: 'address', address: other.address });
    expect(moved).toMatchObject({ credential: null, credentials: [] });
    for (const page of servicePages) await way.call('service.read', { page });
    await way.call('run.start', { runId: mintRunId(), query: stored });
    await way.call('credential.test', {});
    expect(other.requests.map(({ authorization }) => authorization)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
    const back = await way.value('service.choose', { kind: 'address', address: server.address });
    expect(back.credentials.map(({ kind }) => kind)).toEqual([
      'accessKey',
      'sessionToken',
      'trialKey',
    ]);
    expect(server.requests).toHaveLength(before);
    await other.close();
  });
});

describe('the sample service', () => {
  it('shows plan, usage, status and a trial key without a credential of one’s own', async () => {
    const sample = await startSampleService();
    const secrets = paperKeychain();
    await begin({ secrets, sampleService: async () => sample });
    await way.value('service.choose', { kind: 'sample' });
    for (const page of servicePages) await way.value('service.read', { page });
    const { credential, credentials } = await way.value('trial.get', { source: 'Curious' });
    expect(credential?.source).toBe('sample');
    const trial = credentials.find(({ kind }) => kind === 'trialKey');
    await way.value('credential.use', { id: trial?.id ?? '' });
    const { run } = await way.value('run.start', { runId: mintRunId(), query: stored });
    expect(run.rowCount).toBe(limits.trialResultsPerCall);
    expect(secrets.entries.size).toBe(0);
    const kinds = sample.requests().map(({ path, key }) => [path, key]);
    expect(kinds).toEqual([
      ['/api/plan', 'session'],
      ['/api/usage', 'session'],
      ['/api/status', 'none'],
      ['/api/status/history', 'none'],
      ['/health', 'none'],
      ['/metrics', 'none'],
      ['/api/trial/token', 'none'],
      ['/api/data/microblog/posts', 'trial'],
    ]);
    await way.value('credential.remove', { id: trial?.id ?? '' });
    expect((await way.value('app.snapshot', {})).credential?.source).toBe('sample');
    await sample.close();
  });
});
