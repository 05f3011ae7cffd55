/** Words for an empty table: why it is empty, and what to try. */
import { quoted } from '#shared/characters.ts';
import { singleItem, type Catalogue, type Resource } from '#shared/catalogue/types.ts';
import { whyNotFound } from '#shared/contract/problem.ts';
import { limits, runStates } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import { sentValue } from '#shared/query/values.ts';
import { getMoreLabel } from './run-actions.ts';
import { isPreparing } from './run-bar/status.ts';

interface EmptyWords {
  title: string;
  advice: string;
}

/** For an idle run without rows. */
export function emptyWords(
  run: Pick<
    Run,
    'state' | 'pageCount' | 'calls' | 'operation' | 'notices' | 'query' | 'resource' | 'list'
  >,
  catalogue: Catalogue,
): EmptyWords {
  const { state, pageCount } = run;
  const { empty } = runStates[state.kind];
  const single = singleItem(catalogue, run);
  if (run.notices.some(({ code }) => code === 'page_not_shown')) {
    return {
      title: 'Too large to show',
      advice: 'The service’s answer is kept, but its rows can’t be shown or saved as a table.',
    };
  }
  switch (state.kind) {
    case 'noMore':
      return single ? notFound(single) : nothingFound(run, catalogue);
    case 'more':
      return pageCount === 1 ? { ...empty, title: 'The first page was empty' } : empty;
    case 'stopped':
      return stoppedWords(run, single, catalogue);
    case 'limit':
      return limitWords(pageCount, limits[state.reason].isAsAsked);
    default:
      return empty;
  }
}

function limitWords(pageCount: number, isAsAsked: boolean): EmptyWords {
  const { title, advice } = runStates.limit.empty;
  return {
    title: pageCount === 0 ? 'Nothing was sent' : title,
    advice: isAsAsked ? advice : 'A limit on calls was reached. See how to continue below.',
  };
}

function stoppedWords(
  run: Pick<Run, 'pageCount' | 'operation' | 'calls' | 'resource'>,
  single: Resource | null,
  catalogue: Catalogue,
): EmptyWords {
  if (isPreparing(run)) {
    return {
      title: 'Stopped waiting for the answer',
      advice: 'Keep waiting, and the rows will appear here when the service has them.',
    };
  }
  if (run.pageCount > 0) return runStates.stopped.empty;
  const counted =
    run.calls === 0 ? 'Nothing was sent.' : 'The stopped request may have been counted as a call.';
  return single
    ? {
        title: 'Stopped before an answer arrived',
        advice: `Choose “Get ${single.one}” to ask again. ${counted}`,
      }
    : {
        title: 'Stopped before the first page',
        advice: `Choose ${quoted(getMoreLabel(catalogue, run))} to ask for it again. ${counted}`,
      };
}

const notFound = ({ one }: Resource): EmptyWords => ({
  title: `No ${one} found`,
  advice: `${whyNotFound(one)} Check the value and ask again.`,
});

/** Names whatever narrowed the question, so that the person can undo it. */
function nothingFound(
  { query, resource }: Pick<Run, 'query' | 'resource'>,
  { endpoints, resources }: Catalogue,
): EmptyWords {
  const many = resources.find(({ id }) => id === resource)?.many ?? 'rows';
  const parameters = endpoints.find(({ id }) => id === query.endpointId)?.parameters ?? [];
  const isSearch = parameters.some(
    ({ required, place, type }) => required && place === 'query' && type.kind === 'text',
  );
  const given = parameters.filter((one) => !one.required && sentValue(one, query) !== null);
  const dates = given.some(({ type }) => type.kind === 'date') ? ['a longer period'] : [];
  const others = given
    .filter(({ type }) => type.kind === 'text')
    .map(({ label }) => `no ${label.toLowerCase()}`);
  if (isSearch) {
    const words = dates.length + others.length === 0 ? 'fewer words or other ones' : 'fewer words';
    return { title: `No ${many} match`, advice: `Try ${oneOf([words, ...dates, ...others])}.` };
  }
  return {
    title: `No ${many} here`,
    advice:
      dates.length > 0
        ? 'Try a longer period, or check the spelling: the service gives the same answer for something that doesn’t exist.'
        : 'There may be none, or they are private. Check the spelling, then ask again.',
  };
}

const oneOf = (ways: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(ways);
