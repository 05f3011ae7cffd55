/** The support bundle: what helps, and no key, whatever went wrong before (checklist 17). */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import { redact, withoutQuestion, withoutValues } from '#main/core/support/redact.ts';
import { mintRunId, paperKeychain } from '#test/support/core.ts';
import { faultCases } from '#test/support/faults-table.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { serve } from '#test/support/serve.ts';
import { throughCore, waysIn } from '#test/support/ways-in.ts';
import type { WayIn } from '#test/support/ways-in.ts';

const canaries = {
  accessKey: 'sk_canary_Zq7Xw2Vp9Lk4Tn8R',
  trialKey: 'TRIAL_canary_Hq3Zt8Wm5Rb1',
};
const question = {
  endpointId: 'microblog.users.get',
  values: { username: 'secretive_person' },
  fields: [],
};

describe.each(waysIn)('through %s', (_, open) => {
  let server: SecondServer;
  let way: WayIn;
  beforeEach(async () => {
    server = await startSecondServer(canaries);
    way = await open({
      serviceAddress: server.address,
      secrets: paperKeychain(),
      settings: { preferences: { timeoutSeconds: 1 } },
    });
    await way.value('service.choose', { kind: 'address', address: server.address });
    await way.value('credential.add', { value: canaries.accessKey, name: 'Mira’s own key' });
    await way.value('credential.add', { value: server.sessionToken });
    await way.value('trial.get', { source: 'x' });
  });
  afterEach(async () => {
    await way.close();
    await server.close();
  });

  async function failInEveryWay(): Promise<void> {
    for (const { fault } of faultCases) {
      server.fail(fault, 3);
      await way.send('run.start', { runId: mintRunId(), query: question });
      server.recover();
      server.fail({ ...fault, path: '/api/plan' });
      await way.send('service.read', { page: 'plan' });
      server.recover();
    }
  }

  it('[17] has everything that helps and no credential', async () => {
    await failInEveryWay();
    const { text } = await way.value('support.preview', { withQuestions: true });
    const bundle = JSON.parse(text);
    expect(bundle).toMatchObject({
      program: { version: '0.0.0-test', node: process.versions.node, host: 'browser host' },
      service: { address: server.address },
      keychain: { available: true },
      settings: { timeoutSeconds: 1 },
      stores: { runs: faultCases.length, byCondition: { sound: faultCases.length } },
      ledger: { byPlatform: { microblog: expect.any(Number) } },
    });
    expect(bundle.credentials).toHaveLength(3);
    const codes = new Set(bundle.failures.map(({ code }: { code: string }) => code));
    expect(codes).toContain('plan_limit');
    expect(codes).toContain('timeout');
    expect(bundle.failures).toContainEqual(
      expect.objectContaining({
        status: 503,
        serviceSaid: 'The request could not be fulfilled',
        request: '/api/data/microblog/users/secretive_person/live',
      }),
    );
    for (const canary of [...Object.values(canaries), server.sessionToken]) {
      expect(text).not.toContain(canary);
      expect(text).not.toContain(canary.slice(0, 12));
      expect(text).not.toContain(canary.slice(-5));
      expect(text).not.toContain(Buffer.from(canary).toString('base64').slice(0, 16));
    }
    expect(text).not.toContain('Mira');
  });

  it('leaves out what was asked unless the person wants it in', async () => {
    await failInEveryWay();
    const { text } = await way.value('support.preview', { withQuestions: false });
    expect(text).not.toContain('secretive_person');
    expect(text).toContain('/api/data/microblog/users/{username}/live');
  });

  it('is saved as it was shown, and only what was shown', async () => {
    const first = await way.value('support.preview', { withQuestions: false });
    const { id, text } = await way.value('support.preview', { withQuestions: false });
    expect(await way.call('support.save', { id: first.id })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    });
    const saved = await way.value('support.save', { id });
    if (saved.kind !== 'saved') throw new Error('It was not saved.');
    expect(saved.name).toMatch(/^social-data-explorer-support-\d{4}-\d\d-\d\d\.json$/);
    expect((await way.readSaved(saved)).toString('utf8')).toBe(text);
  });
});

it('knows the failures of an earlier start', async () => {
  const server = await startSecondServer(canaries);
  const dataDir = await mkdtemp(join(tmpdir(), 'sde-support-'));
  const options = { dataDir, serviceAddress: server.address, accessKey: canaries.accessKey };
  const first = await throughCore(options);
  server.fail({ kind: 'status', status: 402 });
  await first.value('run.start', { runId: mintRunId(), query: question });
  await first.close();
  expect(await readFile(join(dataDir, 'failures.json'), 'utf8')).not.toContain(canaries.accessKey);
  const next = await throughCore(options);
  const { text } = await next.value('support.preview', { withQuestions: false });
  expect(JSON.parse(text).failures).toMatchObject([{ code: 'plan_limit', status: 402 }]);
  await next.close();
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('[17] a service that repeats another key than it was sent can’t bring it into bundle or file', async () => {
  const serviceAddress = await serve((_, response) => {
    response.writeHead(401, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ message: `Not this: ${canaries.accessKey}` }));
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'sde-support-'));
  const way = await throughCore({ dataDir, serviceAddress, accessKey: canaries.accessKey });
  // Sent with no credential at all, so nothing about the request tells that this is a key.
  await way.call('service.read', { page: 'status' });
  const { text } = await way.value('support.preview', { withQuestions: true });
  expect(text).toContain('Not this: [key]');
  await way.close();
  expect(await readFile(join(dataDir, 'failures.json'), 'utf8')).toContain('Not this: [key]');
  await rm(dataDir, { recursive: true, force: true });
});

describe('redaction', () => {
  it('takes out credentials in every form they may have', () => {
    const secrets = ['sk/odd"key+0001', 'short'];
    const text = [
      'sk/odd"key+0001',
      JSON.stringify({ key: 'sk/odd"key+0001' }),
      encodeURIComponent('sk/odd"key+0001'),
      'Authorization: Bearer somebody-elses-key',
      'TRIAL0123456789abc',
      'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.c2ln',
    ].join('\n');
    expect(redact(text, secrets)).toBe(
      ['[key]', '{"key":"[key]"}', '[key]', 'Authorization: [key]', '[key]', '[key]'].join('\n'),
    );
    expect(redact('a short word', secrets)).toBe('a short word');
  });

  it('takes out where the home folder is', () => {
    expect(redact(`"${join(homedir(), 'data')}"`, [])).toBe('"~/data"');
  });

  it('takes out a question’s values, in the address and in what the service says', () => {
    const target = '/api/data/microblog/users/mira%20o/live?fields=id%2Cname&cursor=…';
    const templates = catalogue.endpoints.map(({ path }) => path);
    const { target: without, values } = withoutQuestion(target, templates);
    expect(without).toBe('/api/data/microblog/users/{username}/live?fields=…&cursor=…');
    expect(withoutValues('User mira o does not exist (id,name).', values)).toBe(
      'User … does not exist (…).',
    );
    expect(withoutQuestion('/somewhere/else?q=a', templates).target).toBe('/somewhere/else?q=…');
    // Asked under names that are no longer in force: what is a value and what isn't, nobody knows.
    const other = withoutQuestion('/api/data/microblog/people/mira%20o/live?q=a', templates);
    expect(other.target).toBe('/api/data/…?q=…');
    expect(other.values).toContain('mira o');
    expect(withoutQuestion('/api/crawl/status/mira%20o?q=a', templates)).toEqual({
      target: '/api/crawl/status/…?q=…',
      values: ['mira o', 'a'],
    });
  });
});
