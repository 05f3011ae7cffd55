// oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn with elements, not with a picture file
/** The foot of the results: a tick for each requested page, a problem beside rows, the run bar. */
import { Group, Popover } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { costWords, type Problem } from '#shared/contract/problem.ts';
import { isWorking, runStates } from '#shared/contract/run-states.ts';
import { QuietButton } from '#renderer/components/buttons.tsx';
import problems from '#renderer/components/problems/Problem.module.css';
import {
  ForSupport,
  ProblemFacts,
  RemedyButtons,
  type RemedyAction,
} from '#renderer/components/problems/ProblemCard.tsx';
import type { Run, RunState } from '#shared/contract/run.ts';
import { countOf } from '#renderer/components/words.ts';
import classes from './RunBar.module.css';
import { RunBar, type RunBarProps } from './RunBar.tsx';
import {
  isCollecting,
  expectedPages,
  finishedInputs,
  pageTicks,
  plannedPages,
  type TickedPages,
} from './progress.ts';
import type { ProblemWords } from './status.ts';

interface RunFootProps extends RunBarProps {
  /** The problem's strip; null if there is none or if it is shown as a card. */
  strip: ReactNode;
}

/**
 * The height is the same while pages arrive and afterwards: the plan remains visible until the person's
 * next request.
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

/** The run bar before main has reported the run. */
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

/** A problem of a run with rows: the rows stay, and the strip is above the run bar. */
export function ProblemStrip({ problem, words, actions }: ProblemStripProps) {
  return (
    <div className={problems.strip}>
      <CircleAlert className={problems.icon} />
      <div role="alert" data-error-code={problem.code} className={problems.stripWords}>
        <strong>{words.title}</strong> {words.advice}{' '}
        <span className={problems.stripCost}>{costWords(problem)}</span>
      </div>
      <div className={problems.stripButtons}>
        {problem.details !== null && (
          <Popover position="top-end" width={480} trapFocus>
            <Popover.Target>
              <QuietButton>Error details</QuietButton>
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

/**
 * One tick per page, which is one metered call, or per input of a list; a plain bar if there are too
 * many.
 */
function PageTicks({ run }: { run: Run }) {
  const { ticks, slots } = pageTicks(tickedPages(run, expectedPages(run)));
  return (
    <div
      role="img"
      aria-label={tickWords(run)}
      className={classes.ticks}
      style={{ gridTemplateColumns: `repeat(${slots}, minmax(0, 1fr))` }}
    >
      {ticks.map(({ kind, share }, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- a tick is identified by its index
          key={index}
          data-kind={kind}
          className={classes.tick}
        >
          {share > 0 && share < 1 && (
            <span className={classes.share} style={{ width: `${share * 100}%` }} />
          )}
        </span>
      ))}
    </div>
  );
}

function tickedPages({ list, state, pageCount }: Run, total: number | null): TickedPages {
  if (list === null) return { done: pageCount, total, current: currentPage(state) };
  const done = finishedInputs(list);
  // An input that is asked again has its tick already.
  const isNew = isWorking(state) && done < (list.until ?? list.count);
  const current = isNew ? ({ page: done + 1, kind: 'now' } as const) : null;
  return { done, total: list.count, current };
}

function tickWords(run: Run): string {
  if (run.list !== null) {
    return `${finishedInputs(run.list)} of ${countOf(run.list.count, 'input')} finished`;
  }
  const planned = plannedPages(run);
  const fetched =
    planned === null
      ? `${countOf(run.pageCount, 'page')} here`
      : `${run.pageCount} of ${countOf(planned, 'page')} here`;
  const current = currentPage(run.state);
  return current?.kind === 'failed' ? `${fetched}, page ${current.page} failed` : fetched;
}

/** Returns the page that the state is about, from 1; null if there is none. */
function currentPage(state: RunState): { page: number; kind: 'now' | 'again' | 'failed' } | null {
  const { tick } = runStates[state.kind];
  return tick === undefined || !('page' in state) ? null : { page: state.page, kind: tick };
}
