/** What can be done with the rows: the active cell, what is selected, all of them. The menu of a cell. */
import { FileSearch, PanelRight } from 'lucide-react';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { create } from 'zustand';
import { ActionMenu, type Sections } from '#renderer/components/actions.tsx';
import { useSnapshot } from '#renderer/state/app.ts';
import { open } from '#renderer/state/open.ts';
import { rowNumberNow, useRow, viewKey, type RowView } from '#renderer/state/rows.ts';
import { askActions, valueActions } from '../use-value/UseValue.tsx';
import { columnUses, manyRows, manyRowsActions } from '../use-value/UseRows.tsx';
import { sourceOf } from '../use-value/row-source.ts';
import { useRows } from '../rows-scope.ts';
import { showDetails, useActiveCell, useSelection } from '../view-state.ts';
import { codingActions } from '../codes/own-columns.tsx';
import { selectedSpans } from '../grid-selection.ts';
import { copyActions } from './CopyItems.tsx';
import { useShownColumns } from './copy-rows.ts';

/** The menu of a cell: its follow-up questions, the row in full, copying. */
export function GridMenu() {
  const { view: opened, position } = useGridMenu();
  const { view } = useRows().rows;
  const sections = useRowsActions();
  useEffect(() => closeGridMenu, []);
  return (
    <ActionMenu
      // Otherwise a menu that was open elsewhere would be positioned there again.
      key={`${position.left} ${position.top}`}
      at={position}
      label="Cell"
      opened={opened !== null && viewKey(opened) === viewKey(view)}
      onChange={closeGridMenu}
      position="bottom-start"
      offset={0}
      width={272}
      {...{ sections }}
    />
  );
}

/** Returns a function for what can be done now. */
function useRowsActions(): () => Sections {
  const { run, resource, rows: shown } = useRows();
  const { view, total } = shown;
  const { about } = useGridMenu();
  const active = useActiveCell(view);
  const columns = useShownColumns(view);
  const selection = useSelection(view);
  const rows = manyRows({ run, ...shown }, selection);
  const isOfInputs = run.changes !== undefined;
  const row = useRow(view, Math.max(0, active?.row ?? 0));
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const credential = useSnapshot((snapshot) => snapshot.credential);
  return () => {
    const known = { catalogue, credential };
    const source = resource && row && sourceOf(row, resource, run);
    const { field = '', row: at = 0 } = active ?? {};
    const spans = selection === null ? [{ first: at, last: at }] : selectedSpans(selection);
    const asked =
      active === null
        ? []
        : about === 'all' && rows.spans !== null
          ? manyRowsActions(rows, columnUses(catalogue, resource, run, columns), field)
          : source == null
            ? []
            : (about === 'value' ? valueActions : askActions)(known, source, field);
    if (about === 'value') return [asked];
    const details = {
      label: 'Details',
      icon: PanelRight,
      keys: 'Enter',
      act: () => showDetails(true),
    };
    const coding =
      active === null || isOfInputs || about === 'questions'
        ? []
        : codingActions(run, { view, spans }, row, field);
    if (about === 'own') return coding;
    const number = rowNumberNow(view, at);
    const elsewhere =
      isOfInputs || about !== 'all' || rows.spans !== null || number === undefined
        ? []
        : [
            {
              label: 'Find in other runs…',
              icon: FileSearch,
              act: () => open({ finding: { row: number, field } }),
            },
          ];
    const copying = about === 'all' ? copyActions(view, total, true) : [];
    return [asked, ...coding, [details, ...elsewhere], ...copying];
  };
}

interface GridMenuState {
  /** Null while it is closed. */
  view: RowView | null;
  /** In px from the left and top of the window. */
  position: { left: number; top: number };
  /** Only the cell’s value, the questions about its row too, or everything. */
  about: 'value' | 'questions' | 'own' | 'all';
}

const useGridMenu = create<GridMenuState>()(() => ({
  view: null,
  position: { left: 0, top: 0 },
  about: 'all',
}));

/** Opens the menu of the active cell. */
export function openGridMenu(
  view: RowView,
  position: GridMenuState['position'],
  about: GridMenuState['about'] = 'all',
): void {
  // First a closed menu at the new position, where opening it takes the focus from.
  flushSync(() => useGridMenu.setState({ view: null, position, about }));
  useGridMenu.setState({ view });
}

/** The position stays while the menu fades out. */
const closeGridMenu = (): void => useGridMenu.setState({ view: null });
