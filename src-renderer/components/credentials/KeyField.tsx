import { PasswordInput } from '@mantine/core';
import type { Problem } from '#shared/contract/problem.ts';
import { useSnapshot } from '../../state/app.ts';
import { whereKept } from './credential-words.ts';

const words = {
  key: { label: 'Access key', placeholder: 'Paste your key', show: 'Show the key' },
  sessionToken: {
    label: 'Session token',
    placeholder: 'Paste the token; it begins with eyJ',
    show: 'Show the token',
  },
} as const;

/** A key or session token being pasted, with where it will be kept. */
export function KeyField({
  kind = 'key',
  value,
  onChange,
  problem,
  forSession = false,
  focusFirst = false,
}: {
  kind?: keyof typeof words;
  value: string;
  onChange: (value: string) => void;
  problem: Pick<Problem, 'title'> | null;
  /** The person wants it kept for this session only. */
  forSession?: boolean;
  focusFirst?: boolean;
}) {
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  const { label, placeholder, show } = words[kind];
  return (
    <PasswordInput
      label={label}
      description={
        forSession
          ? 'It will be kept until the program ends, and sent to this service only.'
          : whereKept(keychain)
      }
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      value={value}
      // What is copied often brings a space or a line break along.
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      error={problem?.title}
      data-autofocus={focusFirst || undefined}
      visibilityToggleButtonProps={{ 'aria-label': show }}
    />
  );
}
