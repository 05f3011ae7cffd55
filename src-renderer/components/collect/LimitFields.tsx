/** The fields of the panel: the number of rows, and under *Advanced* the maximum of pages. */
import { Input, SegmentedControl, Text, Stack, Title } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { DialogNote } from '../dialog/Dialog.tsx';
import { TextLink } from '../texts.tsx';
import { countOf, grouping } from '../words.ts';
import { choiceOf, rowChoices } from './estimate.ts';
import classes from './CollectButton.module.css';

interface RowsQuestionProps {
  /** Whether it asks for rows in addition to those that are here already. */
  isMore: boolean;
  /** The words for all rows. */
  all: string;
  value: string;
  message: string | null;
  onChange: (value: string) => void;
  onEnter: () => void;
  /** Further fields below it. */
  children: ReactNode;
}

/** A choice, or a number: a choice fills in the number, and typing a number changes the choice. */
export function RowsQuestion(props: RowsQuestionProps) {
  const { isMore, all, value, message, onChange, onEnter, children } = props;
  const id = useId();
  return (
    <Stack gap={10} px={16} pt={14} pb={10}>
      <Title order={2} size="h4" id={id}>
        {isMore ? 'How many more rows?' : 'How many rows?'}
      </Title>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-labelledby={id}
        data={rowChoices.map((choice) => ({
          value: choice,
          label: choice === '' ? all : grouping(Number(choice)),
        }))}
        // Any other number has no choice.
        value={choiceOf(value) ?? 'other'}
        onChange={onChange}
      />
      <Amount
        before="Get"
        after={isMore ? 'more rows' : 'rows'}
        placeholder="all"
        value={value}
        message={message}
        isFirst
        onChange={onChange}
        onEnter={onEnter}
      />
      {children}
    </Stack>
  );
}

interface AdvancedProps {
  isMore: boolean;
  /** As typed. */
  pages: string;
  /** The limit in effect; null: none, or the text is invalid. */
  limit: number | null;
  message: string | null;
  onChange: (pages: string) => void;
  onEnter: () => void;
}

/** The limit on pages, folded by default; it can't be folded while it is invalid. */
export function Advanced(props: AdvancedProps) {
  const { isMore, pages, limit, message, onChange, onEnter } = props;
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
      {isOpen && (
        <div id={id}>
          <Amount
            before="Up to"
            after={isMore ? 'more pages' : 'pages'}
            placeholder="no limit"
            value={pages}
            message={message}
            onChange={onChange}
            onEnter={onEnter}
          />
        </div>
      )}
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
