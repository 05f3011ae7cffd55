/** What a person does with the grid's columns, wherever it is asked for: keys, menu, mouse. */
import { useMemo, type RefObject } from 'react';
import type { Column } from '#shared/contract/run.ts';
import { changeColumnLayout, columnLayout } from '#renderer/state/workspace.ts';
import type { ColumnActions } from '../columns/column-items.ts';
import { arrangeByLayout, withHidden, withMoved, withPinned } from '../columns/layout.ts';
import { resetColumns } from '../columns/reset-columns.tsx';
import { fittingWidth } from './fit-width.ts';

interface ColumnActionsOptions {
  element: RefObject<HTMLDivElement | null>;
  /** Of the run, in their usual order. */
  columns: readonly Column[];
  resourceId: string;
  keepWidth: (field: string, width: number) => void;
  /** Says something to a screen reader. */
  say: (words: string) => void;
}

/** The same object while the columns are the same. */
export function useColumnActions(options: ColumnActionsOptions): ColumnActions {
  const { element, columns, resourceId, keepWidth, say } = options;
  return useMemo(() => {
    const fields = columns.map(({ field }) => field);
    const labelOf = (field: string): string =>
      columns.find((column) => column.field === field)?.label ?? field;
    return {
      move: (field, beside) => {
        changeColumnLayout(resourceId, (layout) => withMoved(layout, fields, field, beside));
        const shown = arrangeByLayout(columns, columnLayout(resourceId)).filter(
          ({ isHidden }) => !isHidden,
        );
        const place = shown.findIndex((column) => column.field === field) + 1;
        say(`${labelOf(field)} is column ${place} of ${shown.length}`);
      },
      hide: (field) => {
        changeColumnLayout(resourceId, (layout) => withHidden(layout, [field], true));
        say(`${labelOf(field)} is hidden`);
      },
      pin: (field, isPinned) => {
        changeColumnLayout(resourceId, (layout) => withPinned(layout, field, isPinned));
        say(`${labelOf(field)} ${isPinned ? 'stays at the left edge' : 'is no longer pinned'}`);
      },
      fit: (field) => {
        if (element.current !== null) keepWidth(field, fittingWidth(element.current, field));
      },
      reset: () => resetColumns(resourceId),
    };
  }, [element, columns, resourceId, keepWidth, say]);
}
