import { useState } from 'react';
import type { Run } from '#shared/contract/run.ts';
import type { Filter, View } from '#shared/contract/view.ts';
import { useZoneName } from '../charts/zone.ts';
import { arrangeColumns } from '../grid/columns.ts';
import { ColumnChoice } from './ColumnChoice.tsx';
import { ConditionForm } from './ConditionForm.tsx';
import { draftOf, newDraft, type Draft } from './draft.ts';

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
export function FilterPanel({ run, view, place, field, onFilter, onCancel }: FilterPanelProps) {
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
