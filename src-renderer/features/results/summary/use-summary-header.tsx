/** The summary strip of the grid's header: on in large windows, unless the person says otherwise. */
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import type { HeaderExtras } from '../grid/header-extras.ts';
import { headerHeight, tallHeaderHeight } from '../grid/sizes.ts';
import { ColumnStrip } from './ColumnStrip.tsx';

/** Whether the strip is shown: the person's choice, or what the window has room for. */
export function useShowsStrip(): boolean {
  const chosen = useSnapshot(({ preferences }) => preferences.summaryStrip);
  const isLarge = useMediaQuery('(width > 1100px) and (height > 720px)', true, {
    getInitialValueInEffect: false,
  });
  return chosen ?? isLarge;
}

/** Of the header of a table of all rows, in px. */
export const useHeaderHeight = (): number => (useShowsStrip() ? tallHeaderHeight : headerHeight);

/** `tab` null: rows that are no view of the run have no strip. */
export function useSummaryHeader(run: Run, tab: Tab | null): HeaderExtras {
  const isShown = useShowsStrip() && tab !== null;
  return useMemo(
    () =>
      isShown
        ? {
            height: tallHeaderHeight,
            below: (column) => <ColumnStrip run={run} tab={tab} column={column} />,
          }
        : { height: headerHeight },
    [isShown, run, tab],
  );
}
