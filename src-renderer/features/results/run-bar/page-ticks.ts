/** The pages of a run as ticks in a line: as many as fit, each for one page or for a group. */

/** `done`: fetched. `now`, `again`, `failed`: holds the page under way. `open`: still to come. */
export type TickKind = 'done' | 'now' | 'again' | 'failed' | 'open';

export interface Tick {
  kind: TickKind;
  /** How much of the group is fetched, 0 to 1. */
  share: number;
}

export interface PageTicks {
  ticks: Tick[];
  /** Places in the line; more than ticks while nobody knows how many pages there are. */
  slots: number;
  pagesPerTick: number;
}

export interface TickedPages {
  done: number;
  /** Null: nobody knows. */
  total: number | null;
  /** The page under way, being tried again, or failed. */
  current: { page: number; kind: 'now' | 'again' | 'failed' } | null;
}

/** A tick of 5 px and its gap still fit so often into the narrowest window. */
const mostTicks = 100;
const slotsWithoutTotal = 50;
const groupSizes = [1, 2, 5, 10, 20, 25, 50];

export function pageTicks({ done, total, current }: TickedPages): PageTicks {
  const begun = Math.max(done, current?.page ?? 0);
  const pages = total === null ? begun : Math.max(total, begun);
  const pagesPerTick = groupSize(pages, total === null ? slotsWithoutTotal : mostTicks);
  const count = Math.ceil(pages / pagesPerTick);
  const ticks = Array.from({ length: count }, (_, at): Tick => {
    const first = at * pagesPerTick;
    const size = Math.min(pagesPerTick, pages - first);
    const share = Math.min(1, Math.max(0, (done - first) / size));
    const isCurrent = current !== null && current.page > first && current.page <= first + size;
    return { kind: share === 1 ? 'done' : isCurrent ? current.kind : 'open', share };
  });
  return { ticks, slots: total === null ? slotsWithoutTotal : count, pagesPerTick };
}

/** The smallest that fits: 1, 2, 5, … 50, then doubled. */
function groupSize(pages: number, slots: number): number {
  const listed = groupSizes.find((size) => pages <= size * slots);
  let size = listed ?? 100;
  while (pages > size * slots) size *= 2;
  return size;
}
