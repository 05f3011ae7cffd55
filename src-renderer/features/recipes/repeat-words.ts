/** Repeats in words: when, what a time got, why it doesn't run. */
import type { RepeatTime, ShownRepeat, When } from '#shared/contract/repeat.ts';
import { clockTime, countOf, dayInWords, grouping } from '#renderer/components/words.ts';

export const everyDay: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

export const dayNames = [
  { short: 'Mon', name: 'Monday' },
  { short: 'Tue', name: 'Tuesday' },
  { short: 'Wed', name: 'Wednesday' },
  { short: 'Thu', name: 'Thursday' },
  { short: 'Fri', name: 'Friday' },
  { short: 'Sat', name: 'Saturday' },
  { short: 'Sun', name: 'Sunday' },
] as const;

/** Returns "Mondays at 09:00", "Mon, Wed at 09:00", "Every day at 09:00", "When the program starts". */
export function whenWords(when: When, localZone: string): string {
  if (when.kind === 'start') return 'When the program starts';
  const { days, at, timeZone } = when;
  const names = days.flatMap((day) => dayNames[day - 1] ?? []);
  const [only, ...others] = names;
  const few =
    others.length === 0 ? `${only?.name ?? ''}s` : names.map(({ short }) => short).join(', ');
  const zone = timeZone === localZone ? '' : ` (${timeZone.replaceAll('_', ' ')})`;
  return `${names.length === everyDay.length ? 'Every day' : few} at ${at}${zone}`;
}

/** Returns a date as the clocks of the repeat's zone show it: "Mon 30 Nov, 09:00". */
export function dateWords(date: string, timeZone?: string): string {
  const at = new Date(date);
  const look = { weekday: 'short', month: 'short', ...(timeZone && { timeZone }) } as const;
  return `${dayInWords(at, new Date(), look)}, ${clockTime(at, timeZone)}`;
}

export const zoneOf = ({ when }: Pick<ShownRepeat, 'when'>): string | undefined =>
  when.kind === 'days' ? when.timeZone : undefined;

/** Returns "Mon 23 Nov". */
const dayWords = (date: string, timeZone?: string): string =>
  dateWords(date, timeZone).replace(/,.*/, '');

/** Returns what a time got: "38 new since Mon 23 Nov", "Nothing new since …", of the first time "412 rows". */
export function gotWords(repeat: ShownRepeat, { news, before, rows }: RepeatTime): string {
  if (news === null || before === null) return countOf(rows, 'row');
  return `${news === 0 ? 'Nothing' : grouping(news)} new since ${dayWords(before.due, zoneOf(repeat))}`;
}

/** Returns what became of a time: "38 new since Mon 23 Nov · 412 rows · 14 calls". */
export function timeWords(repeat: ShownRepeat, time: RepeatTime): string {
  const { outcome, why, rows, calls, news } = time;
  if (outcome === 'running') return repeat.isAtWork ? 'Running' : 'Interrupted';
  if (outcome === 'skipped') return 'Skipped';
  const got = [
    ...(rows > 0 && news !== null ? [gotWords(repeat, time)] : []),
    countOf(rows, 'row'),
    countOf(calls, 'call'),
  ].join(' · ');
  if (outcome === 'failed') return `Failed. ${why ?? ''} ${calls > 0 ? got : ''}`.trim();
  const ended = { limit: 'Stopped at its limit of calls', stopped: 'Stopped', done: '' }[outcome];
  return ended === '' ? got : `${ended} · ${got}`;
}

/** Returns "“Monday’s posts” was due on Mon 23 Nov, 09:00. Run it now? At most 20 calls." */
export function missedWords(name: string, repeat: ShownRepeat): string {
  const { missed, maxCalls } = repeat;
  const date = dateWords(missed?.due ?? '', zoneOf(repeat));
  const cost = `At most ${countOf(maxCalls, 'call')}.`;
  return missed?.isCutShort === true
    ? `${name} was interrupted on ${date}. Continue it? ${cost}`
    : `${name} was due on ${date}, while the program was closed or the computer asleep. Run it now? ${cost}`;
}
