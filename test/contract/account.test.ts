/**
 * Plan, usage, trial key, session token, status: what each credential is sent to, and what follows
 * from each failure, against the second server and the sample service.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSampleService } from '#main/sample-service/index.ts';
import { costWords } from '#shared/contract/problem.ts';
import { servicePages } from '#shared/contract/service.ts';
import type { ServicePage } from '#shared/contract/service.ts';
import { mintRunId, paperKeychain } from '#test/support/core.ts';
import type { TestCoreOptions } from '#test/support/core.ts';
import { otherEndpoints } from '#test/support/facts/endpoints.ts';
import { limits } from '#test/support/facts/limits.ts';
import { faultCases } from '#test/support/faults-table.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { throughCore, waysIn } from '#test/support/ways-in.ts';
import type { WayIn } from '#test/support/ways-in.ts';

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

let server: SecondServer;
let way: WayIn;
beforeEach(async () => {
  server = await startSecondServer();
});
afterEach(async () => {
  await way.close();
  await server.close();
});

const begin = async (options: TestCoreOptions = {}, open = throughCore): Promise<WayIn> => {
  way = await open({
    serviceAddress: server.address,
    settings: { preferences: { timeoutSeconds: 1 } },
    secrets: paperKeychain(),
    ...options,
  });
  await way.value('service.choose', { kind: 'address', address: server.address });
  return way;
};
const addBoth = async (): Promise<void> => {
  await way.value('credential.add', { value: server.accessKey });
  await way.value('credential.add', { value: server.sessionToken });
};
const stored = {
  endpointId: 'microblog.posts.search.stored',
  values: { q: 'sea', responseType: 'fast' },
  fields: [],
};
const sent = (): [string, string | undefined][] =>
  server.requests.map(({ path, authorization }) => [path, authorization]);

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

  it.each(faultCases.map((one) => [one.name, one] as const))(
    'a trial key: %s',
    async (_, { fault, code }) => {
      const secrets = paperKeychain();
      await begin({ secrets });
      server.fail({ ...fault, path: '/api/trial/token' });
      const answer = await way.call('trial.get', { source: 'A test' });
      expect(answer).toMatchObject({ ok: false, error: { code, call: 'noCall' } });
      expect(server.requests).toHaveLength(1);
      expect(secrets.entries.size).toBe(0);
    },
  );

  it('without an address nobody is asked', async () => {
    way = await throughCore();
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
    await begin();
    await server.close();
    const answer = await way.call('service.read', { page: 'health' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'connection', call: 'noCall' } });
    server = await startSecondServer();
  });
});

describe('[22] no credential follows a redirect', () => {
  it.each([301, 302, 303, 307, 308])('of %s', async (status) => {
    const seen: IncomingHttpHeaders[] = [];
    const target = await listen((headers) => {
      seen.push(headers);
      return { status: 200 };
    });
    const away = await listen(() => ({ status, headers: { Location: addressOf(target) } }));
    await begin();
    await way.value('service.choose', { kind: 'address', address: addressOf(away) });
    await way.value('credential.add', { value: server.accessKey });
    await way.value('credential.add', { value: server.sessionToken });
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
    for (const one of [target, away]) one.close();
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

describe('a trial key', () => {
  it('is stored at once, used, and reads five rows of stored data', async () => {
    const secrets = paperKeychain();
    await begin({ secrets });
    const { credential } = await way.value('trial.get', { source: '  A colleague ' });
    expect(credential).toMatchObject({ kind: 'trialKey', source: 'keychain', endIsSure: true });
    expect([...secrets.entries.values()]).toContain(server.trialKey);
    const left = Date.parse(credential?.endsAt ?? '') - Date.now();
    expect(Math.ceil(left / 86_400_000)).toBe(limits.trialKeyDays);
    const { run } = await way.value('run.start', { runId: mintRunId(), query: stored });
    expect(run.rowCount).toBe(limits.trialResultsPerCall);
    const live = { ...stored, endpointId: 'microblog.posts.search', values: { q: 'sea' } };
    const refused = await way.value('run.start', { runId: mintRunId(), query: live });
    expect(refused.run.state).toMatchObject({
      problem: { code: 'trial_live', remedies: [{ kind: 'useStoredData' }, {}] },
    });
    expect(server.requests[0]?.body).toBe('{"source":"A colleague"}');
  });

  it('that ended is refused with its own words', async () => {
    await begin();
    await way.value('trial.get', { source: 'x' });
    server.fail({ kind: 'status', status: 401 });
    const { run } = await way.value('run.start', { runId: mintRunId(), query: stored });
    expect(run.state).toMatchObject({
      problem: { code: 'unauthorized', title: expect.stringContaining('trial key') },
    });
  });

  it.each([
    ['{"data":{}}', 'wrong_shape'],
    ['{"data":{"accessKey":"two words"}}', 'wrong_shape'],
    ['{"accessKey":"TRIAL-0123456789"}', 'wrong_shape'],
    ['[]', 'wrong_shape'],
    ['Welcome', 'not_json'],
  ])('that is not where it should be is none: %s', async (body, code) => {
    const odd = await listen(() => ({ status: 200 }), body);
    await begin();
    await way.value('service.choose', { kind: 'address', address: addressOf(odd) });
    expect(await way.call('trial.get', { source: 'x' })).toMatchObject({ error: { code } });
    odd.close();
  });
});

describe('several keys', () => {
  it('have names, and the one that is chosen is sent', async () => {
    await begin();
    const first = await way.value('credential.add', { value: server.accessKey, name: ' Team ' });
    const second = await way.value('credential.add', { value: 'another-key-0001', name: 'Mine' });
    expect(second.credential?.name).toBe('Mine');
    const id = first.credential?.id ?? '';
    const used = await way.value('credential.use', { id });
    expect(used.credential).toMatchObject({ name: 'Team', inUse: true });
    await way.value('credential.rename', { id, name: 'The team’s' });
    await way.value('run.start', { runId: mintRunId(), query: stored });
    expect(sent()).toEqual([['/api/data/microblog/posts', `Bearer ${server.accessKey}`]]);
    const removed = await way.value('credential.remove', { id });
    expect(removed.credential).toBeNull();
    expect(removed.credentials).toMatchObject([{ name: 'Mine', inUse: false }]);
  });

  it('are replaced with another of their kind only', async () => {
    await begin();
    await addBoth();
    const { credentials } = await way.value('app.snapshot', {});
    const [key, token] = credentials;
    const wrong = await way.call('credential.replace', {
      id: key?.id ?? '',
      value: server.sessionToken,
    });
    expect(wrong).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    const swapped = await way.call('credential.replace', {
      id: token?.id ?? '',
      value: 'another-key-0001',
    });
    expect(swapped).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    const right = await way.value('credential.replace', {
      id: key?.id ?? '',
      value: 'another-key-0001',
    });
    expect(right.credential).toMatchObject({ id: key?.id, lastFour: '0001' });
  });

  it('are twelve at most', async () => {
    await begin();
    for (let n = 10; n < 22; n++) {
      await way.value('credential.add', { value: `some-access-key-${n}` });
    }
    const more = await way.call('credential.add', { value: 'some-access-key-99' });
    expect(more).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    // Then no trial key is asked for either: it could not be kept.
    expect((await way.call('trial.get', { source: 'x' })).ok).toBe(false);
    expect(server.requests).toEqual([]);
  });

  it('of the environment are changed there', async () => {
    await begin({ accessKey: server.accessKey });
    for (const [method, input] of [
      ['credential.remove', { id: 'environment' }],
      ['credential.rename', { id: 'environment', name: 'x' }],
      ['credential.replace', { id: 'environment', value: 'another-key-0001' }],
    ] as const) {
      const answer = await way.send(method, input);
      expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    }
    expect((await way.value('app.snapshot', {})).credential?.source).toBe('environment');
  });
});

describe('trouble on a platform', () => {
  const degraded = { platform: 'forum', state: 'degraded', phase: 'trouble', message: null };

  it('is heard of when a service is chosen, without a credential, and not asked for again soon', async () => {
    await begin({ statusEveryMs: 60_000 });
    await expect
      .poll(async () => (await way.value('app.snapshot', {})).trouble)
      .toEqual([degraded]);
    await way.value('credential.add', { value: server.accessKey });
    await way.value('run.start', { runId: mintRunId(), query: stored });
    expect(way.test.events).toContainEqual({ kind: 'trouble.changed', trouble: [degraded] });
    expect(sent()).toEqual([
      ['/api/status', undefined],
      ['/api/data/microblog/posts', `Bearer ${server.accessKey}`],
    ]);
  });

  it('is heard of when the status is read, and forgotten with another service', async () => {
    const other = await startSampleService();
    await begin({ sampleService: async () => other });
    await way.value('service.read', { page: 'status' });
    expect((await way.value('app.snapshot', {})).trouble).toEqual([degraded]);
    expect((await way.value('service.choose', { kind: 'sample' })).trouble).toEqual([]);
    other.setStatus('photoshare', 'outage', 'Nothing can be fetched.');
    await way.value('service.read', { page: 'status' });
    expect((await way.value('app.snapshot', {})).trouble).toEqual([
      {
        platform: 'photoshare',
        state: 'outage',
        phase: 'down',
        message: 'Nothing can be fetched.',
      },
    ]);
    await other.close();
  });

  it('a status that can’t be had hinders nobody', async () => {
    await begin({ statusEveryMs: 1 });
    await way.value('credential.add', { value: server.accessKey });
    server.fail({ kind: 'hang', path: '/api/status' }, 99);
    const { run } = await way.value('run.start', { runId: mintRunId(), query: stored });
    expect(run.rowCount).toBe(20);
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

async function listen(
  answer: (headers: IncomingHttpHeaders) => { status: number; headers?: Record<string, string> },
  body = '{}',
): Promise<Server> {
  const one = createServer((request, response) => {
    const { status, headers } = answer(request.headers);
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(one, 'listening');
  return one;
}

function addressOf(one: Server): string {
  const bound = one.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return `http://127.0.0.1:${bound.port}`;
}
