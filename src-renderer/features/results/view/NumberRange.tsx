import { groupDigits } from '../values/cell-view.ts';
import classes from './Filter.module.css';
import { RangeInputs } from './RangeInputs.tsx';
import type { ValueControlProps } from './ValueControl.tsx';

/** Both ends count; a blank one is open. */
export function NumberRange({ draft, summary, messages, onChange }: ValueControlProps) {
  const numbers = summary?.column.numbers ?? null;
  return (
    <div>
      <RangeInputs
        draft={draft}
        messages={messages}
        placeholders={{
          from: numbers === null ? 'any' : groupDigits(numbers.min),
          to: numbers === null ? 'any' : groupDigits(numbers.max),
        }}
        inputMode="decimal"
        onChange={onChange}
      />
      <p className={classes.note}>
        {numbers === null
          ? 'A blank end is open.'
          : `These rows have ${groupDigits(numbers.min)} to ${groupDigits(numbers.max)}. A blank end is open.`}
      </p>
    </div>
  );
}
