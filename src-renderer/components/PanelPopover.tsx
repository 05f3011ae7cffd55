import { Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core';
import type { ReactNode } from 'react';

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
      // Mantine's roles name the panel after its target, which says something else.
      withRoles={false}
      trapFocus
      returnFocus
      {...popover}
    >
      <Popover.Target>{target}</Popover.Target>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is Mantine’s. */}
      <Popover.Dropdown role="dialog" aria-label={label} {...panel}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
