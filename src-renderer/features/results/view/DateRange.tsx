import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { isCalendarDate } from '#shared/query/validate.ts';
import { calendarLabels } from '../../../components/calendar-words.ts';
import classes from './Filter.module.css';
import { RangeInputs } from './RangeInputs.tsx';
import type { ValueControlProps } from './ValueControl.tsx';

const dayOf = (text: string): string | null => {
  const day = text.trim().slice(0, 10);
  return isCalendarDate(day) ? day : null;
};

/** Two days, typed or picked; both count as a whole. A blank end is open. */
export function DateRange({ draft, summary, messages, onChange }: ValueControlProps) {
  const dates = summary?.column.dates ?? null;
  const [turnedTo, turnTo] = useState<string | null>(null);
  const [from, to] = [dayOf(draft.from), dayOf(draft.to)];
  const last = dates === null ? null : dates.max.slice(0, 10);
  const month = turnedTo ?? from ?? to ?? last;
  return (
    <div>
      <RangeInputs
        draft={draft}
        messages={messages}
        placeholders={{ from: dates?.min.slice(0, 10) ?? 'YYYY-MM-DD', to: last ?? 'YYYY-MM-DD' }}
        inputMode="text"
        onChange={(change) => {
          turnTo(null);
          onChange(change);
        }}
      />
      <DatePicker
        className={classes.calendar}
        type="range"
        size="xs"
        allowSingleDateInRange
        value={[from, to]}
        onChange={([first, second]) => onChange({ from: first ?? '', to: second ?? '' })}
        {...(month === null ? {} : { date: month })}
        onDateChange={turnTo}
        ariaLabels={calendarLabels}
      />
      <p className={classes.note}>
        Days begin and end in UTC{hasOffset() ? '; the table shows your local time' : ''}.
      </p>
    </div>
  );
}

const hasOffset = (): boolean => new Date().getTimezoneOffset() !== 0;
