/** Panels, and what lists that open in place need. */
import { Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core';
import { type ReactNode, useReducer } from 'react';
import { useFirstFocus } from './hooks.ts';

interface PanelPopoverProps extends PopoverProps {
  opened: boolean;
  /** The panel's name. */
  label: string;
  /** The element that opens it. */
  target: ReactNode;
  panel?: Pick<PopoverDropdownProps, 'className' | 'p'>;
}

/** A small dialog below the element that opens it: it traps the focus and returns it. */
export function PanelPopover({ label, target, panel, children, ...popover }: PanelPopoverProps) {
  const first = useFirstFocus(popover.opened);
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
        <span ref={first} hidden />
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
