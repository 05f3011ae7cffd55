/** Plan, usage, trial keys, sessions, status: the families beside data. */
import { describe, expect, it } from 'vitest';
import { planFeatureMembers, planMembers } from '#test/support/facts/records.ts';
import { limits } from '#test/support/facts/limits.ts';
import { ask, friday, startService } from './asking.ts';
import type { Item } from './asking.ts';

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;
const post = (address: string, body: string): Promise<Response> =>
  fetch(`${address}/api/trial/token`, { method: 'POST', body });
const stored = '/api/data/microblog/posts?q=tides';

describe('the account', () => {
  it('gives the plan with the members of the specification', async () => {
    const service = await startService();
    const { status, body } = await ask(service, '/api/plan', { key: service.sessionToken });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(Object.keys(planMembers));
    const features = isItem(body['features']) ? body['features'] : {};
    expect(Object.keys(features)).toEqual(Object.keys(planFeatureMembers));
  });

  it('[23] refuses every other credential; the plan with message only', async () => {
    const service = await startService();
    for (const key of [null, service.accessKey, service.trialKey, 'eyJhbGciOiJub25lIn0.e30.x']) {
      const plan = await ask(service, '/api/plan', { key });
      expect([plan.status, Object.keys(plan.body)]).toEqual([401, ['message']]);
      expect((await ask(service, '/api/usage', { key })).body).toMatchObject({ success: false });
    }
    expect((await ask(service, stored, { key: service.sessionToken })).status).toBe(401);
  });

  it('counts today’s calls into usage', async () => {
    const service = await startService();
    const used = async (): Promise<number> => {
      const { body } = await ask(service, '/api/usage', { key: service.sessionToken });
      return isItem(body['credits']) ? Number(body['credits']['used']) : Number.NaN;
    };
    const before = await used();
    await ask(service, stored);
    expect(await used()).toBe(before + 1);
  });

  it('ends a session at its time', async () => {
    const service = await startService();
    const key = service.createSession({ until: friday + 60_000 });
    expect((await ask(service, '/api/plan', { key })).status).toBe(200);
    service.setClock(() => friday + 60_000);
    expect((await ask(service, '/api/plan', { key })).status).toBe(401);
  });
});

describe('trial keys', () => {
  it('are given for a source, and end after five days', async () => {
    const service = await startService();
    const answer: unknown = await (await post(service.address, '{"source":"a test"}')).json();
    const data = isItem(answer) && isItem(answer['data']) ? answer['data'] : {};
    const key = String(data['accessKey']);
    expect(key).toMatch(/^TRIAL/);
    expect(key).not.toBe(service.trialKey);
    expect((await ask(service, stored, { key })).results).toHaveLength(limits.trialResultsPerCall);
    service.setClock(() => friday + limits.trialKeyDays * 86_400_000);
    expect((await ask(service, stored, { key })).status).toBe(401);
  });

  it.each(['', '{}', '{"source":" "}', '[]', 'source=x'])('want a source: %j', async (body) => {
    const service = await startService();
    expect((await post(service.address, body)).status).toBe(400);
  });
});

describe('status', () => {
  it('needs no credential and tells how it is', async () => {
    const service = await startService();
    const well = await ask(service, '/api/status', { key: null });
    expect(well.body).toMatchObject({ status: 'operational' });
    service.setStatus('forum', 'outage', 'Nothing can be fetched.');
    const { body } = await ask(service, '/api/status', { key: null });
    expect(body['status']).toBe('degraded');
    expect(body['platforms']).toContainEqual(
      expect.objectContaining({ name: 'forum', status: 'outage' }),
    );
    expect((await ask(service, '/health', { key: null })).body).toMatchObject({ status: 'ok' });
    const history = await ask(service, '/api/status/history', { key: null });
    expect(JSON.parse(history.raw)).toContainEqual(
      expect.objectContaining({ platform: 'photoshare' }),
    );
  });

  it('gives its counters as text, whatever was asked for before', async () => {
    const service = await startService();
    await ask(service, '/a%22b%0A/c');
    const { headers, raw } = await ask(service, '/metrics', { key: null });
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(raw).toContain('http_requests_total{method="GET",family="/other",status="404"} 1\n');
    expect(raw.split('\n').every((line) => /^(#|\w+(\{[^{}]*\})? \d|$)/.test(line))).toBe(true);
  });

  it('fails as told, on these paths too', async () => {
    const service = await startService();
    service.fail({ kind: 'status', status: 503 }, { match: (path) => path === '/api/status' });
    expect((await ask(service, '/api/status', { key: null })).status).toBe(503);
    expect((await ask(service, '/health', { key: null })).status).toBe(200);
  });
});
