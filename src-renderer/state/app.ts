/** The window's state: the snapshot from main, the page shown, and the runs it knows. */
import { create } from 'zustand';
import { useEffect, useEffectEvent } from 'react';
import { type MenuCommand, pageNames, type SidebarPage } from '#shared/contract/menu.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Notice, Run } from '#shared/contract/run.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Snapshot, Tab } from '#shared/contract/snapshot.ts';
import type { OpenedRecipe } from '#shared/contract/export/methods-sheet.ts';
import { isSampleProfile } from '#shared/service/profile.ts';
import type { Connection } from '../host/types.ts';
import { host } from '../host/index.ts';

export { pageNames, type SidebarPage };

/** Pages that are opened from one of the sidebar's: for those who look for them. */
export const innerPageNames = ['recipes', 'request', 'service-profile'] as const;
export type InnerPage = (typeof innerPageNames)[number];
/** The entry of the sidebar above each. */
export const pageAbove: Record<InnerPage, SidebarPage> = {
  recipes: 'explore',
  request: 'status',
  'service-profile': 'settings',
};
export type PageName = SidebarPage | InnerPage;

export interface AppState {
  /** Null until the first reply of main. */
  snapshot: Snapshot | null;
  /** Why the first snapshot did not come. */
  bootProblem: Problem | null;
  /**
   * The policy that the window was loaded with lets pictures in: what the setting said then. It
   * can't change while the window is open.
   */
  letsPicturesIn: boolean;
  page: PageName;
  /** The assumption that *Service profile* is opened at, until it is on screen. */
  askedFact: string | null;
  /** The support bundle was asked for, and is not on screen yet. */
  isSupportAsked: boolean;
  /** Runs by id, as last told by main. */
  runs: Readonly<Record<string, Run>>;
  /**
   * Problems of asking that left no run behind (no key, invalid input), by tab id; shown where
   * the results would be.
   */
  askProblems: Readonly<Record<string, Problem>>;
  /** Why a run of an earlier day could not be opened, by run id; shown in the same place. */
  openProblems: Readonly<Record<string, Problem>>;
  /** What this window has to say beside the notices of the snapshot. */
  windowNotices: readonly Notice[];
  /** Notices the person has put away, by code and message. */
  dismissedNotices: readonly string[];
  connection: Connection;
  /** What became of the file that the program was opened with, until it is put away. */
  givenRecipe: Result<OpenedRecipe> | null;
}

export const useApp = create<AppState>()(() => ({
  snapshot: null,
  bootProblem: null,
  letsPicturesIn: false,
  page: 'explore',
  askedFact: null,
  isSupportAsked: false,
  runs: {},
  askProblems: {},
  openProblems: {},
  windowNotices: [],
  dismissedNotices: [],
  connection: 'heard',
  givenRecipe: null,
}));

export function showPage(page: PageName): void {
  useApp.setState({ page });
}

/** Opens *Service profile* at one of its assumptions. */
export function showFact(id: string): void {
  useApp.setState({ page: 'service-profile', askedFact: id });
}

/** Opens *Service status* where the support bundle is previewed. */
export function showSupport(): void {
  useApp.setState({ page: 'status', isSupportAsked: true });
}

/** Takes over what main says of a run. Events and replies cross: the further one wins. */
export function rememberRun(run: Run): void {
  const known = useApp.getState().runs[run.id];
  // Of the same revision, both say the same.
  if (known === undefined || run.revision >= known.revision) replaceRun(run);
}

/** Takes over a run as it is on disk, whatever was known before. */
export function replaceRun(run: Run): void {
  useApp.setState((state) => ({ runs: { ...state.runs, [run.id]: run } }));
}

/** The snapshot where it is known to be there: everything below the boot screen. */
export function useSnapshot<T>(select: (snapshot: Snapshot) => T): T {
  return useApp((state) => {
    if (state.snapshot === null) throw new Error('The snapshot is read before it came.');
    return select(state.snapshot);
  });
}

/** Whether the built-in sample service is in use. */
export const useIsSample = (): boolean => useSnapshot(({ profile }) => isSampleProfile(profile));

/** The service in use; empty before one was chosen. */
export const useProfileId = (): string => useSnapshot(({ profile }) => profile?.id ?? '');

/** The same for an action. */
export const profileNow = (): string => useApp.getState().snapshot?.profile?.id ?? '';

export function useRun(runId: string | null): Run | null {
  return useApp((state) => (runId === null ? null : (state.runs[runId] ?? null)));
}

/** Changes the snapshot, where there is one. */
export function changeSnapshot(change: (snapshot: Snapshot) => Partial<Snapshot>): void {
  useApp.setState(({ snapshot }) =>
    snapshot === null ? {} : { snapshot: { ...snapshot, ...change(snapshot) } },
  );
}

/** The open tabs, for an action. */
export const tabsNow = (): readonly Tab[] => useApp.getState().snapshot?.workspace.tabs ?? [];

export const tabNow = (tabId: string): Tab | undefined => tabsNow().find(({ id }) => id === tabId);

/** The tab that *Explore* shows; undefined where a question is chosen. */
export const activeTabOf = (snapshot: Snapshot | null): Tab | undefined =>
  snapshot?.workspace.tabs.find(({ id }) => id === snapshot.workspace.activeTab);

/** A record without one of its keys; the same record when it isn't there. */
export function without<T>(
  record: Readonly<Record<string, T>>,
  key: string,
): Readonly<Record<string, T>> {
  if (!(key in record)) return record;
  const { [key]: _left, ...rest } = record;
  return rest;
}

/**
 * Opens an address outside the window. Only after the person saw it whole and agreed. Answers
 * with what went wrong, or null.
 */
export const openLink = (address: string): Promise<Problem | null> => host.openLink(address);

/** Keeps the page shown and the address (`#/account`) in step, so that Back and reload work. */
export const pageAddress = (page: PageName): string => `#/${page}`;

function pageOf(hash: string): PageName {
  const all: readonly PageName[] = [...pageNames, ...innerPageNames];
  return all.find((page) => hash === pageAddress(page)) ?? 'explore';
}

/** Starts keeping in step. Returns the function that ends it. */
export function followAddress(): () => void {
  const takeAddress = () => showPage(pageOf(window.location.hash));
  takeAddress();
  const unsubscribe = useApp.subscribe((state, before) => {
    if (state.page === before.page || pageOf(window.location.hash) === state.page) return;
    window.history.pushState(null, '', pageAddress(state.page));
  });
  window.addEventListener('popstate', takeAddress);
  return () => {
    unsubscribe();
    window.removeEventListener('popstate', takeAddress);
  };
}

/** What the desktop program's menu asks for is done by the part of the window that it is about. */
const doers = new Map<MenuCommand, () => void>();

/** Does the command as long as the component is there. */
export function useMenuCommand(command: MenuCommand, act: () => void): void {
  const latest = useEffectEvent(act);
  useEffect(() => {
    doers.set(command, () => latest());
    return () => void doers.delete(command);
  }, [command]);
}

/** Nothing is done behind a dialog's back. */
export function takeMenuCommand(command: MenuCommand): void {
  if (document.querySelector('[role="dialog"]') === null) doers.get(command)?.();
}
