// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { Problem } from '#shared/contract/problem.ts';
import { problemFacts, problemText } from '#renderer/components/problems/problem-facts.ts';
import { ProblemCard } from '#renderer/components/problems/ProblemCard.tsx';
import { ProblemStrip } from '#renderer/features/results/problems/ProblemStrip.tsx';
import {
  remedyActions,
  type RemedyContext,
} from '#renderer/features/results/problems/remedy-actions.ts';
import { formViewOf } from '#renderer/features/explore/form-view.ts';
import { useApp } from '#renderer/state/app.ts';
import { button, buttons, click, only } from '../explore/window.tsx';
import { answer, asked, resetHost } from '../fake-host.ts';
import { makeProblem, makeSnapshot, makeTab } from '../make.ts';
import { mount } from '../mount.tsx';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const problem: Problem = {
  code: 'trial_live',
  title: 'A trial key can’t fetch live data.',
  advice: 'Add a full access key.',
  call: 'answered',
  remedies: [{ kind: 'openAccount' }, { kind: 'tryAgain' }],
  details: {
    serviceSaid: 'Live endpoints are not available for trial keys.',
    status: 403,
    serviceCode: 'on_demand_not_available_in_trial',
    target: '/api/data/microblog/posts/live?q=sea&cursor=…',
    sentAt: '2026-11-20T17:48:07.000Z',
    ms: 412,
    attempts: 1,
  },
};

const snapshot = makeSnapshot();
const endpoint = snapshot.catalogue.endpoints.find(({ id }) => id === 'microblog.posts.search')!;
const context = (change: Partial<RemedyContext> = {}): RemedyContext => ({
  tab: makeTab(),
  endpoint,
  runId: 'run-00000001',
  tryAgain: () => undefined,
  ...change,
});

async function draw(element: React.ReactNode): Promise<void> {
  resetHost();
  useApp.setState({ ...useApp.getInitialState(), snapshot });
  await mount(element);
}

describe('the card', () => {
  test('says what happened, what to do and what it cost, as an alert with its code', async () => {
    await draw(<ProblemCard problem={problem} actions={[]} />);
    const alert = only<HTMLElement>('[role="alert"]');
    expect(alert.dataset['errorCode']).toBe('trial_live');
    expect(alert.textContent).toContain('A trial key can’t fetch live data');
    expect(alert.textContent).toContain('Add a full access key.');
    expect(alert.textContent).toContain('Counted as one call.');
  });

  test('keeps what happened closed until it is asked for', async () => {
    await draw(<ProblemCard problem={problem} actions={[]} />);
    const disclosure = button('What happened');
    const facts = document.getElementById(disclosure.getAttribute('aria-controls') ?? '');
    expect([disclosure.getAttribute('aria-expanded'), facts?.hidden]).toEqual(['false', true]);
    await click(disclosure);
    expect([disclosure.getAttribute('aria-expanded'), facts?.hidden]).toEqual(['true', false]);
    expect(facts?.textContent).toContain('403 · on_demand_not_available_in_trial');
    expect(buttons('Copy')).toHaveLength(1);
  });

  test('has nothing to open when nothing more is known', async () => {
    await draw(<ProblemCard problem={{ ...problem, details: null }} actions={[]} />);
    expect(buttons('What happened')).toEqual([]);
  });

  test('never draws markup that the service sent', async () => {
    const title = '<img src=x onerror=alert(1)>';
    await draw(<ProblemCard problem={{ ...problem, title }} actions={[]} />);
    expect(document.querySelector('[role="alert"] img')).toBeNull();
    expect(only('h2').textContent).toBe(title);
  });
});

test('the strip carries the same alert beside rows', async () => {
  await draw(
    <ProblemStrip problem={problem} words={problem} actions={remedyActions(problem, context())} />,
  );
  const alert = only<HTMLElement>('[role="alert"]');
  expect(alert.dataset['errorCode']).toBe('trial_live');
  expect(alert.textContent).toContain('Counted as one call.');
  expect(buttons('What happened')).toHaveLength(1);
  expect(buttons('Try again')).toHaveLength(1);
});

describe('remedies', () => {
  test('are buttons in the problem’s order', () => {
    const all: Problem = {
      ...problem,
      remedies: [
        { kind: 'changeParameter', key: 'q' },
        { kind: 'changeParameter', key: null },
        { kind: 'useStoredData' },
        { kind: 'openAccount' },
        { kind: 'runAgain' },
        { kind: 'trySavingAgain' },
        { kind: 'tryAgain' },
      ],
    };
    expect(remedyActions(all, context()).map(({ label }) => label)).toEqual([
      'Change “Words to search for”',
      'Change the question',
      'Use stored data',
      'Open Account',
      'Run again from the start',
      'Try saving again',
      'Try again',
    ]);
  });

  test('a second click while one is under way does nothing', async () => {
    let finish = (): void => {};
    const tryAgain = vi.fn<() => Promise<void>>(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await draw(
      <ProblemCard problem={problem} actions={remedyActions(problem, context({ tryAgain }))} />,
    );
    await click(button('Try again'));
    await click(button('Try again'));
    expect(tryAgain).toHaveBeenCalledTimes(1);
    await act(async () => finish());
    await click(button('Try again'));
    expect(tryAgain).toHaveBeenCalledTimes(2);
  });

  test('lead to stored data, with the same question', async () => {
    const tab = makeTab({ id: 'tab-stored', collapsed: true });
    await draw(null);
    useApp.setState({
      snapshot: { ...snapshot, workspace: { ...snapshot.workspace, tabs: [tab] } },
    });
    const stored: Problem = { ...problem, remedies: [{ kind: 'useStoredData' }] };
    await remedyActions(stored, context({ tab }))[0]?.act();
    const [now] = useApp.getState().snapshot?.workspace.tabs ?? [];
    expect([now?.query.endpointId, now?.collapsed]).toEqual([
      'microblog.posts.search.stored',
      false,
    ]);
  });

  test('lead to Account, to the control, to saving and to asking anew', async () => {
    const tab = makeTab({ id: 'tab-remedies' });
    const actOn = (remedy: Problem['remedies'][number]) =>
      remedyActions({ ...problem, remedies: [remedy] }, context({ tab }))[0]?.act();
    await draw(null);
    const refuse = () => ({ ok: false, error: makeProblem('Not now.') });
    answer('run.trySavingAgain', refuse);
    answer('run.start', refuse);
    await actOn({ kind: 'openAccount' });
    expect(useApp.getState().page).toBe('account');
    await actOn({ kind: 'changeParameter', key: 'q' });
    expect(formViewOf(tab.id).focusOn).toBe('q');
    await actOn({ kind: 'trySavingAgain' });
    await actOn({ kind: 'runAgain' });
    expect(asked.map(({ method }) => method).filter((method) => method.startsWith('run.'))).toEqual(
      ['run.trySavingAgain', 'run.start'],
    );
  });
});

describe('what happened', () => {
  const facts = (change: Partial<Problem>) =>
    problemFacts({ ...problem, ...change }).map(({ label, value }) => `${label}: ${value}`);

  test('names answer, address, time and cost', () => {
    expect(facts({})).toEqual([
      'Service said: Live endpoints are not available for trial keys.',
      'Answer: 403 · on_demand_not_available_in_trial',
      'Address: /api/data/microblog/posts/live?q=sea&cursor=…',
      expect.stringMatching(/^Sent: 2026-11-2\d \d\d:\d\d:07, answered in 0.4 s$/),
      'Requests: 1',
      'Cost: Counted as one call.',
    ]);
  });

  test('a request without an answer was given up', () => {
    const { details } = problem;
    if (details === null) throw new Error('no details');
    const lost = { ...details, status: null, serviceCode: null, serviceSaid: null, ms: 130_000 };
    expect(facts({ call: 'unanswered', details: { ...lost, attempts: 3 } }).slice(1)).toEqual([
      expect.stringMatching(/given up after 130 s$/),
      'Requests: 3, repeats included',
      'Cost: May have been counted.',
    ]);
  });

  test('a page that was asked for again cost a call each time', () => {
    const { details } = problem;
    if (details === null) throw new Error('no details');
    expect(facts({ details: { ...details, attempts: 3 } }).slice(-2)).toEqual([
      'Requests: 3, repeats included',
      'Cost: Counted as one call for each answer.',
    ]);
  });

  test('as text, it has the code for support', () => {
    expect(problemText(problem)).toMatch(/^A trial key can’t fetch live data\. \(trial_live\)\n/);
    expect(problemText(makeProblem('Title.')).split('\n')).toHaveLength(2);
  });
});
