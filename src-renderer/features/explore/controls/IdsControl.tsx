import { Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { ParameterType } from '#shared/catalogue/types.ts';
import { splitIds } from '#shared/query/values.ts';
import { frame, placeholderOf } from './control.ts';
import type { ControlProps } from './control.ts';

/** Enter starts a new line here, so asking takes Ctrl or Cmd with it. */
function submitWithModifier(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

export function IdsControl(props: ControlProps<Extract<ParameterType, { kind: 'ids' }>>) {
  const count = splitIds(props.value).length;
  const { description, ...shared } = frame(props);
  const counted = `${count === 0 ? 'At' : `${count} of at`} most ${props.type.max} IDs.`;
  return (
    <Textarea
      {...shared}
      description={description && `${counted} ${description}`}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onKeyDown={submitWithModifier}
      placeholder={placeholderOf(props.parameter)}
      spellCheck={false}
      autosize
      minRows={1}
      maxRows={4}
    />
  );
}
