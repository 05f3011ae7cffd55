/**
 * The bar of a run: its state, the steps that continue it, and a menu of what else can be made of an
 * idle run. Nothing in the menu makes a call before a form was shown.
 */
import { Group, ActionIcon, Menu } from '@mantine/core';
import {
  Check,
  HardDrive,
  CalendarPlus,
  Ellipsis,
  GitCompareArrows,
  ListOrdered,
  Rows3,
} from 'lucide-react';
import { useCallback, useSyncExternalStore, useState } from 'react';
import { notifications } from '@mantine/notifications';
import type { Endpoint } from '#shared/catalogue/types.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { useLasting } from '#renderer/components/hooks.ts';
import { useIdentity } from '#renderer/components/names.ts';
import { countOf } from '#renderer/components/words.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { useOffer } from '#renderer/components/commands/commands.ts';
import { MenuLines, PageMenu } from '#renderer/components/popups.tsx';
import { startDeriving } from '#renderer/state/derived.ts';
import { draftRecipe } from '#renderer/state/recipes.ts';
import { useCallsToday } from '#renderer/state/service-pages.ts';
import { openWhatIsNew, whatIsNew } from '#renderer/state/what-is-new.ts';
import { CollectFacts } from './CollectFacts.tsx';
import { useByDate, useCovered } from './by-date.ts';
import classes from './RunBar.module.css';
import { StepButtons, StopButton } from './StepButtons.tsx';
import { isCollecting } from './progress.ts';
import { isBelowLimit, runStatus } from './run-sentences.ts';
import { withMore, type RunStatus } from './status.ts';

export interface RunBarProps {
  run: Run;
  tab: Tab;
  /** Endpoint of the run; null if it is not in the catalogue. */
  endpoint: Endpoint | null;
  /**
   * Whether the form still asks the question that this run answers: then continuing is the next step.
   */
  isAnswered: boolean;
  /** Whether a problem is shown with its remedies elsewhere. */
  hasProblem: boolean;
}

/** A shorter wait in the queue between two pages isn't worth mentioning. */
const noticeableMs = 1500;

/** Always at the bottom: the state of the run, and the step that continues it. */
export function RunBar({ run, tab, endpoint, isAnswered, hasProblem }: RunBarProps) {
  const { state } = run;
  const working = isWorking(state);
  const now = useNow(working || run.operation?.expiresAt != null);
  const preferences = useSnapshot((snapshot) => snapshot.preferences);
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const waits = useLasting(state.kind === 'queued', noticeableMs);
  const byDate = useByDate(run, endpoint);
  const callsToday = useCallsToday(state.kind === 'limit' && state.reason === 'dayCeiling');
  const base = runStatus(run, now, { ...preferences, callsToday }, catalogue);
  const status = byDate === null ? base : withMore(base, byDate.cost);
  const covered = useCovered(run, endpoint);
  const collecting = working && isCollecting(run);
  const showsFacts = collecting && !waits && (state.kind === 'fetching' || state.kind === 'queued');
  return (
    <Group
      gap={8}
      wrap="nowrap"
      className={classes.bar}
      data-growing={collecting || state.kind === 'polling' || undefined}
    >
      <Mark tone={hasProblem ? 'danger' : status.tone} />
      <output aria-label="Run status" className={classes.status}>
        {showsFacts ? (
          <CollectFacts run={run} now={now} />
        ) : (
          <Sentence status={status} covered={covered} />
        )}
      </output>
      {working ? (
        <StopButton run={run} />
      ) : (
        // Beside a problem, the accent is on its remedy.
        <StepButtons
          {...{ run, tab, endpoint, isAnswered, byDate }}
          isBelowLimit={isBelowLimit(run, { ...preferences, callsToday })}
          isBest={isAnswered && !hasProblem}
        />
      )}
      {!working && run.derived === null && run.rowCount > 0 && (
        <RunMenu run={run} endpoint={endpoint} />
      )}
      {!collecting && (
        <Group gap={16} wrap="nowrap" flex="none" ms="auto" ps={8} fz={12} c="dimmed">
          {run.derived === null && countOf(run.calls, 'call')}
          {run.pageCount > 0 && (
            <Group gap={6} wrap="nowrap">
              <HardDrive />
              <span className={classes.savedWords}>Saved on this computer</span>
            </Group>
          )}
        </Group>
      )}
    </Group>
  );
}

function Sentence({ status, covered }: { status: RunStatus; covered: string | null }) {
  return (
    <>
      <span className={classes.held}>
        <span className={classes.lead}>
          {status.lead.map(({ text, ticking }) => (
            <span key={ticking ? 'ticking' : text} aria-hidden={ticking}>
              {text}
            </span>
          ))}
        </span>{' '}
        {/* Its room is kept free until it is known, so that neither rows nor buttons move. */}
        {covered !== null && <span className={classes.covered}>{covered}</span>}
      </span>
      {/* A space, for screen readers. */}{' '}
      {status.detail !== null && <span className={classes.detail}>{status.detail}</span>}
    </>
  );
}

function Mark({ tone }: { tone: RunStatus['tone'] }) {
  if (tone === 'done') return <Check className={classes.done} />;
  return <span aria-hidden className={classes.mark} data-tone={tone} />;
}

const secondNow = (): number => Math.floor(Date.now() / 1000) * 1000;

/** Returns the time in ms, to the second; updates each second while `ticking`. */
function useNow(ticking: boolean): number {
  const subscribe = useCallback(
    (tick: () => void) => {
      const timer = ticking ? setInterval(tick, 1000) : undefined;
      return () => clearInterval(timer);
    },
    [ticking],
  );
  return useSyncExternalStore(subscribe, secondNow);
}

interface RunMenuProps {
  run: Run;
  /** Endpoint of the run; null if it is not in the catalogue. */
  endpoint: Endpoint | null;
}

function RunMenu({ run, endpoint }: RunMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const isHere = useSnapshot(({ profile }) => profile?.id === run.profileId);
  const identity = useIdentity(run);
  const news = endpoint === null || !isHere ? null : whatIsNew(endpoint, run, identity);
  const items = [
    ...(news === null
      ? []
      : [{ title: 'Get what is new…', icon: CalendarPlus, act: () => openWhatIsNew(run, news) }]),
    {
      title: 'Compare with…',
      icon: GitCompareArrows,
      act: () => startDeriving({ kind: 'compare', runId: run.id, others: [] }),
    },
    {
      title: 'Show as one table…',
      icon: Rows3,
      act: () => startDeriving({ kind: 'collections', runId: run.id, others: [] }),
    },
    // Includes the runs that its list came from as steps. Stored data can't be a step.
    ...(endpoint?.kind === 'live'
      ? [{ title: 'Save as recipe…', icon: ListOrdered, act: () => void saveAsRecipe(run.id) }]
      : []),
  ];
  useOffer('rows', () => items.map((item) => ({ ...item, detail: null })));
  return (
    <PageMenu opened={isOpen} onChange={setOpen} position="top-start">
      <Menu.Target>
        <ActionIcon
          aria-label="More with this run"
          title={isOpen ? undefined : 'More with this run'}
        >
          <Ellipsis />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLines lines={items.map(({ title, icon, act }) => ({ label: title, icon, act }))} />
      </Menu.Dropdown>
    </PageMenu>
  );
}

async function saveAsRecipe(runId: string): Promise<void> {
  const problem = await draftRecipe(runId);
  if (problem === null) return;
  notifications.show({ message: `${problem.title} ${problem.advice}` });
}
