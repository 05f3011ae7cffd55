import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { Problem } from '#shared/contract/problem.ts';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import { problemFacts, ProblemCard } from '#renderer/components/problems/ProblemCard.tsx';
import { remedyActions, type RemedyContext } from '#renderer/features/results/run-actions.ts';
import { formViewOf } from '#renderer/features/explore/form-view.ts';
import { useApp } from '#renderer/state/app.ts';
import { button, click, only } from '../explore/window.tsx';
import { answer, asked, refuse } from '../fake-host.ts';
import { makeDetails, makeProblem, makeRun, makeSnapshot, makeTab } from '../make.ts';
import { draw } from '../draw.tsx';

const noKeys = { ctrlKey: false, metaKey: false };

const problem = makeProblem('A trial key can’t get live data.', {
  code: 'trial_live',
  advice: 'Add a full access key.',
  remedies: [{ kind: 'openAccount' }, { kind: 'tryAgain' }],
  details: makeDetails({
    serviceSaid: 'Live endpoints are not available for trial keys.',
    status: 403,
    serviceCode: 'on_demand_not_available_in_trial',
    target: '/api/data/microblog/posts/live?q=sea&cursor=…',
    sentAt: '2026-11-20T17:48:07.000Z',
    ms: 412,
  }),
});

const snapshot = makeSnapshot();
const endpoint = snapshot.catalogue.endpoints.find(({ id }) => id === 'microblog.posts.search')!;
const context = (change: Partial<RemedyContext> = {}): RemedyContext => ({
  tab: makeTab(),
  endpoint,
  run: null,
  tryAgain: () => undefined,
  ...change,
});

test('the card says what happened, what to do and what it cost; the rest when asked', async () => {
  // What the service sent is never markup.
  const title = 'A trial key can’t <img src=x onerror=alert(1)>';
  await draw(<ProblemCard problem={{ ...problem, title }} actions={[]} />);
  const alert = only<HTMLElement>('[role="alert"]');
  expect(alert.dataset['errorCode']).toBe('trial_live');
  expect(only('h2').textContent).toBe(title);
  expect(alert.textContent).toContain('Add a full access key.');
  expect(alert.textContent).toContain('Counted as one call.');
  const disclosure = button('Error details');
  const facts = document.getElementById(disclosure.getAttribute('aria-controls') ?? '');
  expect([disclosure.getAttribute('aria-expanded'), facts?.hidden]).toEqual(['false', true]);
  await click(disclosure);
  expect([disclosure.getAttribute('aria-expanded'), facts?.hidden]).toEqual(['true', false]);
  expect(facts?.textContent).toContain('403 · on_demand_not_available_in_trial');
});

describe('remedies', () => {
  const byName = 'photoshare.users.search';
  const byUser = 'forum.comments.by-user';
  const remedies: Problem['remedies'] = [{ kind: 'changeParameter', key: null }];

  test.each([
    [byName, { name: 'sea' }, 'invalid_request', 400, `name:${byName}:name`],
    [byUser, { username: 'sea' }, 'not_found', 404, `path:${byUser}`],
    [byUser, { username: 'sea' }, 'not_json', 404, `path:${byUser}`],
    [byUser, { username: 'sea' }, 'not_json', 200, null],
    ['microblog.posts.search', { q: 'sea' }, 'invalid_request', 400, null],
    [byName, { name: 'sea' }, 'service_error', 503, null],
  ] as const)(
    'a refusal of what is only assumed leads to it: %s',
    async (id, values, code, status, fact) => {
      await draw(null);
      const named = snapshot.catalogue.endpoints.find((one) => one.id === id)!;
      const tab = makeTab({ query: { endpointId: id, values, fields: [] } });
      const around = context({ tab, endpoint: named });
      const details = makeDetails({ status });
      const [, second] = remedyActions({ ...problem, code, remedies, details }, around);
      expect(second?.label).toBe(fact === null ? undefined : 'Open service profile');
      await second?.act?.(noKeys);
      expect(useApp.getState().askedFact).toBe(fact);
    },
  );

  test('a second click while one is under way does nothing', async () => {
    let finish = (): void => {};
    const tryAgain = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const actions = remedyActions(problem, context({ tryAgain }));
    await draw(<ProblemCard problem={problem} actions={actions} />);
    await click(button('Try again'));
    await click(button('Try again'));
    expect(tryAgain).toHaveBeenCalledTimes(1);
    await act(async () => finish());
    await click(button('Try again'));
    expect(tryAgain).toHaveBeenCalledTimes(2);
  });

  test('are buttons in the problem’s order, and lead to the control, to Account, to stored data, to saving and to asking anew', async () => {
    const tab = makeTab({ id: 'tab-remedies' });
    const workspace = { ...emptyWorkspace, tabs: [tab] };
    await draw(null, { snapshot: makeSnapshot({ workspace }) });
    answer('run.trySavingAgain', refuse('Not now.'));
    answer('run.start', refuse('Not now.'));
    const all: Problem['remedies'] = [
      { kind: 'changeParameter', key: 'q' },
      { kind: 'openAccount' },
      { kind: 'useStoredData' },
      { kind: 'trySavingAgain' },
      { kind: 'runAgain' },
      { kind: 'tryAgain' },
      { kind: 'changeParameter', key: null },
    ];
    const run = makeRun({ rowCount: 0 });
    const actions = remedyActions({ ...problem, remedies: all }, context({ tab, run }));
    expect(actions.map(({ label }) => label)).toEqual([
      'Change “Words to search for”',
      'Open Account',
      'Use stored data',
      'Try saving again',
      'Run again from the start',
      'Try again',
      'Change the question',
    ]);
    const [control, account, stored, save, again] = actions;
    await control?.act?.(noKeys);
    expect(formViewOf(tab.id).focusOn).toBe('q');
    await account?.act?.(noKeys);
    expect(useApp.getState().page).toBe('account');
    await stored?.act?.(noKeys);
    const [{ query }] = useApp.getState().snapshot!.workspace.tabs as [typeof tab];
    expect(query.endpointId).toBe('microblog.posts.search.stored');
    await save?.act?.(noKeys);
    await again?.act?.(noKeys);
    const asks = asked.flatMap(({ method }) => (method.startsWith('run.') ? method : []));
    expect(asks).toEqual(['run.trySavingAgain', 'run.start']);
  });
});

test('what happened names answer, address, time and cost; a request without an answer was given up', () => {
  const facts = (change: Partial<Problem>) =>
    problemFacts({ ...problem, ...change }).map(({ label, value }) => `${label}: ${value}`);
  expect(facts({})).toEqual([
    'Service said: Live endpoints are not available for trial keys.',
    'Answer: 403 · on_demand_not_available_in_trial',
    'Address: /api/data/microblog/posts/live?q=sea&cursor=…',
    expect.stringMatching(/^Sent: 2026-11-2\d \d\d:\d\d:07, answered in 0.4 s$/),
    'Requests: 1',
    'Cost: Counted as one call.',
  ]);
  expect(facts({ details: makeDetails({ attempts: 3 }) }).at(-1)).toBe(
    'Cost: Counted as one call for each answer.',
  );
  const details = makeDetails({ status: null, ms: 130_000, attempts: 3 });
  expect(facts({ call: 'unanswered', details }).slice(1)).toEqual([
    expect.stringMatching(/given up after 130 s$/),
    'Requests: 3, including retries',
    'Cost: May have been counted.',
  ]);
});
