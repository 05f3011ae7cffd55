import { Button } from '@mantine/core';
import type { Problem } from '#shared/contract/problem.ts';
import classes from './Charts.module.css';

interface WaitingProps {
  problem: Problem | null;
  askAgain: () => void;
  /** Why there is nothing to draw, once that is known. */
  nothing?: string | null;
}

/** In the chart's place while it is counted, when it can't be, and when there is nothing. */
export function Waiting({ problem, askAgain, nothing = null }: WaitingProps) {
  return (
    <div className={classes.waiting} role={problem === null ? 'status' : 'alert'}>
      {problem === null ? (
        (nothing ?? 'Counting the rows…')
      ) : (
        <span>
          {problem.title}{' '}
          <Button size="compact-xs" variant="default" onClick={askAgain}>
            Try again
          </Button>
        </span>
      )}
    </div>
  );
}
