/** How long an operation is left alone between two polls. */
import { expect, it } from 'vitest';
import { pauseAfter } from '#main/core/runs/poll-operation.ts';
import type { Answer } from '#main/core/service/send.ts';

const answered = (retryAfter: string | null): Answer => ({
  kind: 'answered',
  status: 503,
  headers: new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter }),
  body: new Uint8Array(),
  streamed: false,
  sentAt: '2026-11-28T00:00:00.000Z',
  ms: 1,
});

it.each([
  ['the interval', null, 0, 5000],
  ['longer after each hiccup', null, 3, 20_000],
  ['never longer than a minute of its own accord', null, 9, 60_000],
  ['as long as the service asks, however long', '600', 9, 600_000],
  ['no longer than a timer can', '99999999999', 0, 2 ** 31 - 1],
])('%s', (_, retryAfter, hiccups, pause) => {
  expect(pauseAfter(answered(retryAfter), hiccups, 5000)).toBe(pause);
});
