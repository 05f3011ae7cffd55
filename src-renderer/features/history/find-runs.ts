/** Which runs the list shows, given the search and the filters. */
import { foldAccents } from '#shared/fold.ts';
import dayjs from 'dayjs';
import { create } from 'zustand';
import type { Catalogue, Platform } from '#shared/catalogue/types.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import { dataFromOf } from '#shared/catalogue/data-from.ts';
import { aboutInWords, endpointOf, type NameSource } from '#renderer/components/names.ts';
import { wordsOf } from '#renderer/components/find.ts';
import { platformNames } from '#renderer/components/platforms.tsx';
import { dayInWords, serviceName } from '#renderer/components/words.ts';
import { conditionWords, type EndingGroup, endingOf } from './run-words.ts';

export interface RunFilter {
  /** Every word must match. */
  search: string;
  starred: boolean;
  platform: Platform | null;
  ending: EndingGroup | null;
  /** Includes runs of other services. */
  allServices: boolean;
}

export const noFilter: RunFilter = {
  search: '',
  starred: false,
  platform: null,
  ending: null,
  allServices: false,
};

/** Runs of an unknown service, and tables worked out here, belong to every service. */
export const isElsewhere = (
  { profileId, derived }: Pick<RunSummary, 'profileId' | 'derived'>,
  inUse: string,
): boolean => profileId !== inUse && profileId !== '' && derived === null;

export function findRuns(
  runs: readonly RunSummary[],
  filter: RunFilter,
  known: NameSource,
  profileId: string,
): readonly RunSummary[] {
  const { catalogue } = known;
  const words = wordsOf(filter.search);
  return runs.filter((run) => {
    if (filter.starred && !run.starred) return false;
    if (!filter.allServices && isElsewhere(run, profileId)) return false;
    const platform = filter.platform;
    if (platform !== null && endpointOf(catalogue, run.query)?.platform !== platform) return false;
    if (filter.ending !== null && endingOf(run).group !== filter.ending) return false;
    if (words.length === 0) return true;
    // What ids stand for is learnt later than everything else.
    const about = run.query === null ? '' : foldAccents(aboutInWords(known, run.query).words);
    const text = `${searchText(run, catalogue)}\n${about}`;
    return words.every((word) => text.includes(word));
  });
}

/** Summaries are replaced when they change, so their texts can be cached. */
const texts = new WeakMap<RunSummary, string>();

function searchText(run: RunSummary, catalogue: Catalogue): string {
  const known = texts.get(run);
  if (known !== undefined) return known;
  const endpoint = endpointOf(catalogue, run.query);
  const text = foldAccents(
    [
      run.name,
      run.title,
      run.note,
      endpoint?.title,
      endpoint?.platform == null ? null : platformNames[endpoint.platform],
      run.query !== null && dataFromOf(run.query.endpointId) === 'stored' ? 'stored' : null,
      ...Object.values(run.query?.values ?? {}),
      endingOf(run).words,
      conditionWords(run)?.words,
      serviceName(run.profileId),
    ].join('\n'),
  );
  texts.set(run, text);
  return text;
}

/** The choices of *Delete older runs…*. */
export const ages = ['week', 'month', 'quarter', 'year', 'date'] as const;
export type Age = (typeof ages)[number];

const ageLengths = {
  week: [1, 'week'],
  month: [1, 'month'],
  quarter: [3, 'month'],
  year: [1, 'year'],
} as const;

/** Returns the time before which runs are old; null if the date is missing or invalid. */
export function ageLimit(age: Age, date: string | null, now: Date): Date | null {
  if (age === 'date') {
    const limit = dayjs(date);
    return limit.isValid() ? limit.toDate() : null;
  }
  const [count, unit] = ageLengths[age];
  return dayjs(now).subtract(count, unit).toDate();
}

/** Returns the runs that began before `limit`. An active one is never old. */
export const olderRuns = (
  runs: readonly RunSummary[],
  limit: Date,
  keepStarred: boolean,
): readonly RunSummary[] =>
  runs.filter(
    (run) =>
      Date.parse(run.createdAt) < limit.getTime() &&
      !(keepStarred && run.starred) &&
      endingOf(run).group !== 'working',
  );

/** A row of the list: runs are grouped by the day they were asked on. */
type ListRow =
  | { kind: 'day'; key: string; words: string }
  | { kind: 'run'; key: string; run: RunSummary };

/** Heights in px, as in the style sheet. */
export const rowHeight = { head: 36, day: 32, run: 36 } as const;

/** Latest first, in the order of the list. */
export function listRows(runs: readonly RunSummary[], now: Date): readonly ListRow[] {
  const rows: ListRow[] = [];
  let day = '';
  for (const run of runs) {
    const words = dayWords(new Date(run.createdAt), now);
    if (words !== day) rows.push({ kind: 'day', key: `day ${run.id}`, words });
    day = words;
    rows.push({ kind: 'run', key: run.id, run });
  }
  return rows;
}

/** Returns "Today", "Yesterday", "Wednesday 18 November". */
export function dayWords(at: Date, now: Date): string {
  if (dayjs(at).isSame(now, 'day')) return 'Today';
  if (dayjs(at).add(1, 'day').isSame(now, 'day')) return 'Yesterday';
  return dayInWords(at, now, { weekday: 'long' });
}

interface HistoryView {
  filter: RunFilter;
  /** The run in the pane beside the list. */
  chosen: string | null;
  /** The run whose name and note are being edited. */
  naming: string | null;
}

export const useHistoryView = create<HistoryView>()(() => ({
  filter: noFilter,
  chosen: null,
  naming: null,
}));

export const changeFilter = (change: Partial<RunFilter>): void =>
  useHistoryView.setState(({ filter }) => ({ filter: { ...filter, ...change } }));

export const chooseRun = (chosen: string | null): void => useHistoryView.setState({ chosen });

export const nameRun = (naming: string | null): void => useHistoryView.setState({ naming });
