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
  [page(false, '<cursor>'), 'noMore', undefined],
  [page(false, null), 'noMore', undefined],
  [page(true, null), 'notAll', undefined],
  [{ result: page(true, null) }, 'notAll', undefined],
  [page(true, '<cursor>'), 'interrupted', 'more'],
])('%j: %s', async (answer, kind, rested) => {
  expect(await after(answer)).toEqual(rested === undefined ? { kind } : { kind, rested });
});

it.each([
  ['csv', { kind: 'noMore' }],
  ['other', { kind: 'interrupted', rested: null }],
] as const)('an answer in a file (%s) leads nowhere that is known', async (file, state) => {
  expect(await after(undefined, file)).toEqual(state);
});
