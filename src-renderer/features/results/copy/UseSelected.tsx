/** *Use in…* for the rows that are selected, or for all that are shown. */
import type { ReactNode } from 'react';
import type { Resource } from '#shared/catalogue/types.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import type { RowView } from '#renderer/state/rows.ts';
import { UseRowsMenu, UseRowsSection } from '../use-value/UseRows.tsx';
import type { ManyRows } from '../use-value/use-rows.ts';
import { useSelection } from '../view-state.ts';
import { rowsIn, selectedSpans } from './grid-selection.ts';

interface UseSelectedProps {
  run: Run;
  resource: Resource | null;
  columns: readonly Column[];
  view: RowView;
  total: number;
}

/** Rows that are selected, if more than one is; else all that are shown. */
function useManyRows({ run, view, total }: UseSelectedProps): ManyRows {
  const selection = useSelection(view);
  const spans = selection === null ? [] : selectedSpans(selection);
  const count = rowsIn(spans);
  return count > 1
    ? { run, view: view.view, spans, count }
    : { run, view: view.view, spans: null, count: total };
}

export function UseSelectedMenu(props: UseSelectedProps) {
  return <UseRowsMenu {...props} rows={useManyRows(props)} />;
}

/** In a cell's menu, where several rows are selected: what can be asked about them; else `children`. */
export function UseSelectedSection({
  isOffered,
  children,
  ...props
}: UseSelectedProps & { isOffered: boolean; field: string; children: ReactNode }) {
  const rows = useManyRows(props);
  return isOffered && rows.spans !== null ? <UseRowsSection {...props} rows={rows} /> : children;
}
