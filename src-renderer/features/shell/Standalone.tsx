import { Text, Button } from '@mantine/core';
import type { Problem } from '#shared/contract/problem.ts';
import { Brand } from '../../components/texts.tsx';
import { ProblemText } from '../../components/problems/ProblemCard.tsx';
import { takeFirstSnapshot } from '../../state/boot.ts';
import classes from './Shell.module.css';

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

/** A page opened without its token: how to get in. */
export function NotAdmitted() {
  return (
    <main className={classes.screen}>
      <div className={classes.panel}>
        <Brand size={36} />
        <h1 className={classes.title}>Open the address from the terminal</h1>
        <Text inherit fz={14} c="var(--text-2)">
          Social Data Explorer is running, but this address is missing its access token. Open the
          whole address printed in the terminal where you started it:
        </Text>
        <code className={classes.code}>{`${window.location.origin}/#token=…`}</code>
        <Text inherit fz={14} c="var(--text-2)">
          It keeps other pages and other people on this computer from using your key.
        </Text>
      </div>
    </main>
  );
}
