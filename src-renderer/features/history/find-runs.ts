/** Which runs the list shows: what was searched for, and what the filters leave. */
import type { Catalogue, Platform } from '#shared/catalogue/types.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import { dataFromOf } from '#shared/query/data-from.ts';
import { fold, wordsOf } from '../../components/find.ts';
import { platformNames } from '../../components/platforms.tsx';
import { serviceName } from '../../components/words.ts';
import { conditionWords, endingOf, endpointOf, type EndingGroup } from './run-words.ts';

export interface RunFilter {
  /** Every word must be found. */
  search: string;
  starred: boolean;
  platform: Platform | null;
  ending: EndingGroup | null;
  /** Also those of other services. */
  allServices: boolean;
}

export const noFilter: RunFilter = {
  search: '',
  starred: false,
  platform: null,
  ending: null,
  allServices: false,
};

export function findRuns(
  runs: readonly RunSummary[],
  filter: RunFilter,
  catalogue: Catalogue,
  profileId: string,
): readonly RunSummary[] {
  const words = wordsOf(filter.search);
  return runs.filter((run) => {
    if (filter.starred && !run.starred) return false;
    // One whose service nobody knows is not hidden behind a filter.
    const isElsewhere = run.profileId !== profileId && run.profileId !== '';
    if (!filter.allServices && isElsewhere) return false;
    const platform = filter.platform;
    if (platform !== null && endpointOf(run, catalogue)?.platform !== platform) return false;
    if (filter.ending !== null && endingOf(run).group !== filter.ending) return false;
    if (words.length === 0) return true;
    const text = searchText(run, catalogue);
    return words.every((word) => text.includes(word));
  });
}

/** Summaries are replaced when they change, so their text can be kept. */
const texts = new WeakMap<RunSummary, string>();

function searchText(run: RunSummary, catalogue: Catalogue): string {
  const known = texts.get(run);
  if (known !== undefined) return known;
  const endpoint = endpointOf(run, catalogue);
  const text = fold(
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
