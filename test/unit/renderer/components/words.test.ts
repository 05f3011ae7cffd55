/** Moments, counts, sizes and keys in words. */
import { afterEach, expect, test, vi } from 'vitest';
import { countTicks } from '#renderer/components/chart/bars.ts';
import * as dates from '#renderer/components/dates.ts';
import * as words from '#renderer/components/words.ts';

const at = new Date('2026-01-31T22:41:09.123Z');

afterEach(() => vi.unstubAllEnvs());

test('a moment can be on another day than in UTC, which stays UTC', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  expect(dates.minuteText(at, 'local')).toBe('2026-02-01 04:11');
  expect(dates.minuteText(at, 'utc')).toBe('2026-01-31 22:41');
  expect(dates.offsetText(at, 'utc')).toBe('UTC');
  const look = { zone: 'local' as const, now: new Date('2026-02-03T00:00:00Z') };
  const title = '2 days ago\n2026-02-01 04:11:09 UTC+05:30\nSent as as sent';
  expect(dates.momentTitle(at, 'as sent', look)).toBe(title);
  const last = new Date('9999-12-31T23:59:59Z');
  expect(dates.minuteText(last, 'local')).toBe('10000-01-01 05:29');
  expect(dates.steadyOffset(at)).toBe('UTC+05:30');
  // Summer time is that of the moment, west of Greenwich too.
  vi.stubEnv('TZ', 'America/New_York');
  const moments = [at, new Date('2026-07-01T12:00:00Z')];
  expect(moments.map((one) => dates.offsetText(one, 'local'))).toEqual(['UTC−05:00', 'UTC−04:00']);
  // So none is that of a zone.
  expect(dates.steadyOffset(at)).toBeNull();
  expect(dates.timeOfText('2026-02-03')?.getDate()).toBe(3);
});

test.each([
  ['2026-01-31T22:41:09.123Z', '2026-01-31T22:41:09.123Z'],
  ['2026-01-31T22:41:09+0530', '2026-01-31T17:11:09.000Z'],
  // As databases write them.
  ['2026-01-31 22:41:09', '2026-01-31T22:41:09.000Z'],
  ['2026-01-31 22:41:09.5-05', '2026-02-01T03:41:09.500Z'],
  ['1769899269', '2026-01-31T22:41:09.000Z'],
  ['1769899269123', '2026-01-31T22:41:09.123Z'],
  ['1769899269123456', '2026-01-31T22:41:09.123Z'],
])('%s is the moment %s', (text, moment) => {
  const read = text.includes('-') ? dates.momentOfText : dates.momentOfNumber;
  expect(read(text)?.toISOString()).toBe(moment);
});

test('days, other notations and small, broken or endless numbers are no moments', () => {
  const texts = ['2026-01-31', '2026-02-31T99:41:00', '31/01/2026'];
  const numbers = ['99999999', '000000001', '-1769899269', '1769899269.5', '123456789012345678'];
  const moments = [...texts.map(dates.momentOfText), ...numbers.map(dates.momentOfNumber)];
  expect(new Set(moments)).toEqual(new Set([null]));
});

const day = 86_400;

test('how long ago a moment was is said in its largest unit', () => {
  const after = [59, 60, 364 * day, 3 * 366 * day, -3 * day];
  const said = after.map((seconds) =>
    dates.relativeTime(at, new Date(at.getTime() + seconds * 1000)),
  );
  expect(said.join()).toBe('just now,1 minute ago,11 months ago,3 years ago,in 3 days');
});

test('sizes have two digits and are never “1000 kB”; durations have two units', () => {
  const sizes = [0, 999, 1000, 9940, 9990, 999_600, 1_230_000_000, 5e15].map(words.bytesInWords);
  expect(sizes.join()).toBe('0 B,999 B,1.0 kB,9.9 kB,10 kB,1.0 MB,1.2 GB,5000 TB');
  const times = [0, 9940, 9960, 59_600, 200_000, 7_500_000, (3 * day + 14_400) * 1000];
  const said = times.map(words.durationInWords).join();
  expect(said).toBe('–,9.9 s,10 s,1 min,3 min 20 s,2 h 5 min,3 d 4 h');
});

test('one is not many, many are grouped, and money is told to the cent or finer', () => {
  const counts = [1, 0, 12_480].map((count) => words.countOf(count, 'run'));
  expect(counts).toEqual(['1 run', '0 runs', '12,480 runs']);
  const prices = [0, 0.004, 12.4, 1234.567].map((amount) => words.moneyInWords(amount, 'EUR'));
  expect(prices).toEqual(['0.00 EUR', '0.004 EUR', '12.40 EUR', '1,234.57 EUR']);
});

test('a day has its year when it is another one', () => {
  const now = new Date(2026, 10, 20);
  const weekday = words.dayInWords(new Date(2026, 10, 18), now, { weekday: 'long' });
  expect(weekday).toBe('Wednesday 18 November');
  expect(words.dayInWords(new Date(2025, 11, 31), now)).toBe('31 December 2025');
});

test('keys have the names of the computer', () => {
  const mac = 'Macintosh; Intel Mac OS X 10_15_7';
  const [back, linux] = ['Alt+Shift+←', 'X11; Linux x86_64'];
  const names = [words.keyNames(back, linux), words.keyNames(back, mac)];
  expect([...names, words.keyNames('Ctrl+G', mac)]).toEqual([back, '⌥⇧←', '⌘G']);
});

test('the scale of a chart always reaches the largest bar with few whole steps', () => {
  const scales = [
    [0, 1],
    [0, 4, 8, 12],
    [0, 80, 160, 240],
  ];
  expect([0, 10, 205].map(countTicks)).toEqual(scales);
  for (let largest = 0; largest < 3000; largest += 7) {
    const ticks = countTicks(largest);
    const isFine = ticks.at(-1)! >= largest && ticks.length <= 5 && ticks.every(Number.isInteger);
    expect(isFine, `${largest}`).toBe(true);
  }
});
