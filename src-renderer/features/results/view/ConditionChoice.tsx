import { Radio, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import type { FieldSummary } from '#renderer/state/field-summary.ts';
import { grouping } from '../../../components/words.ts';
import { conditionWords, type Condition } from './conditions.ts';
import classes from './Filter.module.css';

interface ConditionChoiceProps {
  conditions: readonly Condition[];
  chosen: Condition;
  /** Null until it is known. */
  summary: FieldSummary | null;
  onChoose: (condition: Condition) => void;
}

/** What is asked of the column; where nothing else has to be said, with the rows that fit. */
export function ConditionChoice({ conditions, chosen, summary, onChoose }: ConditionChoiceProps) {
  const name = useId();
  // The first one is what the panel begins with when nothing has to be typed.
  const needsNothing = !asksFor(chosen);
  return (
    <fieldset className={classes.conditions}>
      <VisuallyHidden component="legend">Condition</VisuallyHidden>
      {conditions.map((condition) => {
        const count = summary === null ? null : rowsOf(condition, summary);
        return (
          <Radio
            key={condition}
            name={name}
            classNames={{ body: classes.condition }}
            label={
              <>
                {conditionWords[condition]}
                {count !== null && <span className={classes.count}> {grouping(count)}</span>}
              </>
            }
            checked={condition === chosen}
            onChange={() => onChoose(condition)}
            data-autofocus={(needsNothing && condition === chosen) || undefined}
          />
        );
      })}
    </fieldset>
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
