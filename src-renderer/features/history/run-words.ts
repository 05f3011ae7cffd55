/** A run of History in words: what was asked, how it ended, whose it is. */
import { assertNever } from '#shared/assert-never.ts';
import type { Catalogue, Endpoint, Platform } from '#shared/catalogue/types.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import { splitIds } from '#shared/query/values.ts';
import { queryAbout } from '#shared/query/words.ts';
import { callsInWords } from '../../components/credentials/credential-words.ts';
import { countOf } from '../../components/words.ts';

export type EndingMark = 'done' | 'more' | 'limit' | 'stopped' | 'warning' | 'paused' | 'working';

/** What the filter calls it. */
export type EndingGroup = 'complete' | 'unfinished' | 'failed' | 'working';

export interface Ending {
  words: string;
  mark: EndingMark;
  group: EndingGroup;
}

type Ended = Pick<RunSummary, 'state' | 'rested'>;

/** "No more", "Limit reached". */
export function endingOf({ state, rested }: Ended): Ending {
  switch (state) {
    case 'queued':
      return { words: 'Waits for its turn', mark: 'working', group: 'working' };
    case 'fetching':
    case 'retrying':
      return { words: 'Fetching', mark: 'working', group: 'working' };
    case 'polling':
      return { words: 'Being prepared', mark: 'working', group: 'working' };
    case 'interrupted':
      if (rested === null) return { words: 'Interrupted', mark: 'paused', group: 'unfinished' };
      // The service forgot the place meanwhile.
      if (rested === 'more') {
        return { words: 'More was available', mark: 'more', group: 'unfinished' };
      }
      return endingOf({ state: rested, rested: null });
    case 'more':
      return { words: 'More available', mark: 'more', group: 'unfinished' };
    case 'limit':
      return { words: 'Limit reached', mark: 'limit', group: 'unfinished' };
    case 'stopped':
      return { words: 'Stopped', mark: 'stopped', group: 'unfinished' };
    case 'failed':
      return { words: 'Failed', mark: 'warning', group: 'failed' };
    case 'outOfCredits':
      return { words: 'Plan’s limit reached', mark: 'warning', group: 'failed' };
    case 'cursorRefused':
      return { words: 'Cursor expired', mark: 'warning', group: 'failed' };
    case 'cursorRepeated':
      return { words: 'Cursor repeated', mark: 'warning', group: 'failed' };
    case 'noMore':
      return { words: 'No more', mark: 'done', group: 'complete' };
    case 'notAll':
      return { words: 'Not all', mark: 'more', group: 'unfinished' };
    case 'operationNoData':
      return { words: 'Nothing stored', mark: 'done', group: 'complete' };
    case 'operationError':
      return { words: 'Failed', mark: 'warning', group: 'failed' };
    case 'operationCancelled':
      return { words: 'Cancelled', mark: 'warning', group: 'failed' };
    case 'operationExpired':
      return { words: 'Answer expired', mark: 'warning', group: 'failed' };
    default:
      return assertNever(state);
  }
}

/** In a sentence: where it stands now. Null where the ending says it all. */
export function endingSentence(summary: RunSummary): string | null {
  if (isUnreadable(summary)) return null;
  switch (summary.state) {
    case 'interrupted':
      return interruptedSentence(summary);
    case 'more':
    case 'limit':
    case 'stopped':
      return 'It can go on where it stands: open it.';
    case 'failed':
    case 'outOfCredits':
      return 'Open it to see what happened, and to go on from there.';
    case 'cursorRefused':
    case 'cursorRepeated':
      return 'It can’t go on from here. What came before is kept.';
    case 'notAll':
      return 'The service has more than this run could get.';
    case 'operationExpired':
    case 'operationError':
    case 'operationCancelled':
      return 'The service did not hand over its answer.';
    case 'queued':
    case 'fetching':
    case 'retrying':
    case 'polling':
      return 'Running.';
    case 'noMore':
    case 'operationNoData':
      return null;
    default:
      return assertNever(summary.state);
  }
}

function interruptedSentence({ rested, query }: RunSummary): string {
  const closed =
    rested === null
      ? 'The program ended while pages were coming in.'
      : 'The program was closed since.';
  return query?.endpointId.endsWith('.stored') === true
    ? `${closed} Opening it tells whether it can go on.`
    : `${closed} The service does not keep a run’s place that long, so it can’t go on from here.`;
}

/** Whether what is missing can only be had by asking anew, from the first page. */
export function needsNewStart({ state, query }: RunSummary): boolean {
  const isStored = query?.endpointId.endsWith('.stored') ?? true;
  return !isStored && (state === 'interrupted' || state === 'cursorRefused');
}

/** What a new start costs: "This asks for its pages again: about 12 calls." */
export function newStartCost({ pages }: RunSummary, isSample: boolean): string {
  return `This asks for its pages again: about ${callsInWords(Math.max(pages, 1), isSample)}. What it has is kept.`;
}

export interface QuestionWords {
  question: string;
  /** What it is about; empty when it is about nothing in particular. */
  about: string;
  /** The value is an id. */
  isId: boolean;
  platform: Platform | null;
}

/** "Search posts" about "#COP31"; a run with a name is about its question. */
export function questionWords(summary: RunSummary, catalogue: Catalogue): QuestionWords {
  const { query, name, title } = summary;
  const endpoint = endpointOf(summary, catalogue);
  if (query === null || endpoint === undefined) {
    return {
      question: name ?? title,
      about: name === null ? '' : title,
      isId: false,
      platform: null,
    };
  }
  const { platform } = endpoint;
  if (name !== null) return { question: name, about: title, isId: false, platform };
  const about = queryAbout(endpoint, query);
  if (about === null) return { question: endpoint.title, about: '', isId: false, platform };
  const { parameter, value } = about;
  const ids = parameter.type.kind === 'ids' ? splitIds(value) : [];
  return {
    question: endpoint.title,
    about: ids.length > 1 ? countOf(ids.length, 'ID') : value,
    isId:
      ids.length === 1 ||
      (parameter.place === 'path' && /^(?:id|commentId|sound)$/.test(parameter.key)),
    platform,
  };
}

export const endpointOf = ({ query }: RunSummary, catalogue: Catalogue): Endpoint | undefined =>
  catalogue.endpoints.find(({ id }) => id === query?.endpointId);

/** Nothing says what was asked, so it can't be shown or asked again. */
export const isUnreadable = ({ query }: RunSummary): boolean => query === null;

const unshownWords = (pages: number): { words: string; sentence: string } => ({
  words: `${countOf(pages, 'page')} not shown`,
  sentence: `${countOf(pages, 'page')} of this run ${pages === 1 ? 'is' : 'are'} too large to show: the rows are missing from the table and from saved files.`,
});

export const metaDamaged =
  'The name, star and note of this run can’t be read. Its rows are all there. Name it again: the damaged file is kept beside the new one.';

/** What is wrong with the run's file; null when nothing is known to be. */
export function conditionWords(summary: RunSummary): { words: string; sentence: string } | null {
  switch (summary.condition) {
    case 'sound':
      return summary.unshownPages === 0 ? null : unshownWords(summary.unshownPages);
    case 'damaged':
      return {
        words: 'Damaged',
        sentence: isUnreadable(summary)
          ? 'The beginning of this run’s file can’t be read, so nobody knows what was asked. The file is left as it is.'
          : 'A part of this run’s file can’t be read, as after a power cut. Opening it sets that part aside and shows all the rest.',
      };
    case 'newerVersion':
      return {
        words: 'Newer version',
        sentence: `A newer version of Social Data Explorer wrote this run. It is left as it is${
          isUnreadable(summary)
            ? '; that version can open it.'
            : ' and can be read, not gone on with.'
        }`,
      };
    default:
      return assertNever(summary.condition);
  }
}
