import { beforeEach, expect, it, vi } from 'vitest';
import { act } from '#renderer/state/act.ts';
import { useApp } from '#renderer/state/app.ts';
import { takeEvent, takeFirstSnapshot } from '#renderer/state/boot.ts';
import { useHistory } from '#renderer/state/history.ts';
import { testKey } from '#renderer/state/key-tests.ts';
import * as service from '#renderer/state/service.ts';
import { answer, answerLater, asked, inputsOf, methods, ok, refuse } from '../fake-host.ts';
import { makeReply, makeRun, makeSnapshot, makeTab, workspaceOf } from '../make.ts';

const address = 'https://data.example.org';
const own = { id: address, label: 'data.example.org', address: '' };
const snapshot = () => useApp.getState().snapshot;

/** In the sample service, with a tab open. */
function enter(tab = makeTab()): void {
  const snapshotWith = makeSnapshot({ workspace: workspaceOf(tab) });
  useApp.setState({ snapshot: snapshotWith, runs: { 'run-00000001': makeRun() } });
}

beforeEach(() => {
  useHistory.setState({ runs: null });
  useApp.setState({ ...useApp.getInitialState(), snapshot: makeSnapshot({ profile: null }) });
  for (const method of ['service.choose', 'credential.add', 'credential.replace'] as const) {
    answer(method, () => ok(makeSnapshot({ profile: own })));
  }
});

it('exploring sample data asks the filled-in example at once, or says why it can’t', async () => {
  answer('service.choose', refuse('It did not start.'));
  expect((await service.exploreSample())?.title).toBe('It did not start.');
  expect(snapshot()?.profile).toBeNull();
  answer('service.choose', () => ok(makeSnapshot()));
  answer('run.start', () => ok(makeReply()));
  expect(await service.exploreSample()).toBeNull();
  const { runId, query } = snapshot()!.workspace.tabs[0]!;
  expect(query.values).toEqual({ q: 'city trees' });
  expect(asked).toContainEqual({ method: 'run.start', input: { runId, query } });
});

const verdict = { verdict: 'refused', message: 'Not accepted.', details: null };

it('setting up an own service sends the key trimmed, tests it, and waits to be let in', async () => {
  answer('credential.test', () => ok(verdict));
  const result = await service.setUpService(address, ' key-12345678\n');
  expect(asked[1]?.input).toEqual({ value: 'key-12345678', as: 'key' });
  expect(snapshot()?.profile).toBeNull();
  if (result.kind !== 'stored') throw new Error('The key was not stored.');
  expect(result.verdict).toEqual(verdict);
  // The key that was refused just now is corrected, and no other kept beside it.
  await service.setUpService(address, 'key-87654321');
  const id = makeSnapshot().credentials[0]?.id;
  expect(inputsOf('credential.replace')).toEqual([{ id, value: 'key-87654321' }]);
  expect(inputsOf('credential.add')).toHaveLength(1);
  result.enter();
  expect(snapshot()?.profile).toEqual(own);
});

it('setting up an own service asks for no key when the address is wrong, nor tests a lost one', async () => {
  for (const method of ['credential.add', 'credential.replace'] as const) {
    answer(method, refuse('Too short.'));
  }
  expect(await service.setUpService('https://x', 'k')).toMatchObject({ kind: 'keyProblem' });
  expect(methods()).not.toContain('credential.test');
  asked.length = 0;
  answer('service.choose', refuse('Begin with https.'));
  expect((await service.setUpService('http://x', 'key-12345678')).kind).toBe('addressProblem');
  expect(methods()).toEqual(['service.choose']);
});

it('changing the service saves the tabs of the old one first and lets go of its runs', async () => {
  const tab = makeTab();
  enter(tab);
  await service.chooseService({ kind: 'address', address });
  expect(methods()).toEqual(['workspace.save', 'service.choose']);
  expect(asked[0]?.input).toMatchObject({ profileId: 'sample', workspace: { tabs: [tab] } });
  expect(useApp.getState().runs).toEqual({});
  expect(snapshot()?.workspace.tabs).toEqual([]);
});

it('keys are asked for on trial, for an address that is set', async () => {
  answer('trial.get', refuse('Not today.'));
  const refused = { kind: 'trialProblem', problem: { title: 'Not today.' } };
  expect(await service.setUpTrial(address, 'A course')).toMatchObject(refused);
  // Nothing is entered until there is a key.
  expect(snapshot()?.profile).toBeNull();
  answer('trial.get', () => ok(makeSnapshot({ profile: own })));
  expect(await service.setUpTrial(address, 'A course')).toEqual({ kind: 'entered' });
  expect(snapshot()?.profile).toEqual(own);
  // Later, the snapshot is taken with the reply.
  answer('trial.get', () => ok(makeSnapshot({ profile: own, version: 'later' })));
  expect(await act('trial.get', { source: 'A course' })).toBeNull();
  expect(asked.at(-1)).toEqual({ method: 'trial.get', input: { source: 'A course' } });
  expect(snapshot()?.version).toBe('later');
});

it('keys are not judged when the service can’t be asked', async () => {
  answer('credential.test', refuse('No connection.'));
  expect((await testKey(null)).verdict).toBe('undecided');
});

it('what another window chose is followed, with its own tabs; Welcome and a choice under way are not left', async () => {
  const tell = (profileId: string): void => takeEvent({ kind: 'service.chosen', profileId });
  const theirs = makeSnapshot({ profile: own });
  answer('app.snapshot', () => ok(theirs));
  tell(address);
  expect(snapshot()?.profile).toBeNull();
  enter();
  tell(makeSnapshot().profile!.id);
  expect(methods()).not.toContain('app.snapshot');
  // What was reported of its runs is dropped, so History on screen is read again.
  useHistory.setState({ runs: [] });
  tell(address);
  await vi.waitFor(() => expect(snapshot()?.profile).toEqual(own));
  expect(useApp.getState().runs).toEqual({});
  expect(methods()).toContain('history.list');
  // This window’s own choice is answered with its snapshot.
  const reply = answerLater('service.choose');
  const choice = service.chooseService({ kind: 'sample' });
  await vi.waitFor(() => expect(methods()).toContain('service.choose'));
  tell('sample');
  reply(ok(makeSnapshot()));
  expect(await choice).toBeNull();
  expect(inputsOf('app.snapshot')).toHaveLength(1);
});

it('a time zone that an older main doesn’t know is called by another name that shows the same', async () => {
  const { name } = useApp.getState().localZone;
  const zoneIn = async (known: (name: string) => boolean) => {
    answer('app.snapshot', () => ok(makeSnapshot()));
    answer('app.zone', ({ names }: { names: string[] }) => ok({ name: names.find(known) ?? null }));
    await takeFirstSnapshot();
    return useApp.getState().localZone;
  };
  expect(await zoneIn(() => true)).toMatchObject({ name });
  const other = await zoneIn((one) => one !== name);
  expect(other).toEqual({ name: expect.any(String), isNamed: false });
  const hour = { hour: '2-digit', minute: '2-digit' } as const;
  const [local, named] = [{}, { timeZone: other.name }].map((zone) =>
    new Date().toLocaleTimeString('en-GB', { ...hour, ...zone }),
  );
  expect(named).toBe(local);
  expect(await zoneIn(() => false)).toEqual({ name: 'UTC', isNamed: false });
});
