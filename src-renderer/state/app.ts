/** The window's state: the snapshot from main, the current page, and the known runs. */
import { create } from 'zustand';
import { useEffect, useEffectEvent } from 'react';
import { type MenuCommand, pageNames, type SidebarPage } from '#shared/contract/event.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Notice, Run } from '#shared/contract/run.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Snapshot, Tab } from '#shared/contract/snapshot.ts';
import type { OpenedRecipe } from '#shared/contract/recipe.ts';
import type { Query } from '#shared/query/types.ts';
import { asAsked } from '#shared/query/values.ts';
import { isSampleProfile } from '#shared/service/profile.ts';
import { ownTimeZone, type OwnTimeZone } from '#shared/time-zone.ts';
import type { Connection } from '#renderer/host/hosts.ts';
import { host } from '../host/index.ts';

export { pageNames, type SidebarPage };

/** Those of the sidebar, and then those opened from one of these, for people who look for them. */
export const allPageNames = [...pageNames, 'request', 'service-profile'] as const;
export type PageName = (typeof allPageNames)[number];

export interface RefusedQuestion {
  problem: Problem;
  /** The same question once more, as far as it was to go. */
  again: () => Promise<void>;
}

export interface AppState {
  /** Null until main's first reply. */
  snapshot: Snapshot | null;
  /** This computer's time zone, by a name that main knows too. */
  localZone: OwnTimeZone;
  /** Why the first snapshot could not be read. */
  bootProblem: Problem | null;
  page: PageName;
  /** The assumption at which to open *Service profile*, until it is on screen. */
  askedFact: string | null;
  /** The support bundle was requested but isn't on screen yet. */
  isSupportAsked: boolean;
  /** Runs by id, as last reported by main. */
  runs: Readonly<Record<string, Run>>;
  /**
   * Questions that created no run (no key, invalid input), by tab id; shown in place of the results.
   */
  askProblems: Readonly<Record<string, RefusedQuestion>>;
  /** Why a stored run could not be opened, by run id; shown in the same location. */
  openProblems: Readonly<Record<string, Problem>>;
  /** Notices of this window, in addition to the snapshot's. */
  windowNotices: readonly Notice[];
  /** Notices that the person dismissed, by code and message. */
  dismissedNotices: readonly string[];
  connection: Connection;
  /** The result of reading the file that the program was opened with, until dismissed. */
  givenRecipe: Result<OpenedRecipe> | null;
}

export const useApp = create<AppState>()(() => ({
  snapshot: null,
  localZone: ownTimeZone(),
  bootProblem: null,
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

export const showPage = (page: PageName): void => useApp.setState({ page });

/** Opens *Service profile* at one of its assumptions. */
export const showFact = (id: string): void =>
  useApp.setState({ page: 'service-profile', askedFact: id });

/** Opens *Service status* where the support bundle is previewed. */
export const showSupport = (): void => useApp.setState({ page: 'status', isSupportAsked: true });

/**
 * Stores a run reported by main. Events and replies may overtake each other: the higher revision wins.
 */
export function rememberRun(run: Run): void {
  const known = useApp.getState().runs[run.id];
  // Reports of the same revision are equal.
  if (known === undefined || run.revision >= known.revision) replaceRun(run);
}

/** Stores a run as it is on disk, whatever was known before. */
export const replaceRun = (run: Run): void =>
  useApp.setState((state) => ({ runs: { ...state.runs, [run.id]: run } }));

/** Reads the snapshot where it is known to exist: everywhere below the boot screen. */
export const useSnapshot = <T>(select: (snapshot: Snapshot) => T): T =>
  useApp((state) => {
    if (state.snapshot === null) throw new Error('The snapshot is read before it came.');
    return select(state.snapshot);
  });

/** Whether the built-in sample service is in use. */
export const useIsSample = (): boolean => useSnapshot(({ profile }) => isSampleProfile(profile));

/** Returns the id of the current service's profile; empty before a service was chosen. */
export const useProfileId = (): string => useSnapshot(({ profile }) => profile?.id ?? '');

/** The same for actions. */
export const profileNow = (): string => useApp.getState().snapshot?.profile?.id ?? '';

/** Returns a question of the window as main is asked it: with today’s days for those that are counted back. */
export function askedNow(query: Query): Query {
  const endpoints = useApp.getState().snapshot?.catalogue.endpoints ?? [];
  const endpoint = endpoints.find(({ id }) => id === query.endpointId);
  return endpoint === undefined ? query : asAsked(endpoint, query, new Date());
}

export const useRun = (runId: string | null): Run | null =>
  useApp((state) => (runId === null ? null : (state.runs[runId] ?? null)));

/** Changes the snapshot, if there is one. */
export const changeSnapshot = (change: (snapshot: Snapshot) => Partial<Snapshot>): void =>
  useApp.setState(({ snapshot }) =>
    snapshot === null ? {} : { snapshot: { ...snapshot, ...change(snapshot) } },
  );

/** The open tabs, for actions. */
export const tabsNow = (): readonly Tab[] => useApp.getState().snapshot?.workspace.tabs ?? [];

export const tabNow = (tabId: string): Tab | undefined => tabsNow().find(({ id }) => id === tabId);

/** Returns the tab that *Explore* shows; undefined on the page where a question is chosen. */
export const activeTabOf = (snapshot: Snapshot | null): Tab | undefined =>
  snapshot?.workspace.tabs.find(({ id }) => id === snapshot.workspace.activeTab);

/** Returns a record without one of its keys; the same record if it lacks the key. */
export function without<T>(
  record: Readonly<Record<string, T>>,
  key: string,
): Readonly<Record<string, T>> {
  if (!(key in record)) return record;
  const { [key]: _left, ...others } = record;
  return others;
}

/**
 * Opens an address outside the window. Only after the person saw all of it and agreed. Returns the
 * problem, or null.
 */
export const openLink = (address: string): Promise<Problem | null> => host.openLink(address);

/** The address (`#/account`) of a page, which the window has while it is shown (`features/shell/places.ts`). */
export const pageAddress = (page: PageName): string => `#/${page}`;

/** Returns the page of an address; the first one for any other. */
export const pageOf = (hash: string): PageName =>
  allPageNames.find((page) => hash === pageAddress(page)) ?? 'explore';

/** Commands of the desktop program's menu are handled by the part of the window they concern. */
const menuHandlers = new Map<MenuCommand, () => void>();

/** Handles the command while the component is mounted. */
export function useMenuCommand(command: MenuCommand, act: () => void): void {
  const latest = useEffectEvent(act);
  useEffect(() => {
    menuHandlers.set(command, () => latest());
    return () => void menuHandlers.delete(command);
  }, [command]);
}

/** Runs a menu command, unless a dialog is open. */
export function takeMenuCommand(command: MenuCommand): void {
  if (document.querySelector('[role="dialog"]') === null) menuHandlers.get(command)?.();
}
