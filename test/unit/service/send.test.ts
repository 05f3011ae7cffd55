/** The last border before the network: a credential that does not belong is not sent. */
import { expect, it, vi } from 'vitest';
import type { Credential } from '#main/core/credentials/credentials.ts';
import { send } from '#main/core/service/send.ts';
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
