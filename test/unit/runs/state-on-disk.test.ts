/** Where a run stands when the program was killed and noted no end: its last answer tells. */
import { expect, it } from 'vitest';
import { stateOnDisk } from '#main/core/runs/state-on-disk.ts';
import type { LastAnswer } from '#main/core/store/run-summary.ts';

const at = '2026-11-20T10:00:00.000Z';
const after = (
  answer: Awaited<ReturnType<LastAnswer['read']>>,
  file: LastAnswer['file'] = null,
): ReturnType<typeof stateOnDisk> => {
  const read = () => Promise.resolve(answer);
  const lastAnswer: LastAnswer = { kind: 'page', page: 1, at, code: null, file, read };
  return stateOnDisk({ end: undefined, lastAnswer, torn: false }, at);
};
const page = (hasMore: boolean, cursor: string | null) => ({
  results: [],
  has_more: hasMore,
  next_page_cursor: cursor,
});

it.each([
  [page(false, '<cursor>'), null, { kind: 'noMore' }],
  [page(false, null), null, { kind: 'noMore' }],
  [page(true, null), null, { kind: 'notAll' }],
  [{ result: page(true, null) }, null, { kind: 'notAll' }],
  [page(true, '<cursor>'), null, { kind: 'interrupted', rested: 'more' }],
  // An answer in a file leads nowhere that is known.
  [undefined, 'csv', { kind: 'noMore' }],
  [undefined, 'other', { kind: 'interrupted', rested: null }],
] as const)('%j, in a file: %j; %j', async (answer, file, state) => {
  expect(await after(answer, file)).toEqual(state);
});
