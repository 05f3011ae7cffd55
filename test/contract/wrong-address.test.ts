/** An address where something else than the service answers: told as that, never as the service's word. */
import { beforeEach, describe, expect, it } from 'vitest';
import { paperKeychain, question } from '#test/support/core.ts';
import {
  ask as askFor,
  begin,
  eachTestHasServer,
  problemOf,
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
const services = {
  status: 404,
  body: JSON.stringify({ success: false, message: 'Operation not found' }),
};

let answer: Answer;
beforeEach(async () => {
  const serviceAddress = await serve((_, response) => {
    const { status, type = 'application/json', body } = answer;
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
      ['undecided', 'the JSON of another server', { status: 404, body: '{"detail":"Not Found"}' }],
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

describe('a 404 that is not the service’s', () => {
  const title = 'The service isn’t at this address.';
  const nothingThere = { title, remedies: [{ kind: 'openAccount' }] };

  it('speaks of the address, as an answer to a search or a page', async () => {
    for (const status of [404, 410]) {
      answer = { ...html, status };
      const problem = await ask('microblog.posts.search', { q: 'sea' });
      expect(problem).toMatchObject({ code: 'not_found', ...nothingThere });
    }
    const read = await test.call('service.read', { page: 'status' });
    expect(read).toMatchObject({ error: nothingThere });
  });

  it('may mean either, as an answer to one particular thing', async () => {
    answer = html;
    expect(await ask('microblog.posts.get', { id: '12' })).toMatchObject({
      title: 'The service found no such post.',
      remedies: [{ kind: 'changeParameter', key: 'id' }, { kind: 'openAccount' }],
    });
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
