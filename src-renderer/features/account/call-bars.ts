/** Counted calls as bars: by day, or by month for a year. */
import type { Platform } from '#shared/catalogue/types.ts';
import {
  callKinds,
  type CallKind,
  type CallsByPlatform,
  type CountedCalls,
} from '#shared/contract/calls.ts';

export const ranges = ['week', 'month', 'year'] as const;
export type Range = (typeof ranges)[number];

export interface CallBar {
  /** `2026-11-20`, or `2026-11` for a month. */
  key: string;
  label: string;
  tick: string | null;
  calls: CallsByPlatform;
}

const daysOf: Record<Exclude<Range, 'year'>, number> = { week: 7, month: 30 };

/** Returns the bars; the last one is today's, by main's day. */
export function callBars({ days, today }: CountedCalls, range: Range): readonly CallBar[] {
  const known = new Map(days.map(({ day, calls }) => [day, calls]));
  if (range === 'year') return monthBars(known, today);
  const count = daysOf[range];
  return Array.from({ length: count }, (_, index) => {
    const date = dayBefore(today, count - 1 - index);
    const key = keyOf(date);
    return {
      key,
      label: words(date, { weekday: 'long', day: 'numeric', month: 'long' }),
      // Every seventh, counted back from today.
      tick:
        range === 'week' || (count - 1 - index) % 7 === 0
          ? words(date, { day: 'numeric', month: 'short' })
          : null,
      calls: known.get(key) ?? {},
    };
  });
}

function monthBars(known: ReadonlyMap<string, CallsByPlatform>, today: string): CallBar[] {
  const last = dateOf(today);
  return Array.from({ length: 12 }, (_, index) => {
    const date = new Date(last.getFullYear(), last.getMonth() - 11 + index, 1);
    const key = keyOf(date).slice(0, 7);
    const calls = [...known].filter(([day]) => day.startsWith(key)).map(([, ofDay]) => ofDay);
    return {
      key,
      label: words(date, { month: 'long', year: 'numeric' }),
      tick: words(date, { month: 'short' }),
      calls: sumCalls(calls),
    };
  });
}

export function sumCalls(calls: readonly CallsByPlatform[]): CallsByPlatform {
  const sum: CallsByPlatform = {};
  for (const kind of callKinds) {
    const count = calls.reduce((total, one) => total + (one[kind] ?? 0), 0);
    if (count > 0) sum[kind] = count;
  }
  return sum;
}

export const totalOf = (calls: CallsByPlatform): number =>
  callKinds.reduce((sum, kind) => sum + (calls[kind] ?? 0), 0);

export interface Estimate {
  amount: number;
  /** Those with calls but without a price. */
  unpriced: readonly CallKind[];
}

/** Returns the cost of calls by the person's prices; null if no price applies. */
export function estimateOf(
  calls: CallsByPlatform,
  perCall: Partial<Record<Platform, number>>,
): Estimate | null {
  const priceOf = (kind: CallKind): number | undefined =>
    kind === 'other' ? undefined : perCall[kind];
  const asked = callKinds.filter((kind) => (calls[kind] ?? 0) > 0);
  const priced = asked.filter((kind) => priceOf(kind) !== undefined);
  if (priced.length === 0) return null;
  return {
    amount: priced.reduce((sum, one) => sum + (calls[one] ?? 0) * (priceOf(one) ?? 0), 0),
    unpriced: asked.filter((kind) => priceOf(kind) === undefined),
  };
}

/** Returns noon of a day, so that a clock change never moves it to another day. */
function dateOf(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

function dayBefore(day: string, count: number): Date {
  const date = dateOf(day);
  date.setDate(date.getDate() - count);
  return date;
}

function keyOf(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const words = (date: Date, options: Intl.DateTimeFormatOptions): string =>
  date.toLocaleDateString('en-GB', options);
