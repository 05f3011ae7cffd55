/** What leads on from where a run rests; the best first, in the accent when it is the next step. */
import { Button } from '@mantine/core';
import { ArrowRight, Square } from 'lucide-react';
import { assertNever } from '#shared/assert-never.ts';
import { isDataEndpoint, type Endpoint } from '#shared/catalogue/types.ts';
import type { RunList } from '#shared/contract/list.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { CollectButton } from '#renderer/components/collect/CollectButton.tsx';
import { useOfferedButton } from '#renderer/components/commands/commands.ts';
import { usePending } from '#renderer/components/hooks.ts';
import { grouping } from '#renderer/components/words.ts';
import { costLine, usualRows } from '#renderer/features/explore/cost-line.ts';
import {
  chooseDataFrom,
  chooseEverything,
  useFormView,
} from '#renderer/features/explore/form-view.ts';
import { knownRows } from '#renderer/features/explore/known-rows.ts';
import { showPage, useIsSample, useSnapshot } from '#renderer/state/app.ts';
import { askAgain } from '#renderer/state/runs.ts';
import { updateTab } from '#renderer/state/workspace.ts';
import { useEscape } from '../escape.ts';
import { stepsOf } from '../inputs/input-words.ts';
import { collect, continueList, goOn, goOnByDate, showMore, stop } from '../run-actions.ts';
import type { ByDate } from './by-date.ts';
import { remainingLimit } from './progress.ts';
import { nextStep } from '../run-states.ts';
import { MenuKeys } from '../toolbar/ToolButton.tsx';

interface StepButtonsProps {
  run: Run;
  tab: Tab;
  /** Of the run; null when the catalogue has none. */
  endpoint: Endpoint | null;
  /** The form still asks what this run answers. */
  isAnswered: boolean;
  /** Where the cursor is lost; null: it can't be continued by date. */
  byDate: ByDate | null;
  /** Nothing else is a better step: a problem's remedy, or another question in the form. */
  isBest: boolean;
}

export function StepButtons(props: StepButtonsProps) {
  const { run, tab, endpoint, isAnswered, byDate, isBest } = props;
  const isElsewhere = useSnapshot(({ profile }) => profile?.id !== run.profileId);
  return (
    <>
      {run.heldBack > 0 && (
        <Step isBest={false} act={() => showMore(run.id)}>
          {`Show ${grouping(run.heldBack)} more already fetched`}
        </Step>
      )}
      {/* Continuing a run of another service would ask that service. */}
      {!isElsewhere && isAnswered && <Leading {...{ run, tab, endpoint, byDate, isBest }} />}
      {/* No call for rows of a question that is no longer on screen. */}
      {!isElsewhere && !isAnswered && endpoint !== null && run.rowCount > 0 && (
        <Step isBest={false} act={() => updateTab(tab.id, { query: run.query })}>
          Show their question
        </Step>
      )}
    </>
  );
}

function Leading(props: Omit<StepButtonsProps, 'isAnswered'>) {
  const { list } = props.run;
  return list === null ? <LeadingPages {...props} /> : <LeadingInputs {...props} list={list} />;
}

/** The ways to continue a list, with what they cost. */
function LeadingInputs({ run, list, isBest }: { run: Run; list: RunList; isBest: boolean }) {
  return stepsOf(list, run.calls).map(({ inputs, label, detail, bound }, at) => (
    <Step
      key={inputs}
      isBest={isBest && at === 0}
      cost={detail}
      act={() => continueList(run, inputs, bound)}
    >
      {label}
    </Step>
  ));
}

function LeadingPages({
  run,
  tab,
  endpoint,
  byDate,
  isBest,
}: Omit<StepButtonsProps, 'isAnswered'>) {
  const step = nextStep(run);
  const identity = useSnapshot(
    ({ catalogue }) => catalogue.resources.find(({ id }) => id === run.resource)?.identity,
  );
  const isSample = useIsSample();
  const isTrial = useSnapshot(({ credential }) => credential?.kind === 'trialKey');
  const asks =
    endpoint === null ? null : costLine(endpoint, null, run.query, { isSample, isTrial }).price;
  switch (step) {
    case 'nextPage':
      return (
        <>
          <Step isBest={isBest} cost={asks} act={() => goOn(run.id)}>
            Next page
          </Step>
          {endpoint !== null && <GetAll run={run} tab={tab} endpoint={endpoint} />}
        </>
      );
    case 'waitOn':
      return (
        <Step isBest={isBest} act={() => collect(run.id, remainingLimit(run))}>
          Keep waiting
        </Step>
      );
    case 'beyondCeiling':
      return (
        <>
          <Step isBest={isBest} cost={asks} act={() => collect(run.id, remainingLimit(run), true)}>
            Continue past the limit
          </Step>
          <Button size="xs" variant="subtle" color="gray" onClick={() => showPage('settings')}>
            Open Settings
          </Button>
        </>
      );
    case 'runAgain':
      return (
        <Step isBest={isBest} cost={asks} act={() => askAgain(tab, run)}>
          Run again
        </Step>
      );
    case 'runAgainFromStart':
      return (
        <>
          {byDate !== null && identity !== undefined && (
            <Step
              isBest={isBest}
              // In its place from the first, so that nothing moves when its cost is known.
              isReady={byDate.cost !== null}
              cost={byDate.cost?.words ?? null}
              act={() =>
                byDate.cost === null
                  ? undefined
                  : goOnByDate(tab, run.id, byDate.cost.limit, identity)
              }
            >
              {byDate.label}
            </Step>
          )}
          <Step isBest={isBest && byDate === null} cost={asks} act={() => askAgain(tab, run)}>
            Run again from the start
          </Step>
        </>
      );
    case 'useLive':
      return (
        <Step isBest={isBest} act={() => chooseDataFrom(tab.id, 'live')}>
          Use live data
        </Step>
      );
    case 'getEverything':
      // A trial key gets first pages only (specification, Authentication).
      return isTrial ? null : (
        <Step isBest={isBest} act={() => chooseEverything(tab.id, run.query)}>
          Get everything…
        </Step>
      );
    case 'none':
      return null;
    default:
      return assertNever(step);
  }
}

interface StepProps {
  isBest: boolean;
  isReady?: boolean;
  /** What it costs, where it asks the service. */
  cost?: string | null;
  act: () => Promise<void> | void;
  children: string;
}

function Step({ isBest, isReady = true, cost = null, act, children }: StepProps) {
  const [isPending, start] = usePending(act);
  const button = useOfferedButton('ask', { title: children, detail: cost, icon: ArrowRight });
  return (
    <Button
      ref={button}
      size="xs"
      variant={isBest ? 'filled' : 'default'}
      title={cost ?? undefined}
      disabled={isPending || !isReady}
      onClick={start}
    >
      {children}
    </Button>
  );
}

function GetAll({ run, tab, endpoint }: { run: Run; tab: Tab; endpoint: Endpoint }) {
  const { openedFrom } = useFormView(tab.id);
  if (!isDataEndpoint(endpoint)) return null;
  return (
    <CollectButton
      label="Get all…"
      size="xs"
      position="top-start"
      about={{
        endpoint,
        usualRows: usualRows(endpoint, run.query),
        knownRows: knownRows(openedFrom, endpoint, run.query),
        seen: run,
        goesOn: true,
      }}
      defaultRows=""
      onStart={(limit) => void collect(run.id, limit)}
    />
  );
}

export function StopButton({ runId }: { runId: string }) {
  const [isPending, start] = usePending(() => stop(runId));
  const button = useOfferedButton('ask', {
    title: 'Stop',
    detail: null,
    icon: Square,
    keys: 'Esc',
  });
  useEscape('run', () => void stop(runId));
  return (
    <Button
      ref={button}
      size="xs"
      variant="default"
      leftSection={<Square aria-hidden size={10} fill="currentColor" />}
      rightSection={<MenuKeys>Esc</MenuKeys>}
      disabled={isPending}
      onClick={start}
    >
      Stop
    </Button>
  );
}
