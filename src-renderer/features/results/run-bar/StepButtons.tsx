/** The steps that continue an idle run, the best first, with the accent if it is the next step. */
import { ArrowRight, Square } from 'lucide-react';
import { assertNever } from '#shared/assert-never.ts';
import { isDataEndpoint, type Endpoint } from '#shared/catalogue/types.ts';
import { maxCommandCalls } from '#shared/contract/list.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { GetButton } from '#renderer/components/collect/GetButton.tsx';
import { ActionButton, MenuKeys, useOfferedButton } from '#renderer/components/actions.tsx';
import { usePending } from '#renderer/components/hooks.ts';
import { useIdentity, useSingleItem } from '#renderer/components/names.ts';
import { countOf, grouping } from '#renderer/components/words.ts';
import { costLine, typicalRows, knownRows } from '#renderer/features/explore/cost-line.ts';
import { withRetries } from '#shared/contract/recipe-bounds.ts';
import {
  chooseDataFrom,
  chooseEverything,
  useFormView,
} from '#renderer/features/explore/form-view.ts';
import { showPage, useIsSample, useSnapshot } from '#renderer/state/app.ts';
import { askAgain } from '#renderer/state/runs.ts';
import { updateTab } from '#renderer/state/workspace.ts';
import { useEscape } from '../escape.ts';
import {
  collect,
  continueList,
  fetchNextPage,
  getMoreLabel,
  continueByDate,
  showMore,
  stop,
  nextStep,
  stateProblem,
} from '../run-actions.ts';
import type { ByDate } from './by-date.ts';
import { remainingLimit } from './progress.ts';

interface StepButtonsProps {
  run: Run;
  tab: Tab;
  /** Endpoint of the run; null if it is not in the catalogue. */
  endpoint: Endpoint | null;
  /** Whether the form still asks the question that this run answers. */
  isAnswered: boolean;
  /** For a run whose cursor is lost; null: it can't be continued by date. */
  byDate: ByDate | null;
  /** Whether the limit that it paused at allows more calls by now. */
  isBelowLimit: boolean;
  /** Whether nothing else is a better step: a problem's remedy, or another question in the form. */
  isBest: boolean;
}

export function StepButtons(props: StepButtonsProps) {
  const { run, tab, endpoint, isAnswered, byDate, isBelowLimit, isBest } = props;
  const isElsewhere = useSnapshot(({ profile }) => profile?.id !== run.profileId);
  const Steps = run.list === null ? PageSteps : InputSteps;
  return (
    <>
      {run.heldBack > 0 && (
        <Step isBest={false} act={() => showMore(run.id)}>
          {`Show ${grouping(run.heldBack)} more you already have`}
        </Step>
      )}
      {/* Continuing a run of another profile would call another service. */}
      {!isElsewhere && isAnswered && (
        <Steps {...{ run, tab, endpoint, byDate, isBelowLimit, isBest }} />
      )}
      {/* No calls for rows of a question that is no longer on screen. */}
      {!isElsewhere && !isAnswered && endpoint !== null && run.rowCount > 0 && (
        <Step isBest={false} act={() => updateTab(tab.id, { query: run.query })}>
          Show their question
        </Step>
      )}
    </>
  );
}

/** The ways to continue a list, the best first, with their costs. */
function InputSteps({ tab, run, isBest }: { tab: Tab; run: Run; isBest: boolean }) {
  const identity = useIdentity(run);
  const { list } = run;
  if (list === null || list.isLost) return null;
  const { waiting, failed, partly } = list.statuses;
  const asked = list.count - waiting;
  const others = asked === 0 ? `all ${grouping(waiting)}` : `the other ${grouping(waiting)}`;
  const steps = [
    {
      inputs: 'waiting',
      count: waiting,
      label: `Continue with ${waiting === 1 ? 'the last one' : others}`,
    },
    {
      inputs: 'failed',
      count: failed,
      label:
        failed === 1 ? 'Retry the failed input' : `Retry the ${grouping(failed)} failed inputs`,
    },
    { inputs: 'more', count: partly, label: `Get more from ${countOf(partly, 'input')}` },
  ] as const;
  return steps
    .filter(({ count }) => count > 0)
    .map(({ inputs, count, label }, at) => {
      const expected = Math.ceil(count / list.perCall) * list.perInput;
      const most = { waiting: expected, failed: list.failedCalls, more: list.moreCalls }[inputs];
      const left = list.maxCalls - run.calls;
      // The cap that was announced for the list applies until it is used up. A list of all pages, which a
      // command began, has no other limit.
      const isWithin = inputs === 'waiting' && left > 0;
      const isAllPages = list.perInput === maxCommandCalls;
      const room = left > 0 ? left : list.maxCalls;
      const isCapped = isWithin || isAllPages;
      const limit = Math.min(withRetries(most), isCapped ? room : Number.POSITIVE_INFINITY);
      const mean = asked === 0 ? 0 : Math.ceil((run.calls / asked) * count);
      const price =
        mean > 0 && mean < Math.min(most, limit)
          ? `About ${countOf(mean, 'call')}, at most ${grouping(limit)} with retries`
          : most < limit
            ? `At most ${countOf(most, 'call')}, ${grouping(limit)} with retries`
            : `At most ${countOf(limit, 'call')}, including retries`;
      // The cursors are lost with a restart.
      const again = most > expected ? ': from the first page again' : '';
      const cost = `${price}${again}`;
      return (
        <Step
          key={inputs}
          cost={cost}
          isBest={isBest && at === 0}
          act={() => continueList(tab, run, inputs, { atMost: limit, identity })}
        >
          {label}
        </Step>
      );
    });
}

function PageSteps(props: Omit<StepButtonsProps, 'isAnswered'>) {
  const { run, tab, endpoint, byDate, isBelowLimit, isBest } = props;
  const identity = useIdentity(run);
  const isSample = useIsSample();
  const isTrial = useSnapshot(({ credential }) => credential?.kind === 'trialKey');
  const asks =
    endpoint === null ? null : costLine(endpoint, null, run.query, { isSample, isTrial }).price;
  const step = (label: string, act: StepProps['act'], cost: string | null = null) => (
    <Step {...{ isBest, cost, act }}>{label}</Step>
  );
  const single = useSingleItem(run);
  const next = nextStep(run);
  switch (next) {
    case 'nextPage':
      // A trial key gets first pages only (specification, Authentication).
      if (isTrial) return null;
      return single ? (
        step(`Get ${single.one}`, () => fetchNextPage(run.id), asks)
      ) : (
        <GetMore {...{ run, tab, endpoint, isBest }} price={asks} />
      );
    case 'waitOn':
      return step('Keep waiting', () => collect(run.id, remainingLimit(run)));
    case 'beyondCeiling':
      // A limit that isn't reached needn't be passed.
      if (isBelowLimit) return step('Continue', () => collect(run.id, remainingLimit(run)), asks);
      return (
        <>
          {step('Continue past the limit', () => collect(run.id, remainingLimit(run), true), asks)}
          <QuietButton onClick={() => showPage('settings')}>Open Settings</QuietButton>
        </>
      );
    case 'runAgain':
      return step('Run again', () => askAgain(tab, run), asks);
    case 'runAgainFromStart': {
      const canContinue = byDate !== null && identity !== null;
      return (
        <>
          {canContinue && (
            <Step
              isBest={isBest}
              // Always present, so that nothing moves when its cost is known.
              isReady={byDate.limit !== null}
              cost={byDate.cost}
              act={() =>
                byDate.limit === null
                  ? undefined
                  : continueByDate(tab, run.id, byDate.limit, identity)
              }
            >
              {byDate.label}
            </Step>
          )}
          {/* A problem has it as its remedy. */}
          {stateProblem(run.state) === null && (
            <Step isBest={isBest && byDate === null} cost={asks} act={() => askAgain(tab, run)}>
              {single ? 'Run again' : 'Run again from the start'}
            </Step>
          )}
        </>
      );
    }
    case 'useLive':
      return step('Use live data', () => chooseDataFrom(tab.id, 'live'));
    case 'getEverything':
      return isTrial ? null : step('Get everything…', () => chooseEverything(tab.id, run.query));
    case 'none':
      return null;
    default:
      return assertNever(next);
  }
}

interface StepProps {
  isBest: boolean;
  isReady?: boolean;
  /** What it costs, if it makes calls. */
  cost?: string | null;
  act: () => Promise<void> | void;
  children: string;
}

function Step({ isBest, isReady = true, cost = null, act, children: label }: StepProps) {
  const ref = useOfferedButton('ask', { label, detail: cost, icon: ArrowRight });
  const action = { label, detail: cost, isDisabled: !isReady, act };
  return <ActionButton {...{ ref, action }} variant={isBest ? 'filled' : 'default'} />;
}

interface GetMoreProps extends Pick<StepButtonsProps, 'run' | 'tab' | 'endpoint' | 'isBest'> {
  price: string | null;
}

function GetMore({ run, tab, endpoint, isBest, price }: GetMoreProps) {
  const { openedFrom } = useFormView(tab.id);
  const label = useSnapshot(({ catalogue }) => getMoreLabel(catalogue, run));
  const isKnown = endpoint !== null && isDataEndpoint(endpoint);
  return (
    <GetButton
      {...{ label, price }}
      icon={ArrowRight}
      size="xs"
      variant={isBest ? 'filled' : 'default'}
      position="top-start"
      onPage={() => fetchNextPage(run.id)}
      about={
        isKnown
          ? {
              endpoint,
              typicalRows: typicalRows(endpoint, run.query),
              knownRows: knownRows(openedFrom, endpoint, run.query),
              seen: run,
              isContinuing: true,
            }
          : null
      }
      onStart={(limit) => void collect(run.id, limit)}
    />
  );
}

export function StopButton({ run: { id, state } }: { run: Run }) {
  const [isPending, start] = usePending(() => stop(id));
  const button = useOfferedButton('ask', { label: 'Stop', icon: Square, keys: 'Esc' });
  useEscape('run', () => void stop(id));
  return (
    <SmallButton
      ref={button}
      leftSection={<Square size={10} fill="currentColor" />}
      rightSection={<MenuKeys>Esc</MenuKeys>}
      disabled={isPending || state.kind === 'stopping'}
      onClick={start}
    >
      Stop
    </SmallButton>
  );
}
