import { useState, type ReactNode } from 'react';
import type { Run } from '#shared/contract/run.ts';
import type { View } from '#shared/contract/view.ts';
import { PanelPopover } from '../../../components/PanelPopover.tsx';
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
    <PanelPopover
      label={place === null ? 'Filter' : 'Change the filter'}
      opened={isOpen}
      onChange={setOpen}
      width={348}
      panel={{ p: 0 }}
      target={children(isOpen, () => setOpen(!isOpen))}
    >
      <FilterPanel
        run={run}
        view={view}
        place={place}
        onFilter={(filter) => {
          setOpen(false);
          onView({
            ...view,
            filters: place === null ? [...view.filters, filter] : view.filters.with(place, filter),
          });
        }}
        onCancel={() => setOpen(false)}
      />
    </PanelPopover>
  );
}
