import { useState, type ReactNode } from 'react';
import type { Run } from '#shared/contract/run.ts';
import type { View } from '#shared/contract/view.ts';
import { PanelPopover } from '../../../components/popups.tsx';
import { forgetAskedColumn, useAskedColumn } from './asked-column.ts';
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
  const [isOpened, setOpened] = useState(false);
  const asked = useAskedColumn(run.id);
  const field = place === null ? asked : null;
  const isOpen = isOpened || field !== null;
  const setOpen = (wanted: boolean): void => {
    setOpened(wanted);
    if (!wanted && field !== null) forgetAskedColumn();
  };
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
        key={field}
        field={field}
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
