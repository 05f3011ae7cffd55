/**
 * Pictures and videos that rows link to. Main loads them, once the person allowed it; nothing here ever
 * calls the service.
 */
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { mediaMeanings } from '#shared/contract/media.ts';
import type { Column } from '#shared/contract/run.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { LoadedMedia, MediaColumn, MediaLink, MissingMedia } from '#shared/contract/media.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { View } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';
import { useSnapshot } from './app.ts';
import { preferencesSaved } from './preferences.ts';
import { type Asked, Lane, problemOf, type RunRows, useAsked } from './asked.ts';
import { keptMap } from './kept.ts';

/** Whether the person allows the project to load pictures and videos. */
export const useLoadsMedia = (): boolean =>
  useSnapshot(({ preferences }) => preferences.loadsMedia);

/**
 * Returns the columns of a run with links to media. Until main answers, and if it can't, those that are
 * for media by what they mean.
 */
export function useMediaColumns(run: RunRows): readonly MediaColumn[] {
  const { columns, state, rowCount, changes } = run;
  const { value } = useAsked({
    key: [run.id, 'media'],
    // Pages that arrive seldom have other columns.
    version: isWorking(state) ? 'working' : rowCount,
    ask:
      rowCount > 0 && changes === undefined
        ? () => host.call('media.columns', { runId: run.id })
        : null,
    keep: Infinity,
  });
  const guessed = useMemo(() => expectedMedia(columns), [columns]);
  return value?.columns ?? guessed;
}

const expectedMedia = (columns: readonly Column[]): MediaColumn[] =>
  columns.flatMap(({ field, meaning, type }) => {
    const kind = mediaMeanings[meaning];
    return kind === undefined || type === 'empty' ? [] : [{ column: field, kind }];
  });

/** Returns how many rows a view has, once that is known; null: none is asked about. */
export const useCountOf = (run: RunRows, view: View | null): number | null =>
  useAsked<{ rows: number; of: number; count: number }>({
    key: [run.id, 'count', view],
    ask: view && (() => host.call('view.summary', { runId: run.id, view, fields: [] })),
    grows: run,
  }).value?.count ?? null;

/** Main asks four sites at a time; what has scrolled away is no longer asked for. */
const lane = new Lane(12);
/** Delay (ms) before something on screen is asked for, so that what is scrolled past isn't. */
const restMs = 80;

/** What became of a link that was asked for. */
export type Media = LoadedMedia | MissingMedia;

/** By link (`keyOf`), the latest last. */
const known = keptMap<Media>();
const mostKnown = 2000;
const listeners = new Set<() => void>();

const keyOf = ({ runId, row, column, n }: MediaLink): string => `${runId}/${row}/${n}/${column}`;

function learn(key: string, media: Media | null): void {
  known.delete(key);
  if (media !== null) known.set(key, media);
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) break;
    known.delete(oldest);
  }
  // A copy: a listener may remove itself.
  for (const listener of Array.from(listeners)) listener();
}

async function load(key: string, link: MediaLink): Promise<void> {
  // Main refuses what it hasn't been told is allowed.
  await preferencesSaved();
  const result = await host.call('media.load', link);
  learn(key, result.ok ? result.value : { status: 'failed', problem: result.error });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Returns what a link leads to, and asks for it while the component is on screen; null until it is known,
 * and unless the person allows it. `again` asks once more: a file may have been deleted meanwhile.
 */
export function useMedia(link: MediaLink | null): { media: Media | null; again: () => void } {
  const isAllowed = useLoadsMedia();
  const key = link === null || !isAllowed ? null : keyOf(link);
  const media = useSyncExternalStore(subscribe, () =>
    key === null ? null : (known.get(key) ?? null),
  );
  const isWanted = key !== null && media === null;
  useEffect(() => {
    if (!isWanted || link === null) return undefined;
    let leave = (): void => {};
    const timer = setTimeout(() => (leave = lane.add(key, () => load(key, link))), restMs);
    return () => {
      clearTimeout(timer);
      leave();
    };
    // The key is all of the link.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, isWanted]);
  const again = useCallback(() => {
    if (key !== null) learn(key, null);
  }, [key]);
  return { media, again };
}

/** Returns what loaded media take on disk. */
export const useMediaCache = (): Asked<{ bytes: number }> =>
  useAsked({ key: ['media', 'cache'], ask: () => host.call('media.cache', {}) });

/** Deletes all loaded media; what is on screen is loaded again when it is looked at. */
export const emptyMediaCache = (): Promise<Problem | null> =>
  problemOf(host.call('media.empty', {}), () => known.clear());
