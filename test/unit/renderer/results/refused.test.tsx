/** What was refused over rows: how long it is shown, and what trying again does. */
import { act } from 'react';
import { beforeAll, expect, test } from 'vitest';
import type { Run } from '#shared/contract/run.ts';
import { rememberRun, useApp } from '#renderer/state/app.ts';
import { button, buttons, click, only, settle } from '../explore/window.tsx';
import { answer, inputsOf, ok } from '../fake-host.ts';
import {
  makeOperation,
  makeProblem,
  makeReply,
  makeSnapshot,
  makeTab,
  workspaceOf,
} from '../make.ts';
import { draw, giveSize } from './results-window.tsx';

beforeAll(giveSize);

const remedies = [{ kind: 'tryAgain' as const }];

test('the problem of an action is past once the run has gone on', async () => {
  const run = await draw({});
  answer('run.next', () => ({
    ok: false,
    error: makeProblem('The program can’t be reached.', { call: 'unanswered', remedies }),
  }));
  await click(button('Get more posts'));
  expect(only('[role="alert"]').textContent).toContain('can’t be reached');
  await act(async () => rememberRun({ ...run, revision: 1, rowCount: 60, pageCount: 3, calls: 3 }));
  await settle();
  expect(document.querySelector('[role="alert"]')).toBeNull();
});

test('a question that was refused is past once the run on screen goes on', async () => {
  const run = await draw({});
  await act(async () =>
    useApp.setState({
      snapshot: makeSnapshot({
        workspace: workspaceOf(makeTab({ runId: run.id, query: run.query })),
      }),
      askProblems: {
        'tab-1': {
          problem: makeProblem('No key is in use.', { remedies }),
          again: async () => undefined,
        },
      },
    }),
  );
  expect(only('[role="alert"]').textContent).toContain('No key is in use.');
  answer('run.next', () =>
    ok(makeReply({ ...run, revision: 1, rowCount: 60, pageCount: 3, calls: 3 })),
  );
  await click(button('Get more posts'));
  await settle();
  expect(inputsOf('run.next')).toEqual([{ runId: run.id }]);
  expect(document.querySelector('[role="alert"]')).toBeNull();
});

test('“Try again” repeats what was refused: showing rows that are here makes no call', async () => {
  const run = await draw({ rowCount: 32, heldBack: 8 });
  answer('run.showAll', () => ({
    ok: false,
    error: makeProblem('The rows can’t be read.', { call: 'noCall', remedies }),
  }));
  await click(button('Show 8 more you already have'));
  await click(button('Try again'));
  expect(inputsOf('run.next')).toEqual([]);
  expect(inputsOf('run.showAll')).toEqual([{ runId: run.id }, { runId: run.id }]);
});

test('a failed run with a cursor can always be tried again, whatever its problem offers', async () => {
  const failedWith = (...kinds: ('openAccount' | 'trySavingAgain')[]) => {
    const problem = makeProblem('It broke.', { remedies: kinds.map((kind) => ({ kind })) });
    return { state: { kind: 'failed', page: 3, problem } as const };
  };
  const run = await draw(failedWith('openAccount'));
  // The same problem once more, without a key in use: that, too, may be over after a visit to Account.
  answer('run.next', () => ({
    ok: false,
    error: makeProblem('No key is in use.', { remedies: [{ kind: 'openAccount' }] }),
  }));
  await click(button('Try again'));
  expect(only('[role="alert"]').textContent).toContain('No key is in use.');
  await click(button('Try again'));
  const limit = { pages: 1, rows: null };
  expect(inputsOf('run.next')).toEqual([
    { runId: run.id, limit },
    { runId: run.id, limit },
  ]);

  const noRows = { pageCount: 0, rowCount: 0, columns: [] };
  const offers = async (change: Partial<Run>): Promise<number> => {
    await draw(change);
    return buttons('Try again').length;
  };
  expect(await offers(failedWith())).toBe(1);
  expect(await offers({ ...failedWith(), ...noRows, operation: makeOperation() })).toBe(1);
  // The form asks a first page again; a page that waits to be saved is saved first.
  expect(await offers({ ...failedWith(), ...noRows })).toBe(0);
  expect(await offers(failedWith('trySavingAgain'))).toBe(0);
});

test('Escape that ends the composition of a text stops no run', async () => {
  const state = { kind: 'fetching', page: 3, since: new Date().toISOString() } as const;
  const run = await draw({ state });
  answer('run.stop', () => ok(makeReply({ id: run.id })));
  const search = only<HTMLElement>('input[aria-label="Search in results"]');
  await act(async () => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    Object.defineProperty(event, 'isComposing', { value: true });
    search.dispatchEvent(event);
  });
  expect(inputsOf('run.stop')).toEqual([]);
});
