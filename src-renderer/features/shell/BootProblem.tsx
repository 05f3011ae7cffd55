import { Button } from '@mantine/core';
import type { Problem } from '#shared/contract/problem.ts';
import { Brand } from '../../components/Brand.tsx';
import { ProblemText } from '../../components/problems/ProblemText.tsx';
import { takeFirstSnapshot } from '../../state/boot.ts';
import classes from './Standalone.module.css';

/** The window could not be filled: what happened, and once more. */
export function BootProblem({ problem }: { problem: Problem }) {
  return (
    <main className={classes.screen}>
      <div className={classes.panel}>
        <Brand size={36} />
        <h1 className={classes.title}>This window could not be opened</h1>
        <ProblemText problem={problem} />
        <Button onClick={() => void takeFirstSnapshot()}>Try again</Button>
      </div>
    </main>
  );
}
