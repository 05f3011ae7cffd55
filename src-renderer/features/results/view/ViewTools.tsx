import { ListFilter } from 'lucide-react';
import type { Run } from '#shared/contract/run.ts';
import type { View } from '#shared/contract/view.ts';
import { mostFilters } from './conditions.ts';
import { FilterPopover } from './FilterPopover.tsx';
import { ToolButton } from '../toolbar/ToolButton.tsx';
import { SearchBox } from './SearchBox.tsx';

interface ViewToolsProps {
  run: Run;
  view: View;
  onView: (view: View) => void;
}

/** Searching and filtering, in the toolbar. */
export function ViewTools({ run, view, onView }: ViewToolsProps) {
  return (
    <>
      <SearchBox
        search={view.search}
        onSearch={(search) => onView({ ...view, search })}
        disabled={false}
      />
      <FilterPopover run={run} view={view} place={null} onView={onView}>
        {(isOpen, toggle) => (
          <FilterButton
            isOpen={isOpen}
            onClick={toggle}
            disabled={view.filters.length >= mostFilters}
          />
        )}
      </FilterPopover>
    </>
  );
}

/** Their places, before there are rows. */
export function NoViewTools() {
  return (
    <>
      <SearchBox search="" onSearch={() => undefined} disabled />
      <FilterButton isOpen={false} disabled />
    </>
  );
}

interface FilterButtonProps {
  ref?: React.Ref<HTMLButtonElement>;
  isOpen: boolean;
  onClick?: () => void;
  disabled: boolean;
}

function FilterButton({ isOpen, ...rest }: FilterButtonProps) {
  return (
    <ToolButton
      tool="filter"
      label="Filter"
      icon={ListFilter}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      data-filter-button
      {...rest}
    />
  );
}

/** Where the focus goes when what had it is gone with a filter. */
export function focusFilterButton(): void {
  const buttons = document.querySelectorAll<HTMLElement>('[data-filter-button], [data-more-tools]');
  // Where the bar has no room for it, it is in the menu.
  [...buttons].find((button) => button.checkVisibility({ visibilityProperty: true }))?.focus();
}
