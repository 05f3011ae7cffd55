/** What is known of each fetched page: read from main when a page is looked at. */
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { Page } from '#shared/contract/run.ts';
import { host } from '../host/index.ts';

/** Pages by number, by run. A fetched page never changes. */
const usePageStore = create<Readonly<Record<string, Readonly<Record<number, Page>>>>>()(() => ({}));

/** Pages read at once: looking back and forth then asks main no more. */
const readCount = 100;

const noPages: Readonly<Record<number, Page>> = {};

/** The pages of a run that were read. */
export const usePages = (runId: string): Readonly<Record<number, Page>> =>
  usePageStore((held) => held[runId] ?? noPages);

/** Reads a page (from 1) and those around it. */
export async function readPages(runId: string, page: number): Promise<void> {
  const from = Math.floor((page - 1) / readCount) * readCount;
  const result = await host.call('run.pages', { runId, from, count: readCount });
  if (!result.ok) return;
  const pages = { ...usePageStore.getState()[runId] };
  for (const read of result.value.pages) pages[read.page] = read;
  // Only one run is looked at by pages; the others are read again when they are.
  usePageStore.setState({ [runId]: pages }, true);
}

/** A page of a run (from 1); null until it has been read, and without a run. */
export function usePage(runId: string | null, page: number): Page | null {
  const found = usePageStore((held) => (runId === null ? null : (held[runId]?.[page] ?? null)));
  const isUnread = found === null;
  useEffect(() => {
    if (runId !== null && isUnread) void readPages(runId, page);
  }, [runId, page, isUnread]);
  return found;
}

/** So many of the latest pages say how long the next ones will take. */
const timedPages = 20;

/**
 * How long the latest pages of a run took to be answered, in ms, read once when this is drawn
 * first; empty without a run, and until they have been read.
 */
export function usePageTimes(run: { id: string; pageCount: number } | null): readonly number[] {
  const [times, setTimes] = useState<readonly number[]>([]);
  const [asked] = useState(run);
  useEffect(() => {
    if (asked === null || asked.pageCount === 0) return undefined;
    let isWanted = true;
    const read = async (): Promise<void> => {
      const from = Math.max(0, asked.pageCount - timedPages);
      const result = await host.call('run.pages', { runId: asked.id, from, count: timedPages });
      if (isWanted && result.ok) setTimes(result.value.pages.map(({ ms }) => ms));
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [asked]);
  return times;
}
