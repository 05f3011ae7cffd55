import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inBatches, openLink, type Connection } from '#renderer/host/hosts.ts';
import type { AppEvent } from '#shared/contract/event.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Main's end of one socket. */
interface Opened {
  sent: unknown[];
  /** Lets it in. */
  welcome(page: 'new' | 'kept', last?: number): void;
  tell(message: unknown): void;
  cut(code?: number): void;
}

/** A link whose sockets the test plays main for. */
function linked() {
  const opened: Opened[] = [];
  const log: (AppEvent | Connection)[] = [];
  const open = (): WebSocket => {
    const target = new EventTarget();
    const dispatch = (type: string, members = {}): void =>
      void target.dispatchEvent(Object.assign(new Event(type), members));
    const socket: Opened = {
      sent: [],
      welcome(page, last = 0) {
        dispatch('open');
        socket.tell({ page, last });
      },
      tell: (message) => dispatch('message', { data: JSON.stringify(message) }),
      cut: (code = 1006) => dispatch('close', { code }),
    };
    const send = (text: string): void => void socket.sent.push(JSON.parse(text));
    opened.push(socket);
    return Object.assign(target, { send }) as unknown as WebSocket;
  };
  const link = openLink(open, 'secret-token');
  const subscribe = () =>
    link.subscribe({ onEvent: (one) => log.push(one), onConnection: (one) => log.push(one) });
  return { link, opened, log, subscribe };
}

/** What a call has come to so far. */
function settled(call: Promise<unknown>): { value?: unknown } {
  const result: { value?: unknown } = {};
  void call.then((value) => (result.value = value));
  return result;
}

const first = { id: 1, method: 'a', input: {} };
const second = { id: 2, method: 'b', input: {} };
const event: AppEvent = { kind: 'calls.changed', calls: { session: 1, total: 1 } };
const hello = { token: 'secret-token', page: expect.any(String) };

it('the token goes first, then calls; answers come in any order and are acknowledged', async () => {
  const { link, opened, log, subscribe } = linked();
  const one = link.call('a', {});
  subscribe();
  const two = link.call('b', {});
  const [socket] = opened;
  expect(socket!.sent).toEqual([]);
  socket!.welcome('new');
  expect(socket!.sent).toEqual([hello, first, second]);
  socket!.tell({ id: 2, result: 'B' });
  socket!.tell({ event });
  socket!.tell({ id: 1, result: 'A' });
  expect(await Promise.all([one, two])).toEqual(['A', 'B']);
  expect(socket!.sent.slice(3)).toEqual([{ got: 2 }, { got: 1 }]);
  expect(log).toEqual(['heard', event]);
  expect(opened).toHaveLength(1);
});

it('after a cut it returns as the same page, and sends again only what has not arrived', async () => {
  const { link, opened, log, subscribe } = linked();
  subscribe();
  const one = link.call('a', {});
  const two = link.call('b', {});
  opened[0]!.welcome('new');
  opened[0]!.cut();
  opened[1]!.welcome('kept', 1);
  expect(opened[1]!.sent).toEqual([opened[0]!.sent[0], second]);
  opened[1]!.tell({ id: 1, result: 'A' });
  opened[1]!.tell({ id: 2, result: 'B' });
  // Its acknowledgement was cut off: it is repeated.
  opened[1]!.tell({ id: 2, result: 'B' });
  expect(await Promise.all([one, two])).toEqual(['A', 'B']);
  expect(opened[1]!.sent.slice(2)).toEqual([{ got: 1 }, { got: 2 }, { got: 2 }]);
  // It was cut and heard again: what was missed is to be read.
  expect(log).toEqual(['heard', 'heard']);
});

it('calls that main has forgotten are lost, and not made again', async () => {
  const { link, opened } = linked();
  const call = link.call('a', {});
  opened[0]!.welcome('new');
  opened[0]!.cut();
  opened[1]!.welcome('new');
  expect(await call).toBeUndefined();
  expect(opened[1]!.sent).toHaveLength(1);
});

it('calls are lost when main can’t be reached; it waits longer each time, or until the next call', async () => {
  const { link, opened, log, subscribe } = linked();
  subscribe();
  const call = settled(link.call('a', {}));
  opened[0]!.welcome('new');
  opened[0]!.cut();
  expect([opened.length, log]).toEqual([2, ['heard']]);
  for (const [at, ms] of [250, 500, 1000, 2000, 4000, 4000].entries()) {
    opened[at + 1]!.cut();
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect([opened.length, log.at(-1)]).toEqual([at + 2, 'lost']);
    await vi.advanceTimersByTimeAsync(1);
    expect(opened).toHaveLength(at + 3);
  }
  expect(call).toEqual({ value: undefined });
  opened[7]!.cut();
  const impatient = link.call('b', {});
  expect(opened).toHaveLength(9);
  opened[8]!.welcome('kept', 1);
  opened[8]!.tell({ id: 2, result: 'B' });
  expect(await impatient).toBe('B');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toHaveLength(9);
  // It starts over.
  opened[8]!.cut();
  opened[9]!.cut();
  await vi.advanceTimersByTimeAsync(250);
  expect(opened).toHaveLength(11);
});

it('a message that main does not take is not sent again and again', async () => {
  const { link, opened, log, subscribe } = linked();
  subscribe();
  const call = link.call('a', {});
  opened[0]!.welcome('new');
  opened[0]!.cut(1009);
  expect(await call).toBeUndefined();
  expect([opened.length, log]).toEqual([1, ['heard', 'lost']]);
});

it('a main that doesn’t know this window is the end', async () => {
  const { link, opened, log, subscribe } = linked();
  subscribe();
  const call = link.call('a', {});
  opened[0]!.cut(4401);
  expect([await call, await link.call('b', {})]).toEqual([undefined, undefined]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([opened.length, log]).toEqual([1, ['refused']]);
});

it('what comes without a pause is handed over together, what comes later is later', async () => {
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
