import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarOf } from '#main/core/store/columns/worker/calendar.ts';
import { dateUnits } from '#shared/contract/summary.ts';
import type { DateUnit } from '#shared/contract/summary.ts';
import { localUnit, zones } from '#test/support/columns/reference.ts';
import { count } from '#test/support/thorough.ts';

const inZone = fc.constantFrom(...zones);
/** From when on all these zones count in whole minutes. */
const moment = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) });

/** Days of 23 hours and of 25, the last one before a day that was left out, and that day. */
const examples = [
  ['Europe/Berlin', '2026-03-29T12:00Z'],
  ['Europe/Berlin', '2026-10-25T12:00Z'],
  ['Pacific/Apia', '2011-12-29T12:00:00-10:00'],
  ['Pacific/Apia', '2011-12-30T12:00:00Z'],
].map(([zone = '', at = '']): [string, DateUnit, number] => [zone, 'day', Date.parse(at)]);

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
    { numRuns: examples.length + count(150, 2000), examples },
  );
});
