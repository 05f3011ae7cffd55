// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '#renderer/state/app.ts';
import {
  addCredential,
  chooseService,
  exploreSample,
  getTrialKey,
  removeCredential,
  setUpService,
  setUpTrial,
} from '#renderer/state/service.ts';
import { testKey } from '#renderer/state/key-tests.ts';
import { answer, asked, ok, resetHost } from '../fake-host.ts';
import { makeProblem, makeReply, makeRun, makeSnapshot, makeTab } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const own = { id: 'https://data.example.org', label: 'data.example.org', address: '' };
const refuse = (title: string) => () => ({ ok: false, error: makeProblem(title) });
const methods = () => asked.map(({ method }) => method);

beforeEach(() => {
  resetHost();
  useApp.setState({ ...useApp.getInitialState(), snapshot: makeSnapshot({ profile: null }) });
});

describe('exploring sample data', () => {
  it('opens the filled-in example and asks it at once', async () => {
    answer('service.choose', () => ok(makeSnapshot()));
    answer('run.start', () => ok(makeReply()));
    expect(await exploreSample()).toBeNull();
    const { snapshot } = useApp.getState();
    const [tab] = snapshot?.workspace.tabs ?? [];
    expect(tab?.query.values).toEqual({ q: 'city trees' });
    expect(asked.find(({ method }) => method === 'run.start')?.input).toEqual({
      runId: tab?.runId,
      query: tab?.query,
    });
  });

  it('stays on Welcome and says why when the sample service does not start', async () => {
    answer('service.choose', refuse('It did not start.'));
    expect((await exploreSample())?.title).toBe('It did not start.');
    expect(useApp.getState().snapshot?.profile).toBeNull();
  });
});

describe('setting up an own service', () => {
  beforeEach(() => {
    answer('service.choose', () => ok(makeSnapshot({ profile: own })));
    answer('credential.add', () => ok(makeSnapshot({ profile: own })));
    answer('credential.test', () => ok({ verdict: 'refused', message: 'Not accepted.' }));
  });

  it('sends the key trimmed, tests it, and waits to be let in', async () => {
    const result = await setUpService('https://data.example.org', ' key-12345678\n');
    expect(asked[1]?.input).toEqual({ value: 'key-12345678', as: 'key' });
    expect(useApp.getState().snapshot?.profile).toBeNull();
    if (result.kind !== 'stored') throw new Error('The key was not stored.');
    expect(result.verdict.verdict).toBe('refused');
    result.enter();
    expect(useApp.getState().snapshot?.profile).toEqual(own);
  });

  it('corrects the key that was refused just now, and keeps no other beside it', async () => {
    answer('credential.replace', () => ok(makeSnapshot({ profile: own })));
    await setUpService('https://data.example.org', 'key-mistyped');
    await setUpService('https://data.example.org', 'key-12345678');
    const last = asked.findLast(({ method }) => method.startsWith('credential.r'));
    expect(last).toMatchObject({
      method: 'credential.replace',
      input: { id: makeSnapshot().credentials[0]?.id, value: 'key-12345678' },
    });
  });

  it('asks for no key when the address is wrong', async () => {
    answer('service.choose', refuse('Begin with https.'));
    expect(await setUpService('http://x', 'key-12345678')).toMatchObject({
      kind: 'addressProblem',
    });
    expect(methods()).toEqual(['service.choose']);
  });

  it('tests nothing when the key can’t be kept', async () => {
    for (const method of ['credential.add', 'credential.replace'] as const) {
      answer(method, refuse('Too short.'));
    }
    expect(await setUpService('https://x', 'k')).toMatchObject({ kind: 'keyProblem' });
    expect(methods()).not.toContain('credential.test');
  });
});

describe('changing the service', () => {
  it('saves the tabs of the old one first and lets go of its runs', async () => {
    const tab = makeTab();
    const before = makeSnapshot();
    useApp.setState({
      snapshot: { ...before, workspace: { ...before.workspace, tabs: [tab] } },
      runs: { 'run-00000001': makeRun() },
    });
    answer('service.choose', () => ok(makeSnapshot({ profile: own })));
    await chooseService({ kind: 'address', address: 'https://data.example.org' });
    expect(methods()).toEqual(['workspace.save', 'service.choose']);
    expect(asked[0]?.input).toMatchObject({ profileId: 'sample', workspace: { tabs: [tab] } });
    expect(useApp.getState().runs).toEqual({});
    expect(useApp.getState().snapshot?.workspace.tabs).toEqual([]);
  });
});

describe('keys', () => {
  it('come and go without touching this window’s tabs', async () => {
    const tabs = [makeTab()];
    const before = makeSnapshot();
    useApp.setState({ snapshot: { ...before, workspace: { ...before.workspace, tabs } } });
    answer('credential.add', () => ok(makeSnapshot()));
    answer('credential.remove', () => ok(makeSnapshot({ credential: null })));
    expect(await addCredential({ value: 'key-12345678' })).toBeNull();
    expect(await removeCredential('a')).toBeNull();
    expect(useApp.getState().snapshot?.credential).toBeNull();
    expect(useApp.getState().snapshot?.workspace.tabs).toEqual(tabs);
  });

  it('are asked for on trial, for an address that is set', async () => {
    answer('service.choose', () => ok(makeSnapshot({ profile: own })));
    answer('trial.get', refuse('Not today.'));
    expect(await setUpTrial('https://data.example.org', 'A course')).toMatchObject({
      kind: 'trialProblem',
      problem: { title: 'Not today.' },
    });
    // Nothing is entered until there is a key.
    expect(useApp.getState().snapshot?.profile).toBeNull();
    answer('trial.get', () => ok(makeSnapshot({ profile: own })));
    expect(await setUpTrial('https://data.example.org', 'A course')).toEqual({ kind: 'entered' });
    expect(useApp.getState().snapshot?.profile).toEqual(own);
    expect(await getTrialKey('A course')).toBeNull();
    expect(asked.at(-1)).toEqual({ method: 'trial.get', input: { source: 'A course' } });
  });

  it('are not judged when the service can’t be asked', async () => {
    answer('credential.test', refuse('No connection.'));
    expect((await testKey(null)).verdict).toBe('undecided');
  });
});
