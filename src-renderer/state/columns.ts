/** How the person arranged the columns of each resource, and how high rows are: kept by main. */
import type { ColumnLayout, RowStyle } from '#shared/contract/snapshot.ts';
import { useApp, useSnapshot } from './app.ts';
import { changeWorkspace } from './workspace.ts';

/** Nothing arranged: every column, where it usually stands, in its usual width. */
const usualLayout: ColumnLayout = { widths: {}, order: [], hidden: [], pinned: [] };

export const useColumnLayout = (resourceId: string): ColumnLayout =>
  useSnapshot(({ workspace }) => workspace.columns[resourceId] ?? usualLayout);

/** The layout now, for an action. */
export const columnLayout = (resourceId: string): ColumnLayout =>
  useApp.getState().snapshot?.workspace.columns[resourceId] ?? usualLayout;

export function changeColumnLayout(
  resourceId: string,
  change: (layout: ColumnLayout) => ColumnLayout,
): void {
  changeWorkspace(({ columns }) => ({
    columns: { ...columns, [resourceId]: change(columns[resourceId] ?? usualLayout) },
  }));
}

/** Every column is as usual again. Answers what was forgotten, to take it back. */
export function resetColumnLayout(resourceId: string): ColumnLayout {
  const before = columnLayout(resourceId);
  changeColumnLayout(resourceId, () => usualLayout);
  return before;
}

export const useRowStyle = (): RowStyle => useSnapshot(({ workspace }) => workspace.rowStyle);

export function changeRowStyle(change: Partial<RowStyle>): void {
  changeWorkspace(({ rowStyle }) => ({ rowStyle: { ...rowStyle, ...change } }));
}
