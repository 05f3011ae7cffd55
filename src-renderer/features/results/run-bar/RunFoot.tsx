/** The foot of the results: ticks of what was asked for, a problem beside rows, the run bar. */
import type { ReactNode } from 'react';
import { isWorking } from '#shared/contract/run-phase.ts';
import { PageTicks } from './PageTicks.tsx';
import { isCollecting } from './progress.ts';
import { RunBar } from './RunBar.tsx';
import type { RunBarProps } from './RunBar.tsx';
import classes from './RunFoot.module.css';

interface RunFootProps extends RunBarProps {
  /** The problem's strip; null when there is none, or when it has a card of its own. */
  strip: ReactNode;
}

/**
 * As high while pages come as when they have come: what was asked for stays drawn until the
 * person asks for something else.
 */
export function RunFoot({ strip, ...bar }: RunFootProps) {
  const { run, hasProblem } = bar;
  const collecting = isCollecting(run);
  const tone = hasProblem ? 'danger' : collecting && isWorking(run.state) ? 'working' : 'plain';
  return (
    <div className={classes.foot} data-tone={tone}>
      {collecting && (
        <div className={classes.ticks}>
          <PageTicks run={run} />
        </div>
      )}
      {strip}
      <RunBar {...bar} />
    </div>
  );
}
