/**
 * A day, typed or picked, and periods filled in by one click. Those that end today or yesterday are counted back,
 * so that the form asks for the latest days whenever it is used; which day that is, is shown below. A plain text input rather than a date
 * input: an invalid day must remain readable and editable, where date inputs discard it silently.
 */
import { ActionIcon, Flex, Popover, SegmentedControl, Stack, TextInput, Text } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { Calendar } from 'lucide-react';
import { useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import {
  isCalendarDate,
  type TypeOf,
  labelOf,
  type ParameterType,
} from '#shared/catalogue/parameter-kinds.ts';
import type { Query } from '#shared/query/types.ts';
import type { Parameter } from '#shared/catalogue/types.ts';
import { dayAt, parameterApplies, utcDay } from '#shared/query/values.ts';
import { QuietButton } from '#renderer/components/buttons.tsx';
import { longDay } from '#renderer/components/dates.ts';
import { calendarLabels } from '#renderer/components/popups.tsx';
import { useUtcDay } from '#renderer/state/time.ts';
import { isPeriodEnd, periodOf, pickableDays, withDay, type PeriodEnd } from '../arrange.ts';
import classes from '../fields/fields.module.css';

/** Whole days as the service counts them: in UTC, both ends included. */
interface Period {
  name: string;
  since: string;
  until: string;
}

/** Returns the periods that one click fills in. None ends after today, since nothing is newer. */
export function periodsBefore(now: Date): Period[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const day = (inMonth: number, dayOfMonth: number): string =>
    utcDay(new Date(Date.UTC(year, inMonth, dayOfMonth)));
  return [
    { name: 'Today', since: 'today', until: 'today' },
    { name: 'Yesterday', since: 'yesterday', until: 'yesterday' },
    { name: 'Last 7 days', since: '6 days ago', until: 'today' },
    { name: 'Last 30 days', since: '29 days ago', until: 'today' },
    { name: 'This month', since: day(month, 1), until: utcDay(now) },
    { name: 'Last month', since: day(month - 1, 1), until: day(month, 0) },
  ];
}

/** Marks what has the focus for a dialog around it: Escape closes the calendar alone. */
const keepsEscape = 'data-mantine-stop-propagation';

/** Opened by a click, the input keeps the focus; opened by a key, the calendar gets it. */
type Opened = 'byPointer' | 'byKey' | null;

const validDay = (text: string): string | undefined => (isCalendarDate(text) ? text : undefined);

/** The calendar is attached to the input alone, not to its message. */
const asTarget = (input: ReactNode) => (
  <Popover.Target>
    <div>{input}</div>
  </Popover.Target>
);

interface DateControlProps extends ControlProps<TypeOf<'date'>> {
  /** One end of a period whose other end isn’t entered here. */
  isAlone?: boolean;
}

export function DateControl({ isAlone = false, ...props }: DateControlProps) {
  const { parameter, query, value, onChange, onFill } = props;
  const [opened, setOpened] = useState<Opened>(null);
  const today = useUtcDay();
  const now = new Date(today);
  const [end, setEnd] = useState(parameter.key);
  const input = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLDivElement>(null);
  const isPeriod = !isAlone && isPeriodEnd(end);
  const period = periodOf(query, now);
  const own = dayAt(value.trim(), now);
  const day = isPeriod ? (period[end] ?? period.since ?? period.until) : validDay(own);
  const pickable = pickableDays(end, query, now);
  const filled = isPeriod ? [query.values['since'], query.values['until']] : [value];

  const open = (by: Opened) => {
    setEnd(parameter.key);
    setOpened(by);
  };
  const close = () => {
    setOpened(null);
    input.current?.focus();
  };
  const pick = (chosen: string) => {
    if (!isPeriod) onChange(chosen);
    else onFill(withDay(end, chosen, query, now));
    // One calendar for both ends: after the first day, the last one is picked.
    if (isPeriod && end === 'since') setEnd('until');
    else close();
  };
  const clear = () => {
    if (isPeriod) onFill({ since: '', until: '' });
    else onChange('');
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      open('byKey');
    } else if (event.key === 'Escape' || event.key === 'Enter') {
      setOpened(null);
    }
  };
  const leave = (event: FocusEvent) => {
    if (opened === 'byPointer' && !calendar.current?.contains(event.relatedTarget)) setOpened(null);
  };
  return (
    <Popover
      opened={opened !== null}
      onChange={(isOpen) => setOpened(isOpen ? 'byPointer' : null)}
      position="bottom-start"
      offset={4}
      withRoles={false}
      trapFocus={opened === 'byKey'}
    >
      <TextInput
        {...frame(props)}
        {...(own === value.trim() || props.message !== null ? {} : { description: longDay(own) })}
        ref={input}
        {...{ [keepsEscape]: opened !== null || undefined }}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onClick={() => open('byPointer')}
        onKeyDown={onKeyDown}
        onBlur={leave}
        placeholder={parameter.required ? 'YYYY-MM-DD' : 'Any date'}
        leftSection={
          <ActionIcon
            size="sm"
            aria-label={`Open the calendar: ${parameter.label}`}
            aria-haspopup="dialog"
            aria-expanded={opened !== null}
            onClick={() => open(opened === null ? 'byKey' : null)}
          >
            <Calendar />
          </ActionIcon>
        }
        leftSectionPointerEvents="all"
        inputContainer={asTarget}
      />
      <Popover.Dropdown
        ref={calendar}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is Mantine’s.
        role="dialog"
        aria-label="Calendar"
        p={8}
        onFocus={({ target }) => target.setAttribute(keepsEscape, 'true')}
      >
        <Flex gap={8}>
          {isPeriod && (
            <Periods
              periods={periodsBefore(now)}
              query={query}
              onChoose={(values) => {
                onFill(values);
                close();
              }}
            />
          )}
          <div>
            {isPeriod && (
              <SegmentedControl
                fullWidth
                mb={8}
                aria-label="Day to choose"
                data={ends}
                value={end}
                onChange={setEnd}
              />
            )}
            <DatePicker
              value={day}
              onChange={(chosen) => chosen !== null && pick(chosen)}
              defaultDate={day ?? today}
              {...pickable}
              getDayProps={(date) => ({
                ...(date === today ? { 'aria-current': 'date' as const } : {}),
                ...(isPeriod ? inPeriod(date, period) : {}),
              })}
              highlightToday
              size="xs"
              ariaLabels={calendarLabels}
            />
          </div>
        </Flex>
        {filled.some(Boolean) && !parameter.required && (
          <QuietButton
            fullWidth
            mt={4}

            onClick={clear}
          >
            Any date
          </QuietButton>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

const ends: { value: PeriodEnd; label: string }[] = [
  { value: 'since', label: 'From' },
  { value: 'until', label: 'Until' },
];

/** Returns the style of a day in the period or at one of its ends. */
const inPeriod = (date: string, { since, until }: ReturnType<typeof periodOf>) => ({
  selected: date === since || date === until,
  inRange: since !== null && until !== null && date >= since && date <= until,
  firstInRange: date === since && until !== null,
  lastInRange: date === until && since !== null,
});

interface PeriodsProps {
  periods: readonly Period[];
  query: Query;
  onChoose: (values: { since: string; until: string }) => void;
}

/** Buttons for periods, each filling in both ends. */
const Periods = ({ periods, query, onChoose }: PeriodsProps) => (
  <Stack gap={0} pr={8} className={classes.periods}>
    {periods.map(({ name, since, until }) => (
      <QuietButton
        key={name}

        justify="flex-start"
        aria-pressed={query.values['since'] === since && query.values['until'] === until}
        onClick={() => onChoose({ since, until })}
      >
        {name}
      </QuietButton>
    ))}
    <Text fz={11} lh="16px" mt="auto" px={11} py={4} c="dimmed">
      Days in UTC
    </Text>
  </Stack>
);

export interface ControlProps<T extends ParameterType = ParameterType> {
  id: string;
  parameter: Parameter;
  type: T;
  query: Query;
  /** As typed. */
  value: string;
  /** The message to show, if any. */
  message: string | null;
  label: ReactNode;
  onChange: (value: string) => void;
  /** Fills in several parameters at once, by key. */
  onFill: (values: Readonly<Record<string, string>>) => void;
}

/** The props that Mantine's inputs share. A message replaces the help and is tied to the input. */
export const frame = ({ id, label, message, parameter, query }: ControlProps) =>
  ({
    id,
    label,
    description: message === null ? parameter.help : undefined,
    error: message,
    required: parameter.required,
    withAsterisk: false,
    // It has no effect given the others.
    disabled: !parameterApplies(parameter, query),
    autoComplete: 'off',
  }) as const;

/** Returns the placeholder of an empty control: an example, or the service's default. */
export function placeholderOf({ placeholder, default: fallback, type }: Parameter) {
  if (placeholder !== undefined) return placeholder;
  if (fallback === undefined) return undefined;
  return labelOf(type, fallback);
}
