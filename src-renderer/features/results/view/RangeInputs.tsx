import { TextInput } from '@mantine/core';
import classes from './Filter.module.css';
import type { Draft, ReadDraft } from './draft.ts';

interface RangeInputsProps {
  draft: Draft;
  messages: Omit<ReadDraft, 'filter'>;
  placeholders: { from: string; to: string };
  inputMode: 'decimal' | 'text';
  onChange: (change: Partial<Draft>) => void;
}

/** The two ends of a range, typed. */
export function RangeInputs(props: RangeInputsProps) {
  const { draft, messages, placeholders, inputMode, onChange } = props;
  const shared = { inputMode, autoComplete: 'off', spellCheck: false, size: 'xs' } as const;
  return (
    <div className={classes.range}>
      <TextInput
        {...shared}
        label="From"
        value={draft.from}
        placeholder={placeholders.from}
        error={messages.fromMessage}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
        data-autofocus
      />
      <TextInput
        {...shared}
        label="To"
        value={draft.to}
        placeholder={placeholders.to}
        error={messages.toMessage}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </div>
  );
}
