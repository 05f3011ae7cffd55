/** A run of History in words: what was asked, and how it ended. */
import { assertNever } from '#shared/assert-never.ts';
import type { Endpoint, Platform, Resource } from '#shared/catalogue/types.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import { type HistoryWords, incompleteList, runStates } from '#shared/contract/run-states.ts';
import { callsInWords } from '#renderer/components/credentials/credential-words.ts';
import { aboutInWords, endpointOf, type NameSource } from '#renderer/components/names.ts';
import { countOf, grouping, lowerFirst } from '#renderer/components/words.ts';
import { countedInputs, sourceText } from '../explore/list/list-words.ts';

export type EndingMark = HistoryWords['mark'];
export type EndingGroup = HistoryWords['group'];

/** Returns "Complete", "500, as asked". */
export function endingOf({
  state,
  rested,
  list,
  isAsAsked,
  rows,
}: Pick<RunSummary, 'state' | 'rested' | 'list' | 'isAsAsked' | 'rows'>): HistoryWords {
  const incomplete = incompleteList(state, list);
  if (incomplete !== null) {
    const partly = list?.partly ?? 0;
    const inputs = `${countOf(partly, 'input')} ${partly === 1 ? 'has' : 'have'} more`;
    const sentence = `${inputs}: open it to get them.`;
    return partly === 0 ? incomplete.history : { ...incomplete.history, sentence };
  }
  if (isAsAsked) {
    return { ...runStates[state].history, words: `${grouping(rows)}, as asked`, mark: 'more' };
  }
  if (state !== 'interrupted' || rested === null) return runStates[state].history;
  // The service has discarded the cursor since.
  const { history } = runStates[rested];
  return rested === 'more' ? { ...history, words: 'More was available' } : history;
}

/**
 * Returns what can be done now, in a sentence. Null if the ending suffices. `single`: what the run asks
 * for if that is one item, which has no pages.
 */
export function endingSentence(
  summary: RunSummary,
  endpoint: Endpoint | null = null,
  single: Resource | null = null,
): string | null {
  if (isUnreadable(summary)) return null;
  return summary.state === 'interrupted'
    ? interruptedSentence(summary, endpoint, single)
    : endingOf(summary).sentence;
}

function interruptedSentence(
  { rested, query }: RunSummary,
  endpoint: Endpoint | null,
  single: Resource | null,
): string {
  if (single)
    return `The program was closed before the ${single.one} arrived. Run it again to get it.`;
  const closed =
    rested === null
      ? 'The program was closed while pages were loading.'
      : 'The program has been closed since.';
  const isStored = query?.endpointId.endsWith('.stored') === true;
  const hasUntil = endpoint?.parameters.some(({ key }) => key === 'until') ?? false;
  // Whether it can be continued by date depends on its rows.
  return isStored || (hasUntil && endpoint?.newestFirst != null)
    ? `${closed} Open the run to see whether you can continue it.`
    : `${closed} The service no longer remembers where the run stopped, so you can’t continue it.`;
}

/** Whether the missing rows can only be fetched by running it again from the first page. */
export function needsNewStart({ state, query }: RunSummary): boolean {
  const isStored = query?.endpointId.endsWith('.stored') ?? true;
  return !isStored && (state === 'interrupted' || state === 'cursorRefused');
}

/** Returns the cost of starting again: "This fetches its pages again: about 12 calls." */
export const newStartCost = ({ pages }: RunSummary, isSample: boolean): string =>
  `This gets its pages again: about ${callsInWords(Math.max(pages, 1), isSample)}. What it has is kept.`;

/** Short words for derived runs. */
export const derivedWords: Record<NonNullable<RunSummary['derived']>, string> = {
  compare: 'Compared',
  collections: 'One table',
  dataset: 'Dataset',
  file: 'File',
};

export interface QuestionWords {
  question: string;
  /** What it is about; empty if about nothing in particular. */
  about: string;
  /** Whether that is an id. */
  isId: boolean;
  platform: Platform | null;
}

/** Returns "Search posts" about "#COP31"; for a run with a name, the name. */
export function questionWords(summary: RunSummary, known: NameSource): QuestionWords {
  const { query, name, title } = summary;
  const endpoint = endpointOf(known.catalogue, query);
  if (query === null || endpoint === undefined) {
    return { question: title, about: name ?? '', isId: false, platform: null };
  }
  const { words, isId } = aboutInWords(known, query);
  const { title: question, platform } = endpoint;
  if (summary.list !== null && name === null) {
    return { question, about: listWords(endpoint, summary.list), isId: false, platform };
  }
  return name === null
    ? { question, about: words, isId, platform }
    : { question, about: name, isId: false, platform };
}

/** Returns "200 accounts from accounts.csv · 3 failed". */
export function listWords({ parameters }: Endpoint, list: NonNullable<RunSummary['list']>): string {
  const { keys, count, source } = list;
  // For a post and its comment, the comment is what was asked for.
  const asked = parameters.find(({ key }) => key === keys.at(-1));
  const what = asked === undefined ? countOf(count, 'input') : countedInputs(asked, count);
  const from = source.kind === 'paste' ? '' : ` ${lowerFirst(sourceText(source))}`;
  return `${what}${from}${list.failed === 0 ? '' : ` · ${grouping(list.failed)} failed`}`;
}

/** Whether the question is unknown, so that the run can't be shown or asked again. */
export const isUnreadable = ({ query }: RunSummary): boolean => query === null;

interface ConditionWords {
  words: string;
  sentence: string;
}

const unshownItemWords = ({ one }: Resource): ConditionWords => ({
  words: 'Not shown',
  sentence: `The ${one} is too large to show, and is missing from saved files.`,
});

const unshownWords = (pages: number): ConditionWords => ({
  words: `${countOf(pages, 'page')} not shown`,
  sentence: `${countOf(pages, 'page')} of this run ${pages === 1 ? 'is' : 'are'} too large to show: the rows are missing from the table and from saved files.`,
});

/** Returns what is wrong with the run's file; null if no damage is known. */
export function conditionWords(
  summary: RunSummary,
  single: Resource | null = null,
): ConditionWords | null {
  switch (summary.condition) {
    case 'sound':
      if (summary.unshownPages === 0) return null;
      return single ? unshownItemWords(single) : unshownWords(summary.unshownPages);
    case 'damaged':
      return {
        words: 'Damaged',
        sentence: isUnreadable(summary)
          ? 'The beginning of this run’s file can’t be read, so the question is lost. The file is left as it is.'
          : 'A part of this run’s file can’t be read, as after a power cut. Opening it sets that part aside and shows all the rest.',
      };
    default:
      return assertNever(summary.condition);
  }
}
