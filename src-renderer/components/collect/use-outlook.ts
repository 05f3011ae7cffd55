import type { DataEndpoint } from '#shared/catalogue/types.ts';
import type { CountedCalls } from '#shared/contract/calls.ts';
import type { Run } from '#shared/contract/run.ts';
import { useIsSample, useSnapshot } from '../../state/app.ts';
import { useCountedCalls } from '../../state/counted-calls.ts';
import { usePageTimes } from '../../state/pages.ts';
import { timePerPage } from './estimate.ts';
import type { Outlook } from './estimate.ts';

export interface OutlookOf {
  endpoint: DataEndpoint;
  /** Rows of a page, as the catalogue says; null: it doesn't. */
  usualRows: number | null;
  /** A run that shows how the service answers this question; null: there is none. */
  seen: Run | null;
  /** `seen` goes on; otherwise a new run begins. */
  goesOn: boolean;
}

/** Put together when the panel opens: pages that come meanwhile don't move its numbers. */
export function useOutlook({ endpoint, usualRows, seen, goesOn }: OutlookOf): Outlook {
  const isSample = useIsSample();
  const { prices, ceilings } = useSnapshot(({ preferences }) => preferences);
  const { counted } = useCountedCalls(ceilings.day !== null);
  // A page of stored data is prepared in the background: how long its request took says nothing.
  const times = usePageTimes(endpoint.kind === 'stored' ? null : seen);
  const rowsSeen = seen === null ? 0 : seen.rowCount + seen.heldBack;
  const pagesSeen = seen?.pageCount ?? 0;
  return {
    rowsPerPage: rowsSeen > 0 && pagesSeen > 0 ? rowsSeen / pagesSeen : usualRows,
    rowsBefore: goesOn ? rowsSeen : 0,
    callsBefore: goesOn ? (seen?.calls ?? 0) : 0,
    pagesLeft: goesOn ? leftOf(seen?.total?.pages, pagesSeen) : null,
    rowsLeft: goesOn ? leftOf(seen?.total?.rows, rowsSeen) : null,
    timePerPage: timePerPage(times),
    isSample,
    pricePerCall: endpoint.platform === null ? null : (prices.perCall[endpoint.platform] ?? null),
    currency: prices.currency,
    ceiling: ceilings.run,
    dayCeiling: ceilings.day,
    callsToday: counted === null ? null : callsToday(counted),
  };
}

/** A total below what is here is no total. */
const leftOf = (all: number | null | undefined, here: number): number | null =>
  all == null || all <= here ? null : all - here;

function callsToday({ days, today }: CountedCalls): number {
  const calls = days.find(({ day }) => day === today)?.calls ?? {};
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}
