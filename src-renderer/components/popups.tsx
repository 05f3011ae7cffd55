/** Menus, their lines as data, and panels. */
import { Ellipsis, type LucideIcon } from 'lucide-react';
import {
  ActionIcon,
  Menu,
  type MenuProps,
  Popover,
  type PopoverDropdownProps,
  type PopoverProps,
  Box,
  Text,
} from '@mantine/core';
import { useUncontrolled, useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useReducer, type MouseEvent } from 'react';
import { keyNames } from './words.ts';

const clickOutsideEvents = ['mousedown', 'touchstart'];

/**
 * A menu as part of the page: outside of `main` it would belong to no landmark. The first item has
 * the focus, with no empty element before it, which a menu must not have.
 */
export function PageMenu(props: MenuProps) {
  const main = document.getElementById('main');
  const { opened, onChange, onClose } = props;
  const [isOpen, setOpen] = useUncontrolled({ value: opened, defaultValue: false, onChange });
  // Until the focus has come into the menu, Escape is heard only where it was opened from.
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen) return;
    onClose?.();
    setOpen(false);
  });
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      // The key that opens a menu is still on its way up when the menu begins to listen.
      clickOutsideEvents={clickOutsideEvents}
      // A point in the grid counts as out of sight while it is being placed: no focus can go to a
      // menu that is hidden for that long.
      hideDetached={false}
      {...(main === null ? {} : { portalProps: { target: main } })}
      {...props}
      opened={isOpen}
      onChange={setOpen}
    />
  );
}

interface PanelPopoverProps extends PopoverProps {
  /** The panel's name. */
  label: string;
  /** What opens it. */
  target: ReactNode;
  panel?: Pick<PopoverDropdownProps, 'className' | 'p'>;
}

/** A small dialog below what opens it: the focus stays in it, and goes back from it. */
export function PanelPopover({ label, target, panel, children, ...popover }: PanelPopoverProps) {
  return (
    <Popover
      position="bottom-start"
      offset={4}
      // Where neither side has the room, it lies over what opened it rather than out of the window.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 4 } }}
      // Mantine's roles name the panel after its target, which says something else.
      withRoles={false}
      trapFocus
      returnFocus
      {...popover}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is Mantine’s.
        role="dialog"
        aria-label={label}
        mah="calc(100dvh - 8px)"
        style={{ overflowY: 'auto' }}
        {...panel}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * Props for Mantine's Combobox. The list stays beside its control (screen readers know where it
 * belongs) but above whatever scrolls. Kept in the page while closed it would carry the label a
 * second time; not kept, Mantine learns of the list only after it drew `aria-expanded`, so it
 * has to draw once more.
 */
export function useListInPlace() {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  return {
    keepMounted: false,
    withinPortal: false,
    floatingStrategy: 'fixed',
    onEnterTransitionEnd: drawAgain,
  } as const;
}

/** What the buttons of a calendar are called. */
export const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** Items of a menu: icon, words, and what each does. */
export type MenuEntry = readonly [icon: LucideIcon, words: string, act: () => void];

export function MenuItems({ items }: { items: readonly MenuEntry[] }) {
  return items.map(([Icon, words, act]) => (
    <Menu.Item key={words} leftSection={<Icon size={14} />} onClick={act}>
      {words}
    </Menu.Item>
  ));
}

interface MoreMenuProps extends MenuProps {
  /** "More for the team’s key". */
  label: string;
  items: readonly MenuEntry[];
}

/** What else can be done with something, behind a button of three dots. */
export function MoreMenu({ label, items, ...menu }: MoreMenuProps) {
  return (
    <PageMenu position="bottom-end" {...menu}>
      <Menu.Target>
        <ActionIcon aria-label={label}>
          <Ellipsis />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems items={items} />
      </Menu.Dropdown>
    </PageMenu>
  );
}

export interface MenuLine {
  /** What it is told apart by, where its words are not enough. */
  key?: string;
  label: string;
  /** In place of the label: with a count, say. */
  words?: ReactNode;
  /** Null: room for one, so that words stand under words. */
  icon?: LucideIcon | null;
  /** The keys that do the same: `Alt+Shift+←`. */
  keys?: string | undefined;
  /** What else is said at its end. */
  end?: ReactNode;
  title?: string;
  isDisabled?: boolean;
  act?: (event: MouseEvent) => void;
  /** A step further instead of `act`. */
  further?: readonly MenuLine[];
}

interface MenuLinesProps {
  lines: readonly MenuLine[];
  iconSize?: number;
  /** The line that has the focus first: by itself Mantine takes one that can’t have it, too. */
  first?: MenuLine | undefined;
}

export function MenuLines({ lines, iconSize = 14, first }: MenuLinesProps) {
  return lines.map((line) => {
    const {
      label,
      words = label,
      icon: Icon,
      keys,
      end,
      title,
      isDisabled = false,
      act,
      further,
    } = line;
    const key = line.key ?? label;
    const picture =
      Icon === null ? (
        <Box component="span" display="block" w={iconSize} />
      ) : (
        Icon && <Icon size={iconSize} aria-hidden />
      );
    const hasEnd = keys !== undefined || (end !== undefined && end !== false);
    if (further !== undefined) {
      return (
        <Menu.Sub key={key}>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={picture}>{words}</Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown>
            <MenuLines lines={further} />
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      );
    }
    return (
      <Menu.Item
        key={key}
        data-autofocus={line === first || undefined}
        leftSection={picture}
        rightSection={
          hasEnd && (
            <>
              {end}
              {keys !== undefined && <MenuKeys>{keyNames(keys)}</MenuKeys>}
            </>
          )
        }
        title={title}
        disabled={isDisabled}
        onClick={act}
      >
        {words}
      </Menu.Item>
    );
  });
}

/** The keys that do the same as an item of a menu, at its end. */
export function MenuKeys({ children }: { children: string }) {
  return (
    <Text component="kbd" aria-hidden size="xs" ff="inherit" c="dimmed">
      {children}
    </Text>
  );
}
