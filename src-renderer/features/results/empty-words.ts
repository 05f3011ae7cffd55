/** What an empty table says: why, and what to try. */
import { assertNever } from '#shared/assert-never.ts';
import type { Endpoint, Resource } from '#shared/catalogue/types.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Query } from '#shared/query/types.ts';
import { sentValue } from '#shared/query/values.ts';
import { isPreparing } from './run-bar/operation-sentences.ts';

interface EmptyWords {
  title: string;
  advice: string;
}

/** For a run that rests without rows. */
export function emptyWords(
  run: Pick<Run, 'state' | 'pageCount' | 'operation' | 'notices' | 'query'>,
  endpoint: Endpoint | null,
  resource: Resource | null,
): EmptyWords {
  const { state, pageCount } = run;
  if (run.notices.some(({ code }) => code === 'page_not_shown')) {
    return {
      title: 'Too large to show',
      advice: 'The service’s answer is kept, but its rows can’t be shown or saved as a table.',
    };
  }
  switch (state.kind) {
    case 'noMore':
      return nothingFound(run.query, endpoint, resource?.many ?? 'rows');
    case 'notAll':
      return {
        title: 'The page was empty',
        advice: 'The service says that there are more rows, but sent no cursor to continue with.',
      };
    case 'more':
      return {
        title: pageCount === 1 ? 'The first page was empty' : 'All pages so far were empty',
        advice: 'The service says that more is available. Get the next page to continue.',
      };
    case 'stopped':
      return stoppedWords(run);
    case 'limit':
      return {
        title: pageCount === 0 ? 'Nothing was sent' : 'All pages so far were empty',
        advice:
          state.reason === 'pages' || state.reason === 'rows'
            ? 'The service says that more is available. Get the next page to continue.'
            : 'A limit on calls was reached. See below how to continue.',
      };
    case 'operationNoData':
      return {
        title: 'No stored data',
        advice: 'The service has stored nothing for this question. Live data may have it.',
      };
    case 'operationError':
    case 'operationCancelled':
    case 'operationExpired':
    case 'cursorRepeated':
    case 'interrupted':
      return { title: 'This run has no rows', advice: 'Run it again.' };
    case 'queued':
    case 'fetching':
    case 'retrying':
    case 'polling':
    case 'failed':
    case 'outOfCredits':
    case 'cursorRefused':
      return { title: 'No rows yet', advice: '' };
    default:
      return assertNever(state);
  }
}

function stoppedWords(run: Pick<Run, 'pageCount' | 'operation'>): EmptyWords {
  if (isPreparing(run)) {
    return {
      title: 'Stopped waiting for the answer',
      advice: 'Keep waiting, and the rows will appear here when the service has them.',
    };
  }
  return run.pageCount === 0
    ? {
        title: 'Stopped before the first page',
        advice: 'Next page asks for it again. What was stopped may have been counted as a call.',
      }
    : { title: 'No rows so far', advice: 'Get the next page to continue.' };
}

/** What narrowed the question is named, so that it can be taken back. */
function nothingFound(query: Query, endpoint: Endpoint | null, many: string): EmptyWords {
  const parameters = endpoint?.parameters ?? [];
  const isSearch = parameters.some(
    ({ required, place, type }) => required && place === 'query' && type.kind === 'text',
  );
  const given = parameters.filter((one) => !one.required && sentValue(one, query) !== null);
  const dates = given.some(({ type }) => type.kind === 'date') ? ['wider dates'] : [];
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
        ? 'Try wider dates, or check the spelling: the service gives the same answer for something that doesn’t exist.'
        : 'There may be none, or they are private. Check the spelling, then ask again.',
  };
}

const oneOf = (ways: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(ways);
