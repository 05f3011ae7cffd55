/** What a remedy's button says and does. */
import { assertNever } from '#shared/assert-never.ts';
import type { Endpoint, Evidence } from '#shared/catalogue/types.ts';
import type { Problem, Remedy } from '#shared/contract/problem.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { factId } from '#shared/description/facts.ts';
import type { Query } from '#shared/query/types.ts';
import type { RemedyAction } from '#renderer/components/problems/ProblemCard.tsx';
import { chooseDataFrom } from '#renderer/features/explore/form-view.ts';
import { showParameter } from '#renderer/features/explore/form-view.ts';
import { showFact, showPage } from '#renderer/state/app.ts';
import { ask, askAgain } from '#renderer/state/runs.ts';
import { saveAgain } from './run-actions.ts';

export interface RemedyContext {
  tab: Tab;
  endpoint: Endpoint | null;
  /** Null: the question itself was refused, so there is no run. */
  run: Run | null;
  /** What *Try again* repeats. */
  tryAgain: () => Promise<void> | void;
}

export const tryAgainLabel = 'Try again';

/** Best first, as the problem lists them; what we only assume follows the question itself. */
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

/** What the service said itself is not in doubt. */
const isDoubtful = (evidence: Evidence): boolean => evidence === 'assumed' || evidence === 'person';

/**
 * The assumption that a 400 or a 404 is most likely about: the name of the parameter that it speaks
 * of, the path of what isn't there, else any name that was sent. Null where all is known.
 */
function doubtedFact(
  { code, remedies }: Pick<Problem, 'code' | 'remedies'>,
  endpoint: Endpoint | null,
  query: Pick<Query, 'values'>,
): string | null {
  if (endpoint === null || (code !== 'invalid_request' && code !== 'not_found')) return null;
  const subject = endpoint.id;
  const blamed = remedies.find((remedy) => remedy.kind === 'changeParameter')?.key ?? null;
  const names = endpoint.parameters
    .filter(({ key, evidence }) => isDoubtful(evidence) && isSent(query, key))
    .map(({ key }) => key);
  const name = names.find((key) => key === blamed) ?? names[0];
  const path = isDoubtful(endpoint.pathEvidence)
    ? factId({ kind: 'path', subject, key: null })
    : null;
  const named = name === undefined ? null : factId({ kind: 'name', subject, key: name });
  return code === 'not_found' ? (path ?? named) : (named ?? path);
}

const isSent = ({ values }: Pick<Query, 'values'>, key: string): boolean =>
  (values[key] ?? '').trim() !== '';
