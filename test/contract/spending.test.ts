/** Nothing is asked twice and nothing is sent that the person did not ask for (checklist 25). */
import { describe, expect, it } from 'vitest';
import { mintRunId, paperKeychain, question } from '#test/support/core.ts';
import {
  ask,
  begin,
  eachTestHasCore,
  items,
  next,
  restart,
  search as query,
  server,
  test,
} from '#test/support/run-core.ts';

eachTestHasCore({ pageSize: 4, totalRows: 30 });

describe('what is asked', () => {
  it('[25] run.start repeated with its id asks once, at the same time and later', async () => {
    const runId = mintRunId();
    const replies = await Promise.all(
      Array.from({ length: 3 }, () => test.value('run.start', { runId, query })),
    );
    replies.push(await test.value('run.start', { runId, query }));
    expect(server.requests.length).toBe(1);
    for (const { run, window } of replies) {
      expect(run.calls).toBe(1);
      expect(window.rows).toEqual(items().slice(0, 4));
    }
  });

  it('[25] a window that looks for a run before it is there does not hinder it', async () => {
    const runId = mintRunId();
    const started = test.value('run.start', { runId, query });
    await test.call('run.open', { runId });
    expect((await started).run).toMatchObject({ state: { kind: 'more' }, rowCount: 4, calls: 1 });
    expect(server.requests.length).toBe(1);
  });

  it('[25] two next at once fetch one page', async () => {
    const { id: runId } = await ask();
    const replies = await Promise.all([
      test.value('run.next', { runId }),
      test.value('run.next', { runId }),
    ]);
    expect(server.requests.length).toBe(2);
    expect(replies.map(({ run }) => run.pageCount)).toEqual([2, 2]);
    expect((await test.value('app.snapshot', {})).calls).toEqual({ session: 2, total: 2 });
  });

  // Which rules: `unit/query/validate.test.ts`.
  it('is nothing where a value breaks a rule', async () => {
    const wrong = question('microblog.posts.get', { id: '19869x' });
    const title: unknown = expect.stringMatching(/must be digits only/);
    const error = { code: 'invalid_input', title, call: 'noCall' };
    expect(await test.call('run.start', { runId: mintRunId(), query: wrong })).toMatchObject({
      ok: false,
      error: { ...error, remedies: [{ kind: 'changeParameter', key: 'id' }] },
    });
    expect(server.requests.length).toBe(0);
  });
});

describe('stopping', () => {
  /** A run whose request hangs, and one that is queued behind it. */
  async function hangAndWait() {
    server.fail({ kind: 'hang' });
    const [busy, waiting] = [mintRunId(), mintRunId()];
    const first = test.call('run.start', { runId: busy, query });
    await expect.poll(() => server.requests.length, { interval: 5 }).toBe(1);
    const second = test.call('run.start', { runId: waiting, query });
    const isTold = () =>
      test.events.some((one) => one.kind === 'run.changed' && one.run.id === waiting);
    await expect.poll(isTold, { interval: 5 }).toBe(true);
    return { busy, waiting, both: Promise.all([first, second]) };
  }

  it('[25] ends a run that waits before anything is sent, and one that hangs; both can go on', async () => {
    const { busy, waiting, both } = await hangAndWait();
    const stopped = await test.value('run.stop', { runId: waiting });
    expect(stopped.run).toMatchObject({ state: { kind: 'stopped' }, calls: 0 });
    expect(stopped.run.state).not.toHaveProperty('unanswered');
    expect(server.requests.length).toBe(1);
    const ended = await test.value('run.stop', { runId: busy });
    expect(ended.run).toMatchObject({
      state: { kind: 'stopped', unanswered: true },
      rowCount: 0,
      calls: 1,
    });
    await both;
    expect(server.requests.length).toBe(1);
    const more = { state: { kind: 'more' }, rowCount: 4 };
    expect(await next(ended.run)).toMatchObject({ ...more, calls: 2 });
    expect(await next(stopped.run)).toMatchObject({ ...more, calls: 1 });
  });

  it('keeps a page that was answered by then: it is paid for', async () => {
    const runId = mintRunId();
    await begin({
      // The click comes when the answer is there whole, and before anybody has read it.
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        const body = await response.text();
        void test.call('run.stop', { runId });
        await new Promise((resolve) => init?.signal?.addEventListener('abort', resolve));
        return new Response(body, response);
      },
    });
    const { run } = await test.value('run.start', { runId, query });
    expect(run).toMatchObject({ state: { kind: 'stopped' }, rowCount: 4, calls: 1 });
  });

  it('[25] the end of the program ends what hangs and sends nothing for what waits', async () => {
    const { both } = await hangAndWait();
    await test.core.close();
    await both;
    expect(server.requests.length).toBe(1);
  });

  it('[25] while the keychain is being read asks for nothing, and going on is possible', async () => {
    let unlock = (): void => undefined;
    let asked = Promise.resolve();
    const get = async () => {
      await asked;
      throw new Error('The keychain is locked.');
    };
    await begin({ secrets: { ...paperKeychain(), get } });
    // From now on it asks for its password first.
    asked = new Promise((resolve) => {
      unlock = resolve;
    });
    const runId = mintRunId();
    const started = test.value('run.start', { runId, query });
    const stopped = test.value('run.stop', { runId });
    unlock();
    expect((await stopped).run.state).toEqual({ kind: 'stopped' });
    expect((await started).run).toMatchObject({ state: { kind: 'stopped' }, calls: 0 });
    expect(server.requests.length).toBe(0);
    const { run } = await test.value('run.next', { runId });
    expect(run).toMatchObject({ state: { kind: 'more' }, pageCount: 1, calls: 1 });
  });
});

it('[25] a run that was deleted is not fetched again under its id, in the trash or for good', async () => {
  const { id: runId } = await ask();
  await test.value('history.remove', { runIds: [runId] });
  const refusal = { ok: false, error: { code: 'invalid_input', call: 'noCall' } };
  expect(await test.call('run.start', { runId, query })).toMatchObject(refusal);
  await restart();
  expect(await test.call('run.start', { runId, query })).toMatchObject(refusal);
  expect(server.requests.length).toBe(1);
});
