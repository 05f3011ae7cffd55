/** The commands that are always available: open questions, all questions, runs, pages, the theme. */
import {
  CodeXml,
  FileText,
  ListOrdered,
  Monitor,
  Moon,
  Pencil,
  Plus,
  Sun,
  Undo2,
  X,
  type LucideIcon,
} from 'lucide-react';
import type { RunSummary } from '#shared/contract/history.ts';
import type { SavedRecipe } from '#shared/contract/recipe.ts';
import type { Preferences, Snapshot } from '#shared/contract/snapshot.ts';
import { useCommands, type Command } from '#renderer/components/commands/commands.ts';
import { nameOfPlatform } from '#renderer/components/platforms.tsx';
import { endpointOf, runName, tabNamesNow } from '#renderer/components/names.ts';
import { countOf, dayInWords } from '#renderer/components/words.ts';
import { innerPageNames, pageNames, showPage, useApp } from '#renderer/state/app.ts';
import type { InnerPage, PageName } from '#renderer/state/app.ts';
import { changePreferences } from '#renderer/state/preferences.ts';
import { useHistory } from '#renderer/state/history.ts';
import { prepareRecipe, useRecipes } from '#renderer/state/recipes.ts';
import { openNewTab, showTab } from '#renderer/state/workspace.ts';
import { openRun } from '../history/run-actions.tsx';
import { openQuestion } from '../explore/form-view.ts';
import { knownSteps } from '../recipes/recipe-words.tsx';
import { pageIcons, pageLabels } from './titles.ts';
import { groupQuestions } from './questions.ts';
import { closeShownTab, reopenLast, shownTab } from './close-tab.tsx';
import { startRenaming } from './TabBar.tsx';

/** Offers all of them except those that lead to the current page or tab. */
export function useShellCommands(): void {
  useCommands(() => {
    const { snapshot, page } = useApp.getState();
    if (snapshot === null) return [];
    return [
      ...tabCommands(snapshot, page),
      ...questionCommands(snapshot),
      ...runCommands(snapshot, useHistory.getState().runs),
      ...recipeCommands(snapshot, useRecipes.getState().recipes),
      ...pageCommands(page),
      ...themeCommands(snapshot.preferences),
    ];
  });
}

function tabCommands({ workspace, catalogue }: Snapshot, page: PageName): Command[] {
  const names = tabNamesNow();
  const shown = shownTab();
  const others = workspace.tabs.filter(({ id }) => id !== shown?.id);
  const command = (id: string, title: string, icon: Command['icon'], act: () => void): Command => ({
    id: `tab ${id}`,
    group: 'tabs',
    title,
    detail: null,
    icon,
    act,
  });
  const open = others.map((tab) => {
    const platform = endpointOf(catalogue, tab.query)?.platform ?? null;
    return command(tab.id, names.get(tab.id) ?? '', { platform }, () => {
      showTab(tab.id);
      showPage('explore');
    });
  });
  const reopen = reopenLast();
  if (reopen !== null) {
    open.push({ ...command('reopen', 'Reopen closed tab', Undo2, reopen), keys: 'Ctrl+Shift+T' });
  }
  const isStart = page === 'explore' && shown === null;
  const start = { ...command('new', 'Choose a question', Plus, openNewTab), detail: 'new tab' };
  if (shown === null) return isStart ? open : [...open, start];
  const rename = command('rename', 'Rename this tab', Pencil, () => startRenaming(shown.id));
  return [
    ...open,
    start,
    { ...rename, keys: 'F2' },
    command('close', 'Close this tab', X, closeShownTab),
  ];
}

function questionCommands({ catalogue }: Snapshot): Command[] {
  return groupQuestions(catalogue).flatMap(({ platform, questions }) =>
    questions.map(({ id, title }) => ({
      id: `question ${id}`,
      group: 'questions',
      title,
      detail: nameOfPlatform(platform),
      icon: { platform },
      act: () => openQuestion(id),
    })),
  );
}

/** @param runs null until read. */
function runCommands(snapshot: Snapshot, runs: readonly RunSummary[] | null): Command[] {
  const now = new Date();
  const { profile, catalogue } = snapshot;
  return (runs ?? []).flatMap((run) => {
    if (run.query === null || run.profileId !== profile?.id) return [];
    return {
      id: `run ${run.id}`,
      group: 'runs',
      title: runName(snapshot, run),
      detail: `${countOf(run.rows, 'row')}, ${dayInWords(new Date(run.createdAt), now)}`,
      icon: { platform: endpointOf(catalogue, run.query)?.platform ?? null },
      act: () => openRun(run),
    };
  });
}

/**
 * Offers those whose questions this service has.
 * @param recipes null until read.
 */
const recipeCommands = (
  { catalogue }: Snapshot,
  recipes: readonly SavedRecipe[] | null,
): Command[] =>
  (recipes ?? [])
    .filter(({ recipe }) => knownSteps(recipe, catalogue) !== null)
    .map(({ id, recipe }) => ({
      id: `recipe ${id}`,
      group: 'recipes',
      title: `Run ${recipe.name}…`,
      detail: countOf(recipe.steps.length, 'step'),
      icon: ListOrdered,
      act: () => prepareRecipe(recipe),
    }));

const innerIcons: Record<InnerPage, LucideIcon> = {
  recipes: ListOrdered,
  request: CodeXml,
  'service-profile': FileText,
};

/** What each page contains. */
const pageContents: Record<PageName, string> = {
  explore: 'questions and their rows',
  history: 'every run',
  account: 'keys, sign-in, plan, credits, calls',
  status: 'health, metrics, support bundle',
  settings: 'project, retries, limits, prices, pictures, data folder',
  recipes: 'saved steps, running recipes',
  request: 'any path of the service',
  'service-profile': 'names and paths of the service, corrections',
};

function pageCommands(shown: PageName): Command[] {
  const icons = { ...pageIcons, ...innerIcons };
  return [...pageNames, ...innerPageNames]
    .filter((page) => page !== shown)
    .map((page) => ({
      id: `page ${page}`,
      group: 'pages',
      title: pageLabels[page],
      detail: pageContents[page],
      icon: icons[page],
      act: () => showPage(page),
    }));
}

const themes: readonly { theme: Preferences['theme']; title: string; icon: LucideIcon }[] = [
  { theme: 'light', title: 'Light', icon: Sun },
  { theme: 'dark', title: 'Dark', icon: Moon },
  { theme: 'system', title: 'System', icon: Monitor },
];

function themeCommands({ theme: used }: Preferences): Command[] {
  return themes
    .filter(({ theme }) => theme !== used)
    .map(({ theme, title, icon }) => ({
      id: `theme ${theme}`,
      group: 'theme',
      title,
      detail: null,
      icon,
      act: () => void changePreferences({ theme }),
    }));
}
