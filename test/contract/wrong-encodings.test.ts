/**
 * Answers whose encoding isn't the one they name, or that break off inside it. Nobody waits for more of
 * them: what was asked ends, what follows is asked, and the command says how it ended.
 */
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { mintRunId, question, rested, startTestCore } from '#test/support/core.ts';
import { run as runCommand, eachTestHasFolder } from '#test/support/headless.ts';
import { serve } from '#test/support/serve.ts';

eachTestHasFolder();

const text = JSON.stringify({ results: [{ id: '1' }], count: 1, has_more: false });
const bodies = {
  gzip: gzipSync(text),
  br: brotliCompressSync(text),
  deflate: deflateSync(text),
  plain: Buffer.from(text),
};
const wrong = [
  ...(['gzip', 'x-gzip', 'br', 'deflate', 'gzip, br'] as const).map(
    (named) => [named, 'plain'] as const,
  ),
  ['gzip', 'br'],
  ['gzip', 'deflate'],
  ['br', 'gzip'],
  ['br', 'deflate'],
  ['deflate', 'gzip'],
  ['deflate', 'br'],
  ['br, gzip', 'gzip'],
  ['gzip, gzip', 'gzip'],
  // More than undici decodes, and what it doesn't know.
  ['gzip, gzip, gzip, gzip, gzip, gzip', 'gzip'],
  ['zstd', 'gzip'],
  ['gzip, identity', 'gzip'],
] as const;

const cases = wrong.flatMap(([named, body]) =>
  [0, 30].map((wait) => ({ named, body, wait, status: wait === 0 ? 200 : 401 })),
);

it.each(cases)(
  'an answer called $named that is $body, $wait ms after its headers ($status)',
  async (one) => {
    const answer = (response: ServerResponse, status: number): void => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-encoding': one.named,
      });
      response.flushHeaders();
      setTimeout(() => response.end(bodies[one.body]), one.wait);
    };
    const serviceAddress = await serve(({ url = '' }, response) => {
      if (url.includes('paging')) response.end('{"operationId":"op_1"}');
      else answer(response, one.status);
    });
    const accessKey = 'a-key-of-this-test';
    const core = await startTestCore({ serviceAddress, accessKey });
    onTestFinished(() => core.close());
    await core.value('credential.add', { value: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.x' });

    const title = expect.stringContaining('is compressed in a way that can’t be read');
    const problem =
      one.status === 401
        ? { code: 'unauthorized' }
        : { code: 'truncated', title, call: 'answered' };
    const failed = { kind: 'failed', problem };
    const query = question('microblog.posts.search', { q: 'sea' });
    const live = await core.value('run.start', { runId: mintRunId(), query });
    expect((await rested(live.run.id, core)).state).toMatchObject(failed);
    const paging = question('microblog.posts.search.stored', { q: 'sea', responseType: 'paging' });
    const poll = await core.value('run.start', { runId: mintRunId(), query: paging });
    // An answer that broke off is looked for again until somebody stops that.
    if (one.status === 200) {
      await expect
        .poll(async () => (await core.value('run.open', { runId: poll.run.id })).run.operation)
        .toMatchObject({ trouble: 'The service’s last answer can’t be used. Still trying.' });
      await core.value('run.stop', { runId: poll.run.id });
    }
    const { state } = await rested(poll.run.id, core);
    expect(state.kind).toBe(one.status === 401 ? 'failed' : 'stopped');
    for (const page of ['status', 'plan'] as const) {
      const error = one.status === 401 ? {} : { title, call: 'noCall' };
      expect(await core.call('service.read', { page })).toMatchObject({ ok: false, error });
    }
    const { serviceProfile } = await core.value('description.ask', {});
    const message = one.status === 401 ? expect.anything() : title;
    expect(serviceProfile.state).toMatchObject({ kind: 'failed', message });
    // The key's turn is free again.
    expect((await core.value('run.next', { runId: live.run.id })).run.state).toMatchObject(failed);

    const summary = await runCommand(['a'], ['--service', serviceAddress]);
    const why = one.status === 401 ? expect.anything() : title;
    expect(summary).toMatchObject({ exit: one.status === 401 ? 4 : 75, why });
  },
);
