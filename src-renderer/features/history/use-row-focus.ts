/** Which row of the list Tab stops at, and bringing the focus to a row that is not drawn yet. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { RunSummary } from '#shared/contract/history.ts';

export function useRowFocus(
  grid: RefObject<HTMLElement | null>,
  runs: readonly RunSummary[],
  chosen: string | null,
) {
  const [last, setStop] = useState<string | null>(chosen);
  const wanted = useRef<string | null>(null);
  const isThere = last !== null && runs.some(({ id }) => id === last);
  const stop = isThere ? last : (runs[0]?.id ?? null);

  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const row = rowOf(grid, wanted.current);
    if (row === null) return;
    wanted.current = null;
    row.focus();
  });

  return {
    stop,
    setStop,
    focusRow: (id: string) => {
      setStop(id);
      const row = rowOf(grid, id);
      // One far away comes with one of the next drawings.
      wanted.current = row === null ? id : null;
      row?.focus();
    },
  };
}

const rowOf = (grid: RefObject<HTMLElement | null>, id: string): HTMLElement | null =>
  grid.current?.querySelector<HTMLElement>(`[data-run="${id}"]`) ?? null;
