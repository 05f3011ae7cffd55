/** Dates and times as the window shows them: local, sortable, no words. */

/** A moment, not a mere day: a day alone must not move with the time zone. */
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

const two = (value: number): string => String(value).padStart(2, '0');

function readMoment(text: string): Date | null {
  if (!moment.test(text)) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** `YYYY-MM-DD HH:MM`, local; null when the text is not an ISO date with a time. */
export function localMinute(text: string): string | null {
  const date = readMoment(text);
  if (date === null) return null;
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** `YYYY-MM-DD HH:MM:SS`, local; the text itself when it is no moment. */
export function localSecond(text: string): string {
  const minute = localMinute(text);
  return minute === null ? text : `${minute}:${two(new Date(text).getSeconds())}`;
}

/** `HH:MM`, local; the text itself when it is no moment. */
export function localClock(text: string): string {
  return localMinute(text)?.slice(11) ?? text;
}

/** "0.4 s", "12 s": how long an answer took. */
export function secondsText(ms: number): string {
  const seconds = ms / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
