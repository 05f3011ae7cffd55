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

/**
 * A value that isn't listed, from a recipe or from before a description closed the list, is shown
 * as it stands: its message speaks of it.
 */
function withOwn(choices: ChoiceType['choices'], value: string): ChoiceType['choices'] {
  const isListed = value === '' || choices.some((choice) => choice.value === value);
  return isListed ? choices : [...choices, { value, label: value }];
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
      data={withOwn(type.choices, value)}
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
