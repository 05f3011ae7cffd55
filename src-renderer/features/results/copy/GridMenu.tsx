import { Box, Menu } from '@mantine/core';
import { PanelRight } from 'lucide-react';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { create } from 'zustand';
import type { Resource } from '#shared/catalogue/types.ts';
import type { Run } from '#shared/contract/run.ts';
import { PageMenu, MenuLines } from '#renderer/components/popups.tsx';
import { useRow, viewKey, type RowView } from '#renderer/state/rows.ts';
import { AskItems, UseItems } from '../use-value/UseValue.tsx';
import { sourceOf } from '../use-value/row-source.ts';
import { showDetails, useActiveCell, type ActiveCell } from '../view-state.ts';
import { CopyItems } from './CopyItems.tsx';
import { useShownColumns } from './copy-rows.ts';
import { useManyRows, UseRowsSection } from '../use-value/UseRows.tsx';

interface GridMenuProps {
  view: RowView;
  total: number;
  run: Run;
  resource: Resource | null;
}

/** The menu of a cell: its follow-up questions, the row in full, copying. */
export function GridMenu({ view, total, run, resource }: GridMenuProps) {
  const { view: opened, position, about } = useGridMenu();
  const isOpen = opened !== null && viewKey(opened) === viewKey(view);
  const { x, y } = position;
  const active = useActiveCell(view);
  const columns = useShownColumns(view);
  const rows = useManyRows({ run, view, total });
  useEffect(() => closeGridMenu, []);
  return (
    <PageMenu
      // Otherwise a menu that was open elsewhere would be positioned there again.
      key={`${x} ${y}`}
      opened={isOpen}
      onChange={closeGridMenu}
      position="bottom-start"
      offset={0}
      width={272}
    >
      <Menu.Target>
        {/* Not a button: it is opened by a right click in the grid and by keys. */}
        <Box aria-hidden pos="fixed" left={x} top={y} w={0} h={0} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Cell">
        {active !== null &&
          resource !== null &&
          (about === 'all' && rows.spans !== null ? (
            <UseRowsSection {...{ run, resource, rows }} field={active.field} columns={columns} />
          ) : (
            <Uses {...{ view, run, about }} resource={resource} cell={active} />
          ))}
        {about !== 'value' && (
          <MenuLines
            lines={[
              { label: 'Details', icon: PanelRight, keys: 'Enter', act: () => showDetails(true) },
            ]}
          />
        )}
        {about === 'all' && (
          <>
            <Menu.Divider />
            <CopyItems view={view} total={total} isShort />
          </>
        )}
      </Menu.Dropdown>
    </PageMenu>
  );
}

type UsesProps = Pick<GridMenuProps, 'view' | 'run'> &
  Pick<GridMenuState, 'about'> & { resource: Resource; cell: ActiveCell };

function Uses({ view, cell, run, resource, about }: UsesProps) {
  const row = useRow(view, Math.max(0, cell.row));
  if (row === undefined) return null;
  const source = sourceOf(row, resource, run);
  if (about === 'value') return <UseItems source={source} field={cell.field} />;
  return (
    <>
      <AskItems source={source} field={cell.field} />
      <Menu.Divider />
    </>
  );
}

interface GridMenuState {
  /** Null while it is closed. */
  view: RowView | null;
  /** In px from the left and top of the window. */
  position: { x: number; y: number };
  /** Only the cell’s value, the questions about its row too, or everything. */
  about: 'value' | 'questions' | 'all';
}

const useGridMenu = create<GridMenuState>()(() => ({
  view: null,
  position: { x: 0, y: 0 },
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
function closeGridMenu(): void {
  useGridMenu.setState({ view: null });
}
