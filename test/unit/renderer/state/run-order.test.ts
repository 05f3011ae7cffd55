import { describe, expect, it } from 'vitest';
import { isNewer } from '#renderer/state/run-order.ts';
import type { RunState } from '#shared/contract/run.ts';
import { makeProblem, makeRun } from '../make.ts';

const fetching = (page: number): RunState => ({ kind: 'fetching', page, since: '' });
const more: RunState = { kind: 'more' };
const failed: RunState = { kind: 'failed', page: 2, problem: makeProblem('No.') };

describe('which report on a run is newer', () => {
  const known = makeRun({ pageCount: 2, calls: 3, state: more });

  it('is never one with fewer pages or calls', () => {
    for (const continuing of [true, false]) {
      expect(isNewer(known, makeRun({ pageCount: 1, calls: 3 }), continuing)).toBe(false);
      expect(isNewer(known, makeRun({ pageCount: 2, calls: 2 }), continuing)).toBe(false);
    }
  });

  it('is one with more pages or calls, whatever it is doing', () => {
    expect(isNewer(known, makeRun({ pageCount: 3, calls: 3 }), false)).toBe(true);
    expect(isNewer(known, makeRun({ pageCount: 2, calls: 4, state: fetching(3) }), false)).toBe(
      true,
    );
  });

  it('is not an overtaken “fetching” once the page has come or failed', () => {
    const late = makeRun({ pageCount: 2, calls: 3, state: fetching(2) });
    expect(isNewer(known, late, false)).toBe(false);
    expect(isNewer({ ...known, state: failed }, late, false)).toBe(false);
  });

  it('is a waiting run, when this window just asked it to go on', () => {
    const queued = makeRun({ pageCount: 2, calls: 3, state: { kind: 'queued', page: 3 } });
    expect(isNewer(known, queued, true)).toBe(true);
  });

  it('is every step of a run that works, and its rest', () => {
    const working = makeRun({ pageCount: 2, calls: 3, state: fetching(3) });
    const retrying: RunState = {
      kind: 'retrying',
      page: 3,
      attempt: 1,
      at: '',
      problem: makeProblem('Busy.'),
    };
    expect(isNewer(working, { ...working, state: retrying }, false)).toBe(true);
    expect(isNewer(working, { ...working, state: { kind: 'stopped' } }, false)).toBe(true);
  });
});
