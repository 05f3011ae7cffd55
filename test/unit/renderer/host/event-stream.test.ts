import { describe, expect, it } from 'vitest';
import { followEvents, readJsonLines, type StreamPorts } from '#renderer/host/event-stream.ts';
import type { Connection } from '#renderer/host/types.ts';
import type { AppEvent } from '#shared/contract/event.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const streamOf = (chunks: readonly Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

async function linesOf(chunks: readonly Uint8Array<ArrayBuffer>[]): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of readJsonLines(streamOf(chunks))) values.push(value);
  return values;
}

const calls = (session: number): AppEvent => ({
  kind: 'calls.changed',
  calls: { session, total: session },
});

describe('lines of JSON', () => {
  it('are put together across chunks, also within a character', async () => {
    const all = bytes('{"text":"🌳"}\n{"n":2}\n');
    const cuts = [...all.keys()].map((at) => all.slice(at, at + 1));
    expect(await linesOf(cuts)).toEqual([{ text: '🌳' }, { n: 2 }]);
  });

  it('may come several at once, with empty lines that only keep the connection alive', async () => {
    expect(await linesOf([bytes('\n\n{"n":1}\n\n{"n":2}\n\n')])).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('drop a last line that was cut off', async () => {
    expect(await linesOf([bytes('{"n":1}\n{"n":')])).toEqual([{ n: 1 }]);
  });
});

/** Follows a list of answers, one per attempt, and writes down what happens. */
async function follow(answers: readonly (() => Response)[]) {
  const log: (AppEvent | Connection | number)[] = [];
  const ending = new AbortController();
  const left = [...answers];
  const ports: StreamPorts = {
    open: () => {
      const answer = left.shift();
      if (answer !== undefined) return Promise.resolve().then(answer);
      ending.abort();
      return Promise.reject(new Error('Ended by the test.'));
    },
    wait: (ms) => {
      log.push(ms);
      return Promise.resolve();
    },
  };
  await followEvents(
    ports,
    ending.signal,
    (event) => log.push(event),
    (connection) => log.push(connection),
  );
  return log;
}

const events = (...list: AppEvent[]) => {
  const text = list.map((event) => `${JSON.stringify(event)}\n`).join('');
  return () => new Response(streamOf([bytes(text)]));
};
const unreachable = () => {
  throw new TypeError('Failed to fetch');
};

describe('following events', () => {
  it('passes them on in order', async () => {
    expect(await follow([events(calls(1), calls(2))])).toEqual(['heard', calls(1), calls(2)]);
  });

  it('reopens a stream that ended without worrying anyone', async () => {
    const log = await follow([events(calls(1)), events(calls(2))]);
    expect(log).toEqual(['heard', calls(1), 'heard', calls(2)]);
  });

  it('waits longer with every failure, and starts over once it is heard again', async () => {
    const log = await follow([
      ...Array.from({ length: 6 }, () => unreachable),
      events(),
      unreachable,
    ]);
    expect(log.filter((entry) => typeof entry === 'number')).toEqual([
      250, 500, 1000, 2000, 4000, 4000, 250,
    ]);
    expect(log.filter((entry) => entry === 'lost')).toHaveLength(7);
  });

  it('gives up when main no longer knows this window', async () => {
    const log = await follow([() => new Response('', { status: 401 }), events(calls(1))]);
    expect(log).toEqual(['refused']);
  });

  it('takes an answer of something else for a lost connection', async () => {
    const log = await follow([() => new Response('<h1>Proxy</h1>', { status: 502 })]);
    expect(log).toEqual(['lost', 250]);
    const html = await follow([() => new Response('<h1>Hello</h1>\n')]);
    expect(html).toEqual(['heard', 'lost', 250]);
  });

  it('ignores events it does not know', async () => {
    const log = await follow([() => new Response('{"kind":"weather"}\n[1]\nnull\n')]);
    expect(log).toEqual(['heard']);
  });
});
