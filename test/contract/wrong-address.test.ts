/** An address where something else than the service answers: told as that, never as the service's word. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Problem } from '#shared/contract/problem.ts';
import type { RunState } from '#shared/contract/run.ts';
import { mintRunId, paperKeychain, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import { serve } from '#test/support/serve.ts';

let test: TestCore;
afterEach(() => test.close());

const open = async (address: string): Promise<void> => {
  test = await startTestCore({ serviceAddress: address, accessKey: 'any-access-key-0001' });
};

const answering = (status: number, type: string, body: string): Promise<string> =>
  serve((_, response) => response.writeHead(status, { 'Content-Type': type }).end(body));

const html = '<!doctype html><title>Not found</title>';
const services = JSON.stringify({ success: false, message: 'Operation not found' });

function problemOf(state: RunState): Problem {
  if (!('problem' in state)) throw new Error(`no problem in ${state.kind}`);
  return state.problem;
}

async function ask(endpointId: string, values: Record<string, string>): Promise<Problem> {
  const query = { endpointId, values, fields: [] };
  const { run } = await test.value('run.start', { runId: mintRunId(), query });
  return problemOf(run.state);
}

describe('testing a key', () => {
  it.each([
    ['a page of HTML', 404, 'text/html', html],
    ['no body', 404, 'text/plain', ''],
    ['the JSON of another server', 404, 'application/json', '{"detail":"Not Found"}'],
    ['a list', 404, 'application/json', '[]'],
    ['a success', 200, 'text/html', html],
  ])('decides nothing by %s', async (_, status, type, body) => {
    await open(await answering(status, type, body));
    expect((await test.value('credential.test', {})).verdict).toBe('undecided');
  });

  it('says where to look', async () => {
    await open(await answering(404, 'text/html', html));
    expect((await test.value('credential.test', {})).message).toBe(
      'What answered does not look like the service, so the key could not be tested. Check the service address.',
    );
  });

  it('is decided by the error body of the specification', async () => {
    await open(await answering(404, 'application/json', services));
    expect((await test.value('credential.test', {})).verdict).toBe('accepted');
  });
});

describe('testing a session token', () => {
  it.each([
    ['undecided', 'text/html', html],
    ['undecided', 'application/json', '{"ok":true}'],
    ['accepted', 'application/json', '{"name":"Research"}'],
  ])('is %s by a 200 of %s %s', async (verdict, type, body) => {
    const server = await startSecondServer();
    const { sessionToken } = server;
    await server.close();
    test = await startTestCore({ secrets: paperKeychain() });
    const address = await answering(200, type, body);
    await test.value('service.choose', { kind: 'address', address });
    const added = await test.value('credential.add', { value: sessionToken, as: 'sessionToken' });
    const id = added.credentials[0]?.id ?? null;
    expect((await test.value('credential.test', { id })).verdict).toBe(verdict);
  });
});

describe('a 404 that is not the service’s', () => {
  it.each([404, 410])('%i to a search speaks of the address', async (status) => {
    await open(await answering(status, 'text/html', html));
    expect(await ask('microblog.posts.search', { q: 'sea' })).toMatchObject({
      code: 'not_found',
      title: 'Nothing of the service is at this address.',
      remedies: [{ kind: 'openAccount' }],
    });
  });

  it('to a page of the service speaks of the address, too', async () => {
    await open(await answering(404, 'text/html', html));
    expect(await test.call('service.read', { page: 'status' })).toMatchObject({
      error: {
        title: 'Nothing of the service is at this address.',
        remedies: [{ kind: 'openAccount' }],
      },
    });
  });

  it('to one particular thing may mean either', async () => {
    await open(await answering(404, 'text/html', html));
    expect(await ask('microblog.posts.get', { id: '12' })).toMatchObject({
      title: 'The service found no such post.',
      remedies: [{ kind: 'changeParameter', key: 'id' }, { kind: 'openAccount' }],
    });
  });
});

it('the service’s own 404 points at what was asked for: a comment, not its post', async () => {
  await open(await answering(404, 'application/json', services));
  const problem = await ask('shortvideo.comments.get', { id: '12', commentId: '34' });
  expect(problem.remedies).toEqual([{ kind: 'changeParameter', key: 'commentId' }]);
});
