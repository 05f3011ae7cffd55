/** The foot of the results: ticks of what was asked for, a problem beside rows, the run bar. */
import { Button, Group, Popover } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { costWords, type Problem } from '#shared/contract/problem.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import problems from '#renderer/components/problems/Problem.module.css';
import {
  ForSupport,
  ProblemFacts,
  RemedyButtons,
  type RemedyAction,
} from '#renderer/components/problems/ProblemCard.tsx';
import { PageTicks } from './PageTicks.tsx';
import classes from './RunBar.module.css';
import { RunBar, type RunBarProps } from './RunBar.tsx';
import { isCollecting } from './progress.ts';
import type { ProblemWords } from './status.ts';

interface RunFootProps extends RunBarProps {
  /** The problem's strip; null when there is none, or when it has a card of its own. */
  strip: ReactNode;
}

/**
 * Equally high while pages arrive and afterwards: the plan stays drawn until the
 * person asks for something else.
 */
export function RunFoot({ strip, ...bar }: RunFootProps) {
  const { run, hasProblem } = bar;
  const collecting = isCollecting(run);
  const tone = hasProblem ? 'danger' : collecting && isWorking(run.state) ? 'working' : 'plain';
  return (
    <div className={classes.foot} data-tone={tone}>
      {collecting && <PageTicks run={run} />}
      {strip}
      <RunBar {...bar} />
    </div>
  );
}

/** The run bar before main has said anything of the run. */
export function PendingBar() {
  return (
    <div className={classes.foot}>
      <Group gap={8} wrap="nowrap" className={classes.bar}>
        <span aria-hidden className={classes.mark} data-tone="working" />
        <output aria-label="Run status" className={classes.status}>
          <span className={classes.lead}>Starting…</span>
        </output>
      </Group>
    </div>
  );
}

interface ProblemStripProps {
  problem: Problem;
  words: ProblemWords;
  actions: RemedyAction[];
}

/** A problem beside rows that are there: the rows stay, the strip is above the run bar. */
export function ProblemStrip({ problem, words, actions }: ProblemStripProps) {
  return (
    <div className={problems.strip}>
      <CircleAlert aria-hidden className={problems.icon} />
      <div role="alert" data-error-code={problem.code} className={problems.stripWords}>
        <strong>{words.title}</strong> {words.advice}{' '}
        <span className={problems.stripCost}>{costWords(problem)}</span>
      </div>
      <div className={problems.stripButtons}>
        {problem.details !== null && (
          <Popover position="top-end" width={480} trapFocus>
            <Popover.Target>
              <Button size="xs" variant="subtle" color="gray">
                What happened
              </Button>
            </Popover.Target>
            <Popover.Dropdown className={problems.popover}>
              <ProblemFacts problem={problem} />
              <ForSupport problem={problem} />
            </Popover.Dropdown>
          </Popover>
        )}
        <RemedyButtons actions={actions} size="xs" />
      </div>
    </div>
  );
}
