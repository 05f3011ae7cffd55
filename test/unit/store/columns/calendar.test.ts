import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarOf } from '#main/core/store/columns/worker/calendar.ts';
import { dateUnits } from '#shared/contract/summary.ts';
import { localUnit, zones } from '#test/support/columns/reference.ts';
import { count } from '#test/support/thorough.ts';

const inZone = fc.constantFrom(...zones);
/** From when on all these zones count in whole minutes. */
const moment = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) });

test('a unit holds the moments that clocks show in it, and no others', () => {
  fc.assert(
    fc.property(inZone, fc.constantFrom(...dateUnits), moment, (zone, unit, at) => {
      const calendar = calendarOf(zone);
      const start = calendar.startOf(unit, at);
      const end = calendar.nextOf(unit, start);
      expect(start).toBeLessThanOrEqual(at);
      expect(end).toBeGreaterThan(at);
      const name = (when: number): string => localUnit(unit, when, zone);
      expect([start, at, end - 1].map(name)).toEqual([name(at), name(at), name(at)]);
      expect(name(start - 1)).not.toBe(name(at));
      expect(name(end)).not.toBe(name(at));
      expect(calendar.startOf(unit, end)).toBe(end);
    }),
    { numRuns: count(150, 2000) },
  );
});

test('a day may have 23 hours or 25', () => {
  const calendar = calendarOf('Europe/Berlin');
  const hours = ['2026-03-29T12:00Z', '2026-10-25T12:00Z'].map((text) => {
    const start = calendar.startOf('day', Date.parse(text));
    return (calendar.nextOf('day', start) - start) / 3_600_000;
  });
  expect(hours).toEqual([23, 25]);
});

test('a day that was left out is no day', () => {
  const calendar = calendarOf('Pacific/Apia');
  const start = calendar.startOf('day', Date.parse('2011-12-29T12:00:00-10:00'));
  expect(new Date(calendar.nextOf('day', start)).toISOString()).toBe('2011-12-30T10:00:00.000Z');
  expect(calendar.nextOf('day', Date.parse('2011-12-30T10:00:00Z'))).toBe(
    Date.parse('2012-01-01T00:00:00+14:00'),
  );
});
