/** What a remedy's button says and does. */
import { assertNever } from '#shared/assert-never.ts';
import type { Endpoint } from '#shared/catalogue/types.ts';
import type { Problem, Remedy } from '#shared/contract/problem.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import type { RemedyAction } from '#renderer/components/problems/ProblemCard.tsx';
import { showFact, showPage } from '#renderer/state/app.ts';
import { ask, askAgain } from '#renderer/state/runs.ts';
import { chooseDataFrom, showParameter } from '../../explore/form-view.ts';
import { saveAgain } from '../run-actions.ts';
import { doubtedFact } from './doubted-fact.ts';

export interface RemedyContext {
  tab: Tab;
  endpoint: Endpoint | null;
  /** Null: the question itself was refused, so there is no run. */
  run: Run | null;
  /** What *Try again* repeats. */
  tryAgain: () => Promise<void> | void;
}

export const tryAgainLabel = 'Try again';

/** Best first, as the problem lists them; what we only assume comes after the question itself. */
export function remedyActions(problem: Problem, context: RemedyContext): RemedyAction[] {
  const actions = problem.remedies.map((remedy) => toAction(remedy, context));
  const { endpoint, run, tab } = context;
  const fact = doubtedFact(problem, endpoint, run?.query ?? tab.query);
  return fact === null
    ? actions
    : actions.toSpliced(1, 0, { label: 'Open service profile', act: () => showFact(fact) });
}

function toAction(remedy: Remedy, { tab, endpoint, run, tryAgain }: RemedyContext): RemedyAction {
  switch (remedy.kind) {
    case 'tryAgain':
      return { label: tryAgainLabel, act: tryAgain };
    case 'trySavingAgain':
      return {
        label: 'Try saving again',
        act: run === null ? tryAgain : () => saveAgain(run.id),
      };
    case 'runAgain':
      return {
        label: 'Run again from the start',
        act: () => (run === null ? ask(tab) : askAgain(tab, run)),
      };
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
