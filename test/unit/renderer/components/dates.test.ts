import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  minuteText,
  momentOfNumber,
  momentOfText,
  momentTitle,
  offsetText,
  relativeTime,
  secondText,
} from '#renderer/components/dates.ts';

const at = new Date('2026-01-31T22:41:09.123Z');

describe('by this computer’s clock', () => {
  const before = process.env['TZ'];
  beforeEach(() => {
    process.env['TZ'] = 'Asia/Kolkata';
  });
  afterEach(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  test('a moment can be on another day than in UTC', () => {
    expect(minuteText(at, 'local')).toBe('2026-02-01 04:11');
    expect(secondText(at, 'local')).toBe('2026-02-01 04:11:09');
    expect(offsetText(at, 'local')).toBe('UTC+05:30');
  });

  test('UTC stays UTC', () => {
    expect(minuteText(at, 'utc')).toBe('2026-01-31 22:41');
    expect(offsetText(at, 'utc')).toBe('UTC');
  });

  test('the hover text says when, by which clock and what was sent', () => {
    const look = { zone: 'local' as const, now: new Date('2026-02-03T00:00:00Z') };
    expect(momentTitle(at, 'as sent', look)).toBe(
      '2 days ago\n2026-02-01 04:11:09 UTC+05:30\nSent as as sent',
    );
  });

  test('summer time is that of the moment, west of Greenwich too', () => {
    process.env['TZ'] = 'America/New_York';
    expect(offsetText(at, 'local')).toBe('UTC−05:00');
    const july = new Date('2026-07-01T12:00:00Z');
    expect(`${minuteText(july, 'local')} ${offsetText(july, 'local')}`).toBe(
      '2026-07-01 08:00 UTC−04:00',
    );
  });
});

test.each([
  ['2026-01-31T22:41:09.123Z', '2026-01-31T22:41:09.123Z'],
  ['2026-01-31T22:41:09,123Z', '2026-01-31T22:41:09.123Z'],
  ['2026-01-31T22:41', '2026-01-31T22:41:00.000Z'],
  ['2026-01-31T22:41:09-02:00', '2026-02-01T00:41:09.000Z'],
  ['2026-01-31T22:41:09+0530', '2026-01-31T17:11:09.000Z'],
  ['2026-01-31', null],
  ['2026-02-31T99:41', null],
  ['31/01/2026', null],
])('the text %s is the moment %s', (text, moment) => {
  expect(momentOfText(text)?.toISOString() ?? null).toBe(moment);
});

test.each([
  ['1769899269', '2026-01-31T22:41:09.000Z'],
  ['1769899269123', '2026-01-31T22:41:09.123Z'],
  ['1769899269123456', '2026-01-31T22:41:09.123Z'],
  ['99999999', null],
  ['000000001', null],
  ['-1769899269', null],
  ['1769899269.5', null],
  ['123456789012345678', null],
])('the number %s is the moment %s', (digits, moment) => {
  expect(momentOfNumber(digits)?.toISOString() ?? null).toBe(moment);
});

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [7200, '2 hours ago'],
  [86_400, '1 day ago'],
  [29 * 86_400, '29 days ago'],
  [65 * 86_400, '2 months ago'],
  [364 * 86_400, '11 months ago'],
  [3 * 366 * 86_400, '3 years ago'],
  [-3 * 86_400, 'in 3 days'],
])('%d seconds on it is “%s”', (seconds, words) => {
  expect(relativeTime(at, new Date(at.getTime() + seconds * 1000))).toBe(words);
});
