/** The grid's columns in their places: which are shown, how wide, and from where. */
import { useMemo, useState } from 'react';
import type { Column } from '#shared/contract/run.ts';
import { changeColumnLayout, useColumnLayout } from '#renderer/state/workspace.ts';
import { arrangeByLayout, withWidth, type ArrangedColumn } from '../columns/layout.ts';
import { clampWidth, defaultWidths, isRightAligned, narrowest, stuckColumns } from './columns.ts';

type Widths = Readonly<Record<string, number>>;

const noWidths: Widths = {};

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
  const [changing, setChanging] = useState(noWidths);

  const arranged = useMemo(() => arrangeByLayout(columns, layout), [columns, layout]);
  const inOrder = useMemo(() => {
    const hidden = new Set(arranged.filter(({ isHidden }) => isHidden).map(({ field }) => field));
    return columns.filter(({ field }) => !hidden.has(field));
  }, [columns, arranged]);
  const defaults = useStableWidths(inOrder, available);

  const places = useMemo(() => {
    const widthOf = ({ field }: Column): number =>
      Math.max(
        narrowest,
        own(changing, field) ?? own(layout.widths, field) ?? own(defaults, field) ?? 0,
      );
    const shown = arranged.filter(({ isHidden }) => !isHidden);
    const pinned = shown.filter(({ staysLeft }) => staysLeft);
    const atLeft = new Set(stuckColumns(pinned, widthOf, available));
    const place = (isStuck: boolean, before: number): PlacedColumn[] => {
      const placed: PlacedColumn[] = [];
      let left = 0;
      for (const column of shown.filter(({ field }) => atLeft.has(field) === isStuck)) {
        const width = widthOf(column);
        const isRight = isRightAligned(column.meaning);
        placed.push({ ...column, index: before + placed.length, left, width, isRight, isStuck });
        left += width;
      }
      return placed;
    };
    const stuck = place(true, 0);
    const scrolled = place(false, stuck.length);
    return {
      placed: [...stuck, ...scrolled],
      stuck,
      scrolled,
      stuckWidth: endOf(stuck),
      scrolledWidth: endOf(scrolled),
    };
  }, [arranged, defaults, layout, changing, available]);

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

  return { ...places, ...sizing };
}

/** The service may name a member anything: `__proto__`, which every object has. */
function own(widths: Widths, field: string): number | undefined {
  return Object.hasOwn(widths, field) ? widths[field] : undefined;
}

function endOf(columns: readonly PlacedColumn[]): number {
  const last = columns.at(-1);
  return last === undefined ? 0 : last.left + last.width;
}

interface KeptWidths {
  columns: readonly Column[];
  available: number;
  sizes: Widths;
}

/** Default widths; columns already shown keep theirs when more are added. */
function useStableWidths(columns: readonly Column[], available: number): Widths {
  const [kept, setKept] = useState<KeptWidths>(() => ({
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
