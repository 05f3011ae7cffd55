import { Popover } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Run } from '#shared/contract/run.ts';
import type { View } from '#shared/contract/view.ts';
import { FilterPanel } from './FilterPanel.tsx';

export interface FilterPopoverProps {
  run: Run;
  view: View;
  /** Place of the filter in the view; null for a new one. */
  place: number | null;
  onView: (view: View) => void;
  /** What opens it. */
  children: (isOpen: boolean, toggle: () => void) => ReactNode;
}

/** A filter being made or changed, below what was clicked. */
export function FilterPopover({ run, view, place, onView, children }: FilterPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      offset={4}
      width={348}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>{children(isOpen, () => setOpen(!isOpen))}</Popover.Target>
      <Popover.Dropdown
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is Mantine’s.
        role="dialog"
        aria-label={place === null ? 'Filter' : 'Change the filter'}
        p={0}
      >
        <FilterPanel
          run={run}
          view={view}
          place={place}
          onFilter={(filter) => {
            setOpen(false);
            onView({
              ...view,
              filters:
                place === null ? [...view.filters, filter] : view.filters.with(place, filter),
            });
          }}
          onCancel={() => setOpen(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
