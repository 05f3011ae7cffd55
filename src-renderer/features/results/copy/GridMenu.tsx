import { Box, Menu } from '@mantine/core';
import { PanelRight } from 'lucide-react';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { create } from 'zustand';
import type { Resource } from '#shared/catalogue/types.ts';
import type { Run } from '#shared/contract/run.ts';
import { PageMenu } from '#renderer/components/popups.tsx';
import { useRow, viewKey, type RowView } from '#renderer/state/rows.ts';
import { AskItems, UseItems } from '../use-value/UseValue.tsx';
import { MenuKeys } from '../toolbar/ToolButton.tsx';
import { sourceOf } from '../use-value/row-source.ts';
import { showDetails, useActiveCell, type ActiveCell } from '../view-state.ts';
import { CopyItems } from './CopyItems.tsx';
import { UseSelectedSection } from './UseSelected.tsx';
import { shownColumns } from './copy-target.ts';

interface GridMenuProps {
  view: RowView;
  total: number;
  run: Run;
  resource: Resource | null;
}

/** The menu of a cell: questions it leads to, the row in full, copying. */
export function GridMenu({ view, total, run, resource }: GridMenuProps) {
  const isOpen = useGridMenu(
    (state) => state.view !== null && viewKey(state.view) === viewKey(view),
  );
  const { x, y } = useGridMenu((state) => state.place);
  const about = useGridMenu((state) => state.about);
  const active = useActiveCell(view);
  useEffect(() => closeGridMenu, []);
  return (
    <PageMenu
      // A menu that was open elsewhere before would be placed there once more.
      key={`${x} ${y}`}
      opened={isOpen}
      onChange={closeGridMenu}
      position="bottom-start"
      offset={0}
      width={272}
    >
      <Menu.Target>
        {/* No button: it is opened by a right click in the grid and by keys. */}
        <Box aria-hidden pos="fixed" left={x} top={y} w={0} h={0} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Cell">
        {active !== null && resource !== null && (
          <UseSelectedSection
            {...{ run, resource, view, total }}
            isOffered={about === 'all'}
            field={active.field}
            columns={shownColumns(view)}
          >
            <Uses {...{ view, cell: active, run, resource, about }} />
          </UseSelectedSection>
        )}
        {about !== 'value' && (
          <Menu.Item
            leftSection={<PanelRight size={14} aria-hidden />}
            rightSection={<MenuKeys>Enter</MenuKeys>}
            onClick={() => showDetails(true)}
          >
            Details
          </Menu.Item>
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

interface UsesProps {
  view: RowView;
  cell: ActiveCell;
  run: Run;
  resource: Resource;
  about: MenuAbout;
}

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

/** What the menu is about: the cell’s value, the questions of its row too, or everything. */
type MenuAbout = 'value' | 'questions' | 'all';

interface MenuPoint {
  /** Px from the window's left and top. */
  x: number;
  y: number;
}

interface GridMenuState {
  view: RowView | null;
  place: MenuPoint;
  about: MenuAbout;
}

const useGridMenu = create<GridMenuState>()(() => ({
  view: null,
  place: { x: 0, y: 0 },
  about: 'all',
}));

/** The menu is about the active cell. */
export function openGridMenu(view: RowView, place: MenuPoint, about: MenuAbout = 'all'): void {
  // First a closed menu at the new point, which opening then gives the focus back from.
  flushSync(() => useGridMenu.setState({ view: null, place, about }));
  useGridMenu.setState({ view });
}

/** The place stays while the menu fades. */
function closeGridMenu(): void {
  useGridMenu.setState({ view: null });
}
