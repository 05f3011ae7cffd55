/**
 * The menu of a column, at its header. It is outside the grid's element, whose keys do other things.
 */
import { Menu, UnstyledButton } from '@mantine/core';
import {
  ArrowLeftToLine,
  ChevronLeft,
  ChevronRight,
  EyeOff,
  MoveHorizontal,
  PinOff,
  RotateCcw,
} from 'lucide-react';
import { Fragment } from 'react';
import { MenuLines, type MenuLine, PageMenu } from '#renderer/components/popups.tsx';
import { stepBeside, type ArrangedColumn, type Beside } from './layout.ts';

interface ColumnMenuProps {
  /** Of the column. */
  label: string;
  /** The bottom end of the header, in px from the top left of the frame around the grid. */
  at: { left: number; top: number };
  sections: readonly (readonly MenuLine[])[];
  /** Returns the focus to where the menu was opened from. */
  onClose: () => void;
}

export function ColumnMenu({ label, at, sections, onClose }: ColumnMenuProps) {
  const first = sections.flat().find(({ isDisabled }) => isDisabled !== true);
  return (
    <PageMenu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      width={220}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        {/* It is never pressed: the menu takes its position and its name from it. */}
        <UnstyledButton
          aria-hidden
          aria-label={`Column menu: ${label}`}
          tabIndex={-1}
          pos="absolute"
          {...at}
          w={0}
          h={0}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {sections.map((items, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- sections have no name
          <Fragment key={index}>
            {index > 0 && <Menu.Divider />}
            <MenuLines lines={items} iconSize={16} first={first} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </PageMenu>
  );
}

/** What the grid can do with its columns. */
export interface ColumnActions {
  move: (field: string, beside: Beside) => void;
  hide: (field: string) => void;
  pin: (field: string, isPinned: boolean) => void;
  /** Makes it as wide as its widest cell on screen. */
  fit: (field: string) => void;
  reset: () => void;
}

/** `shown`: all visible columns, from left to right, even if scrolled out of view. */
export function columnItems(
  column: ArrangedColumn,
  shown: readonly ArrangedColumn[],
  actions: ColumnActions,
): MenuLine[][] {
  const { field, staysLeft } = column;
  const moving = (step: -1 | 1): Pick<MenuLine, 'isDisabled' | 'act'> => {
    const beside = stepBeside(shown, field, step);
    return {
      isDisabled: beside === null,
      act: () => {
        if (beside !== null) actions.move(field, beside);
      },
    };
  };
  return [
    [
      staysLeft
        ? { label: 'Unpin', icon: PinOff, act: () => actions.pin(field, false) }
        : { label: 'Pin at the left', icon: ArrowLeftToLine, act: () => actions.pin(field, true) },
      { label: 'Move left', icon: ChevronLeft, keys: 'Alt+Shift+←', ...moving(-1) },
      { label: 'Move right', icon: ChevronRight, keys: 'Alt+Shift+→', ...moving(1) },
      { label: 'Fit width', icon: MoveHorizontal, act: () => actions.fit(field) },
      { label: 'Hide', icon: EyeOff, act: () => actions.hide(field) },
    ],
    [{ label: 'Reset columns', icon: RotateCcw, act: actions.reset }],
  ];
}
