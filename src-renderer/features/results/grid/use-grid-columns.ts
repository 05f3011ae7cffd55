/** The grid's columns in place: TanStack Table holds their order and sizes, no rows. */
import {
  columnSizingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ColumnSizingState,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { Column, Row } from '#shared/contract/run.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { setColumnWidth } from '#renderer/state/workspace.ts';
import { forgetColumnWidth } from './column-widths.ts';
import { defaultWidths, isRightAligned, narrowest, widest } from './columns.ts';

const features = tableFeatures({ columnSizingFeature });
type GridFeatures = typeof features;

/** Rows come from the row cache, one by one; the table must not hold a million of them. */
const noRows: Row[] = [];
const noWidths: ColumnSizingState = {};

/** A column where it stands; px from the end of the row numbers. */
export interface PlacedColumn extends Column {
  /** From 0. */
  index: number;
  left: number;
  width: number;
  isRight: boolean;
}

export interface GridColumns {
  placed: readonly PlacedColumn[];
  totalWidth: number;
  /** Changes a width on screen; `saveWidth` keeps it. */
  resize: (field: string, width: number) => void;
  saveWidth: (field: string) => void;
  resetWidth: (field: string) => void;
}

/** `available`: px beside the row numbers; 0 before the grid was measured. */
export function useGridColumns(
  columns: readonly Column[],
  resourceId: string,
  available: number,
): GridColumns {
  const saved = useSnapshot(({ workspace }) => workspace.columns[resourceId]?.widths ?? noWidths);

  const sizes = useStableWidths(columns, available);
  const definitions = useMemo(
    () =>
      columns.map(({ field, label }): ColumnDef<GridFeatures, Row> => ({
        id: field,
        accessorFn: (row) => row[field],
        header: label,
        size: sizes[field] ?? narrowest,
        minSize: narrowest,
        maxSize: widest,
      })),
    [columns, sizes],
  );

  const table = useTable({
    features,
    columns: definitions,
    data: noRows,
    // Read once: from here on the table has the widths, and the workspace a copy to keep.
    initialState: { columnSizing: saved },
  });
  const sizing = table.state.columnSizing;

  const byField = useMemo(
    () => new Map(columns.map((column) => [column.field, column])),
    [columns],
  );
  const placed = useMemo(
    () =>
      table.getAllLeafColumns().flatMap((leaf, index): PlacedColumn[] => {
        const column = byField.get(leaf.id);
        if (column === undefined) return [];
        return [
          {
            ...column,
            index,
            left: leaf.getStart(),
            width: leaf.getSize(),
            isRight: isRightAligned(column.meaning),
          },
        ];
      }),
    // The table is another object each time; its definitions and sizes say when it changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [byField, definitions, sizing],
  );

  const last = placed.at(-1);
  return {
    placed,
    totalWidth: last === undefined ? 0 : last.left + last.width,
    resize: (field, width) =>
      table.setColumnSizing((before) => ({
        ...before,
        [field]: Math.round(Math.min(widest, Math.max(narrowest, width))),
      })),
    saveWidth: (field) => {
      const width = table.getColumn(field)?.getSize();
      if (width !== undefined) setColumnWidth(resourceId, field, width);
    },
    resetWidth: (field) => {
      table.getColumn(field)?.resetSize();
      forgetColumnWidth(resourceId, field);
    },
  };
}

interface Widths {
  columns: readonly Column[];
  available: number;
  sizes: Readonly<Record<string, number>>;
}

/** Default widths; those of columns that stand already stay when more columns come. */
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
