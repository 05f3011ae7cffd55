/** The Service profile page: what main says is what is shown, and every button is one call. */
import { act } from 'react';
import { expect, it } from 'vitest';
import { ServiceProfilePage } from '#renderer/features/service-profile/ServiceProfilePage.tsx';
import { findFacts, summaryOf, whyWords } from '#renderer/features/service-profile/facts.tsx';
import { formViewOf } from '#renderer/features/explore/form-view.ts';
import { activeTabOf, useApp } from '#renderer/state/app.ts';
import { catalogue } from '#main/catalogue/index.ts';
import type { Fact, ServiceProfile, ServiceProfileReply } from '#shared/contract/description.ts';
import { draw, screenText } from '../draw.tsx';
import { button, buttons, click, only } from '../explore/window.tsx';
import { answer, inputsOf, methods, ok, refuse } from '../fake-host.ts';

const makeFact = (change: Partial<Fact> = {}): Fact => ({
  id: 'name:photoshare.users.search:name',
  kind: 'name',
  platform: 'photoshare',
  endpointId: 'photoshare.users.search',
  question: 'Search accounts',
  about: 'the name of “Name”',
  isAssumed: true,
  ours: 'name',
  service: null,
  candidates: [],
  person: null,
  inForce: { value: 'name', by: 'assumed' },
  ...change,
});
const makeProfile = (change: Partial<ServiceProfile> = {}): ServiceProfile => ({
  profileId: 'sample',
  state: { kind: 'neverAsked' },
  description: null,
  facts: [makeFact()],
  discovered: [],
  corrections: 0,
  ...change,
});
const reply = (change: Partial<ServiceProfile> = {}): ServiceProfileReply => ({
  serviceProfile: makeProfile(change),
  catalogue,
  revision: 1,
});
const read = {
  state: { kind: 'read', at: '2026-11-20T10:00:00.000Z' },
  description: {
    at: '2026-11-20T10:00:00.000Z',
    source: '/openapi.json',
    title: '<img src=x onerror="alert(1)">',
    version: '2.0',
    paths: 61,
  },
} as const;

async function open(change: Partial<ServiceProfile> = {}): Promise<void> {
  answer('description.get', () => ok(reply(change)));
  await draw(<ServiceProfilePage />);
}

const unfold = () => click(button('What is assumed'));

it('opened at an assumption, it leads to its buttons', async () => {
  const id = 'path:forum.comments.by-user';
  await open({ facts: [makeFact(), makeFact({ id, about: 'The path' })] });
  await act(async () => useApp.setState({ askedFact: id }));
  expect(button('What is assumed').getAttribute('aria-expanded')).toBe('true');
  const focused = document.activeElement;
  expect(focused?.textContent).toBe('Edit…');
  expect(focused?.closest<HTMLElement>('[data-fact]')?.dataset['fact']).toBe(id);
  expect(useApp.getState().askedFact).toBeNull();
});

it('asking is one call that may fail with a note; what comes back is on screen, as text', async () => {
  const failed = { kind: 'failed', at: read.state.at, message: 'It is too large.' } as const;
  await open({ state: failed });
  expect(only('[role="note"]').textContent).toBe('It is too large. Nothing has changed.');
  await open({ ...read, state: failed });
  expect(only('[role="note"]').textContent).toContain('What was read before still applies.');
  await open();
  expect(screenText()).toContain('Not asked yet');
  const settled = makeFact({
    service: { value: 'displayName', why: 'It is the only one left.' },
    inForce: { value: 'displayName', by: 'service' },
  });
  answer('description.ask', () => ok(reply({ ...read, facts: [settled] })));
  await click(button('Ask the service'));
  expect(inputsOf('description.ask')).toHaveLength(1);
  expect(screenText()).toContain('<img src=x onerror="alert(1)"> 2.0');
  expect(document.querySelector('img')).toBeNull();
  expect(screenText()).toContain('61 paths');
  await unfold();
  expect(screenText()).toContain('It is the only one left.');
  expect(screenText()).toContain('1 assumption, 1 settled by the service.');
});

it('a fact is edited: what the service has is offered, and main’s complaint is at the field', async () => {
  const unclear = makeFact({
    service: { value: null, why: 'Two fit.' },
    candidates: ['handle', 'fullName'],
  });
  await open({ facts: [unclear] });
  // It needs a decision, so that it is not folded with those that don't.
  const needing = only('section[aria-label="Needs your decision"]');
  expect(needing.textContent).toContain('Two fit. It could be: handle, fullName.');
  answer('correction.set', refuse('A name has no spaces.'));
  await click(button('Edit the name of “Name”, Search accounts'));
  await click(button('Save'));
  expect(screenText()).toContain('A name has no spaces.');
  const mine = makeFact({ person: 'x', inForce: { value: 'x', by: 'person' } });
  answer('correction.set', () => ok(reply({ facts: [mine] })));
  await click(button('Take handle'));
  await click(button('Save'));
  const taken = { id: makeFact().id, value: 'handle' };
  expect(inputsOf('correction.set').at(-1)).toEqual(taken);
  expect(buttons('Save')).toEqual([]);
  await unfold();
  expect(screenText()).toContain('yours');
  answer('correction.reset', () => ok(reply()));
  await click(button('Reset the name of “Name”, Search accounts'));
  expect(inputsOf('correction.reset')).toEqual([{ id: makeFact().id }]);
  expect(screenText()).not.toContain('yours');
});

it('what was read of a service stays, to be corrected, when it can’t be read again', async () => {
  await open();
  answer('description.get', refuse('The disk is full.'));
  await draw(<ServiceProfilePage />);
  expect(screenText()).toContain('The disk is full.');
  await unfold();
  await click(button('Edit the name of “Name”, Search accounts'));
  expect(only('textarea')).not.toBeNull();
});

it('a fact is tried as an ordinary question: its example and its request are shown, and nothing is sent', async () => {
  await open();
  await unfold();
  await click(button('Try it: the name of “Name”, Search accounts'));
  const { page, snapshot } = useApp.getState();
  const tab = activeTabOf(snapshot);
  expect(page).toBe('explore');
  const { example } = catalogue.endpoints.find(({ id }) => id === 'photoshare.users.search')!;
  expect(tab?.query).toMatchObject({ endpointId: 'photoshare.users.search', values: example });
  expect(formViewOf(tab?.id ?? '').requestOpen).toBe(true);
  expect(methods()).not.toContain('run.start');
});

const difference = makeFact({
  id: 'limits:forum.comments.by-user:limit',
  kind: 'limits',
  question: 'Comments by a person',
  about: 'The limits of “Limit”',
  isAssumed: false,
  ours: '1–100',
  service: { value: '1–50', why: 'The service’s description says so.' },
  inForce: { value: '1–100', by: 'documented' },
});
const acceptLimits = 'Accept The limits of “Limit”, Comments by a person';

it('differences are accepted one by one, and given up; there is nothing to accept where nothing is named', async () => {
  const silent = {
    value: null,
    why: 'The service’s description names no path that could be this.',
  };
  const other = makeFact({ ...difference, id: 'path:x', about: 'The path', service: silent });
  await open({ ...read, facts: [difference, other] });
  const table = only('section[aria-label="Where the service differs from the specification"]');
  expect(table.textContent).toContain(silent.why);
  expect(table.querySelectorAll('[aria-label^="Accept"]')).toHaveLength(1);
  answer('correction.set', refuse('The disk is full.'));
  await click(button(acceptLimits));
  expect(table.textContent).toContain('The disk is full.');
  const mine = { person: '1–50', inForce: { value: '1–50', by: 'person' } } as const;
  answer('correction.set', () =>
    ok(reply({ ...read, facts: [{ ...difference, ...mine }, other] })),
  );
  await click(button(acceptLimits));
  expect(inputsOf('correction.set').at(-1)).toEqual({ id: difference.id, value: '1–50' });
  expect(buttons(acceptLimits)).toEqual([]);
  // Also where the description doesn't say it any more.
  await open({ ...read, facts: [{ ...difference, ...mine, service: null }] });
  expect(screenText()).toContain('Nothing.');
  answer('correction.reset', () => ok(reply({ ...read, facts: [] })));
  await click(button('Reset The limits of “Limit”, Comments by a person'));
  expect(inputsOf('correction.reset')).toEqual([{ id: difference.id }]);
});

const facts = [
  makeFact(),
  makeFact({ id: 'b', inForce: { value: 'displayName', by: 'service' } }),
  makeFact({ id: 'c', platform: 'forum', inForce: { value: 'x', by: 'person' } }),
];
const ids = (found: readonly Fact[]) => found.map(({ id }) => id);

it('the table is summed up, and narrowed by who has the last word and by words', () => {
  expect(ids(findFacts(facts, 'all', ''))).toEqual(ids(facts));
  expect(ids(findFacts(facts, 'service', ''))).toEqual(['b']);
  expect(ids(findFacts(facts, 'person', ''))).toEqual(['c']);
  expect(ids(findFacts(facts, 'all', 'photoshare DISPLAYname'))).toEqual(['b']);
  expect(findFacts(facts, 'assumed', 'forum')).toEqual([]);
  expect(summaryOf(makeProfile({ facts }))).toBe(
    '3 assumptions, 1 settled by the service, 1 by you.',
  );
  // What silence means, and that there is a choice only while nothing is settled.
  const candidates = ['a', 'b'];
  const taken = makeFact({ service: { value: 'a', why: 'It fits.' }, candidates });
  expect(whyWords(taken, true)).toBe('It fits.');
  expect(whyWords(makeFact(), false)).toBe('Not asked yet.');
  expect(whyWords(makeFact(), true)).toBe('Nothing.');
  expect(whyWords(makeFact({ service: { value: null, why: 'Why.' } }), true)).toBe('Why.');
});
