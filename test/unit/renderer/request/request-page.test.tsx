/** The Request page: nothing metered leaves without a yes, and answers of one service stay with it. */
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { RequestPage } from '#renderer/features/request/RequestPage.tsx';
import { writePath } from '#renderer/state/request.ts';
import { useApp } from '#renderer/state/app.ts';
import type { FreeAnswer } from '#shared/contract/request.ts';
import { draw, screenText } from '../draw.tsx';
import { button, buttons, click, input as fieldNamed, only, type } from '../explore/window.tsx';
import { answer, answerLater, asked, inputsOf, ok } from '../fake-host.ts';
import { makeAnswer, makeDetails, makeProblem, makeSnapshot } from '../make.ts';

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
  it('sends at once and once what is not metered, can be stopped, and is offered again', async () => {
    const reply = answerLater('request.send');
    await open('/api/status');
    await press('Send');
    expect(buttons('Send')).toEqual([]);
    expect(sent()).toMatchObject([
      { request: { path: '/api/status', params: [] }, metered: false, beyondCeiling: false },
    ]);
    await press('Stop');
    expect(asked.at(-1)?.method).toBe('request.stop');
    const stopped = makeProblem('You stopped.', { remedies: [{ kind: 'tryAgain' }] });
    await act(async () => reply({ ok: false, error: stopped }));
    expect(only('[role="alert"]').textContent).toContain('You stopped');
    replies();
    await press('Send again');
    expect(sent()).toHaveLength(2);
    expect(document.querySelector('[role="alert"]')).toBeNull();
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
    expect(document.activeElement).toBe(button('Send (1 call)'));
    await press('Cancel');
    expect(sent()).toEqual([]);
    await press('Send…');
    await press('Send (1 call)');
    expect(screenText()).toContain('Today’s calls (12) have reached your daily limit');
    await press('Send past the limit');
    expect(sent()).toMatchObject([
      { metered: true, beyondCeiling: false },
      { metered: true, beyondCeiling: true },
    ]);
    expect(screenText()).toContain('counted as one call');
  });

  it('asks for the same answer again when it was lost on its way here', async () => {
    const lost = makeProblem('No answer.', { call: 'unanswered' });
    answer('request.send', () => ({ ok: false, error: lost }));
    await open('/api/data/x');
    const send = async (): Promise<void> => {
      await press('Send…');
      await press('Send (1 call)');
    };
    await send();
    replies({ metered: true });
    await send();
    await send();
    const [first, same, next] = sent();
    expect(same).toEqual(first);
    expect(next).not.toEqual(first);
  });

  it('sends anew, once agreed, what main sent before without an answer of the service', async () => {
    const details = makeDetails({ status: null });
    const error = makeProblem('The service did not answer.', { call: 'unanswered', details });
    answer('request.send', () => ({ ok: false, error }));
    await open('/api/data/x');
    for (const name of ['Send…', 'Send (1 call)', 'Send…', 'Send (1 call)']) await press(name);
    const ids = sent().map((input) => (input as { requestId: string }).requestId);
    expect(new Set(ids).size).toBe(2);
  });

  it('takes an address apart however long it is', async () => {
    await open('/');
    const words = 'слово '.repeat(600).trim();
    await type(fieldNamed('Path'), `/api/data/x?q=${encodeURIComponent(words)}`);
    expect(fieldNamed('Path').maxLength).toBe(-1);
    expect(only<HTMLInputElement>('[aria-label="Value of parameter 1"]').value).toBe(words);
  });

  it('refuses a path that can’t be sent, in words, and takes a pasted address apart', async () => {
    await open('//elsewhere');
    expect(screenText()).not.toContain('two slashes');
    await press('Send');
    expect(screenText()).toContain('A path can’t have two slashes in a row.');
    expect(document.activeElement).toBe(fieldNamed('Path'));
    expect(sent()).toEqual([]);
    await type(fieldNamed('Path'), 'https://service.test/api/data/x?q=a%20%26%20b');
    expect(fieldNamed('Path').value).toBe('/api/data/x');
    expect(only<HTMLInputElement>('[aria-label="Value of parameter 1"]').value).toBe('a & b');
    // What is typed stays: after the ?, the next letter would lengthen the path.
    for (const letter of ['?', 'q']) {
      await type(fieldNamed('Path'), `${fieldNamed('Path').value}${letter}`);
    }
    expect(fieldNamed('Path').value).toBe('/api/data/x?q');
    expect(screenText()).toContain('Write what follows the ? in the rows below');
  });
});

it('an answer is shown as what it is, and not while another service is in use', async () => {
  const markup = '<img src=x onerror="alert(1)">';
  const failed = { status: 503, problem: makeProblem('No answer.'), value: { why: 'tired' } };
  const shown: [words: string[], answer: Partial<FreeAnswer>][] = [
    [['No answer', 'tired'], failed],
    [['2.0 kB that aren’t'], { form: 'bytes', text: '', bytes: 2048 }],
    [['too large for a table', 'this is its beginning'], { form: 'large', isCut: true }],
    [[markup], { form: 'text', text: markup }],
  ];
  await open('/api/status');
  for (const [words, change] of shown) {
    replies(change);
    await press('Send');
    for (const one of words) expect(screenText()).toContain(one);
    expect(document.querySelector('main img, section img')).toBeNull();
  }
  await act(async () => useApp.setState({ snapshot: serviceNamed('another') }));
  for (const one of shown.flatMap(([words]) => words)) expect(screenText()).not.toContain(one);
});

it('a slower answer does not replace a later one', async () => {
  const answers = ['slow', 'quick'].map((requestId) =>
    makeAnswer({ requestId, target: `/${requestId}` }),
  );
  answer('request.list', () => ok({ answers }));
  const replyTo = new Map<string, () => void>();
  answer(
    'request.open',
    ({ requestId }: { requestId: string }) =>
      new Promise((resolve) => {
        const found = answers.find((one) => one.requestId === requestId);
        replyTo.set(requestId, () => resolve(ok({ answer: found })));
      }),
  );
  await open('/api/status');
  const earlier = () => [
    ...document.querySelectorAll<HTMLElement>('li button[aria-current], li button:first-child'),
  ];
  for (const one of earlier()) await click(one);
  for (const id of ['quick', 'slow']) await act(async () => replyTo.get(id)?.());
  expect(earlier().map((one) => one.getAttribute('aria-current'))).toEqual([null, 'true']);
  // Nor does it replace what was sent meanwhile.
  await click(earlier()[0]!);
  replies({ requestId: 'sent' });
  await press('Send');
  await act(async () => replyTo.get('slow')?.());
  expect(earlier().map((one) => one.getAttribute('aria-current'))).toEqual([null, null]);
});

it('an earlier answer is sent again as it was sent, whatever the form has now', async () => {
  const problem = makeProblem('Busy.', { remedies: [{ kind: 'tryAgain' }] });
  const target = '/api/data/y?q=a%20%26%20b&q=c';
  const before = makeAnswer({ requestId: 'before', status: 503, target, problem });
  answer('request.list', () => ok({ answers: [before] }));
  answer('request.open', () => ok({ answer: before }));
  await open('/api/data/x');
  await click(only('li button[aria-current], li button:first-child'));
  await press('Send again');
  expect(sent()).toEqual([]);
  expect(fieldNamed('Path').value).toBe('/api/data/y');
  replies();
  await press('Send (1 call)');
  const params = ['a & b', 'c'].map((value) => ({ name: 'q', value }));
  expect(sent()).toMatchObject([{ request: { path: '/api/data/y', params } }]);
});
