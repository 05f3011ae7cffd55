import { Button } from '@mantine/core';
import type { Problem } from '#shared/contract/problem.ts';
import { ProblemText } from '../../components/problems/ProblemText.tsx';
import { retryOpening } from '../../state/runs.ts';
import classes from './Shell.module.css';

/** Where the results would be: why those of an earlier day can't be shown. */
export function OpeningProblem({ runId, problem }: { runId: string; problem: Problem }) {
  return (
    <div className={classes.opening}>
      <ProblemText problem={problem} />
      <p className={classes.openingHint}>
        The question above is kept: asking it again is a new call to the service.
      </p>
      <Button variant="default" onClick={() => void retryOpening(runId)}>
        Try again
      </Button>
    </div>
  );
}
