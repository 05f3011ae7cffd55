/** The last border before the network: what is not sent, and what proves that nothing left. */
import { describe, expect, it, vi } from 'vitest';
import type { Credential } from '#main/core/credentials/credentials.ts';
import { callOutcome, mayPass } from '#main/core/service/problems.ts';
import { send } from '#main/core/service/send.ts';
import type { Answer, Outgoing } from '#main/core/service/send.ts';
import type { CredentialKind } from '#shared/contract/snapshot.ts';
import { makeCredential } from '../renderer/make.ts';

const credential = (kind: CredentialKind): Credential => ({
  value: 'some-access-key-0001',
  status: makeCredential({ kind }),
});

it.each([
  ['accessKey', '/api/plan'],
  ['accessKey', '/api/trial/token'],
  ['trialKey', '/health'],
  ['sessionToken', '/api/data/microblog/posts'],
  ['sessionToken', '/api/status'],
] as const)('[23] a %s is never sent to %s', async (kind, path) => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const sending = send(fetch, {
    url: `https://service.test${path}`,
    path,
    method: 'GET',
    credential: credential(kind),
    body: null,
    timeoutMs: 1000,
    signal: new AbortController().signal,
  });
  await expect(sending).rejects.toThrow('does not belong');
  expect(fetch).not.toHaveBeenCalled();
});

const outgoing: Outgoing = {
  url: 'https://service.test/api/data/x',
  path: '/api/data/x',
  method: 'GET',
  credential: null,
  body: null,
  timeoutMs: 1000,
  signal: new AbortController().signal,
};

/** As Node's fetch tells of a connection's error. */
const nodeError = (code: string, syscall: string, message = `${syscall} ${code}`): Error =>
  Object.assign(new Error(message), { code, syscall });
const failed = (cause: Error): Error => new TypeError('fetch failed', { cause });
const severalAddresses = (...errors: Error[]): Error =>
  Object.assign(new AggregateError(errors, ''), { code: 'ECONNREFUSED' });

function answerTo(error: Error): Promise<Answer> {
  const fetch = vi.fn<typeof globalThis.fetch>().mockRejectedValue(error);
  return send(fetch, outgoing);
}

describe('[24] an error proves that nothing was sent', () => {
  it.each([
    ['a refused connection', failed(nodeError('ECONNREFUSED', 'connect'))],
    ['no way to the host', failed(nodeError('EHOSTUNREACH', 'connect'))],
    ['no way to the network', failed(nodeError('ENETUNREACH', 'connect'))],
    [
      'no way to any of its addresses',
      failed(
        severalAddresses(nodeError('ENETUNREACH', 'connect'), nodeError('EHOSTUNREACH', 'connect')),
      ),
    ],
    ['an unknown host', failed(nodeError('ENOTFOUND', 'getaddrinfo'))],
    ['Chromium: refused', new Error('net::ERR_CONNECTION_REFUSED')],
    ['Chromium: offline', new Error('net::ERR_INTERNET_DISCONNECTED')],
  ])('%s', async (_, error) => {
    const answer = await answerTo(error);
    expect([callOutcome(answer), mayPass(answer)]).toEqual(['notSent', true]);
  });
});

describe('[24] an error does not prove it: never repeated by itself, may have been counted', () => {
  it.each([
    ['a reset', failed(nodeError('ECONNRESET', 'read'))],
    ['the way was lost while reading', failed(nodeError('EHOSTUNREACH', 'read'))],
    ['the network was lost while reading', failed(nodeError('ENETUNREACH', 'read'))],
    ['the way was lost while writing', failed(nodeError('EHOSTUNREACH', 'write'))],
    ['Chromium, which does not say when', new Error('net::ERR_ADDRESS_UNREACHABLE')],
    ['an error that says nothing', new Error('')],
  ])('%s', async (_, error) => {
    const answer = await answerTo(error);
    expect([callOutcome(answer), mayPass(answer)]).toEqual(['unanswered', false]);
  });
});

describe('a request that HTTP has no form for', () => {
  const withKey = (value: string): Partial<Outgoing> => ({
    credential: { ...credential('accessKey'), value },
  });
  it.each([
    ['a key in curly quotes', withKey('“sk-123456789”')],
    ['a key of two lines', withKey('sk-1234\n56789')],
    ['an address that is none', { url: 'nowhere' }],
    ['an address with a password', { url: 'https://a:b@service.test/api/data/x' }],
  ])('%s is not sent, and that is said', async (_, odd) => {
    const fetch = vi.fn<typeof globalThis.fetch>();
    const answer = await send(fetch, { ...outgoing, ...odd });
    expect(fetch).not.toHaveBeenCalled();
    expect(answer).toMatchObject({ kind: 'notSent', why: 'unsendable' });
    expect([callOutcome(answer), mayPass(answer)]).toEqual(['notSent', false]);
  });
});
