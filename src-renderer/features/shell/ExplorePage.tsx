import { Stack, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import type { Tab } from '#shared/contract/snapshot.ts';
import { activeTabOf, useApp, useRun, useSnapshot } from '#renderer/state/app.ts';
import { openShownRun } from '#renderer/state/runs.ts';
import { closeTab } from '#renderer/state/workspace.ts';
import { Boundary } from '#renderer/components/problems/ProblemCard.tsx';
import { DerivedHead } from '../compare/DerivedHead.tsx';
import { QueryForm } from '../explore/QueryForm.tsx';
import { Results } from '../results/Results.tsx';
import { OpeningProblem, OtherService, TroubleBanner } from './banners.tsx';
import { StartPage } from './StartPage.tsx';
import { TabBar } from './TabBar.tsx';

/** Tabs, and the question of the active one above its results. */
export function ExplorePage() {
  const tab = useSnapshot(activeTabOf);
  const platform = useSnapshot(
    ({ catalogue }) =>
      catalogue.endpoints.find(({ id }) => id === tab?.query.endpointId)?.platform ?? null,
  );
  return (
    <Stack gap={0} h="100%" mih={0}>
      <VisuallyHidden component="h1">Explore</VisuallyHidden>
      <TabBar />
      <TroubleBanner platform={platform} />
      {/* A key per tab: the state inside a form or a grid belongs to that tab alone. */}
      {tab === undefined ? (
        <StartPage />
      ) : (
        <Boundary
          key={tab.id}
          what="tab"
          advice="Everything in it is kept and can be opened in History. Close the tab, or try again; if it happens again, send the support bundle to support."
          actions={[{ label: 'Close the tab', act: () => closeTab(tab.id) }]}
        >
          <TabContent tab={tab} />
        </Boundary>
      )}
    </Stack>
  );
}

function TabContent({ tab }: { tab: Tab }) {
  const problem = useApp(({ openProblems }) =>
    tab.runId === null ? undefined : openProblems[tab.runId],
  );
  const run = useRun(tab.runId);
  useEffect(() => {
    if (tab.runId !== null) void openShownRun(tab.runId);
  }, [tab.runId]);
  return (
    <>
      {run?.derived == null ? (
        <QueryForm tab={tab} />
      ) : (
        <DerivedHead run={run} tab={tab} derived={run.derived} />
      )}
      {tab.runId !== null && <OtherService runId={tab.runId} />}
      {tab.runId !== null && problem !== undefined ? (
        <OpeningProblem runId={tab.runId} problem={problem} />
      ) : (
        <Results tab={tab} />
      )}
    </>
  );
}
