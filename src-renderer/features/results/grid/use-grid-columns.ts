/** The grid's columns with their positions and widths. */
import { useMemo, useState } from 'react';
import type { Column } from '#shared/contract/run.ts';
import { changeColumnLayout, useColumnLayout } from '#renderer/state/columns.ts';
import { arrangeByLayout, withWidth, type ArrangedColumn } from '../columns/layout.ts';
import { clampWidth, defaultWidths, isRightAligned, narrowest, stuckColumns } from './columns.ts';

/** A shown column and its position. */
export interface PlacedColumn extends ArrangedColumn {
  /** Among the shown ones, from 0. */
  index: number;
  /** Px from the end of the row numbers, or, of one that scrolls, from the end of the stuck ones. */
  left: number;
  width: number;
  isRight: boolean;
  /** Stays at the left edge. Pinned columns do as far as they leave room for others. */
  isStuck: boolean;
}

export interface GridColumns {
  /** The shown ones, from left to right. */
  placed: readonly PlacedColumn[];
  stuck: readonly PlacedColumn[];
  scrolled: readonly PlacedColumn[];
  stuckWidth: number;
  scrolledWidth: number;
  /** Changes a width on screen, in px, while it is being chosen. */
  resize: (field: string, width: number) => void;
  /** Changes it for good. */
  keepWidth: (field: string, width: number) => void;
}

/** `available`: px beside the row numbers; 0 before the grid was measured. */
export function useGridColumns(
  columns: readonly Column[],
  resourceId: string,
  available: number,
): GridColumns {
  const layout = useColumnLayout(resourceId);
  /** Widths that are being changed. */
  const [changing, setChanging] = useState<Readonly<Record<string, number>>>({});

  const arranged = useMemo(() => arrangeByLayout(columns, layout), [columns, layout]);
  const shown = useMemo(() => {
    const hidden = new Set(layout.hidden);
    return columns.filter(({ field }) => !hidden.has(field));
  }, [columns, layout]);
  const defaults = useStableWidths(shown, available);
  const placed = useMemo(() => {
    const widths = { ...layout.widths, ...changing };
    const widthOf = ({ field }: Column): number =>
      Math.max(narrowest, own(widths, field) ?? own(defaults, field) ?? narrowest);
    // Pinned columns are arranged first, so those that stay at the edge are the first of all.
    const visible = arranged.filter(({ isHidden }) => !isHidden);
    const pinned = visible.filter(({ isPinned }) => isPinned);
    const stuckCount = stuckColumns(pinned, widthOf, available).length;
    const result: PlacedColumn[] = [];
    let left = 0;
    for (const [index, column] of visible.entries()) {
      if (index === stuckCount) left = 0;
      const width = widthOf(column);
      const isRight = isRightAligned(column.meaning);
      result.push({ ...column, index, left, width, isRight, isStuck: index < stuckCount });
      left += width;
    }
    return result;
  }, [arranged, layout, changing, defaults, available]);
  const parts = useMemo(() => {
    const stuck = placed.filter(({ isStuck }) => isStuck);
    const scrolled = placed.filter(({ isStuck }) => !isStuck);
    return { stuck, scrolled, stuckWidth: endOf(stuck), scrolledWidth: endOf(scrolled) };
  }, [placed]);

  const sizing = useMemo(
    () => ({
      resize: (field: string, width: number): void =>
        setChanging((before) => ({ ...before, [field]: clampWidth(width) })),
      keepWidth: (field: string, width: number): void => {
        changeColumnLayout(resourceId, (before) => withWidth(before, field, clampWidth(width)));
        setChanging(({ [field]: _done, ...others }) => others);
      },
    }),
    [resourceId],
  );

  return { placed, ...parts, ...sizing };
}

/** A width by field: the service may name a member `__proto__`, which every object has. */
function own(widths: Readonly<Record<string, number>>, field: string): number | undefined {
  return Object.hasOwn(widths, field) ? widths[field] : undefined;
}

function endOf(columns: readonly PlacedColumn[]): number {
  const last = columns.at(-1);
  return last === undefined ? 0 : last.left + last.width;
}

interface Widths {
  columns: readonly Column[];
  available: number;
  sizes: Readonly<Record<string, number>>;
}

/** Default widths; columns already shown keep theirs when more are added. */
function useStableWidths(columns: readonly Column[], available: number): Widths['sizes'] {
  const [kept, setKept] = useState<Widths>(() => ({
    columns,
    available,
    sizes: defaultWidths(columns, available),
  }));
  if (kept.columns === columns && kept.available === available) return kept.sizes;
  const stays =
    kept.available === available &&
    kept.columns.every(({ field }, place) => field === columns[place]?.field);
  const sizes = { ...defaultWidths(columns, available), ...(stays ? kept.sizes : {}) };
  setKept({ columns, available, sizes });
  return sizes;
}
