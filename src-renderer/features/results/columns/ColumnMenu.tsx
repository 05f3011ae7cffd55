/** The menu of a column, at its header. It lies outside the grid, whose keys are others. */
import { Menu, UnstyledButton } from '@mantine/core';
import {
  ArrowLeftToLine,
  ChevronLeft,
  ChevronRight,
  EyeOff,
  MoveHorizontal,
  PinOff,
  RotateCcw,
  type LucideIcon,
} from 'lucide-react';
import { Fragment } from 'react';
import { PageMenu } from '#renderer/components/popups.tsx';
import { keyNames } from '#renderer/components/words.ts';
import { MenuKeys } from '../toolbar/ToolButton.tsx';
import { stepBeside, type ArrangedColumn, type Beside } from './layout.ts';

interface ColumnMenuProps {
  /** Of the column. */
  label: string;
  /** Where the header ends; px from the top left of the frame around the grid. */
  at: { left: number; top: number };
  sections: readonly (readonly MenuItem[])[];
  /** The focus goes back to where the menu was opened from. */
  onClose: () => void;
}

export function ColumnMenu({ label, at, sections, onClose }: ColumnMenuProps) {
  // By itself Mantine gives the focus to the first item, also to one that can't have it.
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
        {/* Nobody presses it: the menu takes its position and its name from it. */}
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
        {sections.map((items, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- sections have no name
          <Fragment key={place}>
            {place > 0 && <Menu.Divider />}
            {items.map((item) =>
              item.further === undefined ? (
                <PlainItem key={item.label} item={item} isFirst={item.label === first?.label} />
              ) : (
                <FurtherItem key={item.label} item={item} further={item.further} />
              ),
            )}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </PageMenu>
  );
}

function PlainItem({ item, isFirst }: { item: MenuItem; isFirst: boolean }) {
  const { label, icon: Icon, keys, isDisabled, act } = item;
  return (
    <Menu.Item
      data-autofocus={isFirst || undefined}
      leftSection={<Icon aria-hidden />}
      rightSection={keys === undefined ? null : <MenuKeys>{keyNames(keys)}</MenuKeys>}
      disabled={isDisabled ?? false}
      onClick={act}
    >
      {label}
    </Menu.Item>
  );
}

function FurtherItem({
  item,
  further,
}: {
  item: MenuItem;
  further: NonNullable<MenuItem['further']>;
}) {
  const { label, icon: Icon } = item;
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<Icon aria-hidden />}>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {further.map((one) => (
          <Menu.Item key={one.label} onClick={one.act}>
            {one.label}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

export interface MenuItem {
  label: string;
  icon: LucideIcon;
  /** The keys that do the same on the header: `Alt+Shift+←`. */
  keys?: string;
  isDisabled?: boolean;
  act?: () => void;
  /** A step further instead of `act`. */
  further?: readonly { label: string; act: () => void }[];
}

/** What the grid does with its columns. */
export interface ColumnActions {
  move: (field: string, beside: Beside) => void;
  hide: (field: string) => void;
  pin: (field: string, isPinned: boolean) => void;
  /** As wide as its widest cell on screen. */
  fit: (field: string) => void;
  reset: () => void;
}

/** `shown`: all columns on screen or beside it, from left to right. */
export function columnItems(
  column: ArrangedColumn,
  shown: readonly ArrangedColumn[],
  actions: ColumnActions,
): MenuItem[][] {
  const { field, staysLeft } = column;
  const moving = (step: -1 | 1): Required<Pick<MenuItem, 'isDisabled' | 'act'>> => {
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
