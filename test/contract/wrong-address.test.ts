/** An address where something else than the service answers: told as that, never as the service's word. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mintRunId, paperKeychain, question } from '#test/support/core.ts';
import { askList, goOn, inputsOf, names } from '#test/support/lists/ask-list.ts';
import {
  ask as askFor,
  begin,
  eachTestHasServer,
  next,
  problemOf,
  rested,
  stored,
  test,
} from '#test/support/run-core.ts';
import { serve } from '#test/support/serve.ts';

eachTestHasServer();

interface Answer {
  status: number;
  type?: string;
  body: string;
}
const html = { status: 404, type: 'text/html', body: '<!doctype html><title>Not found</title>' };
const elses = { status: 404, body: '{"detail":"Not Found"}' };
const services = {
  status: 404,
  body: JSON.stringify({ success: false, message: 'Operation not found' }),
};

let answer: Answer;
/** To polls of an operation; null: as to anything else. */
let polled: Answer | null;
beforeEach(async () => {
  polled = null;
  const serviceAddress = await serve(({ url = '' }, response) => {
    const isPoll = url.includes('/operations/');
    const { status, type = 'application/json', body } = (isPoll && polled) || answer;
    response.writeHead(status, { 'Content-Type': type }).end(body);
  });
  await begin({ serviceAddress, secrets: paperKeychain() });
});

const ask = async (endpointId: string, values: Record<string, string>): Promise<unknown> =>
  problemOf(await askFor(undefined, question(endpointId, values)));

describe('testing', () => {
  it('a key is undecided wherever the answer is not the service’s word', async () => {
    const cases: [verdict: string, what: string, Answer][] = [
      ['undecided', 'a page of HTML', html],
      ['undecided', 'no body', { status: 404, type: 'text/plain', body: '' }],
      ['undecided', 'the JSON of another server', elses],
      ['undecided', 'a list', { status: 404, body: '[]' }],
      ['undecided', 'a success', { ...html, status: 200 }],
      ['undecided', 'what leads elsewhere', { ...services, status: 302 }],
      ['undecided', 'a failure of the service', { ...services, status: 500 }],
      ['accepted', 'the error body of the specification', services],
      ['refused', 'a 401', { ...services, status: 401 }],
    ];
    for (const [verdict, what, given] of cases) {
      answer = given;
      const tested = await test.value('credential.test', {});
      expect(tested.verdict, what).toBe(verdict);
      if (given === html) expect(tested.message).toMatch(/tested\. Check the service address\.$/);
    }
  });

  it('a verdict has what the service said without the key, its code and when', async () => {
    const value = 'sk_revoked_Wd4Yh8Jc2Qz6';
    const { credentials } = await test.value('credential.add', { value, as: 'key' });
    const id = credentials.find(({ lastFour }) => lastFour === value.slice(-4))?.id ?? null;
    const body = `{"success":false,"message":"${value} was revoked.","code":"key_revoked"}`;
    answer = { status: 401, body };
    expect((await test.value('credential.test', { id })).details).toMatchObject({
      serviceSaid: `${'*'.repeat(value.length)} was revoked.`,
      status: 401,
      serviceCode: 'key_revoked',
      sentAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    });
  });

  it('a session token is decided by a plan only', async () => {
    const value = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.c2ln';
    const { credentials } = await test.value('credential.add', { value, as: 'sessionToken' });
    const id = credentials.find(({ kind }) => kind === 'sessionToken')?.id ?? null;
    const verdicts: [Answer, string][] = [
      [{ ...html, status: 200 }, 'undecided'],
      [{ status: 200, body: '{"ok":true}' }, 'undecided'],
      [{ status: 200, body: '{"name":"Research"}' }, 'accepted'],
    ];
    for (const [given, verdict] of verdicts) {
      answer = given;
      expect((await test.value('credential.test', { id })).verdict).toBe(verdict);
    }
  });
});

it('the service’s own 404 to a question that asks for no one thing is about the address', async () => {
  answer = services;
  const atAddress = {
    code: 'not_found',
    title: 'The service isn’t at this address.',
    advice: expect.stringContaining('ends before “/api” or “/docs”') as unknown,
    remedies: [{ kind: 'openAccount' }],
  };
  expect(await ask('microblog.posts.search', { q: 'sea' })).toMatchObject(atAddress);
  expect(await ask('forum.posts.by-ids', { ids: '1a2b3c' })).toMatchObject(atAddress);
  expect(await test.call('service.read', { page: 'status' })).toMatchObject({ error: atAddress });
});

describe('a 404 in the JSON of another server', () => {
  const title = 'The service isn’t at this address.';
  const nothingThere = { title, remedies: [{ kind: 'openAccount' }] };

  it('speaks of the address, as an answer to a search or a page', async () => {
    for (const status of [404, 410]) {
      answer = { ...elses, status };
      const problem = await ask('microblog.posts.search', { q: 'sea' });
      expect(problem).toMatchObject({ code: 'not_found', ...nothingThere });
    }
    const read = await test.call('service.read', { page: 'status' });
    expect(read).toMatchObject({ error: nothingThere });
  });

  it('may mean either, as an answer to one particular thing', async () => {
    answer = elses;
    expect(await ask('microblog.posts.get', { id: '12' })).toMatchObject({
      title: 'The service found no such post.',
      remedies: [{ kind: 'changeParameter', key: 'id' }, { kind: 'openAccount' }],
    });
  });
});

describe('a list that is only told “not found”', () => {
  const found = { status: 200, body: '{"results":[{"id":"1"}],"has_more":false}' };
  const text = names('user', 7).join('\n');
  const query = question('forum.comments.by-user', {});
  const stopped = {
    state: { kind: 'limit', reason: 'failures' },
    list: { statuses: { notFound: 5, waiting: 2 } },
  };

  it('stops after five where another server may have answered, or the path is assumed', async () => {
    answer = elses;
    expect(await askList(test, { text })).toMatchObject(stopped);
    answer = services;
    expect(await askList(test, { text, query })).toMatchObject(stopped);
  });

  it('goes on once one is found: the others really are gone', async () => {
    answer = found;
    const { id } = await askList(test, { text, query, inputs: 1 });
    answer = services;
    const run = await goOn(test, id);
    expect(run).toMatchObject({ state: { kind: 'noMore' }, list: { statuses: { notFound: 6 } } });
  });

  it('asks all at a documented path, as far as the service itself answers', async () => {
    answer = services;
    const run = await askList(test, { text });
    expect(run).toMatchObject({ state: { kind: 'noMore' }, list: { statuses: { notFound: 7 } } });
  });
});

describe('a 404 without JSON, as of a proxy while the service restarts, may pass', () => {
  const proxys = { status: 404, type: 'text/plain', body: '404 page not found\n' };
  const rows = (...ids: string[]) => ids.map((id) => ({ id }));
  const page = (ids: string[], cursor: string | null = null): Answer => ({
    status: 200,
    body: JSON.stringify({
      results: rows(...ids),
      has_more: cursor !== null,
      next_page_cursor: cursor,
    }),
  });
  const problem = {
    code: 'not_json',
    title: 'The answer doesn’t look like the service’s own.',
    remedies: [{ kind: 'tryAgain' }, { kind: 'openAccount' }],
  };

  it('as an answer to a search, to one particular thing or to a page', async () => {
    for (const given of [proxys, html, { ...proxys, status: 410 }, { ...proxys, body: '' }]) {
      answer = given;
      expect(await ask('microblog.posts.search', { q: 'sea' })).toMatchObject(problem);
    }
    expect(await ask('microblog.posts.get', { id: '12' })).toMatchObject(problem);
    expect(await test.call('service.read', { page: 'status' })).toMatchObject({ error: problem });
  });

  it('for a list: inputs failed, it stops after five, and they can be retried', async () => {
    answer = proxys;
    const stopped = await askList(test, { text: names('user', 7).join('\n') });
    expect(stopped.state).toEqual({ kind: 'limit', reason: 'failures' });
    expect(stopped.list?.statuses).toMatchObject({ failed: 5, notFound: 0, waiting: 2 });
    expect((await inputsOf(test, stopped.id))[0]?.why).toBe(problem.title);
    answer = page(['1']);
    const run = await goOn(test, stopped.id, { which: 'failed' });
    expect(run.list?.statuses).toMatchObject({ done: 5, failed: 0 });
  });

  it('for a cursor, which is kept', async () => {
    answer = page(['1'], 'two');
    const first = await askFor();
    answer = proxys;
    const failed = await next(first);
    expect(failed.state).toMatchObject({ kind: 'failed', page: 2, problem });
    answer = page(['2']);
    expect(await next(failed)).toMatchObject({ state: { kind: 'noMore' }, rowCount: 2, calls: 3 });
  });

  it('for an operation, which is polled on', async () => {
    answer = { status: 200, body: '{"operationId":"op_1"}' };
    polled = proxys;
    const runId = mintRunId();
    void test.call('run.start', { runId, query: stored });
    await vi.waitFor(async () => {
      const { run } = await test.value('run.open', { runId });
      expect(run.operation?.trouble).toMatch(/Still trying/);
    });
    const result = { results: rows('1') };
    polled = { status: 200, body: JSON.stringify({ status: 'success', result }) };
    expect(await rested(runId)).toMatchObject({ state: { kind: 'noMore' }, rowCount: 1, calls: 1 });
  });
});

it('the service’s own 404 points at what was asked for: an account or a comment, not its post', async () => {
  answer = services;
  expect(await ask('microblog.posts.by-user', { username: 'mira_osei' })).toMatchObject({
    title: 'The service found no account “mira_osei”.',
    remedies: [{ kind: 'changeParameter', key: 'username' }],
  });
  expect(await ask('photoshare.posts.comments', { id: 'C9xQ2LmNp4R' })).toMatchObject({
    title: 'The service found no such post.',
  });
  expect(await ask('shortvideo.comments.get', { id: '12', commentId: '34' })).toMatchObject({
    remedies: [{ kind: 'changeParameter', key: 'commentId' }],
  });
});
