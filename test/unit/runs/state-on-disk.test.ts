/** Where a run stands after a restart: its last record says what follows, and the ledger whether more was sent. */
import { expect, it } from 'vitest';
import { stateOnDisk } from '#main/core/runs/state-on-disk.ts';
import type { OnDisk } from '#main/core/runs/state-on-disk.ts';
import { noRoomProblem } from '#main/core/store/store-problem.ts';

const at = '2026-11-20T10:00:00.000Z';
const [earlier, later] = ['2026-11-20T09:00:00.000Z', '2026-11-20T11:00:00.000Z'];
const problem = {
  code: 'plan_limit',
  title: 'The plan’s limit is reached.',
  advice: '',
  remedies: [],
  call: 'answered',
  details: null,
};
const failedAt = (page: number) => ({ page, detail: problem });

type Kind = NonNullable<OnDisk['last']>['kind'];
const run = (kind: Kind, next: string | null, more: Partial<OnDisk> = {}): OnDisk => ({
  last: { kind, at, next, page: 3 },
  torn: false,
  pages: 2,
  ...more,
});
const nothing: OnDisk = { torn: false, pages: 0 };
const interrupted = (rested: string | null) => ({ kind: 'interrupted', rested });

it.each([
  [run('page', 'noMore'), { kind: 'noMore' }],
  [run('page', 'notAll'), { kind: 'notAll' }],
  [run('page', 'cursorRepeated'), { kind: 'cursorRepeated' }],
  [run('page', 'more'), interrupted('more')],
  // The page after it was being saved.
  [run('page', 'more', { torn: true }), interrupted(null)],
  // A large page, whose run rests.
  [run('page', 'stopped'), interrupted('stopped')],
  [run('rest', 'limit.rows'), interrupted('limit')],
  [run('rest', 'operationNoData'), { kind: 'operationNoData' }],
  [run('rest', 'operationError'), { kind: 'operationError', message: null }],
  [run('fail', 'failed', { failure: failedAt(1) }), { kind: 'failed', page: 1, problem }],
  [run('fail', 'failed', { failure: failedAt(3) }), { ...interrupted('failed'), failure: problem }],
  [run('fail', 'failed', { failure: { page: 1, detail: 7 } }), interrupted('failed')],
  [run('fail', 'failed', { failure: failedAt(1), torn: true }), interrupted(null)],
  [
    run('fail', 'cursorRefused', { failure: failedAt(1) }),
    { ...interrupted('cursorRefused'), failure: problem },
  ],
  [run('rest', 'storage_full'), { ...interrupted('failed'), failure: noRoomProblem() }],
  [
    run('rest', 'storage_full', { pages: 0 }),
    { kind: 'failed', page: 1, problem: noRoomProblem() },
  ],
  // From somebody else.
  [run('page', null), interrupted(null)],
  [run('page', 'unheard'), interrupted(null)],
  [nothing, interrupted(null)],
] as const)('%j is %j', (stored, state) => {
  expect(stateOnDisk(stored, earlier)).toEqual(state);
});

it('a request that nothing follows was interrupted, unless the run had ended', () => {
  expect(stateOnDisk(run('page', 'more'), later)).toEqual(interrupted(null));
  expect(stateOnDisk(nothing, later)).toEqual(interrupted(null));
  expect(stateOnDisk(run('page', 'noMore'), later)).toEqual({ kind: 'noMore' });
});

const stopped = { kind: 'stopped' };
const noCredits = { kind: 'outOfCredits', page: 3, problem };

it.each([
  [run('rest', 'limit.maxCalls'), earlier, { kind: 'limit', reason: 'maxCalls' }],
  [run('rest', 'limit.failures'), earlier, { kind: 'limit', reason: 'failures' }],
  [run('rest', 'limit.maxCalls'), later, stopped],
  [run('rest', 'noMore'), earlier, { kind: 'noMore' }],
  // An answer ends an input, not the list.
  [run('page', 'noMore'), earlier, stopped],
  [run('fail', 'outOfCredits', { failure: failedAt(3) }), earlier, noCredits],
  [run('fail', 'outOfCredits', { failure: failedAt(3) }), later, stopped],
  [run('rest', 'stopped', { failure: failedAt(3) }), earlier, stopped],
  [run('rest', 'storage_full'), earlier, { kind: 'failed', page: 3, problem: noRoomProblem() }],
  // From somebody else.
  [run('rest', 'limit'), earlier, stopped],
  [run('rest', 'limit.unheard'), earlier, stopped],
  [nothing, earlier, stopped],
] as const)('a list, with %j, last sent at %s, is %j', (stored, sent, state) => {
  expect(stateOnDisk({ ...stored, header: { list: {} } }, sent)).toEqual(state);
});
