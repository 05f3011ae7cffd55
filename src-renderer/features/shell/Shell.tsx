import { Box, Stack, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { assertNever } from '#shared/assert-never.ts';
import { OpenDataset } from '#renderer/components/dataset/OpenDataset.tsx';
import { NoticeSlot } from '#renderer/components/notices/NoticeStrip.tsx';
import { endpointOf } from '#renderer/components/names.ts';
import { Boundary } from '#renderer/components/problems/ProblemCard.tsx';
import { GivenRecipe } from '#renderer/components/recipe/RecipeDialog.tsx';
import { type PageName, useApp, activeTabOf, useRun, useSnapshot } from '#renderer/state/app.ts';
import { useSubjects } from '#renderer/state/subjects.ts';
import { AccountPage } from '../account/AccountPage.tsx';
import { HistoryPage } from '../history/HistoryPage.tsx';
import { DerivingDialog } from '../compare/DerivingDialog.tsx';
import { CommandPalette } from '../palette/CommandPalette.tsx';
import { RecipeDialogs } from '../recipes/RecipeDialogs.tsx';
import { RecipesPage } from '../recipes/RecipesPage.tsx';
import { RequestPage } from '../request/RequestPage.tsx';
import { ServiceProfilePage } from '../service-profile/ServiceProfilePage.tsx';
import { SettingsPage } from '../settings/SettingsPage.tsx';
import { StatusPage } from '../status/StatusPage.tsx';
import {
  ConnectionBanner,
  Notices,
  OpeningProblem,
  OtherService,
  TroubleBanner,
} from './banners.tsx';
import { useFocusKept, useFocusOnChange } from './focus.ts';
import { useShellCommands } from './shell-commands.ts';
import { Sidebar, useRail } from './Sidebar.tsx';
import { useTabCommands } from './close-tab.tsx';
import { useWindowTitle } from './titles.ts';
import classes from './Shell.module.css';
import type { Tab } from '#shared/contract/snapshot.ts';
import { openShownRun } from '#renderer/state/runs.ts';
import { closeTab } from '#renderer/state/workspace.ts';
import { DerivedHead } from '../compare/DerivedHead.tsx';
import { QueryForm } from '../explore/QueryForm.tsx';
import { Results } from '../results/Results.tsx';
import { StartPage } from './StartPage.tsx';
import { TabBar } from './TabBar.tsx';

/** The frame around every page: the sidebar, banners, and the page itself. */
export function Shell() {
  const page = useApp((state) => state.page);
  const main = useRef<HTMLElement>(null);
  useWindowTitle();
  useTabCommands();
  useShellCommands();
  useSinglePress();
  useFocusOnChange(page, main);
  useFocusKept(main);
  useSubjects();
  const isRail = useRail();
  return (
    <div className={classes.shell} data-rail={isRail || undefined}>
      <a
        href="#main"
        className={classes.skip}
        onClick={(event) => {
          // The address represents the page, so the fragment must not change.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the question and its results
      </a>
      <Sidebar isRail={isRail} />
      <main ref={main} id="main" tabIndex={-1} className={classes.main}>
        <ConnectionBanner />
        <Notices />
        <Box flex={1} mih={0}>
          <Boundary
            key={page}
            what="page"
            advice="Nothing is lost. Try again, or continue on another page. If it happens again, send the support bundle to support."
          >
            <PageContent page={page} />
          </Boundary>
        </Box>
        <NoticeSlot />
      </main>
      <GivenRecipe />
      <DerivingDialog />
      <OpenDataset />
      <RecipeDialogs />
      <CommandPalette />
    </div>
  );
}

function PageContent({ page }: { page: PageName }) {
  switch (page) {
    case 'explore':
      return <ExplorePage />;
    case 'history':
      return <HistoryPage />;
    case 'account':
      return <AccountPage />;
    case 'status':
      return <StatusPage />;
    case 'settings':
      return <SettingsPage />;
    case 'recipes':
      return <RecipesPage />;
    case 'request':
      return <RequestPage />;
    case 'service-profile':
      return <ServiceProfilePage />;
    default:
      return assertNever(page);
  }
}

/**
 * A held key presses once. Otherwise holding Enter on *Next page* would make a metered call as soon as
 * the previous one is answered.
 */
const pressKeys = new Set(['Enter', ' ']);

function useSinglePress(): void {
  useEffect(() => {
    // Before all other handlers: the element that asks may be a form or a button.
    window.addEventListener('keydown', dropRepeat, { capture: true });
    return () => window.removeEventListener('keydown', dropRepeat, { capture: true });
  }, []);
}

function dropRepeat(event: KeyboardEvent): void {
  if (!event.repeat || !pressKeys.has(event.key)) return;
  // In a text field, a held space or line break is intended.
  const typing =
    event.target instanceof HTMLTextAreaElement ||
    (event.target instanceof HTMLInputElement && event.key === ' ');
  if (typing) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Tabs, and the question of the active one above its results. */
export function ExplorePage() {
  const tab = useSnapshot(activeTabOf);
  const platform = useSnapshot(
    ({ catalogue }) => endpointOf(catalogue, tab?.query)?.platform ?? null,
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
