/** Whatever became of a request, the ledger says it; what was thrown too. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Credential } from '#main/core/credentials/credentials.ts';
import { sendCounted } from '#main/core/service/send-counted.ts';
import { UnkeptError } from '#main/core/service/send.ts';
import type { Outgoing } from '#main/core/service/send.ts';
import { openLedger } from '#main/core/store/ledger.ts';
import type { Ledger } from '#main/core/store/ledger.ts';
import { StoreError } from '#main/core/store/store-error.ts';
import { makeCredential } from '../renderer/make.ts';

const entry = {
  runId: 'run-00000001',
  endpointId: 'microblog.posts.search',
  platform: 'microblog',
  profileId: 'https://service.test',
  metered: true,
};
const outgoing: Outgoing = {
  url: 'https://service.test/api/data/x',
  path: '/api/data/x',
  method: 'GET',
  credential: null,
  body: null,
  timeoutMs: 1000,
  signal: new AbortController().signal,
};
const answering: typeof globalThis.fetch = async () => new Response('a,b', { status: 206 });
const credentialOf = (value: string, kind: 'accessKey' | 'sessionToken'): Credential => ({
  value,
  status: makeCredential({ kind }),
});

let folder: string;
let ledger: Ledger;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sde-counted-'));
  ledger = await openLedger(folder);
});
afterEach(async () => {
  await ledger.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the last line of the ledger says, and how many calls count. */
async function counted(): Promise<unknown[]> {
  const lines = (await readFile(join(folder, 'ledger.jsonl'), 'utf8')).trim().split('\n');
  const last: { outcome?: string; status?: number | null } = JSON.parse(lines.at(-1) ?? '');
  return [last.outcome, last.status, ledger.callsOfRun(entry.runId)];
}

/** Sends it; an error is given back as a value. */
const sending = (odd: Partial<Outgoing> = {}, fetch = answering): Promise<unknown> =>
  sendCounted(entry, { ...outgoing, ...odd }, { fetch, ledger, noted: () => undefined }).catch(
    (error: unknown) => error,
  );

it('is noted before it is sent, and told in between', async () => {
  const seen: unknown[] = [];
  const noted = (): void => void seen.push(ledger.callsOfRun(entry.runId));
  const fetch: typeof globalThis.fetch = async () => {
    seen.push(await readFile(join(folder, 'ledger.jsonl'), 'utf8'));
    return new Response('{}');
  };
  await sendCounted(entry, outgoing, { fetch, ledger, noted });
  expect(seen).toEqual([1, expect.stringContaining('"kind":"sent"')]);
  expect(await counted()).toEqual(['answered', 200, 1]);
});

it('an answer that the disk refuses counts, with its status', async () => {
  const full = new StoreError('storage_full', 'full');
  const error = await sending({ sink: () => () => Promise.reject(full) });
  expect(error).toBeInstanceOf(UnkeptError);
  expect(error).toMatchObject({ cause: full });
  expect(await counted()).toEqual(['answered', 206, 1]);
});

it('[23] a credential of the wrong family is a mistake of ours: nothing was sent or counted', async () => {
  const error = await sending({ credential: credentialOf('a-session-token', 'sessionToken') });
  expect(error).toMatchObject({ message: expect.stringContaining('does not belong') });
  expect(await counted()).toEqual(['notSent', null, 0]);
});

it('a key that no header takes is not counted', async () => {
  const answer = await sending({ credential: credentialOf('“sk-123456789”', 'accessKey') });
  expect(answer).toMatchObject({ kind: 'notSent', why: 'unsendable' });
  expect(await counted()).toEqual(['notSent', null, 0]);
});

it('a connection that broke counts as unanswered', async () => {
  await sending({}, () => Promise.reject(new TypeError('fetch failed')));
  expect(await counted()).toEqual(['unanswered', null, 1]);
});
