/** What every page read from the service shows: how old it is, reading it again, what went wrong. */
import { ActionIcon } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { ServicePage } from '#shared/contract/service.ts';
import { readServicePages, type ServicePageState } from '../../state/service-pages.ts';
import { showPage } from '../../state/app.ts';
import { ProblemCard } from '../../components/problems/ProblemCard.tsx';
import { clockTime } from '../../components/words.ts';
import classes from './PagePart.module.css';

export function ReadAgain({
  page,
  label,
  busy,
}: {
  page: ServicePage;
  label: string;
  busy: boolean;
}) {
  return (
    <ActionIcon aria-label={label} loading={busy} onClick={() => void readServicePages([page])}>
      <RotateCw size={14} />
    </ActionIcon>
  );
}

interface PagePartProps {
  page: ServicePage;
  state: ServicePageState;
  /** Opens the way to another key or sign-in; Account unless given. */
  onCredential?: () => void;
  /** What that way is called. */
  credentialLabel?: string;
  children: ReactNode;
}

const openAccount = (): void => showPage('account');

/** A problem above what is still there; nothing while the first answer is awaited. */
export function PagePart({
  page,
  state: { answer, problem, busy },
  onCredential = openAccount,
  credentialLabel = 'Open Account',
  children,
}: PagePartProps) {
  return (
    <div className={classes.part} aria-busy={busy}>
      {problem !== null && (
        <ProblemCard
          problem={problem}
          actions={actionsOf(problem, page, onCredential, credentialLabel)}
        />
      )}
      {answer !== null && (
        <>
          {problem !== null && (
            <p className={classes.stale}>
              What it said at {clockTime(new Date(answer.at))} is still shown:
            </p>
          )}
          {children}
        </>
      )}
      {answer === null && problem === null && (
        <p className={classes.waiting}>{busy ? 'Asking the service…' : 'Not asked yet.'}</p>
      )}
    </div>
  );
}

function actionsOf(
  problem: Problem,
  page: ServicePage,
  onCredential: () => void,
  credentialLabel: string,
): { label: string; act: () => Promise<void> | void }[] {
  return problem.remedies.flatMap(({ kind }) => {
    if (kind === 'tryAgain') return [{ label: 'Try again', act: () => readServicePages([page]) }];
    return kind === 'openAccount' ? [{ label: credentialLabel, act: onCredential }] : [];
  });
}
