import { NativeSelect } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { isCalendarDate } from '#shared/query/validate.ts';
import { calendarLabels } from '../../../components/popups.tsx';
import { momentWords } from '../charts/time-words.ts';
import { zoneWords, zonesBeside } from '../charts/zone.ts';
import { areDays } from '../summary/column-facts.ts';
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
  const isOfDays = summary !== null && areDays(summary.column);
  const dayIn = (iso: string): string => momentWords(iso, isOfDays ? 'UTC' : draft.timeZone, true);
  const last = dates === null ? null : dayIn(dates.max);
  const zones = zonesBeside(draft.timeZone);
  const month = turnedTo ?? from ?? to ?? last;
  return (
    <div>
      <RangeInputs
        draft={draft}
        messages={messages}
        placeholders={{
          from: dates === null ? 'YYYY-MM-DD' : dayIn(dates.min),
          to: last ?? 'YYYY-MM-DD',
        }}
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
      {isOfDays || zones.length === 1 ? (
        <p className={classes.note}>Days begin and end in UTC.</p>
      ) : (
        <NativeSelect
          size="xs"
          label="Days begin and end in"
          data={zones.map((zone) => ({ value: zone, label: zoneWords(zone) }))}
          value={draft.timeZone}
          onChange={(event) => onChange({ timeZone: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
