import { PasswordInput } from '@mantine/core';
import type { Problem } from '#shared/contract/problem.ts';
import { useSnapshot } from '../../state/app.ts';
import { whereKept } from './credential-words.ts';

/** An access key being pasted, with where it will be kept. */
export function KeyField({
  value,
  onChange,
  problem,
  focusFirst = false,
}: {
  value: string;
  onChange: (value: string) => void;
  problem: Pick<Problem, 'title'> | null;
  focusFirst?: boolean;
}) {
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  return (
    <PasswordInput
      label="Access key"
      description={whereKept(keychain)}
      placeholder="Paste your key"
      autoComplete="off"
      spellCheck={false}
      value={value}
      // What is copied often brings a space or a line break along.
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      error={problem?.title}
      data-autofocus={focusFirst || undefined}
      visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
    />
  );
}
