import {
  ActionIcon,
  Button,
  Group,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { ChevronLeft } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Filter, View } from '#shared/contract/view.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { TechnicalName } from '#renderer/components/texts.tsx';
import { grouping } from '#renderer/components/words.ts';
import { useFieldSummary, type FieldSummary } from '#renderer/state/field-summary.ts';
import classes from './Filter.module.css';
import { ValueControl } from './ValueControl.tsx';
import {
  conditionsOf,
  conditionWords,
  readDraft,
  type AskedColumn,
  type Condition,
  type Draft,
} from './draft.ts';

interface ConditionFormProps {
  runId: string;
  /** The view without this filter: values are counted in the rows that the other filters leave. */
  others: View;
  draft: Draft;
  /** Null if the run has no such column. */
  column: AskedColumn | null;
  /** The label of the button. */
  verb: string;
  /** Null: the person wants another column. */
  onChange: (draft: Draft | null) => void;
  onFilter: (filter: Filter) => void;
  onCancel: () => void;
}

/** The form for a filter's condition and values. */
export function ConditionForm(props: ConditionFormProps) {
  const { runId, others, draft, column, verb, onChange, onFilter, onCancel } = props;
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form);
  const { value: summary } = useFieldSummary(runId, others, draft.field);
  const { filter, ...messages } = readDraft(draft, column);
  const fitting = column === null ? [] : conditionsOf(column, summary?.column ?? null);
  // A condition that was created elsewhere can still be changed.
  const offered = fitting.includes(draft.condition) ? fitting : [draft.condition, ...fitting];
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
      <Stack gap={12} className={classes.body}>
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
      </Stack>
      <Group gap={8} justify="flex-end" className={classes.foot}>
        <SmallButton onClick={onCancel}>Cancel</SmallButton>
        <Button size="xs" type="submit" disabled={filter === null}>
          {verb}
        </Button>
      </Group>
    </form>
  );
}

interface ConditionChoiceProps {
  conditions: readonly Condition[];
  chosen: Condition;
  /** Null until it is known. */
  summary: FieldSummary | null;
  onChoose: (condition: Condition) => void;
}

/** The choice of a condition; if it needs no value, with the number of matching rows. */
function ConditionChoice({ conditions, chosen, summary, onChoose }: ConditionChoiceProps) {
  const name = useId();
  // The chosen one gets the focus if there is nothing to type.
  const isWithoutValue = !needsValue(chosen);
  return (
    <SimpleGrid component="fieldset" cols={2} spacing={12} verticalSpacing={6}>
      <VisuallyHidden component="legend">Condition</VisuallyHidden>
      {conditions.map((condition) => {
        const count = summary === null ? null : rowsOf(condition, summary);
        return (
          <Radio
            key={condition}
            name={name}
            styles={{ body: { alignItems: 'center' } }}
            label={
              <>
                {conditionWords[condition]}
                {count !== null && (
                  <Text span size="xs" lh="20px" c="dimmed">
                    {' '}
                    {grouping(count)}
                  </Text>
                )}
              </>
            }
            checked={condition === chosen}
            onChange={() => onChoose(condition)}
            data-autofocus={(isWithoutValue && condition === chosen) || undefined}
          />
        );
      })}
    </SimpleGrid>
  );
}

/** Whether a condition needs a value. */
function needsValue(condition: Condition): boolean {
  return !['isYes', 'isNo', 'isEmpty', 'isNotEmpty'].includes(condition);
}

/** Returns how many rows match; null if that depends on the value. */
function rowsOf(condition: Condition, { count, column }: FieldSummary): number | null {
  const { filled, top } = column;
  const times = (value: string): number => top.find((one) => one.value === value)?.count ?? 0;
  switch (condition) {
    case 'isYes':
      return times('true');
    case 'isNo':
      return times('false');
    case 'isEmpty':
      return count - filled;
    case 'isNotEmpty':
      return filled;
    default:
      return null;
  }
}

interface PanelHeadProps {
  field: string;
  column: AskedColumn | null;
  onBack: () => void;
}

/** The column of the filter, and a button to choose another one. */
function PanelHead({ field, column, onBack }: PanelHeadProps) {
  const label = column?.label ?? field;
  return (
    <Group gap={6} wrap="nowrap" className={classes.head}>
      <ActionIcon size="sm" aria-label="Choose another column" onClick={onBack}>
        <ChevronLeft size={16} />
      </ActionIcon>
      <Text component="h2" fw={600} truncate flex="none" maw="70%">
        {label}
      </Text>
      <TechnicalName label={label} field={field} />
    </Group>
  );
}

/**
 * Focuses the first control of a part of the panel. Mantine does that when the panel opens, but not
 * when one part replaces another.
 */
export function useFirstFocus(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    part.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [part]);
}
