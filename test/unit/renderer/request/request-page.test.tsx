// @vitest-environment happy-dom
/** The Request page: nothing metered leaves without a yes, and answers of one service stay with it. */
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { RequestPage } from '#renderer/features/request/RequestPage.tsx';
import { writePath } from '#renderer/state/request.ts';
import { useApp } from '#renderer/state/app.ts';
import type { FreeAnswer } from '#shared/contract/request.ts';
import { draw, screenText } from '../draw.tsx';
import { button, buttons, click, input as fieldNamed, only, type } from '../explore/window.tsx';
import { answer, asked, inputsOf, ok } from '../fake-host.ts';
import { makeAnswer, makeProblem, makeSnapshot } from '../make.ts';

const sent = () => inputsOf('request.send');
const replies = (change: Partial<FreeAnswer> = {}): void =>
  answer('request.send', () => ok({ kind: 'answered', answer: makeAnswer(change) }));
const serviceNamed = (id: string) =>
  makeSnapshot({ profile: { id, label: id, address: 'https://service.test' } });

/** The page of a service that was not looked at before. */
async function open(path: string): Promise<void> {
  await draw(<RequestPage />, { snapshot: serviceNamed(`${path} ${Math.random()}`) });
  await act(async () => writePath(path));
}

const press = (name: string) => click(button(name));

beforeEach(() => answer('request.list', () => ok({ answers: [] })));

describe('Send', () => {
  it('sends at once what is not metered, and shows the answer', async () => {
    replies();
    await open('/api/status');
    await press('Send');
    expect(sent()).toMatchObject([
      { request: { path: '/api/status', params: [] }, metered: false, beyondCeiling: false },
    ]);
    expect(screenText()).toContain('State');
  });

  it('asks first when it is metered, and again at the ceiling; Cancel sends nothing', async () => {
    answer('request.send', (input: { beyondCeiling: boolean }) =>
      input.beyondCeiling
        ? ok({ kind: 'answered', answer: makeAnswer({ metered: true }) })
        : ok({ kind: 'dayCeiling', calls: 12, ceiling: 10 }),
    );
    await open('/api/data/x');
    await press('Send…');
    expect(screenText()).toContain('Send one call?');
    expect(document.activeElement).toBe(button('Send, one call'));
    await press('Cancel');
    expect(sent()).toEqual([]);
    await press('Send…');
    await press('Send, one call');
    expect(screenText()).toContain('12 calls were counted today');
    await press('Send past the limit');
    expect(sent()).toMatchObject([
      { metered: true, beyondCeiling: false },
      { metered: true, beyondCeiling: true },
    ]);
    expect(screenText()).toContain('counted as one call');
  });

  it('refuses a path that can’t be sent, in words, and calls nobody', async () => {
    await open('//elsewhere');
    expect(screenText()).not.toContain('Two slashes');
    await press('Send');
    expect(screenText()).toContain('Two slashes must not follow one another.');
    expect(document.activeElement).toBe(fieldNamed('Path'));
    expect(sent()).toEqual([]);
  });

  it('takes an address apart that was pasted into the path', async () => {
    await open('');
    await type(fieldNamed('Path'), 'https://service.test/api/data/x?q=a%20%26%20b');
    expect(fieldNamed('Path').value).toBe('/api/data/x');
    expect(only<HTMLInputElement>('[aria-label="Value of parameter 1"]').value).toBe('a & b');
  });

  it('a double click is one request', async () => {
    answer('request.send', () => new Promise(() => undefined));
    await open('/api/status');
    await click(button('Send'));
    expect(buttons('Send')).toEqual([]);
    expect(sent().length).toBe(1);
    await click(button('Stop'));
    expect(asked.at(-1)?.method).toBe('request.stop');
  });

  it('is offered again where no answer came', async () => {
    const stopped = makeProblem('You stopped.', { remedies: [{ kind: 'tryAgain' }] });
    answer('request.send', () => ({ ok: false, error: stopped }));
    await open('/health');
    await press('Send');
    replies();
    await press('Send again');
    expect(sent().length).toBe(2);
    expect(document.querySelector('[role="alert"]')).toBeNull();
  });
});

const markup = '<img src=x onerror="alert(1)">';

it.each<[what: string, Partial<FreeAnswer>, words: string[]]>([
  [
    'that failed says so, with what came below',
    { status: 503, problem: makeProblem('It could not answer.'), value: { why: 'tired' } },
    ['It could not answer', 'tired'],
  ],
  ['without text is its size', { form: 'bytes', text: '', bytes: 2048 }, ['2.0 kB that aren’t']],
  [
    'that is too large is its beginning',
    { form: 'large', isCut: true },
    ['too large for a table', 'this is its beginning'],
  ],
  ['with markup is text', { form: 'text', text: markup }, [markup]],
])('an answer %s', async (_, change, words) => {
  replies(change);
  await open('/api/status');
  await press('Send');
  for (const one of words) expect(screenText()).toContain(one);
  expect(document.querySelector('main img, section img')).toBeNull();
  // Of another service it is out of sight.
  await act(async () => useApp.setState({ snapshot: serviceNamed('another') }));
  for (const one of words) expect(screenText()).not.toContain(one);
});
