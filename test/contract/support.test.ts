/** The support bundle: what helps, and no key, whatever went wrong before (checklist 17). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mintRunId, paperKeychain, question, startTestCore } from '#test/support/core.ts';
import { faultCases } from '#test/support/faults-table.ts';
import { failSo } from '#test/support/out-of-time.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import { serve } from '#test/support/serve.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { throughBrowserHost } from '#test/support/ways-in.ts';

const canaries = {
  accessKey: 'sk_canary/Zq7X+2Vp9Lk4Tn=8R',
  trialKey: 'TRIAL_canary/Hq3Zt+Wm5=b1',
};
const query = question('microblog.users.get', { username: 'secretive_person' });

it('[17] has everything that helps and no credential, and what was asked only if wanted', async () => {
  const server = await startSecondServer(canaries);
  const { address } = server;
  const way = await startTestCore({ serviceAddress: address, secrets: paperKeychain() });
  await way.value('service.choose', { kind: 'address', address });
  await way.value('credential.add', { value: canaries.accessKey, name: 'Mira’s own key' });
  await way.value('credential.add', { value: server.sessionToken });
  await way.value('trial.get', { source: 'x' });
  for (const { fault } of faultCases) {
    failSo(server, fault, { times: 3 });
    await way.send('run.start', { runId: mintRunId(), query });
    server.recover();
    failSo(server, fault, { path: '/api/plan' });
    await way.send('service.read', { page: 'plan' });
    server.recover();
  }

  const { text } = await way.value('support.preview', { withQuestions: true });
  const bundle = JSON.parse(text);
  expect(bundle).toMatchObject({
    program: { version: '0.0.0-test', node: process.versions.node, host: 'browser host' },
    service: { address },
    keychain: { available: true },
    settings: { timeoutSeconds: 130 },
    stores: { runs: faultCases.length, byCondition: { sound: faultCases.length } },
    ledger: { byPlatform: { microblog: expect.any(Number) } },
  });
  expect(bundle.credentials).toHaveLength(3);
  const codes = bundle.failures.map(({ code }: { code: string }) => code);
  expect(codes).toEqual(expect.arrayContaining(['plan_limit', 'timeout']));
  expect(bundle.failures).toContainEqual(
    expect.objectContaining({
      status: 503,
      serviceSaid: 'The request could not be fulfilled — second server error 503',
      request: '/api/data/microblog/users/secretive_person/live',
    }),
  );
  for (const canary of [...Object.values(canaries), server.sessionToken]) {
    const [begins, ends] = [canary.slice(0, 12), canary.slice(-5)];
    const encoded = encodeURIComponent(canary).slice(0, 12);
    const base64 = Buffer.from(canary).toString('base64').slice(0, 16);
    for (const part of [begins, ends, encoded, base64]) expect(text).not.toContain(part);
  }
  expect(text).not.toContain('Mira');

  const without = await way.value('support.preview', { withQuestions: false });
  expect(without.text).not.toContain('secretive_person');
  expect(without.text).toContain('/api/data/microblog/users/{username}/live');
  await way.close();
  await server.close();
});

it('is saved as it was shown, and only what was shown', async () => {
  const way = await throughBrowserHost();
  const first = await way.value('support.preview', { withQuestions: true });
  const { id, text } = await way.value('support.preview', { withQuestions: false });
  const refused = { ok: false, error: { code: 'invalid_input' } };
  expect(await way.call('file.save', { file: { of: 'support', id: first.id } })).toMatchObject(
    refused,
  );
  const saved = await way.value('file.save', { file: { of: 'support', id } });
  if (saved.kind !== 'saved') throw new Error('It was not saved.');
  expect(saved.name).toMatch(/^social-data-explorer-support-\d{4}-\d\d-\d\d\.json$/);
  expect((await way.readSaved(saved)).toString('utf8')).toBe(text);
  await way.close();
});

it('[17] knows the failures of an earlier start, without a key that the service repeated', async () => {
  let status = 402;
  const serviceAddress = await serve((_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    // Nothing says what the body of a 402 is like.
    const member = status === 402 ? 'reason' : 'message';
    response.end(JSON.stringify({ [member]: `Not this: ${canaries.accessKey}` }));
  });
  const dataDir = testFolder();
  const options = { dataDir, serviceAddress, accessKey: canaries.accessKey };
  const way = await startTestCore(options);
  await way.value('run.start', { runId: mintRunId(), query });
  // Sent with no credential at all, so nothing about the request tells that this is a key.
  status = 401;
  await way.call('service.read', { page: 'status' });
  await way.close();
  const kept = await readFile(join(dataDir, 'failures.json'), 'utf8');
  expect(kept).toContain('Not this: [key]');
  expect(kept).not.toContain(canaries.accessKey);
  const next = await startTestCore(options);
  const { text } = await next.value('support.preview', { withQuestions: false });
  expect(JSON.parse(text).failures).toMatchObject([
    { status: 401, serviceSaid: 'Not this: [key]' },
    { status: 402, serviceSaid: expect.stringMatching(/^[{]"reason":"Not this: [*]+"[}]$/) },
  ]);
  await next.close();
});
