/**
 * Actions that continue a run: the next step, problems of an action that left the run unchanged, and
 * the labels and actions of remedies.
 */
import { quoted } from '#shared/characters.ts';
import { limits, type NextStep, runStates } from '#shared/contract/run-states.ts';
import type { Problem, Remedy } from '#shared/contract/problem.ts';
import type { NextInputs } from '#shared/contract/list.ts';
import type { Run, RunLimit, RunState } from '#shared/contract/run.ts';
import type { MethodInput } from '#shared/contract/methods.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { tabsNow, useApp, showFact, showPage, without } from '#renderer/state/app.ts';
import type { Action } from '#renderer/components/actions.tsx';
import { kept } from '#renderer/state/kept.ts';
import { rowProblems } from '#renderer/state/rows.ts';
import { act } from '#renderer/state/act.ts';
import { askAgain } from '#renderer/state/runs.ts';
import { readRowsAgain, useViewProblem } from '#renderer/state/views.ts';
import { updateTab } from '#renderer/state/workspace.ts';
import { assertNever } from '#shared/assert-never.ts';
import { isDoubtful } from '#shared/catalogue/types.ts';
import type { Catalogue, Endpoint } from '#shared/catalogue/types.ts';
import { factId } from '#shared/contract/description.ts';
import type { Query } from '#shared/query/types.ts';
import { remainingLimit } from './run-bar/progress.ts';
import { hasMoreStored, isPreparing } from './run-bar/status.ts';
import { chooseDataFrom, showParameter } from '#renderer/features/explore/form-view.ts';

/** Returns the step that continues a run. Problems have their own remedies. */
export function nextStep(run: Pick<Run, 'state' | 'operation' | 'notices'>): NextStep {
  const { state } = run;
  if (state.kind === 'stopped' && isPreparing(run)) return 'waitOn';
  if (state.kind === 'limit' && limits[state.reason].isAsAsked) return 'nextPage';
  if (state.kind === 'notAll' && hasMoreStored(run)) return 'getEverything';
  return runStates[state.kind].step;
}

/** Returns what the button says that gets one more page: never the same as the form's. */
export function getMoreLabel(
  { resources }: Catalogue,
  { resource, pageCount }: Pick<Run, 'resource' | 'pageCount'>,
): string {
  const many = resources.find(({ id }) => id === resource)?.many ?? 'rows';
  return pageCount === 0 ? 'Continue' : `Get more ${many}`;
}

/** By run: why an action was refused (no key, main unreachable). The run is unchanged. */
const refusals = kept<{ refused: Refused | null }>('refusal', { refused: null });

interface Refused {
  problem: Problem;
  /** The same action once more. */
  again: () => Promise<void>;
  /** Of the run before it: with any other the run has gone on, and the problem is past. */
  calls: number | undefined;
}

/** Asks for a change of a run, and keeps why it was refused. */
async function change<M extends 'run.next' | 'run.showAll' | 'run.trySavingAgain' | 'run.stop'>(
  method: M,
  input: MethodInput<M>,
): Promise<void> {
  const { runId } = input;
  refusals.change(runId, { refused: null });
  const calls = useApp.getState().runs[runId]?.calls;
  const problem = await act(method, input);
  const again = (): Promise<void> => change(method, input);
  refusals.change(runId, { refused: problem && { problem, again, calls } });
  if (problem === null) forgetAskProblems(runId);
}

/** The run that is shown instead of a refused question went on: that question is past. */
function forgetAskProblems(runId: string): void {
  for (const tab of tabsNow().filter((one) => one.runId === runId))
    useApp.setState(({ askProblems }) => ({ askProblems: without(askProblems, tab.id) }));
}

/** Fetches the next page. */
export const fetchNextPage = (runId: string): Promise<void> => change('run.next', { runId });
/**
 * Fetches the failed page again, or the next one, and more up to the limit. `beyondCeiling`: the person agreed to
 * exceed the limit of calls.
 */
export const collect = (runId: string, limit: RunLimit, beyondCeiling = false): Promise<void> =>
  change('run.next', { runId, limit, ...(beyondCeiling && { beyondCeiling }) });
/**
 * Asks inputs of a list with at most `atMost` further calls. Those that may begin again hide rows that are
 * sent again, by `identity`. That raises the list's cap if needed; a small
 * step never lowers it. A list that stopped at the limit for a day passes it: the run bar says so.
 */
export function continueList(
  tab: Tab,
  { id, calls, list, state, plan }: Run,
  inputs: NextInputs,
  { atMost, identity }: { atMost: number; identity: string | null },
): Promise<void> {
  // The cursors of an earlier start are lost.
  const mayRepeat = inputs !== 'waiting' || plan === null;
  if (mayRepeat && identity !== null) hideRepeated(tab, identity);
  const limit = { calls: Math.max(list?.maxCalls ?? 0, calls + atMost) };
  const isAtCeiling = state.kind === 'limit' && state.reason === 'dayCeiling';
  const beyond = isAtCeiling && { beyondCeiling: true };
  return change('run.next', { runId: id, inputs, atMost, limit, ...beyond });
}

const hideRepeated = (tab: Tab, identity: string): void =>
  updateTab(tab.id, { view: { ...tab.view, hideDuplicatesBy: identity } });

/** Continues by date if the cursor is lost, and hides rows that are sent again. */
export function continueByDate(tab: Tab, runId: string, limit: RunLimit, identity: string) {
  hideRepeated(tab, identity);
  return change('run.next', { runId, limit, byDate: true });
}

/** Shows the rows beyond a row limit, which are stored already. Doesn't call the service. */
export const showMore = (runId: string): Promise<void> => change('run.showAll', { runId });
export const stop = (runId: string): Promise<void> => change('run.stop', { runId });

/** Returns the problem of an idle run. One that is being retried is shown in the run bar. */
export const stateProblem = (state: RunState): Problem | null =>
  state.kind !== 'retrying' && 'problem' in state ? state.problem : null;

export interface ShownProblem {
  problem: Problem;
  /** What failed. */
  of: 'ask' | 'run' | 'rows';
  /** *Try again*: the same once more, which may be an action that makes no call. */
  again: () => Promise<void> | void;
}

/** `runId` null: only asking can have failed. `rowsId`: of the rows on screen. */
export function useShownProblem(
  tab: Tab,
  runId: string | null,
  rowsId = runId,
): ShownProblem | null {
  const ofAsking = useApp((state) => state.askProblems[tab.id]);
  const run = useApp((state) => (runId === null ? undefined : state.runs[runId]));
  const ofAction = refusals.use(runId ?? '', ({ refused }) => refused);
  const ofView = useViewProblem(rowsId ?? '');
  const ofRows = rowProblems.use(rowsId ?? '', ({ problem }) => problem) ?? ofView;
  if (ofAsking !== undefined) return { ...ofAsking, of: 'ask' };
  if (run === undefined) return null;
  if (ofAction !== null && ofAction.calls === run.calls)
    return { problem: ofAction.problem, of: 'run', again: ofAction.again };
  const ofState = stateProblem(run.state);
  if (ofState !== null)
    return { problem: ofState, of: 'run', again: () => collect(run.id, remainingLimit(run)) };
  return ofRows && { problem: ofRows, of: 'rows', again: () => readRowsAgain(rowsId ?? run.id) };
}

export interface RemedyContext {
  tab: Tab;
  endpoint: Endpoint | null;
  /** Null: the question itself was refused, so there is no run. */
  run: Run | null;
  /** What *Try again* repeats. */
  tryAgain: () => Promise<void> | void;
}

export const tryAgainLabel = 'Try again';

/**
 * Returns the actions best first, as the problem lists them. *Open service profile* is second if the
 * refusal may be due to an assumption.
 */
export function remedyActions(problem: Problem, context: RemedyContext): Action[] {
  const actions = problem.remedies.map((remedy) => toAction(remedy, context));
  const { endpoint, run, tab } = context;
  const fact = doubtedFact(problem, endpoint, run?.query ?? tab.query);
  return fact === null
    ? actions
    : actions.toSpliced(1, 0, { label: 'Open service profile', act: () => showFact(fact) });
}

function toAction(remedy: Remedy, { tab, endpoint, run, tryAgain }: RemedyContext): Action {
  switch (remedy.kind) {
    case 'tryAgain':
      return { label: tryAgainLabel, act: tryAgain };
    case 'trySavingAgain':
      return {
        label: 'Try saving again',
        act: run === null ? tryAgain : () => change('run.trySavingAgain', { runId: run.id }),
      };
    case 'runAgain':
      return {
        label: 'Run again from the start',
        act: run === null ? tryAgain : () => askAgain(tab, run),
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
        label: name === undefined ? 'Change the question' : `Change ${quoted(name)}`,
        act: () => showParameter(tab.id, key),
      };
    }
    default:
      return assertNever(remedy);
  }
}

/**
 * Returns the assumption that most likely caused a 400 or a 404: the name of the parameter that the
 * answer mentions, the path of what wasn't found, else any name that was sent. Null if all of them are
 * known.
 */
function doubtedFact(
  { code, remedies, details }: Pick<Problem, 'code' | 'remedies' | 'details'>,
  endpoint: Endpoint | null,
  query: Pick<Query, 'values'>,
): string | null {
  // Frameworks answer a path that they don't know without JSON.
  const isNotFound = code === 'not_found' || (code === 'not_json' && details?.status === 404);
  if (endpoint === null || (code !== 'invalid_request' && !isNotFound)) return null;
  const subject = endpoint.id;
  const mentioned = remedies.find((remedy) => remedy.kind === 'changeParameter')?.key ?? null;
  const names = endpoint.parameters
    .filter(({ key, evidence }) => isDoubtful(evidence) && isSent(query, key))
    .map(({ key }) => key);
  const name = names.find((key) => key === mentioned) ?? names[0];
  const path = isDoubtful(endpoint.pathEvidence)
    ? factId({ kind: 'path', subject, key: null })
    : null;
  const named = name === undefined ? null : factId({ kind: 'name', subject, key: name });
  return isNotFound ? (path ?? named) : (named ?? path);
}

const isSent = ({ values }: Pick<Query, 'values'>, key: string): boolean =>
  (values[key] ?? '').trim() !== '';
