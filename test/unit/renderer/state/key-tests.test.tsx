/** A key that the service refused is marked beside its name, until it works or is another. */
import { act } from 'react';
import { expect, it } from 'vitest';
import { Sidebar } from '#renderer/features/shell/Sidebar.tsx';
import { useApp } from '#renderer/state/app.ts';
import { takeEvent } from '#renderer/state/boot.ts';
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import type { RunState } from '#shared/contract/run.ts';
import { draw } from '../draw.tsx';
import { only } from '../explore/window.tsx';
import { makeCredential, makeDetails, makeProblem, makeRun, makeSnapshot } from '../make.ts';

const foot = () => only('footer[aria-label="In use"]').textContent;
const fetching: RunState = { kind: 'fetching', page: 1, since: '' };
const refusedAt = (sentAt: string): RunState => {
  const details = makeDetails({ sentAt });
  const problem = makeProblem('Refused.', { code: 'unauthorized', details });
  return { kind: 'failed', page: 1, problem };
};

/** No other file's run: which key one was sent with is remembered. */
const id = 'run-of-a-key';
let revision = 0;
async function take(...states: RunState[]): Promise<void> {
  await act(async () => {
    for (const state of states) {
      takeEvent({ kind: 'run.changed', run: makeRun({ id, revision: (revision += 1), state }) });
    }
  });
}

async function drawAddedAt(addedAt: string): Promise<void> {
  const credential = makeCredential({ source: 'keychain', lastFour: '7f3a', addedAt });
  await draw(<Sidebar />, { snapshot: makeSnapshot({ credential, credentials: [credential] }) });
}

it('a run that a key was refused for marks the key in the sidebar, and a page that came unmarks it', async () => {
  await drawAddedAt('2026-11-20T10:00:00.000Z');
  expect(foot()).not.toContain('refused');
  await take(fetching, refusedAt('2026-11-20T10:05:00.000Z'));
  expect(foot()).toMatch(/Key ending 7f3arefused/);
  await take(fetching, { kind: 'more' });
  expect(foot()).not.toContain('refused');
  // One that failed before the key was added does not mark it.
  await drawAddedAt('2026-11-20T11:00:00.000Z');
  await take(refusedAt('2026-11-20T10:05:00.000Z'));
  expect(foot()).not.toContain('refused');
});

it('another key that is chosen meanwhile is not marked for the one before it', async () => {
  const before = makeCredential({ id: 'one', source: 'keychain', lastFour: '1111' });
  const after = makeCredential({ id: 'two', source: 'keychain', lastFour: '2222' });
  const using = (credential: CredentialStatus) =>
    makeSnapshot({ credential, credentials: [before, after] });
  await draw(<Sidebar />, { snapshot: using(before) });
  await take(fetching);
  await act(async () => useApp.setState({ snapshot: using(after) }));
  await take(fetching, refusedAt('2099-11-20T10:05:00.000Z'));
  expect(foot()).toContain('2222');
  expect(foot()).not.toContain('refused');
  await act(async () => useApp.setState({ snapshot: using(before) }));
  expect(foot()).toMatch(/1111refused/);
});
