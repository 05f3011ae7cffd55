/** What goes wrong at the service, as values: code, cost, remedies, state (checklist 24, 29). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '#shared/contract/problem.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { cursorStatuses, faultCases } from '#test/support/faults-table.ts';
import { readTree } from '#test/support/search-files.ts';
import { serve } from '#test/support/serve.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { Fault, SecondServer } from '#test/support/second-server/index.ts';

const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };

let server: SecondServer;
let test: TestCore;
beforeEach(async () => {
  server = await startSecondServer({ pageSize: 5, totalRows: 12 });
  test = await startTestCore({ serviceAddress: server.address, accessKey: server.accessKey });
});
afterEach(async () => {
  await test.close();
  await server.close();
});

/** A request that hangs ends soon; on a busy computer a good one needs more than a moment, too. */
async function withShortTimeout(fault: Fault): Promise<void> {
  if (fault.kind !== 'hang') return;
  await test.close();
  test = await startTestCore({
    serviceAddress: server.address,
    accessKey: server.accessKey,
    settings: { preferences: { timeoutSeconds: 2 } },
  });
}

async function start(runId = mintRunId()): Promise<Run> {
  return (await test.value('run.start', { runId, query })).run;
}

function problemOf(state: RunState): Problem {
  if (!('problem' in state)) throw new Error(`no problem in ${state.kind}`);
  return state.problem;
}

const kindsOf = (problem: Problem): string[] => problem.remedies.map(({ kind }) => kind);

/** States the window was told of, in order, without repeats. */
function statesTold(): string[] {
  const kinds = test.events.flatMap((event) =>
    event.kind === 'run.changed' ? [event.run.state.kind] : [],
  );
  return kinds.filter((kind, at) => kind !== kinds[at - 1]);
}

describe('[29] each failure of a first page', () => {
  it.each(faultCases.map((one) => [one.name, one] as const))('%s', async (_, expected) => {
    await withShortTimeout(expected.fault);
    server.fail(expected.fault, 3);
    const run = await start();
    const problem = problemOf(run.state);
    expect({
      state: run.state.kind,
      code: problem.code,
      call: problem.call,
      remedies: kindsOf(problem),
      rows: run.rowCount,
    }).toEqual({
      state: expected.state ?? 'failed',
      code: expected.code,
      call: expected.call,
      remedies: expected.remedies,
      rows: 0,
    });
    // Every request that was sent is counted, retries included.
    expect(server.requests.length).toBe(expected.retried ? 3 : 1);
    expect(run.calls).toBe(server.requests.length);
    expect(problem.details?.attempts).toBe(server.requests.length);
    expect(problem.title).toMatch(/^[A-Z].*\.$/);
    expect(problem.advice).toMatch(/^[A-Z].*[.”]$/);

    server.recover();
    const again = await test.value('run.next', { runId: run.id });
    expect(again.run.state).toEqual({ kind: 'more' });
    expect(again.window.rows).toEqual(
      server.itemsFor('/api/data/microblog/posts/live', { q: 'sea' }).slice(0, 5),
    );
  });

  it('the codes are all different, but where the specification sees one case', () => {
    const codes = faultCases.map(({ code }) => code);
    const shared = codes.filter((code, at) => codes.indexOf(code) !== at);
    expect(shared).toEqual(['not_found', 'service_error']);
  });

  it('a service that is not there: nothing was sent', async () => {
    await server.close();
    const run = await start();
    const problem = problemOf(run.state);
    expect([problem.code, problem.call, kindsOf(problem)]).toEqual([
      'connection',
      'notSent',
      ['tryAgain', 'openAccount'],
    ]);
    expect((await test.value('app.snapshot', {})).calls.session).toBe(0);
    server = await startSecondServer();
  });

  it('a 404 points at the parameter it speaks of', async () => {
    server.fail({ kind: 'status', status: 404 });
    const { remedies } = problemOf((await start()).state);
    expect(remedies).toEqual([{ kind: 'changeParameter', key: 'q' }]);
  });

  it('a 400 that names no parameter points at none: nobody guesses', async () => {
    server.fail({ kind: 'status', status: 400 });
    const { remedies, advice } = problemOf((await start()).state);
    expect(remedies).toEqual([{ kind: 'changeParameter', key: null }]);
    expect(advice).toBe('It says: “Validation failed” Change the question and ask again.');
  });

  const said = (message: string, more = {}): string =>
    JSON.stringify({ success: false, message, ...more });
  it.each([
    ['microblog.posts.search', 'lang', said('lang must be a BCP-47 tag')],
    ['microblog.posts.search', 'countryCode', said('Invalid country code "UK"')],
    ['microblog.posts.search', 'since', said("'since' must not be after 'until'")],
    ['microblog.posts.search', 'q', said('q must not be blank')],
    ['microblog.posts.search', 'fields', said('Unknown names in fields: likes')],
    ['microblog.posts.search', 'until', said('Validation failed', { field: 'until' })],
    ['microblog.posts.search', 'lang', said('Invalid', { errors: { lang: ['not a tag'] } })],
    ['microblog.posts.search', 'lang', said('', { detail: [{ loc: ['query', 'lang'] }] })],
    ['microblog.posts.search', null, said('The language is not known')],
    ['microblog.posts.search', null, said('Bad request', { query: { q: 'sea', lang: 'xx' } })],
    ['microblog.posts.search', null, '<html>lang</html>'],
    ['microblog.posts.get', 'id', said('The post ID must be a numeric string')],
    ['photoshare.comments.get', 'commentId', said('The comment ID is not valid')],
    ['photoshare.comments.get', null, said('There is no such comment')],
  ] as const)('a 400 to %s names %s: %s', async (endpointId, key, body) => {
    const address = await serve((_, response) => response.writeHead(400).end(body));
    await test.value('service.choose', { kind: 'address', address });
    await test.value('credential.add', { value: 'any-access-key-0001', as: 'key' });
    const values: Record<string, string> =
      endpointId === 'microblog.posts.search' ? { q: 'sea' } : { id: '12', commentId: '34' };
    const runId = mintRunId();
    const { run } = await test.value('run.start', {
      runId,
      query: { endpointId, values, fields: [] },
    });
    const { remedies, advice } = problemOf(run.state);
    expect(remedies).toEqual([{ kind: 'changeParameter', key }]);
    expect(advice).toMatch(
      key === null ? /Change the question and ask again\.$/ : /Change that value and ask again\.$/,
    );
  });
});

describe('[29] failures of a later page', () => {
  it.each(cursorStatuses.map((one) => [one] as const))(
    '%s on a request with a cursor ends the run and keeps its rows',
    async (status) => {
      const first = await start();
      server.fail({ kind: 'status', status });
      const { run } = await test.value('run.next', { runId: first.id });
      const problem = problemOf(run.state);
      expect([run.state.kind, problem.code, kindsOf(problem)]).toEqual([
        'cursorRefused',
        'cursor_refused',
        ['runAgain'],
      ]);
      expect(run.rowCount).toBe(5);
      const more = await test.call('run.next', { runId: first.id });
      expect(more.ok).toBe(false);
      expect(server.requests.length).toBe(2);
    },
  );

  it.each(
    faultCases
      .filter(({ fault }) => !(fault.kind === 'status' && [400, 404, 410].includes(fault.status)))
      .map((one) => [one.name, one] as const),
  )('%s keeps the rows, and going on repeats no page', async (_, expected) => {
    await withShortTimeout(expected.fault);
    const first = await start();
    server.fail(expected.fault, 3);
    const { run } = await test.value('run.next', { runId: first.id });
    expect(problemOf(run.state).code).toBe(expected.code);
    expect([run.pageCount, run.rowCount]).toEqual([1, 5]);
    server.recover();
    const before = server.requests.length;
    const next = await test.value('run.next', { runId: first.id });
    expect([next.run.pageCount, next.run.rowCount]).toEqual([2, 10]);
    expect(server.requests.length).toBe(before + 1);
    const cursors = server.requests.slice(1).map((request) => request.query['cursor']);
    expect(new Set(cursors).size).toBe(1);
  });
});

describe('[24] automatic retries', () => {
  it('pass a failure that passes: visible, counted, one page', async () => {
    server.fail({ kind: 'status', status: 503 }, 2);
    const run = await start();
    expect(run.state).toEqual({ kind: 'more' });
    expect([run.calls, server.requests.length]).toEqual([3, 3]);
    expect(statesTold()).toEqual([
      'fetching',
      'retrying',
      'fetching',
      'retrying',
      'fetching',
      'more',
    ]);
    const retries = test.events.flatMap((event) =>
      event.kind === 'run.changed' && event.run.state.kind === 'retrying' ? [event.run.state] : [],
    );
    expect([...new Set(retries.map(({ attempt }) => attempt))]).toEqual([1, 2]);
    expect(retries.every(({ problem }) => problem.code === 'service_error')).toBe(true);
  });

  it('wait as long as Retry-After asks', async () => {
    server.fail({ kind: 'status', status: 429, retryAfter: 1 });
    expect((await start()).state).toEqual({ kind: 'more' });
    const told = test.events.find(
      (event) => event.kind === 'run.changed' && event.run.state.kind === 'retrying',
    );
    if (told?.kind !== 'run.changed' || told.run.state.kind !== 'retrying')
      throw new Error('not told');
    const { at, problem } = told.run.state;
    const answeredAt = Date.parse(problem.details?.sentAt ?? '') + (problem.details?.ms ?? 0);
    expect(Date.parse(at) - answeredAt).toBeGreaterThanOrEqual(1000);
  });

  it.each([
    ['seconds', 3600],
    ['a date', new Date(Date.now() + 3_600_000).toUTCString()],
  ])('leave a long Retry-After (%s) to the person', async (_, retryAfter) => {
    server.fail({ kind: 'status', status: 429, retryAfter });
    const problem = problemOf((await start()).state);
    expect(server.requests.length).toBe(1);
    expect(problem.advice).toMatch(/wait 3[56]\d\d seconds/);
  });

  const neverRetried: readonly Fault[] = [
    { kind: 'hang' },
    { kind: 'reset' },
    { kind: 'truncated' },
    { kind: 'html' },
    { kind: 'status', status: 400 },
    { kind: 'status', status: 401 },
    { kind: 'status', status: 402 },
    { kind: 'status', status: 403 },
    { kind: 'status', status: 404 },
    { kind: 'status', status: 410 },
  ];
  it.each(neverRetried.map((fault) => [JSON.stringify(fault), fault] as const))(
    'never follow %s',
    async (_, fault) => {
      await withShortTimeout(fault);
      server.fail(fault);
      const run = await start();
      expect(statesTold()).not.toContain('retrying');
      expect([run.calls, server.requests.length]).toEqual([1, 1]);
    },
  );

  it('are ended by Stop', async () => {
    server.fail({ kind: 'status', status: 429, retryAfter: 30 });
    const runId = mintRunId();
    const started = start(runId);
    await expect.poll(() => statesTold()).toContain('retrying');
    await test.value('run.stop', { runId });
    expect((await started).state).toEqual({ kind: 'stopped' });
    expect(server.requests.length).toBe(1);
  });
});

describe('[27] paging', () => {
  it('goes on after an empty page that promises more, and loses nothing', async () => {
    let run = await start();
    server.fail({ kind: 'emptyPage' });
    while (run.state.kind === 'more') {
      ({ run } = await test.value('run.next', { runId: run.id }));
    }
    expect(run.state).toEqual({ kind: 'noMore' });
    expect([run.pageCount, run.rowCount]).toEqual([4, 12]);
  });

  it('stops when a cursor comes again', async () => {
    const first = await start();
    server.fail({ kind: 'repeatedCursor' });
    const { run } = await test.value('run.next', { runId: first.id });
    expect(run.state).toEqual({ kind: 'cursorRepeated' });
    expect(run.rowCount).toBe(10);
    expect((await test.call('run.next', { runId: first.id })).ok).toBe(false);
    expect(server.requests.length).toBe(2);
  });
});

describe('[26] the cursor', () => {
  it('is in no reply, no event and no file', async () => {
    const first = await start();
    await test.value('run.next', { runId: first.id });
    server.fail({ kind: 'status', status: 400 });
    const last = await test.value('run.next', { runId: first.id });
    const cursors = server.requests.flatMap(({ query: sent }) => sent['cursor'] ?? []);
    expect(cursors.length).toBe(2);
    const everything = [JSON.stringify([test.events, last]), ...(await readTree(test.dataDir))];
    for (const cursor of cursors) {
      for (const form of [
        cursor,
        encodeURIComponent(cursor),
        JSON.stringify(cursor).slice(1, -1),
      ]) {
        expect(everything.filter((text) => text.includes(form))).toEqual([]);
      }
    }
    expect(problemOf(last.run.state).details?.target).toMatch(/cursor=…$/);
  });

  it('does not outlive the session: reopened, the run is interrupted and complete', async () => {
    const first = await start();
    await test.value('run.next', { runId: first.id });
    await test.core.close();
    const second = await startTestCore({
      dataDir: test.dataDir,
      serviceAddress: server.address,
      accessKey: server.accessKey,
    });
    const { run, window } = await second.value('run.open', { runId: first.id });
    expect(run.state).toEqual({ kind: 'interrupted', rested: 'more' });
    expect(window.rows).toEqual(
      server.itemsFor('/api/data/microblog/posts/live', { q: 'sea' }).slice(0, 10),
    );
    expect((await second.call('run.next', { runId: first.id })).ok).toBe(false);
    expect(server.requests.length).toBe(2);
    await second.close();
  });
});
