/** How long a trial key or a session token still lasts, in words. */
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import { clockTime, dayInWords, durationInWords } from '../words.ts';

export interface TimeLeft {
  /** "3 days 4 hours left", "Ends at 18:42, in 54 min", "Ended at 18:42". */
  words: string;
  /** `soon`: the person should do something about it. */
  urgency: 'calm' | 'soon' | 'ended';
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A session token is warned of an hour before it ends, a trial key a day before. */
const soonMs = { sessionToken: hourMs, trialKey: dayMs, accessKey: 0 } as const;

/** Null where no end is known. */
export function timeLeft(
  { kind, endsAt, endIsSure }: Pick<CredentialStatus, 'kind' | 'endsAt' | 'endIsSure'>,
  now: number,
): TimeLeft | null {
  if (endsAt === null) return null;
  const end = new Date(endsAt);
  const left = end.getTime() - now;
  if (left <= 0) return { words: `Ended ${moment(end, now)}`, urgency: 'ended' };
  const urgency = left <= soonMs[kind] ? 'soon' : 'calm';
  if (kind === 'trialKey') {
    return { words: `${endIsSure ? '' : 'At most '}${daysAndHours(left)} left`, urgency };
  }
  return left < dayMs
    ? {
        words: `Ends at ${clockTime(end)}, in ${durationInWords(wholeMinutes(left))}`,
        urgency,
      }
    : { words: `Ends ${moment(end, now)}`, urgency };
}

const wholeMinutes = (ms: number): number =>
  Math.max(minuteMs, Math.floor(ms / minuteMs) * minuteMs);

/** "at 18:42" today, "on 3 June" otherwise. */
function moment(at: Date, now: number): string {
  const today = new Date(now);
  return at.toDateString() === today.toDateString()
    ? `at ${clockTime(at)}`
    : `on ${dayInWords(at, today)}`;
}

const unit = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** "3 days 4 hours", "5 hours", "12 minutes". */
function daysAndHours(ms: number): string {
  const days = Math.floor(ms / dayMs);
  const hours = Math.floor((ms % dayMs) / hourMs);
  if (days > 0)
    return hours === 0 ? unit(days, 'day') : `${unit(days, 'day')} ${unit(hours, 'hour')}`;
  return hours > 0 ? unit(hours, 'hour') : unit(Math.max(1, Math.floor(ms / minuteMs)), 'minute');
}
