import { ChevronDown, ChevronRight, CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { costWords, type Problem } from '#shared/contract/problem.ts';
import classes from './Problem.module.css';
import { CopyProblem, ProblemFacts } from './ProblemFacts.tsx';
import type { RemedyAction } from './remedy-action.ts';
import { RemedyButtons } from './RemedyButtons.tsx';

/** A problem where there is nothing else to show: what happened, what to do, what it cost. */
export function ProblemCard({ problem, actions }: { problem: Problem; actions: RemedyAction[] }) {
  const [isOpen, setOpen] = useState(false);
  const factsId = useId();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className={classes.card}>
      <div role="alert" data-error-code={problem.code} className={classes.alert}>
        <CircleAlert aria-hidden className={classes.icon} />
        <div className={classes.words}>
          <h2 className={classes.title}>{problem.title.replace(/\.$/, '')}</h2>
          <p className={classes.advice}>{problem.advice}</p>
          <p className={classes.cost}>{costWords(problem)}</p>
          {actions.length > 0 && (
            <div className={classes.remedies}>
              <RemedyButtons actions={actions} size="sm" />
            </div>
          )}
        </div>
      </div>
      {problem.details !== null && (
        <div className={classes.happened}>
          <div className={classes.happenedHead}>
            <button
              type="button"
              className={classes.disclosure}
              aria-expanded={isOpen}
              aria-controls={factsId}
              onClick={() => setOpen(!isOpen)}
            >
              <Chevron aria-hidden />
              What happened
            </button>
            {isOpen && <CopyProblem problem={problem} />}
          </div>
          <div id={factsId} hidden={!isOpen}>
            <ProblemFacts problem={problem} />
          </div>
        </div>
      )}
    </div>
  );
}
