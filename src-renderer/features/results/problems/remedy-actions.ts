/** What a remedy's button says and does. */
import { assertNever } from '#shared/assert-never.ts';
import type { Endpoint } from '#shared/catalogue/types.ts';
import type { Problem, Remedy } from '#shared/contract/problem.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import type { RemedyAction } from '#renderer/components/problems/remedy-action.ts';
import { showPage } from '#renderer/state/app.ts';
import { ask } from '#renderer/state/runs.ts';
import { chooseDataFrom } from '../../explore/data-from.ts';
import { showParameter } from '../../explore/form-view.ts';
import { saveAgain } from '../run-actions.ts';

export interface RemedyContext {
  tab: Tab;
  endpoint: Endpoint | null;
  runId: string | null;
  /** What *Try again* repeats. */
  tryAgain: () => Promise<void> | void;
}

export const tryAgainLabel = 'Try again';

/** Best first, as the problem lists them. */
export function remedyActions(problem: Problem, context: RemedyContext): RemedyAction[] {
  return problem.remedies.map((remedy) => toAction(remedy, context));
}

function toAction(remedy: Remedy, { tab, endpoint, runId, tryAgain }: RemedyContext): RemedyAction {
  switch (remedy.kind) {
    case 'tryAgain':
      return { label: tryAgainLabel, act: tryAgain };
    case 'trySavingAgain':
      return {
        label: 'Try saving again',
        act: runId === null ? tryAgain : () => saveAgain(runId),
      };
    case 'runAgain':
      return { label: 'Run again from the start', act: () => ask(tab) };
    case 'useStoredData':
      return { label: 'Use stored data', act: () => chooseDataFrom(tab.id, 'stored') };
    case 'openAccount':
      return { label: 'Open Account', act: () => showPage('account') };
    case 'changeParameter': {
      const { key } = remedy;
      const parameter = endpoint?.parameters.find((candidate) => candidate.key === key);
      const name = key === 'fields' ? 'Fields' : parameter?.label;
      return {
        label: name === undefined ? 'Change the question' : `Change “${name}”`,
        act: () => showParameter(tab.id, key),
      };
    }
    default:
      return assertNever(remedy);
  }
}
