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
  const fitting = column === null ? [] : conditionsOf(column, summary?.column ?? null);
  // One that was made elsewhere stays to be changed.
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
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
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

/** What is asked of the column; where nothing else has to be said, with the rows that fit. */
function ConditionChoice({ conditions, chosen, summary, onChoose }: ConditionChoiceProps) {
  const name = useId();
  // The first one is what the panel begins with when nothing has to be typed.
  const needsNothing = !asksFor(chosen);
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
            data-autofocus={(needsNothing && condition === chosen) || undefined}
          />
        );
      })}
    </SimpleGrid>
  );
}

/** Whether something has to be typed or chosen for it. */
function asksFor(condition: Condition): boolean {
  return !['isYes', 'isNo', 'isEmpty', 'isNotEmpty'].includes(condition);
}

/** How many rows fit; null where that depends on what is typed. */
function rowsOf(condition: Condition, { count, column }: FieldSummary): number | null {
  const { filled, blank, top } = column;
  const times = (value: string): number =>
    top.values.find((one) => one.value === value)?.count ?? 0;
  switch (condition) {
    case 'isYes':
      return times('true');
    case 'isNo':
      return times('false');
    case 'isEmpty':
      return count - filled + blank;
    case 'isNotEmpty':
      return filled - blank;
    default:
      return null;
  }
}

interface PanelHeadProps {
  field: string;
  column: AskedColumn | null;
  onBack: () => void;
}

/** Which column is asked, and the way to another one. */
function PanelHead({ field, column, onBack }: PanelHeadProps) {
  const label = column?.label ?? field;
  return (
    <Group gap={6} wrap="nowrap" className={classes.head}>
      <ActionIcon size="sm" aria-label="Choose another column" onClick={onBack}>
        <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
      <Text component="h2" fw={600} truncate flex="none" maw="70%">
        {label}
      </Text>
      <TechnicalName label={label} field={field} />
    </Group>
  );
}

/**
 * Leads the focus to where the panel begins. Mantine does so when it opens, and nobody when one
 * part of it gives way to another.
 */
export function useFirstFocus(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    part.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [part]);
}
