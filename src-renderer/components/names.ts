/** Names of questions, runs and tabs: the same in tabs, History, the palette and the window title. */
import { useMemo } from 'react';
import { dataFromOf } from '#shared/catalogue/data-from.ts';
import {
  singleItem,
  type Catalogue,
  type Endpoint,
  type Resource,
} from '#shared/catalogue/types.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Snapshot, Subject, Tab } from '#shared/contract/snapshot.ts';
import type { Query } from '#shared/query/types.ts';
import { splitIds } from '#shared/catalogue/parameter-kinds.ts';
import {
  type QueryAbout,
  queryAbout,
  listTitle,
  queryChips,
  queryTitle,
} from '#shared/query/words.ts';
import { useApp, useSnapshot } from '../state/app.ts';
import { nameOfPlatform } from './platforms.tsx';
import { clockTime, grouping, lowerFirst } from './words.ts';

/** The data that names are made of. */
export type NameSource = Pick<Snapshot, 'catalogue'> & {
  workspace: { subjects: readonly Subject[] };
};

/** Undefined for an unknown question. */
export const endpointOf = (catalogue: Catalogue, query?: Query | null): Endpoint | undefined =>
  catalogue.endpoints.find(({ id }) => id === query?.endpointId);

/**
 * "Comments: Train late by…", "Followers: mira_osei", "Followers: list of 200"; null for an unknown
 * question. `list`: that of the run.
 */
function questionName(
  { catalogue, workspace }: NameSource,
  query: Query,
  list: { count: number } | null = null,
): string | null {
  const endpoint = endpointOf(catalogue, query);
  if (endpoint === undefined) return null;
  if (list !== null) return listTitle(endpoint, query, list.count);
  return queryTitle(endpoint, query, (about) => aboutWords(workspace.subjects, endpoint, about));
}

/** As a hook: the single item that a run asks for, which has no pages; null if it has pages. */
export const useSingleItem = (run: Parameters<typeof singleItem>[1]): Resource | null =>
  useSnapshot(({ catalogue }) => singleItem(catalogue, run));

/** As a hook: the field by which a run's rows are known; null if the catalogue lacks its resource. */
export const useIdentity = ({ resource }: Pick<Run, 'resource'>): string | null =>
  useSnapshot(
    ({ catalogue }) => catalogue.resources.find(({ id }) => id === resource)?.identity ?? null,
  );

/** Returns the person's name of a run, else that of its question. */
export const runName = (
  known: NameSource,
  run: Pick<RunSummary, 'name' | 'title' | 'query' | 'list'>,
): string =>
  run.name ?? (run.query === null ? null : questionName(known, run.query, run.list)) ?? run.title;

/** Returns what a query is about, in a person's words: the first words of a post, a short id. */
export function aboutInWords(
  { catalogue, workspace }: NameSource,
  query: Query,
): { words: string; isId: boolean } {
  const endpoint = endpointOf(catalogue, query);
  const about = endpoint === undefined ? null : queryAbout(endpoint, query);
  if (endpoint === undefined || about === null) return { words: '', isId: false };
  const words = aboutWords(workspace.subjects, endpoint, about);
  return { words, isId: isId(about) && words === shortId(about.value) };
}

function aboutWords(
  subjects: readonly Subject[],
  { platform }: Endpoint,
  about: QueryAbout,
): string {
  const known = subjects.find((one) => one.id === about.value && one.platform === platform);
  if (known !== undefined) return known.words;
  if (!isId(about)) return about.value;
  const [first = '', ...others] = splitIds(about.value);
  return others.length === 0
    ? shortId(first)
    : `${shortId(first)} and ${grouping(others.length)} more`;
}

/** Whether it is an id rather than a search text. */
const isId = ({ parameter: { type, key } }: QueryAbout): boolean =>
  type.kind === 'ids' || /^(?:id|commentId|sound)$/.test(key);

/** Shortens an id, keeping its end, which distinguishes it from others: "212383…2186". */
const shortId = (id: string): string =>
  id.length <= 14 ? id : `${id.slice(0, 6)}…${id.slice(-4)}`;

export function useNameSource(): NameSource {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const subjects = useSnapshot(({ workspace }) => workspace.subjects);
  return useMemo(() => ({ catalogue, workspace: { subjects } }), [catalogue, subjects]);
}

type Runs = Readonly<Record<string, Run>>;

/**
 * Returns the names of all tabs, by id. A tab with rows is named after the question they answer,
 * whatever is being typed into its form. Names are unique: equal ones are followed by their difference.
 */
export function tabNames(
  known: NameSource,
  tabs: readonly Tab[],
  runs: Runs,
): ReadonlyMap<string, string> {
  const named = tabs.map((tab) => {
    const run = tab.runId === null ? undefined : runs[tab.runId];
    const isAnswered = run !== undefined && run.rowCount > 0;
    const query = isAnswered ? run.query : tab.query;
    const list = run !== undefined && (isAnswered || tab.list !== null) ? run.list : null;
    const name = tab.name ?? questionName(known, query, list) ?? run?.title ?? query.endpointId;
    return {
      id: tab.id,
      name,
      details: () => detailsOf(known, query),
      run,
      isAsked: tab.runId !== null,
    };
  });
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const one of named) {
    const alike = named.filter(({ name }) => name === one.name);
    const name = alike.length === 1 ? one.name : `${one.name}${mark}${difference(one, alike)}`;
    let unique = name;
    for (let number = 2; taken.has(unique); number += 1) unique = `${name} (${number})`;
    taken.add(unique);
    names.set(one.id, unique);
  }
  return names;
}

/** Separates a name from what distinguishes it. */
const mark = ' · ';

/** Returns where the difference begins in the name of a tab; the name's length if there is none. */
export function differenceAt(name: string): number {
  const at = name.lastIndexOf(mark);
  return at === -1 ? name.length : at;
}

interface Named {
  details: () => string[];
  /** Undefined too after a reload, until its tab is shown. */
  run: Run | undefined;
  isAsked: boolean;
}

/** Returns the details that not all of them share, else the time of asking. */
function difference(one: Named, alike: readonly Named[]): string {
  const all = alike.map(({ details }) => details());
  const own = one.details().filter((detail) => !all.every((other) => other.includes(detail)));
  if (own.length > 0) return own.slice(0, 2).join(', ');
  if (one.run !== undefined) return clockTime(new Date(one.run.createdAt));
  return one.isAsked ? 'asked earlier' : 'not asked yet';
}

function detailsOf({ catalogue }: NameSource, query: Query): string[] {
  const endpoint = endpointOf(catalogue, query);
  if (endpoint === undefined) return [];
  const chips = queryChips(endpoint, query);
  return [
    nameOfPlatform(endpoint.platform),
    ...(dataFromOf(query.endpointId) === 'stored' ? ['stored'] : []),
    ...chips.map(([label, value]) => `${lowerFirst(label)} ${value}`),
    ...(query.fields.length === 0 ? [] : [`${query.fields.length} fields`]),
  ];
}

/** Returns the current names of all tabs, for an action. */
export function tabNamesNow(): ReadonlyMap<string, string> {
  const { snapshot, runs } = useApp.getState();
  return snapshot === null ? new Map() : tabNames(snapshot, snapshot.workspace.tabs, runs);
}

export function useTabNames(): ReadonlyMap<string, string> {
  const known = useNameSource();
  const tabs = useSnapshot(({ workspace }) => workspace.tabs);
  const runs = useApp((state) => state.runs);
  return useMemo(() => tabNames(known, tabs, runs), [known, tabs, runs]);
}
