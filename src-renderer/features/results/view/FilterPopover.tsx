// oxlint-disable jsx-a11y/prefer-tag-over-role -- a list that is searched beside its input
/** Creates or changes a filter, below the clicked button: first its column, then the condition. */
import { foldAccents } from '#shared/fold.ts';
import { useState, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import { Text } from '@mantine/core';
import type { Run } from '#shared/contract/run.ts';
import type { Filter, View } from '#shared/contract/view.ts';
import { SearchBox } from '#renderer/components/SearchBox.tsx';
import { PanelPopover } from '#renderer/components/popups.tsx';
import { FieldName } from '#renderer/components/texts.tsx';
import { arrangeColumns } from '../grid/columns.ts';
import { useZoneName } from '../values/moments.ts';
import { ConditionForm, useFirstFocus } from './ConditionForm.tsx';
import { draftOf, newDraft, type Draft, type AskedColumn } from './draft.ts';
import classes from './Filter.module.css';

interface FilterPopoverProps {
  run: Run;
  view: View;
  /** Index of the filter in the view; null for a new one. */
  index: number | null;
  onView: (view: View) => void;
  /** The button that opens it. */
  children: (isOpen: boolean, toggle: () => void) => ReactNode;
}

/** The popover for a new filter or for one that is changed. */
export function FilterPopover({ run, view, index, onView, children }: FilterPopoverProps) {
  const [isOpened, setOpened] = useState(false);
  const asked = useAskedColumn(run.id);
  const field = index === null ? asked : null;
  const isOpen = isOpened || field !== null;
  const setOpen = (wanted: boolean): void => {
    setOpened(wanted);
    if (!wanted && field !== null) forgetAskedColumn();
  };
  return (
    <PanelPopover
      label={index === null ? 'Filter' : 'Change the filter'}
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
        index={index}
        onFilter={(filter) => {
          setOpen(false);
          onView({
            ...view,
            filters: index === null ? [...view.filters, filter] : view.filters.with(index, filter),
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
  index: number | null;
  /** The column of a new filter, if it is already known. */
  field: string | null;
  onFilter: (filter: Filter) => void;
  onCancel: () => void;
}

/** First the column, then the conditions that fit its values. */
function FilterPanel({ run, view, index, field, onFilter, onCancel }: FilterPanelProps) {
  const before = index === null ? undefined : view.filters[index];
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
        filters: view.filters.filter((_filter, at) => at !== index),
      }}
      draft={draft}
      column={columnOf(draft.field)}
      verb={index === null ? 'Add filter' : 'Change filter'}
      onChange={setDraft}
      onFilter={onFilter}
      onCancel={onCancel}
    />
  );
}

const useAsked = create<{ asked: { runId: string; field: string } | null }>()(() => ({
  asked: null,
}));

/** Returns the column that a filter was requested for; null for none. */
const useAskedColumn = (runId: string): string | null =>
  useAsked(({ asked }) => (asked?.runId === runId ? asked.field : null));

export const askToFilter = (runId: string, field: string): void =>
  useAsked.setState({ asked: { runId, field } });

const forgetAskedColumn = (): void => useAsked.setState({ asked: null });

interface ColumnChoiceProps {
  columns: readonly AskedColumn[];
  onChoose: (column: AskedColumn) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The choice of a column, searchable by its label or name. Arrow keys move, Enter chooses. */
function ColumnChoice({ columns, onChoose }: ColumnChoiceProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const choice = useRef<HTMLDivElement>(null);
  useFirstFocus(choice);
  const found = findColumns(columns, search);
  const chosen = found[active];
  useLayoutEffect(() => {
    // Only the element knows the position of the chosen one.
    if (chosen === undefined) return;
    choice.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const onKey = (key: string): boolean => {
    const step = steps[key];
    if (step !== undefined) setActive(Math.max(0, Math.min(found.length - 1, active + step)));
    else if (key === 'Enter' && chosen !== undefined) onChoose(chosen);
    return step !== undefined || key === 'Enter';
  };
  return (
    <div ref={choice}>
      <div className={classes.find}>
        <SearchBox
          role="combobox"
          label="Find a column"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${active}`}
          search={search}
          onSearch={(typed) => {
            setSearch(typed);
            setActive(0);
          }}
          onKey={onKey}
          data-autofocus
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Columns" className={classes.columns}>
        {found.map((column, index) => (
          // The input has the focus and handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={column.field}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classes.column}
            onClick={() => onChoose(column)}
          >
            <FieldName label={column.label} field={column.field} />
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <Text c="var(--text-2)" px={16} pb={16}>
          No columns match “{search.trim()}”.
        </Text>
      )}
    </div>
  );
}

/**
 * Returns matching columns: those that start with the search first, else in the given order, so
 * “posted” finds *Posted* first.
 */
export function findColumns(columns: readonly AskedColumn[], search: string): AskedColumn[] {
  const sought = foldAccents(search.trim());
  const rank = ({ label, field }: AskedColumn): number => {
    const names = [label, field].map(foldAccents);
    if (names.some((name) => name.startsWith(sought))) return 0;
    return names.some((name) => name.includes(sought)) ? 1 : 2;
  };
  return [0, 1].flatMap((wanted) => columns.filter((column) => rank(column) === wanted));
}
