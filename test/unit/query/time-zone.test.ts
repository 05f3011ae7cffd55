/** The computer's time zone, however it was set: rows can be asked for with its name, and files show it. */
import { afterEach, expect, it, vi } from 'vitest';
import { wantedName } from '#main/core/export/columns.ts';
import { timeZoneSchema } from '#shared/contract/summary.ts';
import { isTimeZone, offsetsOf, ownTimeZone } from '#shared/time-zone.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it.each([
  [':/etc/localtime', 'UTC', false],
  ['UTC0', 'UTC', false],
  ['Foo/Bar', 'UTC', false],
  ['', 'UTC', false],
  ['GMT+2', 'Etc/GMT+2', false],
  ['UTC', 'UTC', true],
  [':UTC', 'UTC', true],
  ['Etc/UTC', 'UTC', true],
  ['Asia/Kolkata', 'Asia/Calcutta', true],
  ['posix/Europe/Berlin', 'Europe/Berlin', true],
])('TZ=%s is %s', (given, name, isNamed) => {
  vi.stubEnv('TZ', given);
  const own = ownTimeZone();
  // Versions of ICU have another name for the same zone.
  expect(own.name.replace('Asia/Kolkata', 'Asia/Calcutta')).toBe(name);
  expect(own.isNamed).toBe(isNamed);
  expect(timeZoneSchema.parse(own.name)).toBe(own.name);
  const format = { hasDates: true, dates: 'local', headers: 'labels' } as const;
  const column = { field: 'createdAt', label: 'Posted', isDate: true };
  expect(wantedName(column, format)).toBe(`Posted (${own.name})`);
});

it('a fixed zone is as far from UTC as the clock', () => {
  vi.stubEnv('TZ', 'GMT+2');
  const { name: timeZone } = ownTimeZone();
  const at = new Date('2026-11-22T10:00:00Z');
  const hour = { hour: '2-digit', hourCycle: 'h23' } as const;
  expect(at.toLocaleTimeString('en-GB', { ...hour, timeZone })).toBe(
    at.toLocaleTimeString('en-GB', hour),
  );
});

const behind = (zone: string): ((at: Date) => number) => {
  const offsetAt = offsetsOf(zone);
  return (at) => -offsetAt(at.getTime()) / 60_000;
};

it.each([
  ['half an hour', () => -330, /^Asia\/(?:Calcutta|Kolkata|Colombo)$/],
  ['summer time', behind('Europe/Berlin'), /^(?:Africa|Arctic|Europe)\//],
  // Cairo’s is as far ahead in January and July, and Beirut’s begins two days later.
  ['the summer time of Jerusalem', behind('Asia/Jerusalem'), /^Asia\/(?:Jerusalem|Tel_Aviv)$/],
  ['no zone’s', () => -7, /^UTC$/],
])('a zone without a name and %s is one whose clocks show the same', (_, offset, name) => {
  vi.stubEnv('TZ', ':/etc/localtime');
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function at(this: Date) {
    return offset(this);
  });
  expect(ownTimeZone()).toEqual({ name: expect.stringMatching(name), isNamed: false });
});

it.each([undefined, null, '', 'Etc/Unknown', 'GMT+02:00', 'Mars/Olympus'])(
  '%j is no time zone',
  (name) => expect(isTimeZone(name)).toBe(false),
);
