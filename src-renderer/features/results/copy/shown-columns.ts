/** The columns that a grid shows, for what copies from outside of it. */
import type { Column } from '#shared/contract/run.ts';
import { viewKey, type RowView } from '#renderer/state/rows.ts';

let shown: { key: string; columns: readonly Column[] } = { key: '', columns: [] };

/** The grid tells; one is on screen at a time. */
export function showColumns(view: RowView, columns: readonly Column[]): void {
  shown = { key: viewKey(view), columns };
}

/** Empty when the view is not on screen. */
export const shownColumns = (view: RowView): readonly Column[] =>
  shown.key === viewKey(view) ? shown.columns : [];
