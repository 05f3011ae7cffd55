/**
 * A day, typed or picked. A plain text input rather than a date input: a wrong day must stay to
 * be read and corrected, where date inputs drop it silently.
 */
import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { Calendar } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import type { ParameterType } from '#shared/catalogue/types.ts';
import { isCalendarDate } from '#shared/query/validate.ts';
import { calendarLabels } from '../../../components/popups.tsx';
import { pickableDays } from '../arrange.ts';
import { frame } from './control.ts';
import type { ControlProps } from './control.ts';
import classes from '../fields/fields.module.css';

/** Opened by a click, typing goes on in the input; opened by a key, the focus moves in. */
type Opened = 'byPointer' | 'byKey' | null;

const validDay = (text: string | undefined): string | undefined =>
  text !== undefined && isCalendarDate(text) ? text : undefined;

/** The calendar hangs below the input alone, not below its message. */
const asTarget = (input: ReactNode) => (
  <Popover.Target>
    <div>{input}</div>
  </Popover.Target>
);

export function DateControl(props: ControlProps<Extract<ParameterType, { kind: 'date' }>>) {
  const { id, parameter, query, value, onChange } = props;
  const [opened, setOpened] = useState<Opened>(null);
  const input = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLDivElement>(null);
  const day = validDay(value.trim());
  const { min, max } = pickableDays(parameter.key, query);
  const [minDate, maxDate] = [validDay(min), validDay(max)];

  const finish = (chosen: string) => {
    onChange(chosen);
    setOpened(null);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      setOpened('byKey');
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
      onChange={(open) => setOpened(open ? 'byPointer' : null)}
      position="bottom-start"
      offset={4}
      withRoles={false}
      trapFocus={opened === 'byKey'}
    >
      <TextInput
        {...frame(props)}
        ref={input}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onClick={() => setOpened('byPointer')}
        onKeyDown={onKeyDown}
        onBlur={leave}
        placeholder={parameter.required ? 'YYYY-MM-DD' : 'Any date'}
        leftSection={
          <ActionIcon
            size="sm"
            aria-label="Open the calendar"
            aria-describedby={`${id}-label`}
            aria-haspopup="dialog"
            aria-expanded={opened !== null}
            onClick={() => setOpened(opened === null ? 'byKey' : null)}
          >
            <Calendar size={16} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        }
        leftSectionPointerEvents="all"
        inputContainer={asTarget}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is Mantine’s. */}
      <Popover.Dropdown ref={calendar} role="dialog" aria-label="Calendar" p={8}>
        <DatePicker
          value={day ?? null}
          onChange={(chosen) => finish(chosen ?? '')}
          defaultDate={day ?? minDate ?? maxDate}
          {...(minDate === undefined ? {} : { minDate })}
          {...(maxDate === undefined ? {} : { maxDate })}
          allowDeselect
          size="xs"
          ariaLabels={calendarLabels}
        />
        {value !== '' && !parameter.required && (
          <Button
            className={classes.anyDate}
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() => finish('')}
          >
            Any date
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
