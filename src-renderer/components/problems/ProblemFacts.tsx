import type { Problem } from '#shared/contract/problem.ts';
import { CopyButton } from '../CopyButton.tsx';
import classes from './Problem.module.css';
import { problemFacts, problemText } from './problem-facts.ts';

/** *What happened*, opened: what the service said and what was sent. Never a key. */
export function ProblemFacts({ problem }: { problem: Problem }) {
  return (
    <dl className={classes.facts}>
      {problemFacts(problem).map(({ label, value, literal }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd className={literal ? classes.literal : undefined} dir={literal ? 'ltr' : 'auto'}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function CopyProblem({ problem }: { problem: Problem }) {
  return <CopyButton text={() => problemText(problem)}>Copy</CopyButton>;
}
