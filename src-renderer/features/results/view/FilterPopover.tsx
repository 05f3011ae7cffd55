import { useState, type ReactNode } from 'react';
import { create } from 'zustand';
import type { Run } from '#shared/contract/run.ts';
import type { Filter, View } from '#shared/contract/view.ts';
import { PanelPopover } from '#renderer/components/popups.tsx';
import { arrangeColumns } from '../grid/columns.ts';
import { useZoneName } from '../values/moments.ts';
import { ColumnChoice } from './ColumnChoice.tsx';
import { ConditionForm } from './ConditionForm.tsx';
import { draftOf, newDraft, type Draft } from './draft.ts';

interface FilterPopoverProps {
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

interface FilterPanelProps {
  run: Run;
  view: View;
  place: number | null;
  /** The column of a new one, if it was said already. */
  field: string | null;
  onFilter: (filter: Filter) => void;
  onCancel: () => void;
}

/** First the column, then what to ask of it, by what it holds. */
function FilterPanel({ run, view, place, field, onFilter, onCancel }: FilterPanelProps) {
  const before = place === null ? undefined : view.filters[place];
  const columnOf = (name: string) => run.columns.find((column) => column.field === name) ?? null;
  const clock = useZoneName();
  const [draft, setDraft] = useState<Draft | null>(() => {
    if (before !== undefined) return draftOf(before, columnOf(before.field), clock);
    const column = field === null ? null : columnOf(field);
    return column === null ? null : newDraft(column, clock);
  });
  if (draft === null) {
    return (
      <ColumnChoice
        columns={arrangeColumns(run.columns, run.resource, run.query.fields)}
        onChoose={(column) => setDraft(newDraft(column, clock))}
      />
    );
  }
  return (
    <ConditionForm
      runId={run.id}
      others={{
        ...view,
        sort: [],
        filters: view.filters.filter((_filter, at) => at !== place),
      }}
      draft={draft}
      column={columnOf(draft.field)}
      verb={place === null ? 'Add filter' : 'Change filter'}
      onChange={setDraft}
      onFilter={onFilter}
      onCancel={onCancel}
    />
  );
}

interface AskedColumn {
  runId: string;
  field: string;
}

const useAsked = create<{ asked: AskedColumn | null }>()(() => ({ asked: null }));

/** The column that a filter is wanted for; null for none. */
const useAskedColumn = (runId: string): string | null =>
  useAsked(({ asked }) => (asked?.runId === runId ? asked.field : null));

export const askToFilter = (runId: string, field: string): void =>
  useAsked.setState({ asked: { runId, field } });

const forgetAskedColumn = (): void => useAsked.setState({ asked: null });
