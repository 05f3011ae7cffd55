/** What an empty table says: why, and what to try. */
import { assertNever } from '#shared/assert-never.ts';
import type { Endpoint, Resource } from '#shared/catalogue/types.ts';
import type { Run } from '#shared/contract/run.ts';

export interface EmptyWords {
  title: string;
  advice: string;
}

/** For a run that rests without rows. */
export function emptyWords(
  { state, pageCount }: Pick<Run, 'state' | 'pageCount'>,
  endpoint: Endpoint | null,
  resource: Resource | null,
): EmptyWords {
  switch (state.kind) {
    case 'noMore':
      return nothingFound(endpoint, resource?.many ?? 'rows');
    case 'more':
      return {
        title: pageCount === 1 ? 'The first page came empty' : 'All pages so far came empty',
        advice: 'The service says that more is available. Get the next page to go on.',
      };
    case 'stopped':
      return {
        title: pageCount === 0 ? 'Stopped before the first page' : 'No rows so far',
        advice: 'Get the next page to go on.',
      };
    case 'limit':
      return {
        title: 'All pages so far came empty',
        advice:
          state.reason === 'pages' || state.reason === 'rows'
            ? 'The service says that more is available. Get the next page to go on.'
            : 'A ceiling on calls was reached: see below how to go on.',
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
      return { title: 'No rows came of this run', advice: 'Run it again to start anew.' };
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

function nothingFound(endpoint: Endpoint | null, many: string): EmptyWords {
  const required = endpoint?.parameters.filter((parameter) => parameter.required) ?? [];
  const isSearch = required.some(({ place, type }) => place === 'query' && type.kind === 'text');
  const hasDates = endpoint?.parameters.some(({ type }) => type.kind === 'date') ?? false;
  if (isSearch) {
    const dates = hasDates ? ' or wider dates' : ' or other ones';
    return { title: `No ${many} match`, advice: `Try fewer words${dates}.` };
  }
  return {
    title: `No ${many} here`,
    advice: hasDates
      ? 'Try wider dates, or check the spelling: the service answers the same for what does not exist.'
      : 'There may be none, or they are private. Check the spelling, then ask again.',
  };
}
