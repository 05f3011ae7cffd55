/** The last border before the network: what is not sent, what proves that nothing left, and that the ledger says it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Credential } from '#main/core/service/credential.ts';
import { mayPass } from '#main/core/service/problems.ts';
import { NeverSentError } from '#main/core/service/network.ts';
import {
  callOutcome,
  UnkeptError,
  mostUnmeteredBytes,
  send,
  sendCounted,
} from '#main/core/service/send.ts';
import type { Outgoing } from '#main/core/service/send.ts';
import { openLedger } from '#main/core/store/ledger.ts';
import type { Ledger } from '#main/core/store/ledger.ts';
import { StoreError } from '#main/core/store/store-error.ts';
import type { CredentialKind } from '#shared/contract/snapshot.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { makeCredential } from '../renderer/make.ts';

const withKey = (
  kind: CredentialKind,
  value = 'some-access-key-0001',
): { credential: Credential } => ({ credential: { value, status: makeCredential({ kind }) } });
const outgoing: Outgoing = {
  address: 'https://service.test',
  request: { method: 'GET', path: '/api/data/x', params: [], body: null },
  credential: null,
  isCounted: true,
  timeoutMs: 1000,
  mostBytes: 1000,
  signal: new AbortController().signal,
};

it('[22] a redirect is not followed, and nothing but the bearer says who asks', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>().mockResolvedValue(new Response('{}'));
  await send(fetch, { ...outgoing, ...withKey('accessKey') });
  expect(fetch).toHaveBeenCalledExactlyOnceWith('https://service.test/api/data/x', {
    method: 'GET',
    headers: {
      Accept: 'application/json, text/csv;q=0.9',
      Authorization: 'Bearer some-access-key-0001',
    },
    redirect: 'manual',
    signal: expect.any(AbortSignal),
  });
});

const [get, post] = ['GET', 'POST'] as const;
const to = (path: string, method: 'GET' | 'POST' = get) => ({
  request: { method, path, params: [], body: method === post ? {} : null },
});
const trial = '/api/trial/token';
it.each<[string, Partial<Outgoing>]>([
  ['dots', to('/api/data/x/../tokens')],
  ['dots at the end', to('/api/data/x/..')],
  ['encoded dots', to('/api/data/%2e%2E/tokens')],
  ['backslashes', to('/api/data/x\\..\\..\\..\\api\\tokens')],
  ['encoded backslashes', to('/api/data/x%5c..%5c..%5ctokens')],
  ['an encoded slash', to('/api/data/x/..%2f..%2ftokens')],
  ['a tab between dots', to('/api/data/.\t./tokens')],
  ['a line feed between dots', to('/api/data/.\n./tokens')],
  ['a semicolon after dots', to('/api/data/..;/tokens')],
  ['an encoded semicolon after dots', to('/api/data/..%3Bx/tokens')],
  ['twice encoded dots', to('/api/data/%252e%252e/tokens')],
  ['a question mark', to('/api/data/operations/x?y')],
  ['a hash', to('/api/data/operations/x#')],
  ['another host', to('//elsewhere.test/api/data/x')],
  ['no slash', to('.elsewhere.test/api/data/x')],
  ['a sign-in', to('@elsewhere.test/api/data/x')],
  ['a place for a value', to('/api/data/{id}/live')],
  ['an address with a query', { address: 'https://service.test/base?x=' }],
  ['an address with a hash', { address: 'https://service.test/base#' }],
  ['a change of something', to('/api/data/x', post)],
  ['a change of tokens', { ...to('/api/tokens', post), ...withKey('sessionToken') }],
  ['the key outside of data', { ...to('/api/tokens'), ...withKey('accessKey') }],
  ['the key for a trial key', { ...to(trial, post), ...withKey('accessKey') }],
  ['a sign-in token for data', withKey('sessionToken')],
  ['a call that isn’t counted', { isCounted: undefined }],
  ['a call below an operation', { ...to('/api/data/operations/x/live'), isCounted: undefined }],
])('[22] [23] leads elsewhere, so it is not sent: %s', async (_, odd) => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const answer = await send(fetch, { ...outgoing, ...withKey('accessKey'), ...odd });
  expect(answer).toMatchObject({ kind: 'notSent', why: expect.stringMatching(/misd|unsend/) });
  expect(fetch).not.toHaveBeenCalled();
});

it.each<[string, Partial<Outgoing>]>([
  ['an operation', { ...to('/api/data/operations/op_1'), ...withKey('accessKey') }],
  ['a page of the account', { ...to('/api/plan'), ...withKey('sessionToken') }],
  ['a trial key', to(trial, post)],
])('free, and sent without being counted: %s', async (_, free) => {
  const fetch = vi.fn<typeof globalThis.fetch>().mockResolvedValue(new Response('{}'));
  await send(fetch, {
    ...outgoing,
    address: 'https://service.test/base',
    isCounted: undefined,
    ...free,
  });
  expect(fetch).toHaveBeenCalledWith(
    `https://service.test/base${free.request?.path}`,
    expect.anything(),
  );
});

/** As Node's fetch tells of a connection's error. */
const failed = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EHOSTUNREACH', 'ERR_SSL_BAD_RECORD', ''])(
  '[24] %s proves that nothing was sent only where the network says so',
  async (code) => {
    const [proof, none] = [new NeverSentError(failed(code)), failed(code)];
    expect(await send(() => Promise.reject(proof), outgoing)).toMatchObject({ kind: 'notSent' });
    const answer = await send(() => Promise.reject(none), outgoing);
    // What may have been counted is never repeated by itself.
    expect([callOutcome(answer), mayPass(answer)]).toEqual(['unanswered', false]);
  },
);

it.each([
  ['refused', 'ECONNREFUSED', true],
  ['refused', 'ECONNRESET', true],
  ['unknownHost', 'EAI_AGAIN', true],
  ['untrusted', 'DEPTH_ZERO_SELF_SIGNED_CERT', false],
] as const)('%s: %s, which may pass: %s', async (why, code, passes) => {
  const answer = await send(() => Promise.reject(new NeverSentError(failed(code))), outgoing);
  expect(answer).toMatchObject({ kind: 'notSent', why });
  expect(mayPass(answer)).toBe(passes);
});

it.each(['before', 'after'] as const)(
  'an answer that never comes is given up at once or in time, %s its headers, and its request ended',
  async (when) => {
    const stop = new AbortController();
    const endless = new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }));
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch: typeof globalThis.fetch = (_address, init) => {
      signals.push(init?.signal);
      return when === 'before' ? new Promise(() => undefined) : Promise.resolve(endless);
    };
    const late = await send(fetch, { ...outgoing, timeoutMs: 1 });
    expect(late).toMatchObject({ kind: 'unanswered', why: 'timeout' });
    const stopped = send(fetch, { ...outgoing, signal: stop.signal });
    stop.abort();
    expect(await stopped).toMatchObject({ kind: 'unanswered', why: 'stopped' });
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  },
);

const badPort = new NeverSentError(new TypeError('fetch failed', { cause: new Error('bad port') }));
it.each<[string, Partial<Outgoing> | Error, string]>([
  ['a port that Node blocks', badPort, 'blockedPort'],
  ['a key in curly quotes', withKey('accessKey', '“sk-123456789”'), 'unsendable'],
  ['a key of two lines', withKey('accessKey', 'sk-1234\n56789'), 'unsendable'],
  ['an address that is none', { address: 'nowhere' }, 'unsendable'],
  ['an address with a password', { address: 'https://a:b@service.test' }, 'unsendable'],
])('%s: nothing is sent, now or later, and that is said', async (_, odd, why) => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(odd));
  const answer = await send(fetch, odd instanceof Error ? outgoing : { ...outgoing, ...odd });
  expect(fetch).toHaveBeenCalledTimes(odd instanceof Error ? 1 : 0);
  expect(answer).toMatchObject({ kind: 'notSent', why });
  expect([callOutcome(answer), mayPass(answer)]).toEqual(['notSent', false]);
});

it.each([
  [200, 5_000_000],
  [500, mostUnmeteredBytes],
])('a body without end (%i) is given up after %i bytes, and hung up', async (status, limit) => {
  const cancel = vi.fn<() => void>();
  const pull = (controller: ReadableStreamDefaultController): void =>
    controller.enqueue(Buffer.alloc(10_000, 'x'));
  const endless = new Response(new ReadableStream({ pull, cancel }), { status });
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(endless));
  const answer = await send(fetch, { ...outgoing, mostBytes: 5_000_000 });
  expect(answer).toMatchObject({ kind: 'truncated', status, why: limit });
  expect('body' in answer && answer.body.length - limit).toBeLessThanOrEqual(10_000);
  await vi.waitFor(() => expect(cancel).toHaveBeenCalled());
  expect(fetch.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
});

describe('the ledger', () => {
  const entry = {
    runId: 'run-00000001',
    endpointId: 'microblog.posts.search',
    platform: 'microblog',
    profileId: 'https://service.test',
  };
  let folder: string;
  let ledger: Ledger;
  beforeEach(async () => {
    folder = testFolder();
    ledger = await openLedger(folder);
  });
  afterEach(() => ledger.close());

  const calls = (): number => ledger.callsOfRun(entry.runId);
  const lines = (): Promise<string> => readFile(join(folder, 'ledger.jsonl'), 'utf8');

  it('has the call before it is sent, and tells of it in between', async () => {
    const seen: unknown[] = [];
    const fetch: typeof globalThis.fetch = async () => {
      seen.push(await lines());
      return new Response('{}');
    };
    const noted = () => seen.push(calls());
    await sendCounted(entry, outgoing, { fetch, ledger, graceMs: () => 0, noted });
    expect(seen).toEqual([1, expect.stringContaining('"kind":"sent"')]);
    expect(await lines()).toMatch(/"outcome":"answered","status":200/);
  });

  const answering = async (): Promise<Response> => new Response('a,b', { status: 206 });
  const breaking = () => Promise.reject(new TypeError('fetch failed'));
  const never = () => expect.unreachable();
  const full = new StoreError('storage_full', 'full');
  const unkept = { name: UnkeptError.name, cause: full };
  const refusing = { sink: () => () => Promise.reject(full) };
  const curly = withKey('accessKey', '“sk-123456789”');
  // What went wrong, with which fetch; what is told, and how the ledger ends with how many calls.
  it.each<[string, Partial<Outgoing>, typeof globalThis.fetch, object, string]>([
    ['an answer that the disk refuses', refusing, answering, unkept, 'answered 206: 1'],
    [
      '[23] a key of the wrong family',
      withKey('sessionToken'),
      never,
      { kind: 'notSent' },
      'notSent null: 0',
    ],
    ['a key that no header takes', curly, answering, { kind: 'notSent' }, 'notSent null: 0'],
    ['a broken connection', {}, breaking, { kind: 'unanswered' }, 'unanswered null: 1'],
  ])('%s is noted as what became of it', async (_, odd, fetch, outcome, counted) => {
    const deps = { fetch, ledger, graceMs: () => 0, noted: () => undefined };
    const sending = sendCounted(entry, { ...outgoing, ...odd }, deps);
    expect(await sending.catch((error: unknown) => error)).toMatchObject(outcome);
    const last: { outcome?: string; status?: number } = JSON.parse(
      (await lines()).trim().split('\n').at(-1) ?? '',
    );
    expect(`${last.outcome} ${last.status}: ${calls()}`).toBe(counted);
  });

  it.each([
    ['an answer that costs is waited for after Stop', '/api/data/x', 60_000, 'answered'],
    ['but only so long', '/api/data/x', 0, 'unanswered'],
    ['one that costs nothing isn’t', '/api/status', 600_000, 'unanswered'],
  ] as const)('%s', async (_, path, graceMs, kind) => {
    const stop = new AbortController();
    let arrive = (): void => undefined;
    const fetch: typeof globalThis.fetch = async (_address, init) => {
      stop.abort();
      const given = new Promise((resolve) => init?.signal?.addEventListener('abort', resolve));
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      if (kind === 'answered') setImmediate(() => arrive());
      await Promise.race([given, arrived]);
      init?.signal?.throwIfAborted();
      return new Response('{}');
    };
    const request = { ...outgoing.request, path };
    const timeoutMs = 600_000;
    const asked = { ...outgoing, credential: null, request, timeoutMs, signal: stop.signal };
    const deps = { fetch, ledger, graceMs: () => graceMs, noted: () => undefined };
    expect(await sendCounted(entry, asked, deps)).toMatchObject({ kind });
  });
});
