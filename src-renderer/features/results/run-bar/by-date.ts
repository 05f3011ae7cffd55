/**
 * The time that a run's rows cover, and continuing the run from there if its cursor is lost: words and
 * cost. Computed from stored rows, without calls.
 */
import { isDataEndpoint, type Endpoint, newestFirstField } from '#shared/catalogue/types.ts';
import { isWorking, runStates } from '#shared/contract/run-states.ts';
import type { Run, RunLimit } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { everyRow, type View } from '#shared/contract/view.ts';
import type { Query } from '#shared/query/types.ts';
import { isSameQuestion } from '#shared/query/values.ts';
import { useIdentity } from '#renderer/components/names.ts';
import { daysInWords } from '#renderer/components/dates.ts';
import { clockTime, countOf, dayInWords, grouping } from '#renderer/components/words.ts';
import { typicalRows } from '#renderer/features/explore/cost-line.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import type { Asked, Reach } from '#renderer/state/asked.ts';
import { useUtcDay } from '#renderer/state/time.ts';
import { useChart, useSummary } from '#renderer/state/row-answers.ts';
import { useZoneName } from '../values/moments.ts';

/** How a run can be continued by date. */
export interface ByDate {
  /** "Continue before 22 Nov 00:28". */
  label: string;
  /** Its cost, in a sentence. */
  cost: string;
  /** The pages that repeat the last day's rows, plus one; null until they are counted. */
  limit: RunLimit | null;
}

/**
 * "Asked 15–22 Nov, got 22 Nov 00:28 – 12:55"; null if the rows are not in order of time. Empty until it
 * is known, and if no row turns out to have a time: were its room given up, a button would move from under
 * the pointer. A pinned post, which comes first however old it is, is not what the rows reach back to.
 */
export function useCovered(run: Run, endpoint: Endpoint | null): string | null {
  const zone = useZoneName();
  // Rows of a derived run or of a list answer several questions, each with a time of its own.
  const isAsked = run.derived === null && run.list === null && !isWorking(run.state);
  const field = isAsked && run.rowCount > 0 ? timeField(run.query, endpoint) : null;
  const answer = useChart(
    { run, view: everyRow },
    { kind: 'time', field: field ?? '', unit: null, splitBy: null, timeZone: 'UTC' },
    field !== null,
  );
  if (field === null) return null;
  const drawn = ofAllRows(run, answer)?.drawn;
  if (drawn?.kind !== 'time' || drawn.earliest === null || drawn.latest === null) return '';
  return coveredWords(run.query, { min: drawn.earliest, max: drawn.latest }, zone);
}

/** Returns the field by which rows are sorted newest first, or that the question's dates are about. */
function timeField(query: Query, endpoint: Endpoint | null): string | null {
  if (endpoint === null) return null;
  const { since, until } = query.values;
  const isDated = [since, until].some((day) => (day ?? '').trim() !== '');
  return isDated ? (endpoint.newestFirst?.field ?? null) : newestFirstField(endpoint, query);
}

/** Whether its rows show how to continue a run by date, on screen or not. */
export const hasWayByDate = ({ state, stoppedAt }: Pick<Run, 'state' | 'stoppedAt'>): boolean =>
  stoppedAt !== null && runStates[state.kind].byDate === true;

/**
 * Returns how to continue by date, as the run bar offers it; null if it doesn't: it's impossible, its cost can't
 * be determined, or the form asks something else.
 */
export function useByDate(run: Run, tab: Tab, endpoint: Endpoint | null): ByDate | null {
  const zone = useZoneName();
  const { stoppedAt } = run;
  const isHere = useSnapshot(({ profile }) => profile?.id === run.profileId);
  const today = new Date(useUtcDay());
  const hideDuplicatesBy = useIdentity(run);
  const isLost =
    isHere &&
    hasWayByDate(run) &&
    stoppedAt !== null &&
    endpoint !== null &&
    hideDuplicatesBy !== null &&
    isSameQuestion(endpoint, run.query, tab.query, today);
  const field = isLost ? (endpoint.newestFirst?.field ?? null) : null;
  const day = { ...dayOf(stoppedAt, field), hideDuplicatesBy };
  const asked = { field: field ?? '', timeZone: 'UTC' };
  const answer = useSummary({ run, view: day }, asked, field !== null);
  if (!isLost || field === null || !isDataEndpoint(endpoint)) return null;
  const summary = ofAllRows(run, answer);
  if (summary === null) {
    return answer.problem === null
      ? {
          label: continueLabel(stoppedAt, zone),
          cost: 'Working out the cost…',
          limit: null,
        }
      : null;
  }
  const until = stoppedAt.slice(0, 10);
  const dated = { ...run.query, values: { ...run.query.values, until } };
  const seen = Math.max(1, run.rowCount / run.pageCount);
  // With dates, pages can be smaller than the stored ones.
  const size = Math.min(typicalRows(endpoint, dated) ?? seen, seen);
  return byDate(stoppedAt, summary.count, size, zone);
}

/** Null until all rows of the run have been counted: an answer about fewer would promise too little. */
const ofAllRows = <T extends Reach>(run: Run, { value }: Asked<T>): T | null =>
  value !== null && value.rows >= run.rowCount ? value : null;

/**
 * Returns the view of rows that are requested again: those of the day in which the run stopped, each once,
 * however often it was continued.
 */
function dayOf(stoppedAt: string | null, field: string | null): View {
  if (stoppedAt === null || field === null) return everyRow;
  const day = stoppedAt.slice(0, 10);
  return {
    ...everyRow,
    filters: [{ kind: 'date', field, from: day, to: day, timeZone: 'UTC' }],
  };
}

/** @param again number of rows that are repeated. @param size rows per page. */
function byDate(stoppedAt: string, again: number, size: number, zone: string): ByDate {
  const repeated = Math.floor(again / size);
  const calls = repeated + 1;
  const cost = calls === 1 ? '1 call' : `about ${countOf(calls, 'call')}`;
  return {
    label: continueLabel(stoppedAt, zone),
    cost: `Continuing takes ${cost}${repeated === 0 ? '' : `, ${grouping(repeated)} of them for rows you already have`}.`,
    limit: { pages: calls, rows: null },
  };
}

const continueLabel = (stoppedAt: string, zone: string): string =>
  `Continue before ${momentsWords(stoppedAt, stoppedAt, zone)}`;

/** Says what was asked in UTC, as the service counts days, and in `zone` what the rows cover. */
export function coveredWords(
  { values: { since, until } }: Query,
  { min, max }: { min: string; max: string },
  zone: string,
): string {
  const have = momentsWords(min, max, zone);
  const asked = askedWords(since ?? '', until ?? '');
  return asked === null ? `Covers ${have}` : `Asked ${asked}, got ${have}`;
}

function askedWords(since: string, until: string): string | null {
  if (since === '' && until === '') return null;
  if (until === '') return `from ${dayWords(since, 'UTC')}`;
  if (since === '') return `until ${dayWords(until, 'UTC')}`;
  return daysInWords(since, until, new Date());
}

/** "22 Nov 00:28 – 12:55"; a single moment if both are in the same minute. */
function momentsWords(from: string, to: string, zone: string): string {
  const [firstDay, lastDay] = [dayWords(from, zone), dayWords(to, zone)];
  const [first, last] = [from, to].map((moment) => clockTime(new Date(moment), zone));
  if (firstDay !== lastDay) return `${firstDay} ${first} – ${lastDay} ${last}`;
  return first === last ? `${firstDay} ${first}` : `${firstDay} ${first} – ${last}`;
}

const dayWords = (moment: string, timeZone: string): string =>
  dayInWords(new Date(moment), new Date(), { month: 'short', timeZone });
