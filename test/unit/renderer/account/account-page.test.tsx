/** Keys, sign-in and plan on Account, and the support bundle, as a person uses them. */
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { AccountPage } from '#renderer/features/account/AccountPage.tsx';
import { StatusPage, SupportSection } from '#renderer/features/status/StatusPage.tsx';
import { AddressField } from '#renderer/components/credentials/fields.tsx';
import { useApp } from '#renderer/state/app.ts';
import type { MethodName } from '#shared/contract/methods.ts';
import type { ServicePage } from '#shared/contract/service.ts';
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import { draw, screenText } from '../draw.tsx';
import { button, click, input, only, settle, submit, type } from '../explore/window.tsx';
import { answer, asked, inputsOf, methods, ok } from '../fake-host.ts';
import {
  makeCredential,
  makeDetails,
  makeProblem,
  makeRun,
  makeSnapshot,
  makeSummary,
} from '../make.ts';

const profile = { id: 'https://data.example.org', label: 'data.example.org', address: '' };
const snapshotWith = (credentials: CredentialStatus[]) =>
  makeSnapshot({ profile, credentials, credential: credentials[0] ?? null });
const token = makeCredential({
  id: 'token',
  kind: 'sessionToken',
  source: 'keychain',
  who: 'mira@example.org',
  endsAt: new Date(Date.now() + 20 * 60_000).toISOString(),
  endIsSure: true,
});
const last = (method: MethodName) => inputsOf(method).at(-1);

/** What the service answers, page by page; `refused` for a sign-in that has ended. */
function serve(
  values: Partial<Record<ServicePage, unknown>>,
  refused = false,
  arrived = Promise.resolve(),
): void {
  answer('service.read', async ({ page }: { page: ServicePage }) => {
    await arrived;
    const value = values[page] ?? {};
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const remedies = [{ kind: 'openAccount' as const }, { kind: 'tryAgain' as const }];
    const signIn = makeProblem('Sign in anew.', { remedies });
    const read = { at: '2026-11-20T10:00:00Z', ms: 7, text, isCut: false, value };
    return refused ? { ok: false, error: signIn } : ok({ ...read, isJson: text !== value });
  });
}

it('a key is kept for this session only when the person says so, and is tested at once', async () => {
  const added = makeCredential({ id: 'new', source: 'session', lastFour: '7f3a' });
  answer('credential.add', () => ok(snapshotWith([added])));
  const details = makeDetails({ serviceSaid: 'It was revoked.', serviceCode: 'key_revoked' });
  answer('credential.test', () => ok({ verdict: 'refused', message: 'Not accepted.', details }));
  await draw(<AccountPage />, { snapshot: snapshotWith([]) });
  await click(button('Add a key…'));
  await type(input('Access key'), ' a-key-for-me-7f3a\n');
  await click(input('Keep it for this session only'));
  await submit();
  const given = { value: 'a-key-for-me-7f3a', keep: 'session', as: 'key', name: null };
  expect(last('credential.add')).toEqual(given);
  expect(last('credential.test')).toEqual({ id: 'new' });
  expect(only('output[aria-label="Test"]').textContent).toMatch(
    /^Not accepted\. It answered 401 \(key_revoked\) at \d\d:00: “It was revoked\.”$/,
  );
  expect(only('[data-kind="accessKey"]').textContent).toContain('refused');
});

it('a key is chosen, named and removed', async () => {
  const mine = makeCredential({ id: 'mine', source: 'keychain', name: 'Mine', inUse: false });
  for (const method of ['credential.use', 'credential.rename', 'credential.remove'] as const) {
    answer(method, () => ok(snapshotWith([mine])));
  }
  await draw(<AccountPage />, { snapshot: snapshotWith([mine]) });
  await click(button('Use Mine'));
  expect(last('credential.use')).toEqual({ id: 'mine' });
  const choose = async (item: string): Promise<void> => {
    await click(button('More for Mine'));
    await click(button(item));
    await settle();
  };
  await choose('Name…');
  await type(input('Name'), 'Old one');
  await submit();
  expect(last('credential.rename')).toEqual({ id: 'mine', name: 'Old one' });
  await settle();
  await choose('Remove…');
  await click(button('Remove the key'));
  expect(last('credential.remove')).toEqual({ id: 'mine' });
});

it('a sign-in says whose it is and warns before it ends; a new one reads again what it refused', async () => {
  serve({ plan: { name: 'Research', features: { credits: 25_000 } } });
  await draw(<AccountPage />, { snapshot: snapshotWith([token]) });
  expect(screenText()).toMatch(/mira@example\.org.*Ends at \d\d:\d\d, in (19|20) min/);
  expect(screenText()).toContain('Credits25,000');

  serve({}, true);
  await click(button('Read the plan again'));
  expect(only('[role="alert"]').textContent).toContain('Sign in anew');
  expect(screenText()).toContain('Credits25,000');
  serve({ plan: { name: 'Research', features: { credits: 24_000 } } });
  answer('credential.replace', () => ok(snapshotWith([token])));
  const accepted = { verdict: 'accepted', message: 'It is accepted.', details: null };
  answer('credential.test', () => ok(accepted));
  await click(button('Renew…'));
  await type(input('Sign-in token'), 'eyJ.new.token');
  await submit();
  expect(last('credential.replace')).toMatchObject({ id: 'token', value: 'eyJ.new.token' });
  expect(screenText()).toContain('Credits24,000');
  expect(document.querySelector('[role="alert"]')).toBeNull();
  // Of another person's account, nothing is known until it is read.
  serve({}, true);
  const another = { ...token, who: 'noor@example.org' };
  answer('credential.replace', () => ok(snapshotWith([another])));
  await click(button('Renew…'));
  await type(input('Sign-in token'), 'eyJ.other.token');
  await submit();
  await settle();
  expect(screenText()).toContain('noor@example.org');
  expect(screenText()).not.toContain('Credits24,000');
});

it('another service is chosen only after asking what becomes of the run at work', async () => {
  const here = { profileId: profile.id, title: 'Search posts: moon' };
  const working = makeRun({ ...here, state: { kind: 'fetching', page: 2, since: '' } });
  answer('service.choose', () => ok(makeSnapshot()));
  answer('run.stop', () => ok({ run: makeRun({ ...here, state: { kind: 'stopped' } }) }));
  const open = () =>
    draw(<AccountPage />, { snapshot: snapshotWith([token]), runs: { [working.id]: working } });
  /** What main is asked when the person answers so. */
  async function change(choice: string): Promise<string[]> {
    const before = asked.length;
    await click(button('Use the sample service'));
    expect(screenText()).toContain('“Search posts: moon” is still loading from data.example');
    await click(button(choice));
    const since = methods().slice(before);
    return since.filter((method) => /choose|stop/.test(method));
  }
  await open();
  expect(await change('Cancel')).toEqual([]);
  expect(await change('Change without stopping')).toEqual(['service.choose']);
  await open();
  expect(await change('Stop and change')).toEqual(['run.stop', 'service.choose']);
});

it('usage is the service’s whole answer, whatever its members mean, and nothing is read into it', async () => {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const plan = {
    name: 'Research',
    features: { credits: 50_000, creditResetFrequency: 'monthly' },
  };
  const byDay = [{ day: '2026-11-01', credits: 60 }];
  serve({ plan, usage: { credits: { used: 60, remaining: 49_940 }, byDay } }, false, arrived);
  const elsewhere = { ...profile, id: 'https://counted.example.org' };
  await draw(<AccountPage />, { snapshot: { ...snapshotWith([token]), profile: elsewhere } });
  const usage = only('section[aria-label="Usage"]');
  expect(usage.textContent).toContain('Asking the service…');
  await act(async () => arrive());
  await settle();
  expect(only('section[aria-label="Plan"]').textContent).toContain('Credits50,000renewed monthly');
  expect(usage.textContent).toContain('CreditsUsed60Remaining49,940');
  expect(usage.textContent).toContain('By dayDayCredits2026-11-0160');
  expect(screenText()).toContain('its format isn’t documented');
  // Each figure once, and in no sentence.
  expect(screenText().split('49,940')).toHaveLength(2);
  await click(only('input[value="Raw"]', usage));
  expect(usage.textContent).toContain('"remaining":49940');
});

it('without a sign-in nobody is asked and one card offers to add it; a refused one is said once', async () => {
  asked.length = 0;
  await draw(<AccountPage />, { snapshot: snapshotWith([]) });
  expect(inputsOf('service.read')).toEqual([]);
  // A request written by hand carries it too.
  expect(screenText()).toContain('sent only for pages about the account');
  await click(button('Add dashboard sign-in…'));
  expect(screenText()).toContain('Add a dashboard sign-in');
  serve({}, true);
  const elsewhere = { ...profile, id: 'https://refused.example.org' };
  await draw(<AccountPage />, { snapshot: { ...snapshotWith([token]), profile: elsewhere } });
  expect(only('[role="alert"]').textContent).toContain('Sign in anew');
  expect(only('section[aria-label="Usage"]').textContent).toContain('see the top of the page');
  asked.length = 0;
  await click(button('Try again'));
  expect(inputsOf('service.read')).toEqual([{ page: 'plan' }, { page: 'usage' }]);
  await click(button('Renew the sign-in…'));
  expect(screenText()).toContain('Replace the dashboard sign-in');
});

it('calls that no run has are those of deleted runs or of requests written by hand', async () => {
  const counts = {
    today: '2026-11-20',
    callsToday: 3,
    days: [],
    byPlatform: {},
    byKey: {},
    total: 3,
  };
  answer('calls.counts', () => ok(counts));
  answer('history.list', () =>
    ok({ runs: [makeSummary({ profileId: profile.id, calls: 1 })], removals: [] }),
  );
  await draw(<AccountPage />, { snapshot: snapshotWith([]) });
  await click(button('Calls by run'));
  expect(screenText()).toContain('2 calls by deleted runs, or sent from Request.');
});

it('what several checks of the service fail with is said once, with how many did', async () => {
  const refusal = { details: makeDetails(), remedies: [{ kind: 'tryAgain' as const }] };
  answer('service.read', ({ page }: { page: ServicePage }) => {
    const read = { at: '2026-11-20T10:00:00Z', ms: 7, text: '{}', isCut: false };
    if (page === 'health') return ok({ ...read, value: {}, isJson: true });
    return { ok: false, error: makeProblem('It wants a sign-in.', refusal) };
  });
  const elsewhere = { ...profile, id: 'https://wants-a-sign-in.test' };
  await draw(<StatusPage />, { snapshot: makeSnapshot({ profile: elsewhere }) });
  expect(screenText()).toContain('3 of 4 checks failed');
  expect(only('[role="alert"]').isConnected).toBe(true);
  asked.length = 0;
  await click(button('Try again'));
  expect(inputsOf('service.read')).toEqual(
    ['status', 'history', 'metrics'].map((page) => ({ page })),
  );
});

it('status and history are the service’s whole answers, each shown once', async () => {
  const status = { status: 'purple', parts: [{ name: 'forum', status: 'degraded' }] };
  serve({ status, history: [{ day: '2026-11-12', what: 'slow' }], metrics: 'up 1' });
  const elsewhere = { ...profile, id: 'https://purple.example.org' };
  await draw(<StatusPage />, { snapshot: makeSnapshot({ profile: elsewhere }) });
  await click(button('Technical details'));
  const shown = (title: string) => only(`section[aria-label="${title}"]`).textContent;
  expect(shown('Now')).toContain('Statuspurple');
  expect(shown('Now')).toContain('forumdegraded');
  expect(shown('History')).toContain('2026-11-12slow');
  expect(screenText().split('degraded')).toHaveLength(2);
});

it('the support bundle is one click from Account, without what was asked unless wanted', async () => {
  answer('support.preview', () => ok({ id: 'one', text: 'All of it' }));
  answer('file.save', () => ok({ kind: 'saved', name: 'bundle.json', download: null }));
  await draw(<AccountPage />, { snapshot: snapshotWith([]) });
  await click(button('Support bundle…'));
  expect(useApp.getState()).toMatchObject({ page: 'status', isSupportAsked: true });
  await draw(<SupportSection isPageRead />, { isSupportAsked: true });
  expect(document.activeElement).toBe(button('Preview…'));
  expect(useApp.getState().isSupportAsked).toBe(false);
  await click(button('Preview…'));
  expect(last('support.preview')).toEqual({ withQuestions: false });
  expect(screenText()).toContain('All of it');
  await click(button('Save…'));
  expect(last('file.save')).toEqual({ file: { of: 'support', id: 'one' } });
  await click(input('Include what was asked: search words, names and IDs of failed questions'));
  await click(button('Preview…'));
  expect(last('support.preview')).toEqual({ withQuestions: true });
});

it('an address that was copied with a path of the service is offered without it', async () => {
  const onChange = vi.fn<(value: string) => void>();
  const offered = async (value: string): Promise<unknown> => {
    onChange.mockClear();
    await draw(<AddressField {...{ value, onChange }} problem={null} />);
    const [use] = [...document.querySelectorAll('button')];
    if (use !== undefined) await click(use);
    return onChange.mock.calls[0]?.[0] ?? null;
  };
  for (const end of [
    '/api',
    '/api/',
    '/api/data/posts?q=1',
    '/docs#tag',
    '/api-docs',
    '/openapi.json',
  ]) {
    expect(await offered(`https://data.example.org/base${end}`)).toBe(
      'https://data.example.org/base',
    );
  }
  expect(await offered('https://data.example.org/api')).toBe('https://data.example.org');
  for (const value of [
    'https://api.example.org',
    'https://x.org/apiary',
    'https://docs.x.org/',
    '',
  ]) {
    expect(await offered(value)).toBeNull();
  }
});
