/** The rows that a summary or a chart is about, and what there is beyond them, in words. Pure. */
import type { DrawnOf } from '#shared/contract/chart.ts';
import type { RunList } from '#shared/contract/list.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import { isEveryRow, type OpenedView, type View } from '#shared/contract/view.ts';
import { countOf, grouping, upperFirst } from '#renderer/components/words.ts';
import { nameOfPlatform } from '#renderer/components/platforms.tsx';
import type { Resource } from '#shared/catalogue/types.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import { quoted } from '#shared/characters.ts';
import { type Beyond, incompleteList, runStates } from '#shared/contract/run-states.ts';
import { momentWords, unitWords } from '../values/moments.ts';
import { hasWayByDate } from '../run-bar/by-date.ts';
import { finishedInputs } from '../run-bar/progress.ts';
import { hasMoreStored } from '../run-bar/status.ts';
import type { Unknown } from '#renderer/components/chart/bars.ts';
import { isIn, type Span } from './draw/layout.ts';

const beyondWords: Record<Beyond, string> = {
  nothing: 'The service has no more.',
  more: 'The service has more, so later pages can change the picture.',
  coming: 'More is loading, so the picture is still changing.',
  lost: 'The service had more, which this run can no longer get.',
  unknown: 'The service may have had more.',
};

export function beyond({ state, list }: { state: RunState; list: RunList | null }): Beyond {
  if (state.kind === 'interrupted' && state.rested === null) return 'unknown';
  const incomplete = incompleteList(state.kind, list?.statuses ?? null);
  return incomplete?.beyond ?? runStates[state.kind].beyond;
}

/** @param way the button that gets the rest, if it is on screen. */
function beyondOf(run: Run, way: string | null): string {
  const known = beyond(run);
  if (known !== 'lost') return beyondWords[known];
  if (way !== null) return `The service had more: ${quoted(way)} gets it.`;
  return hasWayByDate(run) || hasMoreStored(run) ? 'The service had more.' : beyondWords.lost;
}

/** How much of a run was evaluated, as main reports it for a view. */
export type RowCounts = Pick<OpenedView, 'rows' | 'of' | 'count'>;

/**
 * "60 rows in 3 pages. The service has more, so later pages can change the picture." For a
 * list, "60 rows from 4 inputs": its pages include those of inputs that were asked again. For an answer
 * that lacks the run's last rows, "60 rows so far". `counts` null: the view isn't open (yet), so
 * that of anything but every row nothing is known. `way`: the button on screen that continues a run whose
 * cursor is lost; null if there is none, as beside a saved picture.
 */
export function coverageWords(
  run: Run,
  view: View,
  counts: RowCounts | null,
  way: string | null = null,
): string {
  const { rowCount } = run;
  const { rows, of, count } = counts ?? { rows: rowCount, of: rowCount, count: rowCount };
  const source = rows < of || of < rowCount ? 'so far' : whereFrom(run);
  const isUncounted = counts === null && !isEveryRow(view);
  const parts = [
    isUncounted
      ? 'the rows shown, not counted yet.'
      : count === rows
        ? `${countOf(rows, 'row')} ${source}.`
        : `${grouping(count)} of ${countOf(rows, 'row')} ${source}: the rows shown.`,
  ];
  if (rows < of) parts.push(`The other rows, of ${grouping(of)} in all, are still being prepared.`);
  if (run.heldBack > 0) {
    parts.push(`Rows beyond the row limit are left out (${grouping(run.heldBack)}).`);
  }
  const last =
    run.derived === null
      ? of < rowCount
        ? beyondWords.coming
        : beyondOf(run, way)
      : run.derived.from.sources.every(({ isComplete }) => isComplete)
        ? ''
        : 'Some of the runs they were made from are incomplete.';
  return [...parts, last].filter((part) => part !== '').join(' ');
}

/** What a saved picture says of its rows: whether they are invented, and what is missing. */
export const coverageOfPicture = (run: Run, view: View, counts: RowCounts | null): string =>
  `${run.profileId === sampleProfileId ? 'Sample data, invented. ' : ''}${upperFirst(coverageWords(run, view, counts))}`;

/** "Microblog, Search posts: city trees, Sun 22 Nov 2026 – Sat 28 Nov 2026, n = 2,497". */
export function sourceWords(
  { title, derived }: Run,
  resource: Pick<Resource, 'platform'> | null,
  { count, span = null }: { count: number; span?: string | null },
): string {
  const platform = derived === null && resource !== null ? nameOfPlatform(resource.platform) : null;
  return [platform, title, span, `n = ${grouping(count)}`]
    .filter((part) => part !== null)
    .join(', ');
}

function whereFrom({ derived, list, pageCount }: Run): string {
  if (derived !== null) {
    const { kind } = derived.from;
    if (kind === 'file') return 'in the file';
    return `made from ${kind === 'dataset' ? 'a dataset' : 'your runs'}`;
  }
  return list === null
    ? `in ${countOf(pageCount, 'page')}`
    : `from ${countOf(finishedInputs(list), 'input')}`;
}

/**
 * The part of a chart over time that isn't known: pages sent newest first lack older rows, and empty
 * bars there would claim that nothing was posted.
 */
export interface NotFetched {
  unknown: Unknown;
  /** The bars from which rows may be missing; more than the one at the edge if there are strays. */
  incomplete: Span | null;
  /** The bars of whose time a part was not asked for. */
  unasked: ReadonlySet<number>;
  /** Sentences; empty if nothing is left out. */
  words: readonly string[];
}

type Time = DrawnOf<'time'>;
type Asked = Pick<Run, 'state' | 'query' | 'list' | 'createdAt' | 'derived'>;

type Gap = Omit<NotFetched, 'unasked'>;

const nothing: Gap = { unknown: { before: 0, after: 0 }, incomplete: null, words: [] };

export interface DrawnWhen {
  now: Date;
  /** The run has other rows by now than those drawn. */
  isBehind: boolean;
  /** The dates of the question are those of the column that is drawn. */
  isAskedBy: boolean;
}

export function notFetched(run: Asked, drawn: Time, when: DrawnWhen): NotFetched {
  const isAll = beyond(run) === 'nothing' && !when.isBehind;
  const gap = isAll ? nothing : gapAtEdge(run, drawn, when.now);
  const { late, outside } = unaskedBars(run, drawn, when.isAskedBy);
  const unnamed = (bars: readonly number[]): number[] =>
    bars.filter((bar) => !isIn(gap.incomplete, bar));
  const words = [
    ...gap.words,
    ...lateWords(unnamed(late), drawn),
    ...outsideWords(unnamed(outside), drawn),
  ];
  return { ...gap, unasked: new Set([...late, ...outside]), words };
}

/** A time that was asked for, in ms. */
interface AskedTime {
  from: number;
  to: number;
  /** It ends with the asking, not with the last day of the question. */
  isOpen: boolean;
}

/**
 * Returns the times that were asked for, one list for each different question. A run may get its rows over
 * days, but what came after its first page may be in none of the others.
 */
function askedTimes(run: Asked, isAskedBy: boolean): AskedTime[][] {
  const questions = new Map<string, AskedTime[]>();
  for (const { query, createdAt, ...source } of run.derived?.from.sources ?? [run]) {
    const { since, until, ...values } = query.values;
    const keys = 'listKeys' in source ? source.listKeys : [];
    const question = JSON.stringify([query.endpointId, values, keys]);
    const from = isAskedBy ? dayOf(since) : null;
    const last = isAskedBy ? dayOf(until) : null;
    const asked = Date.parse(createdAt);
    const end = last === null ? Infinity : last + dayMs;
    const time = { from: from ?? -Infinity, to: Math.min(end, asked), isOpen: asked < end };
    questions.set(question, [...(questions.get(question) ?? []), time]);
  }
  return [...questions.values()].map((times) => times.toSorted((a, b) => a.from - b.from));
}

/**
 * Returns the bars of which a part was not asked for: by a question that was asked before they were over, or
 * outside the dates of one.
 */
function unaskedBars(
  run: Asked,
  { buckets }: Time,
  isAskedBy: boolean,
): { late: number[]; outside: number[] } {
  const questions = askedTimes(run, isAskedBy);
  const late: number[] = [];
  const outside: number[] = [];
  for (const [index, bar] of buckets.entries()) {
    const [from, to] = [Date.parse(bar.from), Date.parse(bar.to)];
    const ends = questions.flatMap((times) => {
      const reached = times.reduce(
        (at, time) => (time.from <= at ? Math.max(at, time.to) : at),
        from,
      );
      if (reached >= to) return [];
      const last = Math.max(...times.map((time) => time.to));
      return reached >= last && times.some((time) => time.isOpen && time.to === last)
        ? 'late'
        : 'outside';
    });
    if (ends.includes('late')) late.push(index);
    else if (ends.length > 0) outside.push(index);
  }
  return { late, outside };
}

/** @param bars the last ones, or those of them that no other sentence names. */
function lateWords(bars: readonly number[], drawn: Time): string[] {
  const [from, to] = [bars[0], bars.at(-1)];
  if (from === undefined || to === undefined) return [];
  const [were, they] = from === to ? ['wasn’t', 'it'] : ['weren’t', 'they'];
  return [
    `* ${barsWords({ from, to }, drawn)} ${were} over when this was asked, so ${they} may be incomplete.`,
  ];
}

function outsideWords(bars: readonly number[], drawn: Time): string[] {
  const spans = bars
    .filter((bar) => !bars.includes(bar - 1))
    .map((from, at, starts) => ({
      from,
      to: bars.findLast((bar) => bar < (starts[at + 1] ?? Infinity)) ?? from,
    }));
  const dates = drawn.timeZone === 'UTC' ? 'dates' : 'dates, which are days in UTC,';
  const words = (which: string, they: string): string =>
    `* The question’s ${dates} don’t fully cover ${which}, so ${they} may be incomplete.`;
  return spans.length > mostSpans
    ? [words(countOf(bars.length, 'bar'), 'they')]
    : spans.map((span) =>
        words(asClausePart(barsWords(span, drawn)), span.from === span.to ? 'it' : 'they'),
      );
}

/** More are counted instead of named. */
const mostSpans = 2;

function barsWords({ from, to }: Span, { buckets, unit, timeZone }: Time): string {
  const name = (bar: number): string => unitWords(unit, buckets[bar]!.from, timeZone);
  if (from === to) return name(from);
  if (to === buckets.length - 1) return `${name(from)} and all bars after it`;
  return from === 0 ? `${name(to)} and all bars before it` : `${name(from)} to ${name(to)}`;
}

function gapAtEdge(run: Asked, drawn: Time, now: Date): Gap {
  const { buckets, earliest, latest, arrived, timeZone, areDays } = drawn;
  if (earliest === null || latest === null) return nothing;
  const last = buckets.length - 1;
  // Inputs overlap in time, so no input's last row shows where the others end.
  if (run.list !== null || arrived === 'mixed') {
    const more = run.list === null ? 'More' : 'Each input covers a different time, so more';
    return { ...nothing, words: last === 0 ? [] : [`${more} rows may belong to any bar.`] };
  }
  const isNewest = arrived === 'newestFirst';
  const end = Date.parse(isNewest ? earliest : latest);
  // A filter that leaves the run's last rows out shows a time of which everything is here.
  const incomplete = isNewest
    ? { from: 0, to: buckets.findLastIndex(({ from }) => Date.parse(from) <= end) }
    : { from: buckets.findIndex(({ to }) => Date.parse(to) > end), to: last };
  const edge = buckets[isNewest ? incomplete.to : incomplete.from];
  if (edge === undefined) return nothing;
  const size = sizeOfUnknown(drawn, isNewest ? askedFrom(run) : askedTo(run, now.getTime()));
  const bars = asClausePart(barsWords(incomplete, drawn));
  const moment = momentWords(isNewest ? earliest : latest, timeZone, areDays);
  const side = isNewest ? 'before' : 'after';
  return {
    unknown: isNewest ? { before: size, after: 0 } : { before: 0, after: size },
    incomplete,
    words: [
      `* ${isNewest ? 'Newest' : 'Oldest'} come first: what is ${side} ${moment} (hatched) isn’t here yet, ` +
        `so ${bars} may be incomplete.`,
    ],
  };
}

const asClausePart = (name: string): string => name.replace(/^Week/, 'the week');

const dayMs = 86_400_000;

/** Returns the start of the first requested day; null if the question has none. */
const askedFrom = ({ query }: Asked): number | null => dayOf(query.values['since']);

/** Returns the end of the last requested day, or `now` (ms). */
function askedTo({ query }: Asked, now: number): number {
  const day = dayOf(query.values['until']);
  return Math.min(now, day === null ? Infinity : day + dayMs);
}

function dayOf(text: string | undefined): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}

/** Returns one bar for what isn't here; none if the question ends where the bars do. */
function sizeOfUnknown({ buckets, arrived }: Time, end: number | null): number {
  const isNewest = arrived === 'newestFirst';
  const edge = Date.parse((isNewest ? buckets[0]?.from : buckets.at(-1)?.to) ?? '');
  return end !== null && (isNewest ? end >= edge : end <= edge) ? 0 : 1;
}
