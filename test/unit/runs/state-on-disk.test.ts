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

const problem = {
  code: 'plan_limit',
  title: 'The plan’s limit is reached.',
  advice: '',
  remedies: [],
  call: 'answered',
  details: null,
};
const [earlier, later] = ['2026-11-20T09:00:00.000Z', '2026-11-20T11:00:00.000Z'];
const refused: LastAnswer = {
  kind: 'fail',
  page: 3,
  at,
  code: 'plan_limit',
  file: null,
  read: () => Promise.resolve({ detail: problem }),
};
const noCredits = { kind: 'outOfCredits', page: 3, problem };
const stopped = { kind: 'stopped' };

it.each([
  ['limit.maxCalls', null, earlier, { kind: 'limit', reason: 'maxCalls' }],
  ['limit.failures', null, earlier, { kind: 'limit', reason: 'failures' }],
  ['limit.maxCalls', null, later, stopped],
  // Written by earlier versions, or by somebody else.
  ['limit', null, earlier, stopped],
  ['limit.unheard', null, earlier, stopped],
  ['outOfCredits', refused, earlier, noCredits],
  [null, refused, earlier, noCredits],
  [null, refused, later, stopped],
  ['stopped', refused, earlier, stopped],
  [null, null, earlier, stopped],
] as const)(
  'a list, with the end %s and %j, last sent at %s',
  async (reason, last, sent, state) => {
    const end = reason === null ? undefined : { reason, at };
    const list = { end, lastAnswer: last, torn: false, header: { list: {} } };
    expect(await stateOnDisk(list, sent)).toEqual(state);
  },
);
