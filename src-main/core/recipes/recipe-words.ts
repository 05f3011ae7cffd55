/** Messages that say why a recipe stopped. */
import { quoted } from '#shared/characters.ts';
import type { RunState } from '#shared/contract/run.ts';
import { countOf, grouping } from '#shared/counts.ts';
import { type ProblemError, refused } from '../problem-error.ts';

export const closedWords =
  'The program was closed before the recipe finished. Choose Continue to ask the rest.';

export const savingStopped =
  'Its rows are here, but not all of it was saved. Choose Continue to save the rest, which makes no calls.';

export const savedElsewhere =
  'Nothing was saved in a folder: it was chosen on another computer, or for another copy of this project.';

/** @param at index of the step, from 0. */
export const nothingToAsk = (at: number, field: string): string =>
  `Step ${at + 1} has nothing to ask: no row of step ${at} has a value in ${quoted(field)}.`;

export const firstListGone =
  'The inputs of step 1 are no longer here. Run the recipe again and enter them.';

/** Of files that make no sense to this version: of recipes, or of their runs. */
export const leftOutWords = (count: number, one: string, many?: string): string[] =>
  count === 0
    ? []
    : [
        `${countOf(count, one, many)} can’t be read and ${count === 1 ? 'isn’t' : 'aren’t'} listed. Nothing was sent, and ${count === 1 ? 'the file is' : 'the files are'} left unchanged.`,
      ];

/** @param at index of the step, from 0. */
export const ofAnotherQuestion = (at: number): ProblemError =>
  refused(
    `The run of step ${at + 1} asks another question than the recipe.`,
    'Nothing was sent. Run the recipe again from its beginning.',
  );

/** Of a step without rows whose inputs failed. */
export const failedWords = (failed: number): string =>
  failed === 1
    ? 'The input failed, so there are no rows yet. Choose Continue to retry it.'
    : `${grouping(failed)} inputs failed, so there are no rows yet. Choose Continue to retry them.`;

/** Returns why a step's run isn't complete. */
export function stoppedWords(state: RunState, maxCalls: number): string {
  switch (state.kind) {
    case 'limit':
      return limitWords(state.reason, maxCalls);
    case 'failed':
    case 'outOfCredits':
    case 'cursorRefused':
      return `${state.problem.title} ${state.problem.advice}`;
    case 'interrupted':
      return closedWords;
    default:
      return 'The recipe was stopped. Choose Continue to ask the rest.';
  }
}

function limitWords(
  reason: Extract<RunState, { kind: 'limit' }>['reason'],
  maxCalls: number,
): string {
  switch (reason) {
    case 'maxCalls':
      return `The limit of ${countOf(maxCalls, 'call')} is reached. Raise it to continue.`;
    case 'dayCeiling':
      return 'Today’s limit of calls is reached. Continue tomorrow, or raise it in Settings.';
    case 'failures':
      return 'Five inputs in a row failed, were refused or weren’t found. Check the question and the service’s status, then continue.';
    default:
      return 'The recipe was stopped. Choose Continue to ask the rest.';
  }
}

/** Why a recipe doesn't repeat by itself. */
export const repeatWords = {
  byHand: 'You paused it.',
  fromElsewhere:
    'It was set up on another computer, or for another copy of this project. Turn it on to let it run here, too.',
  allUsed: (maxCalls: number): string =>
    `Its limit of ${countOf(maxCalls, 'call')} in all is reached. Raise the limit to continue.`,
  failed: (times: number, why: string | null): string =>
    `It failed ${countOf(times, 'time')} in a row. ${why ?? ''}`.trim(),
};
