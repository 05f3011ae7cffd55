import type { Problem } from '#shared/contract/problem.ts';
import classes from './ProblemText.module.css';

/** What happened and what to do, in two sentences; for dialogs and small places. */
export function ProblemText({ problem }: { problem: Pick<Problem, 'code' | 'title' | 'advice'> }) {
  return (
    <div role="alert" data-error-code={problem.code} className={classes.problem}>
      <p className={classes.title}>{problem.title}</p>
      {problem.advice !== '' && <p>{problem.advice}</p>}
    </div>
  );
}
