/** Positions of the grid's columns: TanStack Table computes their order and sizes; it has no rows. */
import { memberOf } from '#shared/catalogue/types.ts';
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ColumnSizingState,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { Column, Row } from '#shared/contract/run.ts';
import type { ColumnLayout } from '#shared/contract/snapshot.ts';
import type { RunRows } from '#renderer/state/asked.ts';
import { everyRowOf, rowsAtHand } from '#renderer/state/rows.ts';
import { changeColumnLayout, useColumnLayout } from '#renderer/state/workspace.ts';
import { arrangeByLayout, layoutKey, withWidth, type ArrangedColumn } from '../columns/layout.ts';
import { clampWidth, defaultWidths, isRightAligned, narrowest, stuckColumns } from './columns.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});
type GridFeatures = typeof features;

/** Rows are read from the row cache, one by one. */
const noRows: Row[] = [];
const noWidths: ColumnSizingState = {};

/** A shown column and its position. */
export interface PlacedColumn extends ArrangedColumn {
  /** Among the shown ones, from 0. */
  index: number;
  /** In px from the end of the row numbers; for a scrolling column, from the end of the stuck ones. */
  left: number;
  width: number;
  isRight: boolean;
  /** Whether it stays at the left edge. Pinned columns do as long as they leave room for others. */
  isStuck: boolean;
}

export interface GridColumns {
  /** The shown ones, from left to right. */
  placed: readonly PlacedColumn[];
  stuck: readonly PlacedColumn[];
  scrolled: readonly PlacedColumn[];
  stuckWidth: number;
  scrolledWidth: number;
  /** Changes a width on screen, in px, while the person is changing it. */
  resize: (field: string, width: number) => void;
  /** Whether a width is changed but not saved yet. */
  isChanging: (field: string) => boolean;
  /** Saves a width. */
  keepWidth: (field: string, width: number) => void;
}

/** What is asked for, before there is a run. */
type GridRun = Pick<RunRows, 'id' | 'query' | 'resource' | 'changes' | 'derived' | 'rowCount'>;

/** Rows of a file whose texts decide how wide its columns are. */
const rowsMeasured = 30;

/** Returns a file's first rows; none of a service's, which says what is a name, and what is read. */
function rowsToMeasure({ derived, rowCount, ...run }: GridRun): readonly Row[] {
  if (derived?.from.kind !== 'file' || rowCount === 0) return [];
  const last = Math.min(rowsMeasured, rowCount) - 1;
  return rowsAtHand(everyRowOf(run), [{ first: 0, last }]) ?? [];
}

/** `available`: space beside the row numbers, in px; 0 before the grid was measured. */
export function useGridColumns(
  columns: readonly Column[],
  run: GridRun,
  available: number,
): GridColumns {
  const layoutOf = layoutKey(run);
  const layout = useColumnLayout(layoutOf);
  /** Widths that are being changed. */
  const [changing, setChanging] = useState(noWidths);

  const arranged = useMemo(() => arrangeByLayout(columns, layout), [columns, layout]);
  const shown = useMemo(() => {
    const hidden = new Set(arranged.filter(({ isHidden }) => isHidden).map(({ field }) => field));
    return columns.filter(({ field }) => !hidden.has(field));
  }, [columns, arranged]);
  const defaults = useStableWidths(shown, available, layout, run);
  const definitions = useMemo(
    () =>
      columns.map(({ field }): ColumnDef<GridFeatures, Row> => ({
        id: idOf(field),
        minSize: narrowest,
      })),
    [columns],
  );

  const state = useMemo(() => {
    const sizing: Widths['sizes'] = { ...defaults, ...layout.widths, ...changing };
    const widthOf = ({ field }: Column): number => memberOf(sizing, field) ?? narrowest;
    const pinned = arranged.filter(({ staysLeft, isHidden }) => staysLeft && !isHidden);
    return {
      columnSizing: Object.fromEntries(
        Object.entries(sizing).map(([field, width]) => [idOf(field), width]),
      ),
      columnOrder: arranged.map(({ field }) => idOf(field)),
      columnVisibility: Object.fromEntries(
        arranged.filter(({ isHidden }) => isHidden).map(({ field }) => [idOf(field), false]),
      ),
      columnPinning: { start: stuckColumns(pinned, widthOf, available).map(idOf), end: [] },
    };
  }, [arranged, defaults, layout, changing, available]);
  const table = useTable({ features, columns: definitions, data: noRows, state });

  const placed = useMemo(() => {
    const byField = new Map(arranged.map((column) => [idOf(column.field), column]));
    const stuck = table.getStartVisibleLeafColumns();
    const result: PlacedColumn[] = [];
    for (const leaf of [...stuck, ...table.getCenterVisibleLeafColumns()]) {
      const column = byField.get(leaf.id);
      if (column === undefined) continue;
      const index = result.length;
      const isStuck = index < stuck.length;
      result.push({
        ...column,
        index,
        left: leaf.getStart(isStuck ? 'start' : 'center'),
        width: leaf.getSize(),
        isRight: isRightAligned(column.meaning),
        isStuck,
      });
    }
    return result;
    // The table is a new object each time; its definitions and state determine when it changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [arranged, definitions, state]);
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
        changeColumnLayout(layoutOf, (before) => withWidth(before, field, clampWidth(width)));
        setChanging(({ [field]: _done, ...others }) => others);
      },
    }),
    [layoutOf],
  );

  const isChanging = (field: string): boolean => Object.hasOwn(changing, field);
  return { placed, ...parts, ...sizing, isChanging };
}

/**
 * Returns the table's id of a column. The service may give a member any name: an empty one, which the
 * table refuses, or `__proto__`, which every object has.
 */
const idOf = (field: string): string => `:${field}`;

function endOf(columns: readonly PlacedColumn[]): number {
  const last = columns.at(-1);
  return last === undefined ? 0 : last.left + last.width;
}

interface Widths {
  columns: readonly Column[];
  available: number;
  /** Which columns the person hides and shows. */
  chosen: string;
  sizes: Readonly<Record<string, number>>;
}

/** Returns default widths; columns already shown keep theirs when a page adds more, but not the person. */
function useStableWidths(
  columns: readonly Column[],
  available: number,
  { hidden, shown }: ColumnLayout,
  run: GridRun,
): Widths['sizes'] {
  const chosen = JSON.stringify([hidden, shown]);
  const widths = (): Widths['sizes'] => defaultWidths(columns, available, rowsToMeasure(run));
  const [kept, setKept] = useState<Widths>(() => ({
    columns,
    available,
    chosen,
    sizes: widths(),
  }));
  if (kept.columns === columns && kept.available === available) return kept.sizes;
  const stays =
    kept.available === available &&
    kept.chosen === chosen &&
    kept.columns.every(({ field }, index) => field === columns[index]?.field);
  const sizes = { ...widths(), ...(stays ? kept.sizes : {}) };
  setKept({ columns, available, chosen, sizes });
  return sizes;
}
