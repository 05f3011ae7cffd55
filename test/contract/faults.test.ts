/** What goes wrong at the service, as values: code, cost, remedies, state (checklist 24, 29). */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultPreferences } from '#shared/contract/snapshot.ts';
import { mintRunId, question } from '#test/support/core.ts';
import { cursorStatuses, faultCases } from '#test/support/faults-table.ts';
import {
  ask,
  eachTestHasCore,
  items,
  next,
  problemOf,
  restart,
  rowsOf,
  search,
  server,
  statesTold,
  test,
} from '#test/support/run-core.ts';
import { readTree } from '#test/support/search-files.ts';
import { serve } from '#test/support/serve.ts';
import type { Fault } from '#test/support/second-server/index.ts';

eachTestHasCore();
afterEach(() => vi.restoreAllMocks());

/** Does something while the service fails; a request that hangs ends soon, and not by the clock. */
async function during<T>(fault: Fault, act: () => Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, 'timeout');
  if (fault.kind === 'hang') spy.mockImplementation(() => timeout(200));
  server.fail(fault, 3);
  const done = await act();
  expect(spy).toHaveBeenCalledWith(defaultPreferences.timeoutSeconds * 1000);
  spy.mockRestore();
  server.recover();
  return done;
}

const kindsOf = (remedies: readonly { kind: string }[]): string[] =>
  remedies.map(({ kind }) => kind);
const kindsTold = (runId: string): string[] => kindsOf(statesTold(runId));

describe('[29] each failure of a first page', () => {
  it.each(faultCases.map((one) => [one.name, one] as const))('[24] %s', async (_, expected) => {
    const run = await during(expected.fault, () => ask());
    const problem = problemOf(run);
    expect({
      ...problem,
      state: run.state.kind,
      remedies: kindsOf(problem.remedies),
    }).toMatchObject({
      state: expected.state ?? 'failed',
      code: expected.code,
      call: expected.call,
      remedies: expected.remedies,
      title: expect.stringMatching(/^[A-Z].*\.$/),
      advice: expect.stringMatching(/^[A-Z].*[.”]$/),
    });
    // Every request that was sent is counted, retries included.
    const requests = expected.retried ? 3 : 1;
    expect([server.requests.length, run.calls, problem.details?.attempts]).toEqual(
      Array.from({ length: 3 }, () => requests),
    );
    expect(kindsTold(run.id).includes('retrying')).toBe(expected.retried);

    const again = await next(run);
    expect(again.state).toEqual({ kind: 'more' });
    expect(await rowsOf(again)).toEqual(items().slice(0, 5));
  });

  it('a service that is not there: nothing was sent', async () => {
    await server.close();
    const remedies = [{ kind: 'tryAgain' }, { kind: 'openAccount' }];
    const problem = { code: 'connection', call: 'notSent', remedies };
    expect(problemOf(await ask())).toMatchObject(problem);
    expect((await test.value('app.snapshot', {})).calls.session).toBe(0);
  });

  const said = (message: string, more = {}): string =>
    JSON.stringify({ success: false, message, ...more });
  const changing = [
    [404, 'photoshare.comments.get', 'commentId', said('Does not exist')],
    [400, 'microblog.posts.search', 'lang', said('lang must be a BCP-47 tag')],
    [400, 'microblog.posts.search', 'since', said("'since' must not be after 'until'")],
    [400, 'microblog.posts.search', 'fields', said('Unknown names in fields: likes')],
    [400, 'microblog.posts.search', 'lang', said('Invalid', { errors: { lang: ['not a tag'] } })],
    [400, 'microblog.posts.search', 'lang', said('', { detail: [{ loc: ['query', 'lang'] }] })],
    [400, 'microblog.posts.search', null, said('Validation failed')],
    [400, 'microblog.posts.search', null, said('The language is not known')],
    [400, 'microblog.posts.search', null, said('No', { query: { q: 'sea', lang: 'xx' } })],
    [400, 'microblog.posts.search', null, '<html>lang</html>'],
    [400, 'microblog.posts.get', 'id', said('The post ID must be a numeric string')],
    [400, 'photoshare.comments.get', 'commentId', said('The comment ID is not valid')],
  ] as const;

  it('a 404 and a 400 point at the parameter they speak of; of no other is guessed', async () => {
    let answer: (typeof changing)[number] = changing[0];
    const address = await serve((_, response) => response.writeHead(answer[0]).end(answer[3]));
    await test.value('service.choose', { kind: 'address', address });
    await test.value('credential.add', { value: 'any-access-key-0001', as: 'key' });
    for (answer of changing) {
      const [status, endpointId, key] = answer;
      const isSearch = endpointId === search.endpointId;
      const asked = question(endpointId, isSearch ? { q: 'sea' } : { id: '12', commentId: '34' });
      const { remedies, advice } = problemOf(await ask(undefined, asked));
      expect(remedies, String(answer)).toEqual([{ kind: 'changeParameter', key }]);
      if (status === 404) continue;
      // In the service's words.
      if (key === 'id') expect(advice).toMatch(/^It says: “The post ID must be a numeric string” /);
      const change = key === null ? 'Change the question' : 'Change that value';
      expect(advice).toContain(`${change} and ask again.`);
    }
  });
});

describe('[29] failures of a later page', () => {
  it.each(cursorStatuses)(
    '%s on a request with a cursor ends the run for good and keeps its rows',
    async (status) => {
      const second = await next(await ask());
      server.fail({ kind: 'status', status });
      const run = await next(second);
      expect(run).toMatchObject({
        state: { kind: 'cursorRefused', page: 3, problem: { code: 'cursor_refused' } },
        rowCount: 10,
        calls: 3,
      });
      expect(kindsOf(problemOf(run).remedies)).toEqual(['runAgain']);
      expect((await test.call('run.next', { runId: run.id })).ok).toBe(false);
      await restart();
      expect((await test.value('run.open', { runId: run.id })).run).toMatchObject({
        state: { kind: 'interrupted', rested: 'cursorRefused' },
        rowCount: 10,
        calls: 3,
      });
      expect(server.requests.length).toBe(3);
    },
  );

  // What each means is shown above: here one of each way in which a page may not come.
  const ways = ['402', '503', 'no answer in time', 'half an answer'];
  it.each(
    faultCases.filter(({ name }) => ways.includes(name)).map((one) => [one.name, one] as const),
  )('%s keeps the rows, and going on repeats no page', async (_, expected) => {
    const first = await ask();
    const run = await during(expected.fault, () => next(first));
    expect(problemOf(run).code).toBe(expected.code);
    expect([run.pageCount, run.rowCount]).toEqual([1, 5]);
    const before = server.requests.length;
    expect(await next(run)).toMatchObject({ pageCount: 2, rowCount: 10 });
    expect(server.requests.length).toBe(before + 1);
    const cursors = server.requests.slice(1).map(({ query }) => query['cursor']);
    expect(new Set(cursors).size).toBe(1);
  });
});

describe('[24] automatic retries', () => {
  it('pass a failure that passes: visible, counted, one page', async () => {
    server.fail({ kind: 'status', status: 503 }, 2);
    const run = await ask();
    expect(run).toMatchObject({ state: { kind: 'more' }, calls: 3, pageCount: 1 });
    const [sent, again] = ['fetching', 'retrying'];
    expect(kindsTold(run.id)).toEqual([sent, again, sent, again, sent, 'more']);
    expect(statesTold(run.id).filter(({ kind }) => kind === again)).toMatchObject([
      { attempt: 1, problem: { code: 'service_error' } },
      { attempt: 2, problem: { code: 'service_error' } },
    ]);
  });

  it('wait as long as Retry-After asks, and are ended by Stop', async () => {
    server.fail({ kind: 'status', status: 429, retryAfter: 30 });
    const runId = mintRunId();
    const started = test.value('run.start', { runId, query: search });
    await expect.poll(() => kindsTold(runId), { interval: 5 }).toContain('retrying');
    const told = statesTold(runId).find(({ kind }) => kind === 'retrying');
    if (told?.kind !== 'retrying') throw new Error('not told');
    const sentAt = Date.parse(told.problem.details?.sentAt ?? '');
    expect(Date.parse(told.at) - sentAt).toBeGreaterThanOrEqual(30_000);
    const stopping = test.value('run.stop', { runId });
    // Before the wait would have been over.
    await expect.poll(() => kindsTold(runId)).toContain('stopped');
    await stopping;
    expect((await started).run.state).toEqual({ kind: 'stopped' });
    expect(server.requests.length).toBe(1);
  });

  it.each([
    [503, 'more'],
    [429, 'queued'],
  ] as const)(
    'while one waits after a %i, the first page of another question is %s',
    async (status, kind) => {
      server.fail({ kind: 'status', status, retryAfter: 30 });
      const runId = mintRunId();
      const started = test.value('run.start', { runId, query: search });
      await expect.poll(() => kindsTold(runId), { interval: 5 }).toContain('retrying');
      const other = mintRunId();
      const query = { ...search, values: { q: 'other' } };
      const asked = test.value('run.start', { runId: other, query });
      await expect.poll(() => kindsTold(other), { interval: 5 }).toContain(kind);
      // The other one's page, or nothing, was asked for meanwhile.
      expect(server.requests.length).toBe(kind === 'more' ? 2 : 1);
      for (const id of [runId, other]) await test.value('run.stop', { runId: id });
      await Promise.all([started, asked]);
    },
  );

  it.each([
    ['seconds', 3600],
    ['a date', new Date(Date.now() + 3_600_000).toUTCString()],
  ])('leave a long Retry-After (%s) to the person', async (_, retryAfter) => {
    server.fail({ kind: 'status', status: 429, retryAfter });
    const runId = mintRunId();
    const started = test.value('run.start', { runId, query: search });
    await expect.poll(() => kindsTold(runId)).toContain('failed');
    const problem = problemOf((await started).run);
    expect(server.requests.length).toBe(1);
    expect(problem.advice).toMatch(/wait (?:5\d|60) minutes/);
  });
});

it('[26] the cursor is in no reply, no event and no file', async () => {
  const second = await next(await ask());
  server.fail({ kind: 'status', status: 400 });
  const last = await next(second);
  const cursors = server.requests.flatMap(({ query }) => query['cursor'] ?? []);
  expect(cursors.length).toBe(2);
  const all = [JSON.stringify([test.events, last]), ...(await readTree(test.dataDir))];
  for (const cursor of cursors) {
    const inJson = JSON.stringify(cursor).slice(1, -1);
    for (const form of [cursor, encodeURIComponent(cursor), inJson]) {
      expect(all.filter((text) => text.includes(form))).toEqual([]);
    }
  }
  expect(problemOf(last).details?.target).toMatch(/cursor=…$/);
});
