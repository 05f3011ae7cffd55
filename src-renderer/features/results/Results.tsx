/**
 * The results of a tab's run: rows as they arrive, what is known about them, and how to continue. Fills
 * the height below the form. Only the run bar and the remedies make calls.
 */
import { Flex } from '@mantine/core';
import type { Endpoint, Resource } from '#shared/catalogue/types.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { NoticeSlot } from '#renderer/components/notices/NoticeStrip.tsx';
import { ProblemCard } from '#renderer/components/problems/ProblemCard.tsx';
import { useRun, useSnapshot } from '#renderer/state/app.ts';
import classes from './Results.module.css';
import { LinkDialog } from './LinkDialog.tsx';
import { RunResults } from './RunResults.tsx';
import { NotAsked, SkeletonArea } from './RowsArea.tsx';
import { remedyActions, useShownProblem } from './run-actions.ts';
import { PendingBar } from './run-bar/RunFoot.tsx';

export function Results({ tab }: { tab: Tab }) {
  const run = useRun(tab.runId);
  // Results use the words of the question they answer, even if the form now asks another one.
  const { endpointId } = run?.query ?? tab.query;
  const endpoint = useSnapshot(
    ({ catalogue }) => catalogue.endpoints.find(({ id }) => id === endpointId) ?? null,
  );
  const resourceId = run?.resource ?? endpoint?.resource;
  const resource = useSnapshot(
    ({ catalogue }) => catalogue.resources.find(({ id }) => id === resourceId) ?? null,
  );
  return (
    <Flex
      component="section"
      aria-label="Results of the question"
      direction="column"
      flex={1}
      mih={0}
      className={classes.results}
    >
      {run === null ? (
        <WithoutRun tab={tab} endpoint={endpoint} resource={resource} />
      ) : (
        // State that belongs to one run.
        <RunResults key={run.id} run={run} tab={tab} endpoint={endpoint} resource={resource} />
      )}
      <LinkDialog />
    </Flex>
  );
}

interface WithoutRunProps {
  tab: Tab;
  endpoint: Endpoint | null;
  resource: Resource | null;
}

/** Nothing was asked yet, asking failed, or main hasn't reported the run yet. */
function WithoutRun({ tab, endpoint, resource }: WithoutRunProps) {
  const shown = useShownProblem(tab, null);
  if (shown !== null) {
    const { problem, again: tryAgain } = shown;
    const actions = remedyActions(problem, { tab, endpoint, run: null, tryAgain });
    return (
      <div className={classes.area}>
        <ProblemCard problem={problem} actions={actions} />
      </div>
    );
  }
  if (tab.runId === null) {
    return <NotAsked {...{ tab, endpoint, resource }} />;
  }
  return (
    <>
      <SkeletonArea {...{ tab, endpoint, resource }} />
      <NoticeSlot isInner />
      <PendingBar />
    </>
  );
}
