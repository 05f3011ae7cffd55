import { TextInput } from '@mantine/core';
import type { View } from '#shared/contract/view.ts';
import type { FieldSummary } from '#renderer/state/field-summary.ts';
import type { AskedColumn } from './conditions.ts';
import { DateRange } from './DateRange.tsx';
import type { Draft, ReadDraft } from './draft.ts';
import { NumberRange } from './NumberRange.tsx';
import { ValueList } from './ValueList.tsx';

export interface ValueControlProps {
  runId: string;
  /** What the other filters leave. */
  view: View;
  draft: Draft;
  column: AskedColumn | null;
  /** Null until it is known. */
  summary: FieldSummary | null;
  messages: Omit<ReadDraft, 'filter'>;
  onChange: (change: Partial<Draft>) => void;
}

/** What the condition needs to be told. */
export function ValueControl(props: ValueControlProps) {
  const { draft, onChange } = props;
  switch (draft.condition) {
    case 'contains':
    case 'is':
    case 'isNot':
      return (
        <TextInput
          size="xs"
          aria-label={draft.condition === 'contains' ? 'Text to find' : 'Value'}
          description={
            draft.condition === 'contains'
              ? 'Capital or small letters make no difference.'
              : 'The whole value, letter by letter.'
          }
          value={draft.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
          maxLength={10_000}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      );
    case 'oneOf':
      return <ValueList {...props} />;
    case 'number':
      return <NumberRange {...props} />;
    case 'date':
      return <DateRange {...props} />;
    default:
      return null;
  }
}
