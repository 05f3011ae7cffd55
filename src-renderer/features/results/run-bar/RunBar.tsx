import { Button } from '@mantine/core';
import { Check, HardDrive, Square } from 'lucide-react';
import { useEffect } from 'react';
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { isWorking } from '#renderer/state/run-order.ts';
import { ask } from '#renderer/state/runs.ts';
import { goOn, stop } from '../run-actions.ts';
import { usePending } from '../use-pending.ts';
import { counted, runStatus, type RunStatus } from './run-sentences.ts';
import { nextStep } from './next-step.ts';
import classes from './RunBar.module.css';
import { useNow } from './use-now.ts';

interface RunBarProps {
  run: Run;
  tab: Tab;
  /** The form still asks what this run answers: going on is then the next thing to do. */
  isAnswered: boolean;
  /** Where a problem with its remedies stands. */
  problem: 'none' | 'strip' | 'card';
}

/** Always at the bottom: where the run stands, and the one step that leads on. */
export function RunBar({ run, tab, isAnswered, problem }: RunBarProps) {
  const working = isWorking(run.state);
  const now = useNow(working);
  const status = runStatus(run, now);
  return (
    <div className={classes.bar} data-problem={problem}>
      <Mark tone={problem === 'none' ? status.tone : 'danger'} />
      <output aria-label="Run status" className={classes.status}>
        <span className={classes.lead}>
          {status.lead.map(({ text, ticking }) => (
            <span key={ticking ? 'ticking' : text} aria-hidden={ticking}>
              {text}
            </span>
          ))}
        </span>
        {/* A space, for those who hear it. */}{' '}
        {status.detail !== null && <span className={classes.detail}>{status.detail}</span>}
      </output>
      {working ? (
        <StopButton runId={run.id} />
      ) : (
        // Beside a problem, the accent is on its remedy.
        <StepButton run={run} tab={tab} isBest={isAnswered && problem === 'none'} />
      )}
      <p className={classes.kept}>
        {counted(run.calls, 'call')}
        {run.pageCount > 0 && (
          <span className={classes.place}>
            <HardDrive aria-hidden />
            Saved on this computer
          </span>
        )}
      </p>
    </div>
  );
}

function Mark({ tone }: { tone: RunStatus['tone'] }) {
  if (tone === 'done') return <Check aria-hidden className={classes.done} />;
  return <span aria-hidden className={classes.mark} data-tone={tone} />;
}

function StepButton({ run, tab, isBest }: { run: Run; tab: Tab; isBest: boolean }) {
  const step = nextStep(run.state);
  const [isPending, start] = usePending(() => (step === 'runAgain' ? ask(tab) : goOn(run.id)));
  const isElsewhere = useSnapshot(({ profile }) => profile?.id !== run.profileId);
  // Of another service there is only what was fetched: going on would ask that one.
  if (step === 'none' || isElsewhere) return null;
  return (
    <Button size="xs" variant={isBest ? 'filled' : 'default'} disabled={isPending} onClick={start}>
      {step === 'runAgain' ? 'Run again' : 'Next page'}
    </Button>
  );
}

function StopButton({ runId }: { runId: string }) {
  const [isPending, start] = usePending(() => stop(runId));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // Escape first closes what lies above: dialogs, menus, the details over the rows.
      if (document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]')) return;
      void stop(runId);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [runId]);
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Square aria-hidden className={classes.stopIcon} />}
      rightSection={
        <kbd aria-hidden className={classes.key}>
          Esc
        </kbd>
      }
      disabled={isPending}
      onClick={start}
    >
      Stop
    </Button>
  );
}
