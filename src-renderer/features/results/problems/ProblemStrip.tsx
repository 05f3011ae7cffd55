import { Button, Popover } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { costWords, type Problem } from '#shared/contract/problem.ts';
import type { ProblemWords } from './failed-page.ts';
import classes from '../../../components/problems/Problem.module.css';
import {
  CopyProblem,
  ProblemFacts,
  type RemedyAction,
  RemedyButtons,
} from '../../../components/problems/ProblemCard.tsx';

interface ProblemStripProps {
  problem: Problem;
  words: ProblemWords;
  actions: RemedyAction[];
}

/** A problem beside rows that are there: the rows stay, the strip stands on the run bar. */
export function ProblemStrip({ problem, words, actions }: ProblemStripProps) {
  return (
    <div className={classes.strip}>
      <CircleAlert aria-hidden className={classes.icon} />
      <div role="alert" data-error-code={problem.code} className={classes.stripWords}>
        <strong>{words.title}</strong> {words.advice}{' '}
        <span className={classes.stripCost}>{costWords(problem)}</span>
      </div>
      <div className={classes.stripButtons}>
        {problem.details !== null && (
          <Popover position="top-end" width={480} trapFocus>
            <Popover.Target>
              <Button size="xs" variant="subtle" color="gray">
                What happened
              </Button>
            </Popover.Target>
            <Popover.Dropdown className={classes.popover}>
              <ProblemFacts problem={problem} />
              <CopyProblem problem={problem} />
            </Popover.Dropdown>
          </Popover>
        )}
        <RemedyButtons actions={actions} size="xs" />
      </div>
    </div>
  );
}
