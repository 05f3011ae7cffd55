import { Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { ParameterType } from '#shared/catalogue/types.ts';
import { standingValue } from '#shared/query/values.ts';
import { useListInPlace } from '../../../components/list-in-place.ts';
import { hasAlways } from '../arrange.ts';
import { frame, placeholderOf } from './control.ts';
import type { ControlProps } from './control.ts';
import { OpenChoiceControl } from './OpenChoiceControl.tsx';

type ChoiceType = Extract<ParameterType, { kind: 'choice' }>;

export function ChoiceControl(props: ControlProps<ChoiceType>) {
  return props.type.closed ? <ClosedChoice {...props} /> : <OpenChoiceControl {...props} />;
}

function ClosedChoice(props: ControlProps<ChoiceType>) {
  const { parameter, type, onChange } = props;
  const value = props.value === '' ? (standingValue(parameter) ?? '') : props.value;
  const staysGiven = hasAlways(parameter);
  const list = useListInPlace();
  const clearWithKey = (event: KeyboardEvent) => {
    if (staysGiven || (event.key !== 'Delete' && event.key !== 'Backspace')) return;
    event.preventDefault();
    onChange('');
  };
  return (
    <Select
      {...frame(props)}
      data={type.choices}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      onKeyDown={clearWithKey}
      placeholder={parameter.required ? 'Choose…' : (placeholderOf(parameter) ?? 'Not set')}
      allowDeselect={false}
      clearable={!staysGiven}
      clearSectionMode={value === '' || staysGiven ? 'rightSection' : 'clear'}
      rightSection={<ChevronDown size={16} strokeWidth={1.75} aria-hidden />}
      clearButtonProps={{ 'aria-label': 'Clear', 'aria-hidden': false }}
      maxDropdownHeight={280}
      comboboxProps={list}
    />
  );
}
