import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import type { View } from '#shared/contract/view.ts';
import { isCalendarDate } from '#shared/catalogue/parameter-kinds.ts';
import { Choice, calendarLabels } from '#renderer/components/popups.tsx';
import type { FieldSummary } from '#renderer/state/row-answers.ts';
import { areDays } from '../summary/column-facts.ts';
import { groupDigits } from '../values/cell-view.ts';
import { ValueChecklist } from '../ColumnValues.tsx';
import { momentWords, zonesBeside, zoneWords } from '../values/moments.ts';
import type { AskedColumn, Draft, ReadDraft } from './draft.ts';

interface ValueControlProps {
  /** The view with the other filters only. */
  view: View;
  draft: Draft;
  column: AskedColumn | null;
  /** Null until it is known. */
  summary: FieldSummary | null;
  messages: Omit<ReadDraft, 'filter'>;
  onChange: (change: Partial<Draft>) => void;
}

const exactly = ['Value', 'The whole value, exactly as written.'] as const;
const textWords = {
  contains: ['Text to find', 'Upper and lower case are treated the same.'],
  hasWord: [
    'Word to find',
    'Only as a whole word: “art” isn’t found in “start”. Case and accents make no difference.',
  ],
  is: exactly,
  isNot: exactly,
} as const;

/** The control for the value of a condition. */
export function ValueControl(props: ValueControlProps) {
  const { view, draft, column, onChange } = props;
  switch (draft.condition) {
    case 'contains':
    case 'hasWord':
    case 'is':
    case 'isNot': {
      const [label, description] = textWords[draft.condition];
      return (
        <TextInput
          size="xs"
          aria-label={label}
          description={description}
          value={draft.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
          maxLength={draft.condition === 'hasWord' ? 1000 : 10_000}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      );
    }
    case 'oneOf':
      return (
        column !== null && (
          <ValueChecklist
            {...{ view, column }}
            chosen={draft.values}
            onChange={(values) => onChange({ values })}
          />
        )
      );
    case 'number':
      return <NumberRange {...props} />;
    case 'date':
      return <DateRange {...props} />;
    default:
      return null;
  }
}

const dayOf = (text: string): string | null => {
  const day = text.trim().slice(0, 10);
  return isCalendarDate(day) ? day : null;
};

/** Two days, typed or picked; both are included. A blank end means no limit. */
export function DateRange({ draft, summary, messages, onChange }: ValueControlProps) {
  const dates = summary?.column.dates ?? null;
  const [shownMonth, showMonth] = useState<string | null>(null);
  const [from, to] = [dayOf(draft.from), dayOf(draft.to)];
  const isOfDays = summary !== null && areDays(summary.column);
  const dayIn = (iso: string): string => momentWords(iso, isOfDays ? 'UTC' : draft.timeZone, true);
  const last = dates === null ? null : dayIn(dates.max);
  const zones = zonesBeside(draft.timeZone);
  const month = shownMonth ?? from ?? to ?? last;
  return (
    <div>
      <RangeInputs
        {...{ draft, messages }}
        placeholders={{
          from: dates === null ? 'YYYY-MM-DD' : dayIn(dates.min),
          to: last ?? 'YYYY-MM-DD',
        }}
        inputMode="text"
        onChange={(change) => {
          showMonth(null);
          onChange(change);
        }}
      />
      <DatePicker
        w="fit-content"
        mx="auto"
        mt={8}
        type="range"
        size="xs"
        allowSingleDateInRange
        value={[from, to]}
        onChange={([first, second]) => onChange({ from: first ?? '', to: second ?? '' })}
        {...(month === null ? {} : { date: month })}
        onDateChange={showMonth}
        ariaLabels={calendarLabels}
      />
      {isOfDays || zones.length === 1 ? (
        <Note>Days begin and end in UTC.</Note>
      ) : (
        <Choice
          size="xs"
          label="Days begin and end in"
          choices={zones.map((zone) => ({ value: zone, label: zoneWords(zone) }))}
          value={draft.timeZone}
          onChange={(timeZone) => onChange({ timeZone })}
        />
      )}
    </div>
  );
}

/** Both ends are included; a blank one is open. */
function NumberRange({ draft, summary, messages, onChange }: ValueControlProps) {
  const { min, max } = summary?.column.numbers ?? {};
  const [least, greatest] = [min, max].map((end) => end && groupDigits(end));
  return (
    <div>
      <RangeInputs
        {...{ draft, messages, onChange }}
        placeholders={{ from: least ?? 'any', to: greatest ?? 'any' }}
        inputMode="decimal"
      />
      {/* As high as it will be with both ends: the button below must not move when they arrive. */}
      <Note mih={38}>
        {`${least === undefined ? '' : `These rows have ${least} to ${greatest}. `}Leave an end blank for no limit.`}
      </Note>
    </div>
  );
}

interface RangeInputsProps {
  draft: Draft;
  messages: Omit<ReadDraft, 'filter'>;
  placeholders: { from: string; to: string };
  inputMode: 'decimal' | 'text';
  onChange: (change: Partial<Draft>) => void;
}

/** Inputs for the two ends of a range. */
function RangeInputs(props: RangeInputsProps) {
  const { draft, messages, placeholders, inputMode, onChange } = props;
  return (
    <SimpleGrid cols={2} spacing={12}>
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          size="xs"
          label={end === 'from' ? 'From' : 'To'}
          value={draft[end]}
          placeholder={placeholders[end]}
          error={messages[`${end}Message`]}
          onChange={(event) => onChange({ [end]: event.currentTarget.value })}
          inputMode={inputMode}
          autoComplete="off"
          spellCheck={false}
          data-autofocus={end === 'from' || undefined}
        />
      ))}
    </SimpleGrid>
  );
}

/** A note on the control above it. */
function Note(props: { children: string; 'aria-live'?: 'polite'; mih?: number }) {
  return <Text size="xs" pt={6} c="var(--text-2)" {...props} />;
}
