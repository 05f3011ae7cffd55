import { describe, expect, it } from 'vitest';
import { isNewer } from '#renderer/state/run-order.ts';
import { makeRun } from '../make.ts';

describe('which report on a run is newer', () => {
  const known = makeRun({ revision: 7, pageCount: 2, calls: 3 });

  it('is one of a later revision, also when a call was taken off the count', () => {
    expect(isNewer(known, makeRun({ revision: 8, pageCount: 2, calls: 2 }))).toBe(true);
  });

  it('is never one of an earlier revision, whatever it counts', () => {
    expect(isNewer(known, makeRun({ revision: 6, pageCount: 2, calls: 4 }))).toBe(false);
  });
});
