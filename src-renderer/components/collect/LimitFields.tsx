/** Parts of the panel: a number within a sentence, and *Advanced*. */
import { Input, Text, Stack } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { DialogNote } from '../dialog/Dialog.tsx';
import { TextLink } from '../texts.tsx';
import { countOf } from '../words.ts';
import classes from './CollectButton.module.css';

interface AdvancedProps {
  /** The limit on pages in effect; null: none, or what was entered is invalid. */
  limit: number | null;
  message: string | null;
  /** The field for it. */
  children: ReactNode;
}

/** The limit on pages, folded by default; it can't be folded while it is invalid. */
export function Advanced({ limit, message, children }: AdvancedProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Stack gap={8} px={16} pb={14}>
      <DialogNote>
        <TextLink
          alone
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen || message !== null)}
        >
          Advanced
        </TextLink>
        {!isOpen && limit !== null && ` at most ${countOf(limit, 'page')}`}
      </DialogNote>
      {isOpen && <div id={id}>{children}</div>}
    </Stack>
  );
}

interface AmountProps {
  before: string;
  after: string;
  /** The meaning of an empty field. */
  placeholder: string;
  value: string;
  message: string | null;
  isFirst?: boolean;
  onChange: (value: string) => void;
  onEnter: () => void;
}

/** A number within a sentence, which labels it: "Up to … pages". */
export function Amount(props: AmountProps) {
  const { before, after, placeholder, value, message, isFirst, onChange, onEnter } = props;
  const id = useId();
  return (
    <div className={classes.amount}>
      <span id={`${id}-before`}>{before}</span>
      <Input
        size="xs"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onEnter();
        }}
        error={message !== null}
        withAria={false}
        aria-invalid={message !== null}
        placeholder={placeholder}
        inputMode="numeric"
        autoComplete="off"
        aria-labelledby={`${id}-before ${id}-after`}
        aria-describedby={message === null ? undefined : `${id}-message`}
        data-autofocus={isFirst || undefined}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Text span inherit c="var(--text-2)" id={`${id}-after`}>
        {after}
      </Text>
      {message !== null && (
        <Text
          id={`${id}-message`}
          role="alert"
          size="xs"
          c="var(--danger)"
          className={classes.message}
        >
          {message}
        </Text>
      )}
    </div>
  );
}
