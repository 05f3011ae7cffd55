/** A trial key: stored at once, used, refused with its own words, and nothing kept of odd answers. */
import { describe, expect, it } from 'vitest';
import { mintRunId, paperKeychain } from '#test/support/core.ts';
import { limits } from '#test/support/facts/limits.ts';
import { faultCases } from '#test/support/faults-table.ts';
import { begin, eachTestHasServer, server, stored, way } from '#test/support/second-server-way.ts';
import { serve } from '#test/support/serve.ts';

eachTestHasServer();

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
    await begin({ serviceAddress: await serve((_request, response) => void response.end(body)) });
    expect(await way.call('trial.get', { source: 'x' })).toMatchObject({ error: { code } });
  });

  it.each(faultCases.map((one) => [one.name, one] as const))(
    '[29] that is not had is kept nowhere: %s',
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
});
