/** The rows of a question as its service sends them, asked plainly and remembered. */
import { askPages } from '#test/support/ask-service.ts';

export interface SentRows {
  /** The first `count` rows; fewer when there are no more. */
  first: (count: number) => Promise<readonly unknown[]>;
}

/** The service must answer the same at any time: its clock stands still. */
export function rowsSentBy(
  service: Parameters<typeof askPages>[0],
  { path, q }: { path: string; q: string },
): SentRows {
  let asked = 50;
  let known: { rows: unknown[]; hasMore: boolean } = { rows: [], hasMore: true };
  return {
    async first(count) {
      while (known.rows.length < count && known.hasMore) {
        const { pages, hasMore } = await askPages(service, path, { q }, asked);
        known = { rows: pages.flat(), hasMore };
        asked *= 2;
      }
      return known.rows.slice(0, count);
    },
  };
}
