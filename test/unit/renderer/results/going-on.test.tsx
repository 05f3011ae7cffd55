// @vitest-environment happy-dom
import { act } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { useApp } from '#renderer/state/app.ts';
import { button, buttons, click, only, settle } from '../explore/window.tsx';
import { answer, ok } from '../fake-host.ts';
import { makeProblem, makeRun } from '../make.ts';
import { calls, draw, giveSize, status } from './results-window.tsx';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

beforeAll(giveSize);

describe('going on', () => {
  test('is one button, and a second click is none', async () => {
    const run = await draw({});
    expect(status()).toContain('2 pages · 40 rows · more available');
    answer('run.next', () => new Promise(() => undefined));
    await click(button('Next page'));
    await click(button('Next page'));
    expect(calls('run.next')).toEqual([{ method: 'run.next', input: { runId: run.id } }]);
  });

  test('is stopped by the button and by Escape', async () => {
    await draw({ state: { kind: 'fetching', page: 3, since: new Date().toISOString() } });
    expect(buttons('Next page')).toEqual([]);
    answer('run.stop', () => ({ ok: false, error: makeProblem('Too late.') }));
    await click(button('Stop'));
    await act(async () => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    });
    expect(calls('run.stop')).toHaveLength(2);
  });

  test('an action that is refused says so and can be repeated', async () => {
    await draw({});
    answer('run.next', () => ({ ok: false, error: makeProblem('There is no key.') }));
    await click(button('Next page'));
    expect(only('[role="alert"]').textContent).toContain('There is no key.');
    answer('run.next', () => ok({ run: makeRun(), window: { offset: 0, total: 0, rows: [] } }));
    await click(button('Next page'));
    expect(document.querySelector('[role="alert"]')).toBeNull();
  });
});

describe('collecting', () => {
  const startedAt = new Date(Date.now() - 60_000).toISOString();
  const plan = { limit: { pages: 50, rows: null }, startedAt, pagesBefore: 0, rowsBefore: 0 };
  const fetching = { kind: 'fetching' as const, page: 32, since: startedAt };
  const ticks = () => only('[role="img"]');

  test('tells pages, rows, pace, calls and the time left; Stop is at hand', async () => {
    await draw({ plan, state: fetching, pageCount: 31, rowCount: 310, calls: 32 });
    expect(ticks().getAttribute('aria-label')).toBe('31 of 50 pages fetched');
    expect(ticks().querySelectorAll('[data-kind="done"]')).toHaveLength(31);
    expect(ticks().querySelectorAll('[data-kind="now"]')).toHaveLength(1);
    expect(ticks().querySelectorAll('[data-kind="open"]')).toHaveLength(18);
    expect(status()).toMatch(
      /Fetching pages, 30 of 50\..*31 of 50 pages.*310 rows.*[123]\d\d rows a minute.*32 calls.*[3-9]\d s left/,
    );
    expect(buttons('Stop')).toHaveLength(1);
  });

  test('a page that failed turns red in place; trying again goes on with the plan', async () => {
    const problem = { ...makeProblem('It broke.'), remedies: [{ kind: 'tryAgain' as const }] };
    const run = await draw({
      plan,
      state: { kind: 'failed', page: 32, problem },
      pageCount: 31,
      rowCount: 310,
    });
    expect(ticks().querySelectorAll('[data-kind="failed"]')).toHaveLength(1);
    expect(ticks().getAttribute('aria-label')).toBe('31 of 50 pages fetched, page 32 failed');
    answer('run.next', () => new Promise(() => undefined));
    await click(button('Try again'));
    expect(calls('run.next')).toEqual([
      { method: 'run.next', input: { runId: run.id, limit: { pages: 19, rows: null } } },
    ]);
  });

  test('a ceiling asks; going on beyond it keeps what was asked for', async () => {
    const run = await draw({
      plan,
      state: { kind: 'limit', reason: 'runCeiling' },
      pageCount: 20,
      rowCount: 200,
      calls: 20,
    });
    expect(status()).toContain('This run has reached its ceiling of 20 calls');
    answer('run.next', () => new Promise(() => undefined));
    await click(button('Go on beyond it'));
    expect(calls('run.next')).toEqual([
      {
        method: 'run.next',
        input: { runId: run.id, limit: { pages: 30, rows: null }, beyondCeiling: true },
      },
    ]);
    await click(button('Open Settings'));
    expect(useApp.getState().page).toBe('settings');
  });

  test('rows held back are shown without a call', async () => {
    const run = await draw({
      plan: { ...plan, limit: { pages: null, rows: 12 } },
      state: { kind: 'limit', reason: 'rows' },
      rowCount: 12,
      heldBack: 3,
    });
    expect(status()).toContain('2 pages · 12 of 15 fetched rows shown');
    answer('run.showAll', () => ok({ run, window: { offset: 12, total: 15, rows: [] } }));
    await click(button('Show 3 more already fetched'));
    expect(calls('run.showAll')).toEqual([{ method: 'run.showAll', input: { runId: run.id } }]);
    expect(buttons('Next page')).toHaveLength(1);
  });

  test('Get all… goes on with this run, without a limit unless one is given', async () => {
    const run = await draw({});
    answer('run.next', () => new Promise(() => undefined));
    await click(button('Get all…'));
    await settle();
    const panel = only<HTMLElement>('[role="dialog"][aria-label="Get all"]');
    expect(panel.textContent).toContain('one a page');
    await click(button('Get all pages'));
    expect(calls('run.next')).toEqual([
      { method: 'run.next', input: { runId: run.id, limit: { pages: null, rows: null } } },
    ]);
  });

  test('an interrupted run is run again with its own question, whatever the form says', async () => {
    const run = await draw(
      { state: { kind: 'interrupted', rested: 'more' } },
      { query: { endpointId: 'microblog.posts.search', values: { q: 'other' }, fields: [] } },
    );
    answer('run.start', () => new Promise(() => undefined));
    await click(button('Run again from the start'));
    expect(calls('run.start')).toMatchObject([{ input: { query: run.query } }]);
  });
});
