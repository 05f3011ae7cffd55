import { TextInput } from '@mantine/core';
import type { Problem } from '#shared/contract/problem.ts';

/** Where the service is. Main decides which addresses are allowed and says why not. */
export function AddressField({
  value,
  onChange,
  problem,
  comesWith = 'It comes with your access key.',
  focusFirst = false,
}: {
  value: string;
  onChange: (value: string) => void;
  problem: Problem | null;
  /** Where a person finds it, as a sentence. */
  comesWith?: string;
  focusFirst?: boolean;
}) {
  return (
    <TextInput
      label="Service address"
      description={`Begins with https://. ${comesWith}`}
      placeholder="https://"
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={problem?.title}
      data-autofocus={focusFirst || undefined}
    />
  );
}
