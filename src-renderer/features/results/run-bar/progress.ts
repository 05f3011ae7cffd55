/** Progress, pace and time left of collecting. Pure arithmetic. */
import type { RunList } from '#shared/contract/list.ts';
import { onePage, type Run, type RunLimit } from '#shared/contract/run.ts';

type RunProgress = Pick<Run, 'plan' | 'pageCount' | 'rowCount' | 'heldBack' | 'total'>;

/** Whether more than one page was requested. */
export const isCollecting = ({ plan }: Pick<Run, 'plan'>): boolean =>
  plan !== null && plan.limit.pages !== 1;

/** Returns the number of rows on this computer, shown or not. */
export const rowsHere = ({ rowCount, heldBack }: Pick<Run, 'rowCount' | 'heldBack'>): number =>
  rowCount + heldBack;

/** Returns the number of pages when the plan is done; null: unknown. */
export function plannedPages({ plan, total }: Pick<Run, 'plan' | 'total'>): number | null {
  if (plan === null) return null;
  const { pages, rows } = plan.limit;
  // The row limit may be reached first.
  if (pages === null) return rows === null ? (total?.pages ?? null) : null;
  return smaller(plan.pagesBefore + pages, total?.pages ?? null);
}

/** Returns the number of rows when the plan is done; null: unknown. */
export function plannedRows({ plan, total }: Pick<Run, 'plan' | 'total'>): number | null {
  if (plan === null) return null;
  const { pages, rows } = plan.limit;
  const all = total?.rows ?? null;
  if (rows !== null) return smaller(rows, all);
  return pages === null ? all : null;
}

const smaller = (one: number, other: number | null): number =>
  other === null ? one : Math.min(one, other);

/**
 * Returns the number of pages when the plan is done, estimated from the rows if only those are limited:
 * for the ticks, never shown as a number.
 */
export function expectedPages(run: RunProgress): number | null {
  const rows = run.plan?.limit.rows ?? null;
  const planned = plannedPages(run);
  if (rows === null || run.pageCount === 0 || rowsHere(run) === 0) return planned;
  const forRows = Math.ceil((rows * run.pageCount) / rowsHere(run));
  return smaller(smaller(forRows, planned), run.total?.pages ?? null);
}

/** Returns how many rows the grid will have to number, so that its first column need not grow. */
export function expectedRows(run: RunProgress): number {
  if (!isCollecting(run)) return run.rowCount;
  const rows = plannedRows(run);
  if (rows !== null && run.total !== null) return Math.max(run.rowCount, rows);
  const pages = expectedPages(run);
  // If the end isn't known, room for five digits.
  if (pages === null || run.pageCount === 0) return Math.max(run.rowCount, 10_000);
  return Math.max(run.rowCount, Math.ceil((pages * rowsHere(run)) / run.pageCount));
}

/** Returns the remaining plan, for continuing after a failure or a limit. */
export function remainingLimit({ plan, pageCount }: Pick<Run, 'plan' | 'pageCount'>): RunLimit {
  if (plan === null) return onePage;
  const { pages, rows } = plan.limit;
  return {
    pages: pages === null ? null : Math.max(1, plan.pagesBefore + pages - pageCount),
    rows,
  };
}

/** Returns the number of inputs of a list that are no longer waiting. */
export const finishedInputs = ({ count, statuses }: RunList): number => count - statuses.waiting;

/**
 * Returns the milliseconds until the requested inputs no longer wait; null at the beginning, and while
 * inputs are asked again, of which nothing says how many are left.
 */
export function inputTimeLeft(
  { plan }: Pick<Run, 'plan'>,
  list: RunList,
  now: number,
): number | null {
  const done = finishedInputs(list) - list.before;
  const elapsed = plan === null ? 0 : now - Date.parse(plan.startedAt);
  if (done < fewestPages || elapsed < 1000) return null;
  const left = (list.until ?? list.count) - finishedInputs(list);
  return left <= 0 ? null : (left * elapsed) / done;
}

export interface Pace {
  rowsPerMinute: number;
  /** In milliseconds; null if the end isn't known. */
  timeLeft: number | null;
}

/** The number of pages needed to compute a pace. */
const fewestPages = 2;

/**
 * Returns the pace over all pages of the plan, so that one slow page hardly changes it; null at the
 * beginning.
 */
export function paceOf(run: RunProgress, now: number): Pace | null {
  const { plan, pageCount } = run;
  if (plan === null) return null;
  const pages = pageCount - plan.pagesBefore;
  const elapsed = now - Date.parse(plan.startedAt);
  if (pages < fewestPages || elapsed < 1000) return null;
  const perMinute = ((rowsHere(run) - plan.rowsBefore) / elapsed) * 60_000;
  const expected = expectedPages(run);
  return {
    rowsPerMinute: rounded(perMinute),
    timeLeft: expected === null ? null : (Math.max(0, expected - pageCount) * elapsed) / pages,
  };
}

/** Rounds a count: its last digits would change with every page. */
function rounded(count: number): number {
  const step = count < 200 ? 1 : count < 2000 ? 10 : 100;
  return Math.round(count / step) * step;
}

export interface TimeLeft {
  ms: number;
  /** When that was the time left. */
  at: number;
}

/**
 * Counts down like a clock. A new estimate replaces it only if it differs clearly: a time that jumps is
 * worse than one that is slightly wrong.
 */
export function steadyTimeLeft(shown: TimeLeft | null, guess: number, now: number): TimeLeft {
  if (shown === null) return { ms: guess, at: now };
  const expected = Math.max(0, shown.ms - (now - shown.at));
  const isClose = Math.abs(guess - expected) <= Math.max(5000, guess * 0.15);
  return isClose ? shown : { ms: guess, at: now };
}

const minute = 60_000;

/** "35 s", "1 min 40 s", "12 min", "1 h 20 min": finer towards the end. */
export function timeLeftWords(ms: number): string {
  if (ms < 5000) return 'a few seconds';
  const seconds = Math.ceil(ms / 5000) * 5;
  if (seconds < 60) return `${seconds} s`;
  if (ms < 10 * minute) {
    const tens = Math.ceil(ms / 10_000) * 10;
    return tens % 60 === 0 ? `${tens / 60} min` : `${Math.floor(tens / 60)} min ${tens % 60} s`;
  }
  const minutes = Math.ceil(ms / minute);
  if (minutes < 60) return `${minutes} min`;
  const fives = Math.ceil(ms / (5 * minute)) * 5;
  const minutesLeft = fives % 60;
  return `${Math.floor(fives / 60)} h${minutesLeft === 0 ? '' : ` ${minutesLeft} min`}`;
}

/** `done`: fetched. `now`, `again`, `failed`: contains the current page. `open`: not fetched yet. */
type TickKind = 'done' | 'now' | 'again' | 'failed' | 'open';

interface Tick {
  kind: TickKind;
  /** The fraction that is fetched, from 0 to 1. */
  share: number;
}

export interface PageTicks {
  /** One per page; a single one, for the whole bar, if there are too many to distinguish. */
  ticks: Tick[];
  /** Slots in the bar; more than ticks while the number of pages is unknown. */
  slots: number;
}

export interface TickedPages {
  done: number;
  /** Null: unknown. */
  total: number | null;
  /** The page that is being fetched or retried, or that failed. */
  current: { page: number; kind: 'now' | 'again' | 'failed' } | null;
}

const mostTicks = 50;

export function pageTicks({ done, total, current }: TickedPages): PageTicks {
  const started = Math.max(done, current?.page ?? 0);
  const pages = total === null ? started : Math.max(total, started);
  if (pages > mostTicks) {
    // Without a known end, no fraction can be drawn: the bar is in progress or complete.
    const share = total === null ? (current === null ? 1 : 0) : Math.min(1, done / pages);
    const kind = share === 1 ? 'done' : (current?.kind ?? 'open');
    return { ticks: [{ kind, share }], slots: 1 };
  }
  const ticks = Array.from({ length: pages }, (_, at): Tick => {
    const isCurrent = current !== null && current.page === at + 1;
    return at < done
      ? { kind: 'done', share: 1 }
      : { kind: isCurrent ? current.kind : 'open', share: 0 };
  });
  return { ticks, slots: total === null ? mostTicks : pages };
}
