import { afterEach, expect, it, vi } from 'vitest';
import { inOneGo } from '#renderer/host/in-one-go.ts';

afterEach(() => vi.useRealTimers());

/** What is taken, with a line wherever other work could be done in between. */
function setUp() {
  vi.useFakeTimers();
  const taken: (number | '|')[] = [];
  const tell = inOneGo<number>((value) => {
    taken.push(value);
    queueMicrotask(() => taken.push('|'));
  });
  return { taken, tell };
}

it('what comes without a pause is handed over together, in order', async () => {
  const { taken, tell } = setUp();
  tell(1);
  await Promise.resolve();
  tell(2);
  await Promise.resolve();
  tell(3);
  expect(taken).toEqual([]);
  await vi.runAllTimersAsync();
  expect(taken).toEqual([1, 2, 3, '|', '|', '|']);
});

it('what comes later is handed over later', async () => {
  const { taken, tell } = setUp();
  tell(1);
  await vi.runAllTimersAsync();
  tell(2);
  await vi.runAllTimersAsync();
  expect(taken).toEqual([1, '|', 2, '|']);
});
