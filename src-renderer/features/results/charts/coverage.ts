/** The rows that a summary or a chart is about, and what there is beyond them, in words. Pure. */
import type { DrawnOf } from '#shared/contract/chart.ts';
import type { RunList } from '#shared/contract/list.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import type { DateUnit } from '#shared/contract/summary.ts';
import { isEveryRow, type OpenedView, type View } from '#shared/contract/view.ts';
import { countOf, grouping } from '#renderer/components/words.ts';
import { type Beyond, incompleteList, runStates } from '#shared/contract/run-states.ts';
import { momentWords, unitWords } from '../values/moments.ts';
import { finishedInputs } from '../run-bar/progress.ts';
import { isIn, type Span, type Unknown } from './draw/layout.ts';

const beyondWords: Record<Beyond | 'byDate', string> = {
  nothing: 'The service has no more.',
  more: 'The service has more, so later pages can change the picture.',
  coming: 'More is loading, so the picture is still changing.',
  byDate: 'The service had more. Continue the run by date to get it.',
  lost: 'The service had more, which this run can no longer get.',
  unknown: 'The service may have had more.',
};

export function beyond({ state, list }: { state: RunState; list: RunList | null }): Beyond {
  if (state.kind === 'interrupted' && state.rested === null) return 'unknown';
  const incomplete = incompleteList(state.kind, list?.statuses ?? null);
  return incomplete?.beyond ?? runStates[state.kind].beyond;
}

function beyondOf(run: Run): keyof typeof beyondWords {
  const known = beyond(run);
  const hasWay = run.stoppedAt !== null && runStates[run.state.kind].byDate === true;
  return known === 'lost' && hasWay ? 'byDate' : known;
}

/** How much of a run was evaluated, as main reports it for a view. */
export type RowCounts = Pick<OpenedView, 'rows' | 'of' | 'count'>;

/**
 * "60 rows in 3 pages. The service has more, so later pages can change the picture." For a
 * list, "60 rows from 4 inputs": its pages include those of inputs that were asked again. For an answer
 * that lacks the run's last rows, "60 rows so far". `counts` null: the view isn't open (yet), so
 * that of anything but every row nothing is known.
 */
export function coverageWords(run: Run, view: View, counts: RowCounts | null): string {
  const { rowCount } = run;
  const { rows, of, count } = counts ?? { rows: rowCount, of: rowCount, count: rowCount };
  const source = rows < of || of < rowCount ? 'so far' : sourceWords(run);
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
      ? beyondWords[of < rowCount ? 'coming' : beyondOf(run)]
      : run.derived.from.sources.every(({ isComplete }) => isComplete)
        ? ''
        : 'Some of the runs they were made from are incomplete.';
  return [...parts, last].filter((part) => part !== '').join(' ');
}

function sourceWords({ derived, list, pageCount }: Run): string {
  if (derived !== null) {
    return `made from ${derived.from.kind === 'dataset' ? 'a dataset' : 'your runs'}`;
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
  /** The bar whose time wasn't over when the run was asked; null if there is none. */
  unfinished: number | null;
  /** Sentences; empty if nothing is left out. */
  words: readonly string[];
}

type Time = DrawnOf<'time'>;
type Asked = Pick<Run, 'state' | 'query' | 'list' | 'createdAt' | 'derived'>;

type Gap = Omit<NotFetched, 'unfinished'>;

const nothing: Gap = { unknown: { before: 0, after: 0 }, incomplete: null, words: [] };

/** @param isBehind the run has other rows by now than those drawn. */
export function notFetched(run: Asked, drawn: Time, now: Date, isBehind = false): NotFetched {
  const isAll = beyond(run) === 'nothing' && !isBehind;
  const gap = isAll ? nothing : gapAtEdge(run, drawn, now);
  const askedAt = Date.parse(lastAsked(run));
  const at = drawn.buckets.findIndex(
    ({ from, to }) => Date.parse(from) <= askedAt && askedAt < Date.parse(to),
  );
  const bar = drawn.buckets[at];
  if (bar === undefined || askedTo(run, askedAt) < askedAt) return { ...gap, unfinished: null };
  const name = unitWords(drawn.unit, bar.from, drawn.timeZone);
  const words = `* ${name} wasn’t over when this was asked, so it may be incomplete.`;
  const isNamed = gap.incomplete !== null && isIn(gap.incomplete, at);
  return { ...gap, unfinished: at, words: isNamed ? gap.words : [...gap.words, words] };
}

/** For rows of several runs, that of the latest one. */
const lastAsked = ({ createdAt, derived }: Asked): string =>
  derived?.from.sources
    .map((source) => source.createdAt)
    .toSorted()
    .at(-1) ?? createdAt;

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
  const name = asClausePart(unitWords(drawn.unit, edge.from, timeZone));
  const moment = momentWords(isNewest ? earliest : latest, timeZone, areDays);
  const side = isNewest ? 'before' : 'after';
  const bars = incomplete.from === incomplete.to ? name : `${name} and all bars ${side} it`;
  return {
    unknown: isNewest ? { before: size, after: 0 } : { before: 0, after: size },
    incomplete,
    words: [
      `* ${isNewest ? 'Newest' : 'Oldest'} come first: what is ${side} ${moment} isn’t here yet, ` +
        `so ${bars} may be incomplete.`,
    ],
  };
}

const asClausePart = (name: string): string => name.replace(/^Week/, 'the week');

/** Returns the start of the first requested day; null if the question has none. */
const askedFrom = ({ query }: Asked): number | null => dayOf(query.values['since']);

/** Returns the end of the last requested day, or `now` (ms). */
function askedTo({ query }: Asked, now: number): number {
  const day = dayOf(query.values['until']);
  return Math.min(now, day === null ? Infinity : day + 86_400_000);
}

function dayOf(text: string | undefined): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}

/** Approximate lengths. */
const lengths: Record<DateUnit, number> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_630_000_000,
  quarter: 7_889_000_000,
  year: 31_557_000_000,
};

/**
 * Returns as many bars as there would be up to the end of the question, so that the chart keeps its
 * scale; a fraction of the chart if that is too many or unknown.
 */
function sizeOfUnknown({ buckets, unit, arrived }: Time, end: number | null): number {
  const edge = arrived === 'newestFirst' ? buckets[0]?.from : buckets.at(-1)?.to;
  const defaultSize = Math.max(1, Math.round(buckets.length * 0.2));
  if (end === null || edge === undefined) return defaultSize;
  const distance = Math.abs(Date.parse(edge) - end);
  const isBeyond = arrived === 'newestFirst' ? end < Date.parse(edge) : end > Date.parse(edge);
  if (!isBeyond) return 0;
  const count = Math.ceil(distance / lengths[unit]);
  return count <= Math.max(2, buckets.length * 0.6) ? count : defaultSize;
}
