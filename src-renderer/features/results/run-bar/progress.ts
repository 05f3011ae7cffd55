/** Progress, pace and time left of collecting. Pure arithmetic. */
import type { RunList } from '#shared/contract/list.ts';
import { onePage, type Run, type RunLimit } from '#shared/contract/run.ts';

type RunProgress = Pick<Run, 'plan' | 'pageCount' | 'rowCount' | 'heldBack' | 'total'>;

/** More than a page at a time was asked for. */
export const isCollecting = ({ plan }: Pick<Run, 'plan'>): boolean =>
  plan !== null && plan.limit.pages !== 1;

/** Rows that are on this computer, shown or not. */
export const rowsHere = ({ rowCount, heldBack }: Pick<Run, 'rowCount' | 'heldBack'>): number =>
  rowCount + heldBack;

/** Pages that the run will have when the plan is done; null: nobody knows. */
export function plannedPages({ plan, total }: Pick<Run, 'plan' | 'total'>): number | null {
  if (plan === null) return null;
  const { pages, rows } = plan.limit;
  // The row limit may be reached sooner.
  if (pages === null) return rows === null ? (total?.pages ?? null) : null;
  return smaller(plan.pagesBefore + pages, total?.pages ?? null);
}

/** Rows that the run will have when the plan is done; null: nobody knows. */
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
 * Pages of the run when the plan is done, guessed from the rows when only those are limited: for
 * the ticks, never shown as a number.
 */
export function expectedPages(run: RunProgress): number | null {
  const rows = run.plan?.limit.rows ?? null;
  const planned = plannedPages(run);
  if (rows === null || run.pageCount === 0 || rowsHere(run) === 0) return planned;
  const forRows = Math.ceil((rows * run.pageCount) / rowsHere(run));
  return smaller(smaller(forRows, planned), run.total?.pages ?? null);
}

/** Rows that the grid will have to number, so that its first column need not grow meanwhile. */
export function expectedRows(run: RunProgress): number {
  if (!isCollecting(run)) return run.rowCount;
  const rows = plannedRows(run);
  if (rows !== null && run.total !== null) return Math.max(run.rowCount, rows);
  const pages = expectedPages(run);
  // Without an end, room for five digits.
  if (pages === null || run.pageCount === 0) return Math.max(run.rowCount, 10_000);
  return Math.max(run.rowCount, Math.ceil((pages * rowsHere(run)) / run.pageCount));
}

/** What is left of the plan, for continuing after a failure or a limit. */
export function remainingLimit({ plan, pageCount }: Pick<Run, 'plan' | 'pageCount'>): RunLimit {
  if (plan === null) return onePage;
  const { pages, rows } = plan.limit;
  return {
    pages: pages === null ? null : Math.max(1, plan.pagesBefore + pages - pageCount),
    rows,
  };
}

/** Inputs of a list that are not waiting any more. */
export const finishedInputs = ({ count, statuses }: RunList): number => count - statuses.waiting;

/** Milliseconds until the inputs that were asked for are finished; null at the beginning. */
export function inputTimeLeft(
  { plan }: Pick<Run, 'plan'>,
  list: RunList,
  now: number,
): number | null {
  const done = finishedInputs(list) - list.before;
  const elapsed = plan === null ? 0 : now - Date.parse(plan.startedAt);
  if (done < fewestPages || elapsed < 1000) return null;
  const left = (list.until ?? list.count) - finishedInputs(list);
  return (Math.max(0, left) * elapsed) / done;
}

export interface Pace {
  rowsPerMinute: number;
  /** Milliseconds; null without an end. */
  timeLeft: number | null;
}

/** Two pages are the fewest that give a pace. */
const fewestPages = 2;

/** Over all pages of the plan, so that one slow page does not swing it; null at the beginning. */
export function paceOf(run: RunProgress, now: number): Pace | null {
  const { plan, pageCount } = run;
  if (plan === null) return null;
  const pages = pageCount - plan.pagesBefore;
  const elapsed = now - Date.parse(plan.startedAt);
  if (pages < fewestPages || elapsed < 1000) return null;
  const perMinute = ((rowsHere(run) - plan.rowsBefore) / elapsed) * 60_000;
  const expected = expectedPages(run);
  return {
    rowsPerMinute: steps(perMinute),
    timeLeft: expected === null ? null : (Math.max(0, expected - pageCount) * elapsed) / pages,
  };
}

/** Fewer digits than it has: the last ones change with every page. */
function steps(count: number): number {
  const step = count < 200 ? 1 : count < 2000 ? 10 : 100;
  return Math.round(count / step) * step;
}

export interface TimeLeft {
  ms: number;
  /** When that was so. */
  at: number;
}

/**
 * Counts down by itself like a clock. A new guess takes its place only when it differs clearly:
 * a time that jumps about is worse than one that is a little off.
 */
export function steadyTimeLeft(shown: TimeLeft | null, guess: number, now: number): TimeLeft {
  if (shown === null) return { ms: guess, at: now };
  const expected = Math.max(0, shown.ms - (now - shown.at));
  const isClose = Math.abs(guess - expected) <= Math.max(5000, guess * 0.15);
  return isClose ? shown : { ms: guess, at: now };
}

const minute = 60_000;

/** "35 s", "1 min 40 s", "12 min", "1 h 20 min": the nearer the end, the finer. */
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
  const rest = fives % 60;
  return `${Math.floor(fives / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

/** `done`: fetched. `now`, `again`, `failed`: holds the page under way. `open`: not fetched yet. */
type TickKind = 'done' | 'now' | 'again' | 'failed' | 'open';

export interface Tick {
  kind: TickKind;
  /** How much of it is fetched, 0 to 1. */
  share: number;
}

export interface PageTicks {
  /** One per page; a single one, the whole bar, where there are too many to tell apart. */
  ticks: Tick[];
  /** Places in the line; more than ticks while nobody knows how many pages there are. */
  slots: number;
}

export interface TickedPages {
  done: number;
  /** Null: nobody knows. */
  total: number | null;
  /** The page under way, being tried again, or failed. */
  current: { page: number; kind: 'now' | 'again' | 'failed' } | null;
}

const mostTicks = 50;

export function pageTicks({ done, total, current }: TickedPages): PageTicks {
  const begun = Math.max(done, current?.page ?? 0);
  const pages = total === null ? begun : Math.max(total, begun);
  if (pages > mostTicks) {
    // Without an end, a part of the whole can't be drawn: it is under way, or what there is.
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
