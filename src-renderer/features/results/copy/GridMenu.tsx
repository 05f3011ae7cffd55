import { Menu } from '@mantine/core';
import { PanelRight } from 'lucide-react';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Resource } from '#shared/catalogue/types.ts';
import type { Run } from '#shared/contract/run.ts';
import { PageMenu } from '#renderer/components/popups.tsx';
import { useRow, viewKey, type RowView } from '#renderer/state/rows.ts';
import { UseItems } from '../use-value/UseValue.tsx';
import { sourceOf } from '../use-value/row-source.ts';
import { showDetails, useActiveCell, type ActiveCell } from '../view-state.ts';
import classes from './Copy.module.css';
import { CopyItems } from './CopyItems.tsx';

interface GridMenuProps {
  view: RowView;
  total: number;
  run: Run;
  resource: Resource | null;
}

/** The menu of a cell: copying, questions its value leads to, the row in full. */
export function GridMenu({ view, total, run, resource }: GridMenuProps) {
  const isOpen = useGridMenu(
    (state) => state.view !== null && viewKey(state.view) === viewKey(view),
  );
  const { x, y } = useGridMenu((state) => state.place);
  const active = useActiveCell(view);
  useEffect(() => closeGridMenu, []);
  return (
    <PageMenu
      opened={isOpen}
      onChange={closeGridMenu}
      position="bottom-start"
      offset={0}
      width={240}
    >
      <Menu.Target>
        {/* No button: it is opened by a right click in the grid and by keys. */}
        <div aria-hidden className={classes.menuPoint} style={{ left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Cell">
        <CopyItems view={view} total={total} />
        {active !== null && resource !== null && (
          <Uses view={view} cell={active} run={run} resource={resource} />
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<PanelRight size={14} aria-hidden />}
          onClick={() => showDetails(true)}
        >
          Details
        </Menu.Item>
      </Menu.Dropdown>
    </PageMenu>
  );
}

interface UsesProps {
  view: RowView;
  cell: ActiveCell;
  run: Run;
  resource: Resource;
}

function Uses({ view, cell, run, resource }: UsesProps) {
  const row = useRow(view, Math.max(0, cell.row));
  if (row === undefined) return null;
  return <UseItems source={sourceOf(row, resource, run)} field={cell.field} hasDivider />;
}

interface MenuPoint {
  /** Px from the window's left and top. */
  x: number;
  y: number;
}

interface GridMenuState {
  view: RowView | null;
  place: MenuPoint;
}

const useGridMenu = create<GridMenuState>()(() => ({ view: null, place: { x: 0, y: 0 } }));

export function openGridMenu(view: RowView, place: MenuPoint): void {
  useGridMenu.setState({ view, place });
}

/** The place stays while the menu fades. */
function closeGridMenu(): void {
  useGridMenu.setState({ view: null });
}
