import { useState } from 'react';
import type { Column } from '#shared/contract/run.ts';

/**
 * The same array while the grid would look the same. Every report on a run brings new objects,
 * and how many values are filled changes with each page: neither is a reason to draw it again.
 */
export function useStableColumns(columns: readonly Column[]): readonly Column[] {
  const [kept, setKept] = useState(columns);
  if (isSameLook(kept, columns)) return kept;
  setKept(columns);
  return columns;
}

function isSameLook(before: readonly Column[], now: readonly Column[]): boolean {
  return (
    before.length === now.length &&
    before.every((column, place) => {
      const other = now[place];
      return (
        column.field === other?.field &&
        column.label === other.label &&
        column.meaning === other.meaning &&
        column.usual === other.usual
      );
    })
  );
}
