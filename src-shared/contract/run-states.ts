/**
 * What each state of a run means and is called: in History, in a table without rows, in saved files,
 * beside charts; and how to continue from it. A new state is one entry here. Only the run bar's
 * sentence, which counts pages and seconds, is worded where it is drawn.
 */
import { type IncompleteStatus, whyIncomplete } from './list.ts';
import type { RunState } from './run.ts';

type Kind = RunState['kind'];
type StateOf<K extends Kind> = Extract<RunState, { kind: K }>;
type LimitReason = StateOf<'limit'>['reason'];

/** How History shows it. */
export interface HistoryWords {
  words: string;
  mark: 'done' | 'more' | 'limit' | 'stopped' | 'warning' | 'paused' | 'working';
  /** Its group in the filter. */
  group: 'complete' | 'unfinished' | 'failed' | 'working';
  /** Its meaning in a sentence; null if the words suffice. */
  sentence: string | null;
}

/** The next step for a state that has no problem with remedies of its own. */
export type NextStep =
  /** One more page, or as many as wanted. */
  | 'nextPage'
  /** Polls the service's operation again. */
  | 'waitOn'
  | 'beyondCeiling'
  | 'runAgain'
  | 'runAgainFromStart'
  | 'useLive'
  /** After a first page of stored data: everything that the service has. */
  | 'getEverything'
  | 'none';

/** What the service has beyond the fetched rows. */
export type Beyond =
  /** Nothing that we know of. */
  | 'nothing'
  /** More, on the next page. */
  | 'more'
  /** More, being fetched. */
  | 'coming'
  /** There was more, but the cursor is lost. */
  | 'lost'
  /** Unknown. */
  | 'unknown';

interface StateFacts<S extends RunState> {
  /** Working: a request is running or about to be sent. Ended: no page can follow in this session. */
  phase: 'working' | 'resting' | 'ended';
  history: HistoryWords;
  /** How the run ended, for the methods sheet of a saved file. */
  inFile(state: S): string;
  /** What a table without rows says: why, and what to try. */
  empty: { title: string; advice: string };
  beyond: Beyond;
  step: NextStep;
  /** The mark of its current page. */
  tick?: 'now' | 'again' | 'failed';
  /** Fewer rows than requested, and the cursor is valid. */
  isShort?: true;
  /** It ended before the end of the list, and may be continued by date. */
  byDate?: true;
}

const openIt = 'Open it to see what happened, and to continue from there.';
const canContinue = 'You can continue this run: open it.';
const cantContinue =
  'It can’t be continued where it stopped. Its pages are kept: open it for what you can do.';
const notHandedOver = 'The service didn’t return its answer.';

const complete = (words: string): HistoryWords => ({
  words,
  mark: 'done',
  group: 'complete',
  sentence: null,
});
const unfinished = (
  words: string,
  mark: HistoryWords['mark'],
  sentence: string | null = canContinue,
): HistoryWords => ({ words, mark, group: 'unfinished', sentence });
const failed = (words: string, sentence: string): HistoryWords => ({
  words,
  mark: 'warning',
  group: 'failed',
  sentence,
});

const noRowsYet = { title: 'No rows yet', advice: '' };
const noRows = { title: 'This run has no rows', advice: 'Run it again.' };
const emptySoFar = {
  title: 'All pages so far were empty',
  advice: 'The service says that more is available. Get the next page to continue.',
};

const working = (words: string) =>
  ({
    phase: 'working',
    history: { words, mark: 'working', group: 'working', sentence: null },
    inFile: () => 'The run was still in progress when the file was saved.',
    empty: noRowsYet,
    beyond: 'coming',
    step: 'none',
    tick: 'now',
    isShort: true,
  }) as const;

/** A page failed; its problem has the remedies. */
const troubled = { empty: noRowsYet, step: 'none', tick: 'failed' } as const;

const operationEnd = {
  phase: 'ended',
  empty: noRows,
  beyond: 'unknown',
  step: 'runAgain',
} as const;

export const runStates: { readonly [K in Kind]: StateFacts<StateOf<K>> } = {
  queued: working('Queued'),
  fetching: working('Running'),
  stopping: working('Stopping'),
  retrying: { ...working('Running'), tick: 'again' },
  polling: working('Being prepared'),
  more: {
    phase: 'resting',
    history: unfinished('More available', 'more'),
    inFile: () => 'The service said that more was available; no more was asked for.',
    empty: emptySoFar,
    beyond: 'more',
    step: 'nextPage',
  },
  limit: {
    phase: 'resting',
    history: unfinished('Stopped at a limit', 'limit'),
    inFile: ({ reason }) => limits[reason].inFile,
    empty: emptySoFar,
    beyond: 'more',
    step: 'beyondCeiling',
  },
  stopped: {
    phase: 'resting',
    history: unfinished('Stopped', 'stopped'),
    // By a person, or because the program was closed: the log doesn't say.
    inFile: () => 'The run stopped before its end; more may have been available.',
    empty: { title: 'No rows so far', advice: 'Get the next page to continue.' },
    beyond: 'more',
    step: 'nextPage',
    isShort: true,
  },
  failed: {
    ...troubled,
    phase: 'resting',
    history: failed('Failed', openIt),
    inFile: ({ page, problem }) => `Page ${page} failed: ${problem.title}`,
    beyond: 'more',
    isShort: true,
  },
  outOfCredits: {
    ...troubled,
    phase: 'resting',
    history: failed('Plan’s limit reached', openIt),
    inFile: ({ page }) => `The plan’s limit was reached at page ${page}.`,
    beyond: 'more',
    isShort: true,
  },
  cursorRefused: {
    ...troubled,
    phase: 'ended',
    history: failed('Can’t be continued', cantContinue),
    inFile: ({ page }) => `The service refused to continue at page ${page}.`,
    beyond: 'lost',
    step: 'runAgainFromStart',
    byDate: true,
  },
  cursorRepeated: {
    phase: 'ended',
    history: failed('Ended early', cantContinue),
    inFile: () => 'The service sent the same cursor twice.',
    empty: noRows,
    beyond: 'unknown',
    step: 'runAgainFromStart',
    byDate: true,
  },
  noMore: {
    phase: 'ended',
    history: complete('Complete'),
    inFile: () => 'The service said that there was no more.',
    empty: noRows,
    beyond: 'nothing',
    step: 'none',
  },
  /** The service says that there is more, but sent no cursor. */
  notAll: {
    phase: 'ended',
    history: unfinished('Incomplete', 'more', 'The service has more than this run could get.'),
    inFile: () => 'Incomplete: the service had more, but didn’t say how to get it.',
    empty: {
      title: 'The page was empty',
      advice: 'The service says that there are more rows, but didn’t say how to get them.',
    },
    beyond: 'lost',
    step: 'runAgainFromStart',
    byDate: true,
  },
  operationNoData: {
    ...operationEnd,
    history: complete('Nothing stored'),
    inFile: () => 'The service’s background operation found no data.',
    empty: {
      title: 'No stored data',
      advice: 'The service has stored nothing for this question. Live data may have it.',
    },
    beyond: 'nothing',
    step: 'useLive',
  },
  operationError: {
    ...operationEnd,
    history: failed('Failed', notHandedOver),
    inFile: () => 'The service’s background operation failed.',
  },
  operationCancelled: {
    ...operationEnd,
    history: failed('Cancelled', notHandedOver),
    inFile: () => 'The service’s background operation was cancelled.',
  },
  operationExpired: {
    ...operationEnd,
    history: failed('Answer expired', notHandedOver),
    inFile: () => 'The service’s background operation expired before everything had arrived.',
    beyond: 'lost',
  },
  interrupted: {
    phase: 'ended',
    history: unfinished('Interrupted', 'paused', null),
    inFile: ({ rested, failure }) => {
      if (failure !== undefined)
        return `A page failed, then the program was closed. ${failure.title}`;
      return rested === null
        ? 'The program was closed while the run was in progress; more may have been available.'
        : 'The program was closed while more was available, or after a failure.';
    },
    empty: noRows,
    beyond: 'lost',
    step: 'runAgainFromStart',
    byDate: true,
  },
};

const callLimit = {
  inFile: 'The limit on calls was reached; the service had more.',
  isAsAsked: false,
};

/** Why a run that could continue stopped. `isAsAsked`: everything requested is here. */
export const limits: Readonly<Record<LimitReason, { inFile: string; isAsAsked: boolean }>> = {
  pages: {
    inFile: 'The limit on pages was reached; the service had more.',
    isAsAsked: true,
  },
  rows: {
    inFile: 'The limit on rows was reached; the service had more.',
    isAsAsked: true,
  },
  known: {
    inFile: 'A page had only rows that an earlier run already has; the service had more.',
    isAsAsked: true,
  },
  runCeiling: callLimit,
  dayCeiling: callLimit,
  inputs: {
    inFile: 'The inputs that were asked for were finished; the others were not asked.',
    isAsAsked: false,
  },
  maxCalls: callLimit,
  failures: {
    inFile:
      'Five inputs in a row failed, were refused or weren’t found, so the list stopped; the others were not asked.',
    isAsAsked: false,
  },
};

/** How a list ended whose inputs were all asked, but that is incomplete. */
const incompleteLists: Readonly<
  Record<IncompleteStatus, { history: HistoryWords; inFile: string; beyond: Beyond }>
> = {
  partly: {
    history: unfinished('More available', 'more'),
    inFile: 'All inputs were asked; for some, the service had more.',
    beyond: 'more',
  },
  failed: {
    history: unfinished('Incomplete', 'more', 'Some inputs failed: open it to retry them.'),
    inFile: 'All inputs were asked; some failed.',
    beyond: 'unknown',
  },
  cutOff: {
    history: unfinished('Incomplete', 'more', 'The service has more than this run could get.'),
    inFile: 'All inputs were asked; for some, the service had more, but didn’t say how to get it.',
    beyond: 'lost',
  },
  refused: {
    history: unfinished('Incomplete', 'more', 'The service refused some inputs.'),
    inFile: 'All inputs were asked; the service refused some.',
    beyond: 'unknown',
  },
};

/** How many inputs of a list ended in each way; null: the run has no list. */
type ListEnds = Readonly<Record<IncompleteStatus, number>> | null;

/** Returns the words for a list that is incomplete although all was asked; null for any other run. */
export function incompleteList(state: Kind, list: ListEnds) {
  const status = state === 'noMore' && list !== null ? whyIncomplete(list) : null;
  return status && incompleteLists[status];
}

/** Returns how a run ended, as History calls it: "Complete", "Stopped at a limit". */
export const stateWords = ({ kind }: RunState, list: ListEnds): string =>
  (incompleteList(kind, list) ?? runStates[kind]).history.words;

/** Returns how a run ended, in a sentence for the methods sheet. */
export function endingWords(state: RunState, list: ListEnds = null): string {
  const facts: StateFacts<RunState> = runStates[state.kind];
  return incompleteList(state.kind, list)?.inFile ?? facts.inFile(state);
}

export const isWorking = ({ kind }: Pick<RunState, 'kind'>): boolean =>
  runStates[kind].phase === 'working';

export const isEnded = ({ kind }: Pick<RunState, 'kind'>): boolean =>
  runStates[kind].phase === 'ended';
