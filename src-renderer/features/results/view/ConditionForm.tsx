import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { Filter, View } from '#shared/contract/view.ts';
import { useFieldSummary } from '#renderer/state/field-summary.ts';
import { ConditionChoice } from './ConditionChoice.tsx';
import { conditionsOf, type AskedColumn } from './conditions.ts';
import { readDraft, type Draft } from './draft.ts';
import classes from './Filter.module.css';
import { PanelHead } from './PanelHead.tsx';
import { useFirstFocus } from './use-first-focus.ts';
import { ValueControl } from './ValueControl.tsx';

interface ConditionFormProps {
  runId: string;
  /** The view without this filter: values are counted over what the others leave. */
  others: View;
  draft: Draft;
  /** Null when the run has no such column. */
  column: AskedColumn | null;
  /** Of the button. */
  verb: string;
  /** Null: another column is wanted. */
  onChange: (draft: Draft | null) => void;
  onFilter: (filter: Filter) => void;
  onCancel: () => void;
}

/** What is asked of a column. */
export function ConditionForm(props: ConditionFormProps) {
  const { runId, others, draft, column, verb, onChange, onFilter, onCancel } = props;
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form);
  const { summary } = useFieldSummary(runId, others, draft.field);
  const { filter, ...messages } = readDraft(draft, column);
  const usual = column === null ? [] : conditionsOf(column, summary?.column ?? null);
  // One that was made elsewhere stays to be changed.
  const offered = usual.includes(draft.condition) ? usual : [draft.condition, ...usual];
  const change = (changed: Partial<Draft>): void => onChange({ ...draft, ...changed });
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (filter !== null) onFilter(filter);
      }}
    >
      <PanelHead field={draft.field} column={column} onBack={() => onChange(null)} />
      <div className={classes.body}>
        <ConditionChoice
          conditions={offered}
          chosen={draft.condition}
          summary={summary}
          onChoose={(condition) => change({ condition })}
        />
        <ValueControl
          runId={runId}
          view={others}
          draft={draft}
          column={column}
          summary={summary}
          messages={messages}
          onChange={change}
        />
      </div>
      <div className={classes.foot}>
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="xs" type="submit" disabled={filter === null}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
