import { Box, Button, CloseButton, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import type { ComponentType, ReactNode, RefObject } from 'react';
import {
  Info,
  ListOrdered,
  Monitor,
  Moon,
  Pencil,
  Plus,
  Sun,
  Undo2,
  Unplug,
  X,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Preferences, Snapshot, Tab } from '#shared/contract/snapshot.ts';
import type { Notice } from '#shared/contract/run.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { NoticeSlot } from '#renderer/components/notices/NoticeStrip.tsx';
import { endpointOf, runName, tabNamesNow } from '#renderer/components/names.ts';
import { Boundary, ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import {
  activeTabOf,
  allPageNames,
  showPage,
  useApp,
  useProfileId,
  useRun,
  useSnapshot,
  useMenuCommand,
} from '#renderer/state/app.ts';
import type { PageName } from '#renderer/state/app.ts';
import { useSubjects } from '#renderer/state/subjects.ts';
import { openShownRun, retryOpening } from '#renderer/state/runs.ts';
import { closeTab, openNewTab, showTab } from '#renderer/state/workspace.ts';
import { nameOfPlatform } from '#renderer/components/platforms.tsx';
import type { Connection } from '#renderer/host/hosts.ts';
import { countOf, dayAndTime, serviceName } from '#renderer/components/words.ts';
import { paletteKeys, possible, useOffer, type Action } from '#renderer/components/actions.tsx';
import { changePreferences } from '#renderer/state/preferences.ts';
import { useHistory } from '#renderer/state/history.ts';
import { prepareRecipe, useRecipes } from '#renderer/state/recipes.ts';
import { openRun } from '../history/run-actions.tsx';
import { openQuestion } from '../explore/form-view.ts';
import { knownSteps } from '../recipes/recipe-words.tsx';
import { openPalette, Sidebar, useRail } from './Sidebar.tsx';
import { closeShownTab, reopenLast, shownTab, useTabCommands } from './close-tab.tsx';
import { pages, useWindowTitle } from './titles.ts';
import classes from './Shell.module.css';
import { later, loadPartsSoon } from './later.tsx';
import { usePlaces } from './places.ts';
import { StartPage } from './StartPage.tsx';
import { startRenaming, TabBar } from './TabBar.tsx';
import { groupQuestions, textsOf } from './questions.ts';

const loading = <output className={classes.loading}>Loading…</output>;
const CommandPalette = later((parts) => parts.CommandPalette);
const DerivedHead = later((parts) => parts.DerivedHead);
const DerivingDialog = later((parts) => parts.DerivingDialog);
const GivenRecipe = later((parts) => parts.GivenRecipe);
const QueryForm = later((parts) => parts.QueryForm, loading);
const RecipeDialogs = later((parts) => parts.RecipeDialogs);
const RepeatNotices = later((parts) => parts.RepeatNotices);
const Results = later((parts) => parts.Results);

const pageContents: Readonly<Record<PageName, ComponentType>> = {
  explore: ExplorePage,
  history: later((parts) => parts.HistoryPage, loading),
  recipes: later((parts) => parts.RecipesPage, loading),
  account: later((parts) => parts.AccountPage, loading),
  status: later((parts) => parts.StatusPage, loading),
  settings: later((parts) => parts.SettingsPage, loading),
  request: later((parts) => parts.RequestPage, loading),
  'service-profile': later((parts) => parts.ServiceProfilePage, loading),
};

/** The frame around every page: the sidebar, banners, and the page itself. */
export function Shell() {
  const page = useApp((state) => state.page);
  const PageContent = pageContents[page];
  const main = useRef<HTMLElement>(null);
  useWindowTitle();
  useTabCommands();
  usePlaces();
  useShellOffers();
  // Before all other handlers: the element that asks may be a form or a button.
  useWindowEvent('keydown', dropRepeat, { capture: true });
  useFocusOnChange(page, main);
  useFocusKept(main);
  useSubjects();
  useEffect(loadPartsSoon, []);
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
        <Box flex={1} mih="var(--least-page, 0)">
          <Boundary
            key={page}
            what="page"
            advice="Nothing is lost. Try again, or continue on another page. If it happens again, send the support bundle to support."
          >
            <PageContent />
          </Boundary>
        </Box>
        <NoticeSlot />
      </main>
      <GivenRecipe />
      <DerivingDialog />
      <RecipeDialogs />
      <RepeatNotices />
      <CommandPalette />
    </div>
  );
}

/**
 * A held key presses once. Otherwise holding Enter on *Next page* would make a metered call as soon as
 * the previous one is answered.
 */
const pressKeys = new Set(['Enter', ' ']);

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
  return (
    <Stack gap={0} h="100%" mih={0}>
      <VisuallyHidden component="h1">Explore</VisuallyHidden>
      <TabBar />
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

// Banners above a page, and what replaces its rows.

interface BannerProps {
  icon: LucideIcon;
  /** Whether something is wrong now. */
  warns?: boolean;
  role?: 'note';
  notice?: string;
  onDismiss?: () => void;
  children: ReactNode;
}

/** A banner above the page, with a button to dismiss it if it can be dismissed. */
const Banner = ({ icon: Icon, warns = false, role, notice, onDismiss, children }: BannerProps) => (
  <Group
    component="span"
    gap={10}
    wrap="nowrap"
    p={warns ? '8px 20px' : '6px 12px 6px 20px'}
    bg={warns ? 'var(--warn-soft)' : 'var(--sunken)'}
    data-line="bottom"
    role={role}
    data-notice={notice}
  >
    <Icon color={warns ? 'var(--warn)' : 'var(--text-2)'} />
    <Box component="span" flex={1}>
      {children}
    </Box>
    {onDismiss !== undefined && <CloseButton aria-label="Dismiss" onClick={onDismiss} />}
  </Group>
);

const connectionWords: Record<Exclude<Connection, 'heard'>, string> = {
  lost: 'The program behind this page has stopped or can’t be reached. Everything you received is saved. This page continues by itself when the program is back.',
  refused:
    'The program was restarted and no longer knows this page. Open the address it printed in the terminal.',
};

/** Shown while main can't be reached. */
function ConnectionBanner() {
  const connection = useApp((state) => state.connection);
  return (
    // Always present, so that screen readers announce what appears in it.
    <Text component="output" inherit display="block" aria-label="Connection">
      {connection !== 'heard' && (
        <Banner warns icon={Unplug}>
          {connectionWords[connection]}
        </Banner>
      )}
    </Text>
  );
}

const noticeKey = (notice: Notice): string => `${notice.code} ${notice.message}`;

/** Notices of the program about itself: a damaged file that it set aside, tabs that it can't save. */
function Notices() {
  const ofMain = useApp((state) => state.snapshot?.notices);
  const ofWindow = useApp((state) => state.windowNotices);
  const dismissed = useApp((state) => state.dismissedNotices);
  const dismiss = (key: string): void => useApp.setState({ dismissedNotices: [...dismissed, key] });
  return [...(ofMain ?? []), ...ofWindow]
    .filter((notice) => !dismissed.includes(noticeKey(notice)))
    .map((notice) => (
      <Banner
        key={noticeKey(notice)}
        icon={Info}
        notice={notice.code}
        onDismiss={() => dismiss(noticeKey(notice))}
      >
        {notice.message}
      </Banner>
    ));
}

/** Above the rows of another service's run, opened from History: which service they are from. */
function OtherService({ runId }: { runId: string }) {
  const run = useRun(runId);
  const profileId = useProfileId();
  // Of a file nobody knows a service.
  if (run === null || run.profileId === profileId || run.profileId === '') return null;
  return (
    <Banner role="note" icon={Info}>
      These rows are from {serviceName(run.profileId)}. You can read and save them here. To
      continue, choose that service in Account. A question asked above goes to{' '}
      {serviceName(profileId)}.
    </Banner>
  );
}

/** Replaces the results: why those of a stored run can't be shown. */
const OpeningProblem = ({ runId, problem }: { runId: string; problem: Problem }) => (
  <Stack gap={12} align="flex-start" maw={560} px={20} py={24}>
    <ProblemText problem={problem} />
    <Text inherit c="var(--text-2)">
      The question above is kept. Asking it again is a new call to the service.
    </Text>
    <Button variant="default" onClick={() => void retryOpening(runId)}>
      Try again
    </Button>
  </Stack>
);

// Where the focus goes when the focused element is gone.

/**
 * Focuses a new page, so that it is read from its beginning, except at the start and if the page has
 * already focused something itself (a question being filled in).
 */
function useFocusOnChange(page: PageName, main: RefObject<HTMLElement | null>): void {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus();
  }, [page, main]);
}

/** Long enough for dialogs and forms that restore the focus themselves (ms). */
const restoreDelayMs = 150;

/**
 * A button that disappears when pressed (*Undo*, a filter, a card) takes the focus with it, and Tab
 * would start at the top of the window. Moves the focus to the closest remaining ancestor, or to the
 * page.
 */
const useFocusKept = (main: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    let around: readonly Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent): void => {
      around = target instanceof Element ? withAncestors(target) : [];
    };
    const isLost = (): boolean => {
      const [focused] = around;
      if (document.activeElement !== document.body || focused === undefined) return false;
      // A form that is locked while it asks restores the focus itself.
      const isLocked = focused.matches(':disabled') && focused.closest('form') === null;
      // A click outside everything removes the focus too: that is intentional.
      return !focused.isConnected || isLocked;
    };
    const restoreFocus = (): void => {
      if (!isLost()) return;
      const next = around.find((one) => one.isConnected && one.matches('[tabindex], dialog'));
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(restoreFocus, restoreDelayMs);
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled'],
    });
    document.addEventListener('focusin', remember);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, [main]);

/** Returns the element and its ancestors, from the inside out. */
function withAncestors(element: Element): Element[] {
  const all: Element[] = [];
  for (let one: Element | null = element; one !== null; one = one.parentElement) all.push(one);
  return all;
}

// What can always be done: open questions, all questions, runs, recipes, pages, the theme; not what is there.

export function useShellOffers(): void {
  useOffer('tabs', ofSnapshot(tabOffers));
  useOffer('questions', ofSnapshot(questionOffers));
  useOffer('runs', ofSnapshot(runOffers));
  useOffer('recipes', ofSnapshot(recipeOffers));
  useOffer('pages', pageOffers);
  useOffer('pages', () => ({ label: 'Commands', keys: paletteKeys, act: openPalette }));
  useMenuCommand('showCommands', () => void openPalette());
  useOffer('theme', ofSnapshot(themeOffers));
}

const ofSnapshot = (of: (snapshot: Snapshot) => Action[]) => (): Action[] => {
  const { snapshot } = useApp.getState();
  return snapshot === null ? [] : of(snapshot);
};

function tabOffers({ workspace, catalogue }: Snapshot): Action[] {
  const names = tabNamesNow();
  const shown = shownTab();
  const reopen = reopenLast();
  const isStart = useApp.getState().page === 'explore' && shown === null;
  return [
    ...workspace.tabs
      .filter(({ id }) => id !== shown?.id)
      .map(({ id, query }) => ({
        id: `tab ${id}`,
        label: names.get(id) ?? '',
        icon: { platform: endpointOf(catalogue, query)?.platform ?? null },
        act: () => {
          showTab(id);
          showPage('explore');
        },
      })),
    // Browsers keep these keys for their own tabs; where they don't, or without a menu, they work, too.
    ...possible(
      reopen && { label: 'Reopen closed tab', icon: Undo2, keys: 'Ctrl+Shift+T', act: reopen },
      !isStart && { label: 'Choose a question', detail: 'new tab', icon: Plus, act: openNewTab },
      shown && {
        label: 'Rename this tab',
        icon: Pencil,
        keys: 'F2',
        act: () => startRenaming(shown.id),
      },
      shown && { label: 'Close this tab', icon: X, act: closeShownTab },
    ),
  ];
}

const questionOffers = ({ catalogue }: Snapshot): Action[] =>
  groupQuestions(catalogue).flatMap(({ platform, questions }) =>
    questions.map((question) => ({
      id: `question ${question.id}`,
      label: question.title,
      detail: nameOfPlatform(platform),
      also: textsOf(question, catalogue.resources),
      icon: { platform },
      act: () => openQuestion(question.id),
    })),
  );

function runOffers(snapshot: Snapshot): Action[] {
  const now = new Date();
  const { profile, catalogue } = snapshot;
  return (useHistory.getState().runs ?? [])
    .filter(({ query, profileId }) => query !== null && profileId === profile?.id)
    .map((run) => ({
      id: `run ${run.id}`,
      label: runName(snapshot, run),
      detail: `${countOf(run.rows, 'row')}, ${dayAndTime(new Date(run.createdAt), now)}`,
      icon: { platform: endpointOf(catalogue, run.query)?.platform ?? null },
      act: () => openRun(run),
    }));
}

/** Those whose questions this service has. */
const recipeOffers = ({ catalogue }: Snapshot): Action[] =>
  (useRecipes.getState().recipes ?? [])
    .filter(({ recipe }) => knownSteps(recipe, catalogue) !== null)
    .map(({ id, recipe }) => ({
      id: `recipe ${id}`,
      label: `Run ${recipe.name}…`,
      detail: countOf(recipe.steps.length, 'step'),
      icon: ListOrdered,
      act: () => prepareRecipe(recipe),
    }));

const pageOffers = (): Action[] =>
  allPageNames
    .filter((page) => page !== useApp.getState().page)
    .map((page) => {
      const { label, icon, contents } = pages[page];
      return { label, icon, detail: contents, act: () => showPage(page) };
    });

const themes: readonly { theme: Preferences['theme']; label: string; icon: LucideIcon }[] = [
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
  { theme: 'system', label: 'System', icon: Monitor },
];

const themeOffers = ({ preferences }: Snapshot): Action[] =>
  themes
    .filter(({ theme }) => theme !== preferences.theme)
    .map(({ theme, label, icon }) => ({
      label,
      icon,
      act: () => void changePreferences({ theme }),
    }));
