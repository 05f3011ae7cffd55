// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '#renderer/state/app.ts';
import { answer, asked, ok } from '../fake-host.ts';
import { makeProblem, makeReply, makeRun } from '../make.ts';
import {
  button,
  buttons,
  click,
  descriptionOf,
  drawForm,
  form,
  input,
  only,
  queryNow,
  realService,
  settle,
  starts,
  submit,
  type,
  workspace,
} from './window.tsx';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

afterEach(() => {
  vi.useRealTimers();
});

describe('asking', () => {
  it('with something wrong sends nothing, says what, and goes there', async () => {
    await drawForm({ endpointId: 'microblog.users.connections', values: { username: 'mira' } });
    await submit();
    await settle();
    expect(asked.map(({ method }) => method)).not.toContain('run.start');
    const show = input('Show');
    expect(document.activeElement).toBe(show);
    expect(show.getAttribute('aria-invalid')).toBe('true');
    expect(descriptionOf(show)).toBe('Choose followers, or the accounts it follows.');
  });

  it('sends the question once, however often it is clicked', async () => {
    await drawForm({ values: { q: 'trees' } });
    let reply = (): void => {};
    answer('run.start', ({ runId, query }: { runId: string; query: typeof queryNow }) => {
      return new Promise((resolve) => {
        reply = () => resolve(ok(makeReply({ id: runId, query: query as never })));
      });
    });
    await act(async () => {
      form().requestSubmit();
      form().requestSubmit();
    });
    await click(button('Get first page'));
    expect(starts().map(({ input: sent }) => sent)).toMatchObject([
      { query: { endpointId: 'microblog.posts.search', values: { q: 'trees' }, fields: [] } },
    ]);
    expect(input('Words to search for').matches('fieldset:disabled *')).toBe(true);
    expect(button('Get first page').disabled).toBe(true);

    reply();
    await settle();
    expect(input('Words to search for').matches('fieldset:disabled *')).toBe(false);
    expect(button('Get first page').disabled).toBe(false);
  });

  it('is the main step until it was answered, and again when the question changes', async () => {
    await drawForm({ values: { q: 'trees' } });
    const variant = () => button('Get first page').dataset['variant'];
    answer('run.start', ({ runId, query }: { runId: string; query: never }) =>
      ok(makeReply({ id: runId, query })),
    );
    expect(variant()).toBe('filled');
    await submit();
    await settle();
    expect(variant()).toBe('default');
    await type(input('Words to search for'), 'trees ');
    expect(variant()).toBe('default');
    await type(input('Words to search for'), 'trees and');
    expect(variant()).toBe('filled');
  });

  it('leaves the main step to the remedy when nothing came of it', async () => {
    await drawForm({ values: { q: 'trees' } });
    answer('run.start', () => ({ ok: false, error: makeProblem('No key') }));
    await submit();
    await settle();
    expect(button('Get first page').dataset['variant']).toBe('default');
    expect(button('Get first page').disabled).toBe(false);
    await type(input('Words to search for'), 'woods');
    expect(button('Get first page').dataset['variant']).toBe('filled');
  });

  it('leaves it there too when an earlier question was answered', async () => {
    const earlier = makeRun();
    await drawForm({ values: { q: 'woods' } }, {}, { runId: earlier.id });
    await act(async () => useApp.setState({ runs: { [earlier.id]: earlier } }));
    expect(button('Get first page').dataset['variant']).toBe('filled');
    answer('run.start', () => ({ ok: false, error: makeProblem('No key') }));
    await submit();
    await settle();
    expect(button('Get first page').dataset['variant']).toBe('default');
    await type(input('Words to search for'), 'trees');
    expect(button('Get first page').dataset['variant']).toBe('default');
  });

  it('is locked while pages come in, and another can be asked beside it', async () => {
    vi.useFakeTimers();
    await drawForm({ values: { q: 'trees' } }, {}, { runId: 'run-00000001' });
    await act(async () => {
      const run = makeRun({ state: { kind: 'fetching', page: 2, since: '' } });
      useApp.setState({ runs: { [run.id]: run } });
    });
    expect(button('Get first page').disabled).toBe(true);
    expect(button('Fields All fields').matches('fieldset:disabled *')).toBe(true);
    await act(async () => vi.advanceTimersByTime(1000));
    expect(form().textContent).toContain(' while pages come in.');
    await submit();
    expect(starts()).toEqual([]);
    await click(button('Ask another in a new tab'));
    expect(workspace().tabs[1]).toMatchObject({ query: queryNow(), runId: null });
  });
});

describe('several pages', () => {
  const panel = () => only<HTMLElement>('[role="dialog"][aria-label="Get several pages"]');
  const field = (words: string) =>
    [...panel().querySelectorAll('input')].find(
      (one) =>
        (one.getAttribute('aria-labelledby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' ') === words,
    )!;

  it('are asked for with a limit, and the button says it', async () => {
    await drawForm({ values: { q: 'sea' } }, realService);
    answer('run.start', () => new Promise(() => undefined));
    await click(button('Get several pages…'));
    expect(panel().textContent).toMatch(/Metered calls.*up to 10.*Rows.*about 200/);
    await type(field('Up to pages'), '50');
    await type(field('Stop after rows'), '1,000');
    await click(button('Get up to 50 pages'));
    expect(starts()).toMatchObject([
      { input: { query: { values: { q: 'sea' } }, limit: { pages: 50, rows: 1000 } } },
    ]);
    expect(button('Get several pages…').disabled).toBe(true);
  });

  it('without a limit are all; a wrong number is explained and can’t be asked', async () => {
    await drawForm({ values: { q: 'sea' } });
    await click(button('Get several pages…'));
    expect(panel().textContent).toContain('Sample data: nothing is charged.');
    await type(field('Up to pages'), '');
    expect(buttons('Get all pages')).toHaveLength(1);
    await type(field('Up to pages'), '0');
    expect(descriptionOf(field('Up to pages'))).toContain('Use a whole number from 1');
    expect(button('Get all pages').disabled).toBe(true);
    await click(button('Cancel'));
    expect(starts()).toEqual([]);
  });

  it('wait for a question that can be asked', async () => {
    await drawForm();
    await click(button('Get several pages…'));
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    expect(document.activeElement).toBe(input('Words to search for'));
  });

  it('are not offered where there is one page, but for stored data in the background', async () => {
    await drawForm({ endpointId: 'microblog.posts.get' });
    expect(buttons('Get several pages…')).toEqual([]);
    const stored = { endpointId: 'microblog.posts.search.stored' };
    await drawForm({ ...stored, values: { q: 'sea' } });
    expect(buttons('Get several pages…')).toEqual([]);
    await drawForm({ ...stored, values: { q: 'sea', responseType: 'paging' } });
    expect(buttons('Get several pages…')).toHaveLength(1);
  });
});
