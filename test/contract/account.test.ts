/**
 * Plan, usage, session token, status, trial key: what each credential is sent to, and what follows from each
 * failure, against the second server and the sample service.
 */
import { describe, expect, it } from 'vitest';
import { costWords } from '#shared/contract/problem.ts';
import { servicePages } from '#shared/contract/service.ts';
import type { ServicePage } from '#shared/contract/service.ts';
import { paperKeychain } from '#test/support/core.ts';
import { otherEndpoints } from '#test/support/facts/endpoints.ts';
import { limits } from '#test/support/facts/records.ts';
import { faultCases } from '#test/support/faults-table.ts';
import { failSo } from '#test/support/out-of-time.ts';
import {
  addBoth,
  ask as askFor,
  begin as openCore,
  beginWithoutKey as begin,
  eachTestHasServer,
  problemOf,
  sent,
  server,
  stored,
  test,
} from '#test/support/run-core.ts';
import { serve } from '#test/support/serve.ts';

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
const askStored = () => askFor(undefined, stored);

describe('credentials', () => {
  it('[23] each goes to its own paths, and nothing to the open ones', async () => {
    await begin();
    await addBoth();
    const session = `Bearer ${server.sessionToken}`;
    const key = `Bearer ${server.accessKey}`;
    for (const page of servicePages) {
      const answer = await test.value('service.read', { page });
      // It is told as it came.
      expect(answer).toMatchObject({ isCut: false, isJson: page !== 'metrics' });
      const headers = new Headers();
      if (page === 'plan' || page === 'usage') headers.set('Authorization', session);
      const direct = await fetch(server.address + pathOf(page), { headers });
      expect(answer.text).toBe(await direct.text());
    }
    const before = sent();
    expect(before.filter((_, place) => place % 2 === 0)).toEqual([
      ['/api/plan', session],
      ['/api/usage', session],
      ['/api/status', undefined],
      ['/api/status/history', undefined],
      ['/health', undefined],
      ['/metrics', undefined],
    ]);
    await test.value('trial.get', { source: 'A test' });
    await askStored();
    for (const { id } of (await test.value('app.snapshot', {})).credentials) {
      expect(await test.value('credential.test', { id })).toMatchObject({ verdict: 'accepted' });
    }
    expect(sent().slice(before.length)).toEqual([
      ['/api/trial/token', undefined],
      ['/api/data/microblog/posts', key],
      ['/api/data/operations/op_check', key],
      ['/api/plan', session],
      ['/api/data/operations/op_check', `Bearer ${server.trialKey}`],
    ]);
    expect((await test.value('app.snapshot', {})).calls.session).toBe(1);
  });

  it('without an address or a session nobody is asked', async () => {
    await openCore({ serviceAddress: undefined, accessKey: undefined, secrets: paperKeychain() });
    const noAddress = { ok: false, error: { code: 'no_address' } };
    for (const page of servicePages) {
      expect(await test.call('service.read', { page })).toMatchObject(noAddress);
    }
    expect(await test.call('trial.get', { source: 'x' })).toMatchObject(noAddress);
    await test.value('service.choose', { kind: 'address', address: server.address });
    await test.value('credential.add', { value: server.accessKey });
    const error = { code: 'no_credential', title: expect.stringContaining('signed in') as unknown };
    for (const page of ['plan', 'usage'] as const) {
      expect(await test.call('service.read', { page })).toMatchObject({ ok: false, error });
    }
    expect(server.requests).toEqual([]);
  });
});

describe('[29] what follows from a failure', () => {
  /** What a person reads; the other failures are told in the words of collecting. */
  const titles: Readonly<Record<string, RegExp>> = {
    '400': /^The service did not accept the question/,
    '402': /^The plan’s limit is reached/,
    '403 with another code': /^You aren’t allowed to see this/,
    '404': /^The service isn’t at this address/,
    '429': /^The service asks for fewer requests/,
    '503': /^The service could not answer \(503\)/,
    'a page of HTML': /^The service’s answer isn’t data/,
  };

  it('is said for every page and for a trial key, once asked, nothing kept', async () => {
    const secrets = paperKeychain();
    await begin({ secrets });
    await addBoth();
    const kept = [...secrets.entries];
    for (const { name, fault, code } of faultCases) {
      const asked = servicePages.map((page) => ({
        path: pathOf(page),
        read: () => test.call('service.read', { page }),
        // Any JSON may be an answer of these, and text is health or metrics.
        canFail: fault.kind !== 'wrongShape' || page === 'plan',
        title: titles[name] ?? /./,
      }));
      const trial = {
        path: '/api/trial/token',
        read: () => test.call('trial.get', { source: 'A test' }),
        canFail: true,
        title: /./,
      };
      for (const { path, read, title } of [...asked, trial].filter(({ canFail }) => canFail)) {
        const before = server.requests.length;
        failSo(server, fault, { path });
        const answer = await read();
        if (answer.ok) throw new Error(`${name}: ${path} was answered.`);
        const { error } = answer;
        expect(error, name).toMatchObject({ code, details: { target: path, attempts: 1 } });
        expect([error.title, error.advice].every((words) => /[.?]$/.test(words))).toBe(true);
        expect(error.title).toMatch(title);
        expect(costWords(error)).toBe('No call was counted.');
        // Once, whatever it was: the person tries again.
        expect(server.requests.slice(before).map((one) => one.path)).toEqual([path]);
        server.recover();
      }
    }
    expect([...secrets.entries]).toEqual(kept);
    expect((await test.call('service.read', { page: 'plan' })).ok).toBe(true);
  });
});

describe('a trial key', () => {
  it('is stored at once, used, reads five rows of stored data, and ends with its own words', async () => {
    const secrets = paperKeychain();
    await begin({ secrets });
    const { credential } = await test.value('trial.get', { source: '  A colleague ' });
    expect(server.requests[0]?.body).toBe('{"source":"A colleague"}');
    expect(credential).toMatchObject({ kind: 'trialKey', source: 'keychain', endIsSure: true });
    expect([...secrets.entries.values()]).toContain(server.trialKey);
    const left = Date.parse(credential?.endsAt ?? '') - Date.now();
    expect(Math.ceil(left / 86_400_000)).toBe(limits.trialKeyDays);
    expect((await askStored()).rowCount).toBe(limits.trialResultsPerCall);
    const remedies = [{ kind: 'useStoredData' }, {}];
    expect(problemOf(await askFor())).toMatchObject({ code: 'trial_live', remedies });
    server.fail({ kind: 'status', status: 401 });
    const title: unknown = expect.stringContaining('trial key');
    expect(problemOf(await askStored())).toMatchObject({ code: 'unauthorized', title });
  });

  it('that is not where it should be is none', async () => {
    let body = '';
    await begin({ serviceAddress: await serve((_request, response) => void response.end(body)) });
    for (const [text, code] of [
      ['{"data":{"accessKey":"two words"}}', 'wrong_shape'],
      ['{"accessKey":"TRIAL-0123456789"}', 'wrong_shape'],
      ['[]', 'wrong_shape'],
      ['Welcome', 'not_json'],
    ] as const) {
      body = text;
      expect(await test.call('trial.get', { source: 'x' })).toMatchObject({ error: { code } });
    }
    expect((await test.value('app.snapshot', {})).credentials).toEqual([]);
  });
});
