import { TextInput } from '@mantine/core';
import type { ParameterType } from '#shared/catalogue/types.ts';
import { frame, placeholderOf } from './control.ts';
import type { ControlProps } from './control.ts';

export function TextControl(props: ControlProps<Extract<ParameterType, { kind: 'text' }>>) {
  return (
    <TextInput
      {...frame(props)}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      placeholder={placeholderOf(props.parameter)}
      // Words and names are read as they are typed, in any script.
      dir="auto"
      spellCheck={false}
      {...(props.type.at ? { leftSection: <span aria-hidden>@</span>, leftSectionWidth: 30 } : {})}
    />
  );
}

export function IntegerControl(props: ControlProps<Extract<ParameterType, { kind: 'integer' }>>) {
  return (
    <TextInput
      {...frame(props)}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      placeholder={placeholderOf(props.parameter)}
      inputMode="numeric"
    />
  );
}
