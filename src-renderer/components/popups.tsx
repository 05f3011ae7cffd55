/** Menus with their lines as data, and panels. */
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
 * A menu as part of the page: outside of `main` it would not be in a landmark. Its first item gets the
 * focus directly, because a menu must not have an empty element before it.
 */
export function PageMenu(props: MenuProps) {
  const main = document.getElementById('main');
  const { opened, onChange, onClose } = props;
  const [isOpen, setOpen] = useUncontrolled({ value: opened, defaultValue: false, onChange });
  // Until the focus is in the menu, Escape only reaches the element that opened it.
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen) return;
    onClose?.();
    setOpen(false);
  });
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      // The key event that opens a menu is still bubbling when the menu starts listening.
      clickOutsideEvents={clickOutsideEvents}
      // A point in the grid counts as hidden while the menu is being positioned, and a hidden menu
      // can't get the focus.
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
  /** The element that opens it. */
  target: ReactNode;
  panel?: Pick<PopoverDropdownProps, 'className' | 'p'>;
}

/** A small dialog below the element that opens it: it traps the focus and returns it. */
export function PanelPopover({ label, target, panel, children, ...popover }: PanelPopoverProps) {
  return (
    <Popover
      position="bottom-start"
      offset={4}
      // If there is no room on either side, it covers its target rather than leaving the window.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 4 } }}
      // Mantine's roles label the panel with its target, which says something else.
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
 * Returns props for Mantine's Combobox. The list stays beside its control in the DOM (for screen
 * readers) but above anything that scrolls. If it were kept mounted while closed, it would repeat the
 * label; if not, Mantine only learns of the list after rendering `aria-expanded`, so it has to render
 * once more.
 */
export function useInlineListProps() {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  return {
    keepMounted: false,
    withinPortal: false,
    floatingStrategy: 'fixed',
    onEnterTransitionEnd: renderAgain,
  } as const;
}

/** Labels of the buttons of a calendar. */
export const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

interface MoreMenuProps extends MenuProps {
  /** "More for the team’s key". */
  label: string;
  lines: readonly MenuLine[];
}

/** Further actions, behind a button with three dots. */
export function MoreMenu({ label, lines, ...menu }: MoreMenuProps) {
  return (
    <PageMenu position="bottom-end" {...menu}>
      <Menu.Target>
        <ActionIcon aria-label={label}>
          <Ellipsis />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLines lines={lines} />
      </Menu.Dropdown>
    </PageMenu>
  );
}

export interface MenuLine {
  /** Identifies the line if its label is not unique. */
  key?: string;
  label: string;
  /** Shown instead of the label: with a count, for example. */
  words?: ReactNode;
  /** Null: empty space for one, so that labels are aligned. */
  icon?: LucideIcon | null;
  /** Its keyboard shortcut: `Alt+Shift+←`. */
  keys?: string | undefined;
  /** Further content at its end. */
  end?: ReactNode;
  title?: string;
  isDisabled?: boolean;
  act?: (event: MouseEvent) => void;
  /** A submenu instead of `act`. */
  further?: readonly MenuLine[];
}

interface MenuLinesProps {
  lines: readonly MenuLine[];
  iconSize?: number;
  /** The line that gets the focus first: by default Mantine may choose one that can’t have it. */
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

/** The keyboard shortcut of a menu item, at its end. */
export function MenuKeys({ children }: { children: string }) {
  return (
    <Text component="kbd" aria-hidden size="xs" ff="inherit" c="dimmed">
      {children}
    </Text>
  );
}
