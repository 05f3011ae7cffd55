import { expect, it, vi } from 'vitest';
import { followEvents, inBatches } from '#renderer/host/event-stream.ts';
import type { Connection } from '#renderer/host/types.ts';
import type { AppEvent } from '#shared/contract/event.ts';

const calls = (session: number): AppEvent => ({
  kind: 'calls.changed',
  calls: { session, total: session },
});
const lines = (...events: AppEvent[]) => events.map((one) => `${JSON.stringify(one)}\n`).join('');
const answers = (text: string, status = 200) => new Response(text, { status });

/** Follows a list of answers, one per attempt (null: none comes), and writes down what happens. */
async function follow(...given: (Response | null)[]) {
  const log: (AppEvent | Connection | number | 'rest')[] = [];
  const note = (one: (typeof log)[number]): void => void log.push(one);
  const ending = new AbortController();
  const open = async (): Promise<Response> => {
    const answer = given.shift();
    if (answer === undefined) ending.abort();
    if (answer == null) throw new TypeError('Failed to fetch');
    return answer;
  };
  const ports = { open, wait: async (ms: number) => note(ms), rest: async () => note('rest') };
  await followEvents(ports, ending.signal, note, note);
  return log;
}

it('events are put together across chunks, also within a character', async () => {
  const trouble = { platform: null, state: '🌳', message: null, phase: 'trouble' };
  const event = { kind: 'trouble.changed', trouble: [trouble] } as unknown as AppEvent;
  const all = new TextEncoder().encode(lines(event, calls(2)));
  const stream = new ReadableStream({
    start: (controller) => {
      for (const byte of all) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  expect(await follow(new Response(stream))).toEqual(['heard', event, calls(2)]);
});

// What is no event that it knows is left out.
const odd = `\n\n${lines(calls(1))}\n{"kind":"weather"}\nnull\n${lines(calls(2))}{"kind":"calls.`;
const one = answers(lines(calls(1)));
const two = answers(lines(calls(2)));

it.each([
  [
    'empty lines keep it alive, a last one that was cut off is dropped',
    [answers(odd)],
    [calls(1), calls(2)],
  ],
  ['one that ended is reopened without worrying anyone', [one, two], [calls(1), 'heard', calls(2)]],
  [
    'one that ended for other windows is reopened when this one is looked at',
    [answers('{"kind":"events.paused"}\n'), answers(lines(calls(2)))],
    ['rest', 'heard', calls(2)],
  ],
  ['a page of something else is a lost connection', [answers('<h1>Hello</h1>\n')], ['lost', 250]],
] as const)('of a stream that is heard: %s', async (_what, given, log) => {
  expect(await follow(...given)).toEqual(['heard', ...log]);
});

it('a proxy’s answer is a lost connection; a main that doesn’t know this window is the end', async () => {
  expect(await follow(answers('<h1>Proxy</h1>', 502))).toEqual(['lost', 250]);
  expect(await follow(answers('', 401), answers(lines(calls(1))))).toEqual(['refused']);
});

it('it waits longer with every failure, and starts over once it is heard again', async () => {
  const log = await follow(null, null, null, null, null, null, answers('\n'), null);
  const waits = log.filter((entry) => typeof entry === 'number');
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000, 250]);
  expect(log.filter((entry) => entry === 'lost')).toHaveLength(7);
});

it('what comes without a pause is handed over together, what comes later is later', async () => {
  vi.useFakeTimers();
  const taken: (number | '|')[] = [];
  // A line wherever other work could be done in between.
  const tell = inBatches<number>((value) => {
    taken.push(value);
    queueMicrotask(() => taken.push('|'));
  });
  tell(1);
  await Promise.resolve();
  tell(2);
  expect(taken).toEqual([]);
  await vi.runAllTimersAsync();
  tell(3);
  await vi.runAllTimersAsync();
  expect(taken).toEqual([1, 2, '|', '|', 3, '|']);
});
