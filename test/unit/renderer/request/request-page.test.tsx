// @vitest-environment happy-dom
/** The Request page: nothing metered leaves without a yes, and answers of one service stay with it. */
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestPage } from '#renderer/features/request/RequestPage.tsx';
import { writePath } from '#renderer/state/request.ts';
import { useApp } from '#renderer/state/app.ts';
import type { FreeAnswer } from '#shared/contract/request.ts';
import { draw, screenText } from '../draw.tsx';
import { button, buttons, click, settle } from '../explore/window.tsx';
import { answer, asked, ok, resetHost } from '../fake-host.ts';
import { makeProblem, makeSnapshot } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const free = (change: Partial<FreeAnswer> = {}): FreeAnswer => ({
  requestId: 'request-1',
  at: '2026-11-20T10:00:00.000Z',
  ms: 4,
  status: 200,
  contentType: 'application/json',
  target: '/api/status',
  metered: false,
  sentWith: null,
  bytes: 12,
  isKept: false,
  form: 'json',
  text: '{"state":"ok"}',
  isCut: false,
  value: { state: 'ok' },
  problem: null,
  ...change,
});
const sent = () => asked.filter(({ method }) => method === 'request.send');

async function open(path: string, profileId: string): Promise<void> {
  const profile = { id: profileId, label: profileId, address: 'https://service.test' };
  await draw(<RequestPage />, { snapshot: makeSnapshot({ profile }) });
  await act(async () => writePath(path));
}

beforeEach(() => {
  resetHost();
  answer('request.list', () => ok({ answers: [] }));
});

describe('Send', () => {
  it('sends at once what is not metered, and shows the answer', async () => {
    answer('request.send', () => ok({ kind: 'answered', answer: free() }));
    await open('/api/status', 'a');
    await click(button('Send'));
    await settle();
    expect(sent().map(({ input }) => input)).toMatchObject([
      { request: { path: '/api/status', params: [] }, metered: false, beyondCeiling: false },
    ]);
    expect(screenText()).toContain('State');
  });

  it('asks first when it is metered; Cancel sends nothing', async () => {
    answer('request.send', () => ok({ kind: 'answered', answer: free({ metered: true }) }));
    await open('/api/data/x', 'b');
    await click(button('Send…'));
    await settle();
    expect(screenText()).toContain('Send one metered call?');
    await click(button('Cancel'));
    await settle();
    expect(sent()).toEqual([]);
    await click(button('Send…'));
    await settle();
    await click(button('Send, one metered call'));
    await settle();
    expect(sent().map(({ input }) => input)).toMatchObject([{ metered: true }]);
    expect(screenText()).toContain('counted as one call');
  });

  it('asks again at the ceiling, and says what stands', async () => {
    answer('request.send', (input: { beyondCeiling: boolean }) =>
      input.beyondCeiling
        ? ok({ kind: 'answered', answer: free({ metered: true }) })
        : ok({ kind: 'dayCeiling', calls: 12, ceiling: 10 }),
    );
    await open('/api/data/x', 'c');
    await click(button('Send…'));
    await settle();
    await click(button('Send, one metered call'));
    await settle();
    expect(screenText()).toContain('12 metered calls were counted today');
    await click(button('Send beyond the ceiling'));
    await settle();
    expect(screenText()).toContain('counted as one call');
  });

  it('refuses a path that can’t be sent, in words, and calls nobody', async () => {
    await open('//elsewhere', 'd');
    expect(screenText()).not.toContain('Two slashes');
    await click(button('Send'));
    await settle();
    expect(screenText()).toContain('Two slashes must not follow one another.');
    expect(sent()).toEqual([]);
  });

  it('a double click is one request', async () => {
    answer('request.send', () => new Promise(() => undefined));
    await open('/api/status', 'e');
    await click(button('Send'));
    expect(buttons('Send')).toEqual([]);
    expect(sent().length).toBe(1);
    await click(button('Stop'));
    expect(asked.at(-1)?.method).toBe('request.stop');
  });
});

describe('answers', () => {
  it('of another service are out of sight, and markup in them is text', async () => {
    const text = '<img src=x onerror="alert(1)">';
    answer('request.send', () => ok({ kind: 'answered', answer: free({ form: 'text', text }) }));
    await open('/api/status', 'f');
    await click(button('Send'));
    await settle();
    expect(screenText()).toContain(text);
    expect(document.querySelector('main img, section img')).toBeNull();
    await act(async () =>
      useApp.setState({
        snapshot: makeSnapshot({ profile: { id: 'g', label: 'g', address: 'https://g.test' } }),
      }),
    );
    expect(screenText()).not.toContain(text);
  });

  it('that failed say so, with what came below', async () => {
    const problem = makeProblem('The service could not answer (503).');
    answer('request.send', () =>
      ok({ kind: 'answered', answer: free({ status: 503, problem, value: { why: 'tired' } }) }),
    );
    await open('/api/status', 'h');
    await click(button('Send'));
    await settle();
    expect(screenText()).toContain('The service could not answer (503)');
    expect(screenText()).toContain('tired');
  });

  it('without text, and too large ones, are said to be', async () => {
    answer('request.send', () =>
      ok({ kind: 'answered', answer: free({ form: 'bytes', text: '', bytes: 2048 }) }),
    );
    await open('/api/status', 'i');
    await click(button('Send'));
    await settle();
    expect(screenText()).toContain('2.0 kB that are no text');
    answer('request.send', () =>
      ok({
        kind: 'answered',
        answer: free({ requestId: 'request-2', form: 'large', isCut: true }),
      }),
    );
    await click(button('Send'));
    await settle();
    expect(screenText()).toContain('too large for a table');
    expect(screenText()).toContain('this is its beginning');
  });
});
