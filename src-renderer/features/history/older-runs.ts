/** Which runs *Delete older runs…* means. */
import { assertNever } from '#shared/assert-never.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import { endingOf } from './run-words.ts';

export const ages = ['week', 'month', 'quarter', 'year', 'date'] as const;
export type Age = (typeof ages)[number];

/** The moment before which runs are old; null when the date is missing or none. */
export function ageLimit(age: Age, date: string | null, now: Date): Date | null {
  const limit = new Date(now);
  switch (age) {
    case 'week':
      limit.setDate(limit.getDate() - 7);
      return limit;
    case 'month':
      return monthsAgo(now, 1);
    case 'quarter':
      return monthsAgo(now, 3);
    case 'year':
      return monthsAgo(now, 12);
    case 'date':
      return localDate(date);
    default:
      return assertNever(age);
  }
}

/** The last day of a shorter month stands for days it does not have. */
function monthsAgo(now: Date, months: number): Date {
  const limit = new Date(now);
  limit.setDate(1);
  limit.setMonth(limit.getMonth() - months);
  const lastDay = new Date(limit.getFullYear(), limit.getMonth() + 1, 0).getDate();
  limit.setDate(Math.min(now.getDate(), lastDay));
  return limit;
}

/** `2026-03-31` as the beginning of that day, local. */
function localDate(date: string | null): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date ?? '');
  if (parts === null) return null;
  return new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
}

/** Those that began before `limit`. One that is at work is never old. */
export function olderRuns(
  runs: readonly RunSummary[],
  limit: Date,
  keepStarred: boolean,
): readonly RunSummary[] {
  return runs.filter(
    (run) =>
      Date.parse(run.createdAt) < limit.getTime() &&
      !(keepStarred && run.starred) &&
      endingOf(run).group !== 'working',
  );
}
