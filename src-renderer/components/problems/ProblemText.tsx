import { costWords, type Problem } from '#shared/contract/problem.ts';
import { CopyProblem, ProblemFacts } from './ProblemFacts.tsx';
import classes from './ProblemText.module.css';

/**
 * What happened, what to do, and whether it cost a call; for dialogs and small places. What came of
 * a request has the same *What happened* as everywhere.
 */
export function ProblemText({ problem }: { problem: Problem }) {
  const { code, title, advice, details } = problem;
  return (
    <div className={classes.problem}>
      <div role="alert" data-error-code={code}>
        <p className={classes.title}>{title}</p>
        {advice !== '' && <p>{advice}</p>}
        {details !== null && <p className={classes.cost}>{costWords(problem)}</p>}
      </div>
      {details !== null && (
        <details className={classes.happened}>
          <summary>What happened</summary>
          <ProblemFacts problem={problem} />
          <CopyProblem problem={problem} />
        </details>
      )}
    </div>
  );
}
