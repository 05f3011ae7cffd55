import { TextInput } from '@mantine/core';
import type { ParameterType } from '#shared/catalogue/types.ts';
import { codeChoices, type CodeKind } from '../../../components/code-names.ts';
import { frame, placeholderOf } from './control.ts';
import type { ControlProps } from './control.ts';
import { OpenChoiceControl } from './OpenChoiceControl.tsx';

type TextType = Extract<ParameterType, { kind: 'text' }>;

export function TextControl(props: ControlProps<TextType>) {
  const { codeOf } = props.type;
  return codeOf === undefined ? <FreeText {...props} /> : <NamedCode {...props} codeOf={codeOf} />;
}

/** A code by the name of what it stands for; other codes may be typed. */
function NamedCode({ codeOf, ...props }: ControlProps<TextType> & { codeOf: CodeKind }) {
  const type = { kind: 'choice', closed: false, choices: codeChoices(codeOf) } as const;
  return <OpenChoiceControl {...props} type={type} parameter={{ ...props.parameter, type }} />;
}

function FreeText(props: ControlProps<TextType>) {
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
