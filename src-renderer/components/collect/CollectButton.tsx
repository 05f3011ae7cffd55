/**
 * A button that opens the panel for collecting pages: *Get several pages…* in the form for a new run,
 * *Get all…* in the run bar to continue one.
 */
import {
  Box,
  Button,
  Flex,
  Group,
  Input,
  SegmentedControl,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { Files } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { hasAmount } from '#shared/contract/run.ts';
import type { Run, RunLimit } from '#shared/contract/run.ts';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { useIsSample, useSnapshot } from '#renderer/state/app.ts';
import { useCallsToday } from '#renderer/state/service-pages.ts';
import { usePageTimes } from '#renderer/state/pages.ts';
import { changePreferences } from '#renderer/state/preferences.ts';
import { SmallButton } from '../buttons.tsx';
import { useOfferedButton } from '../actions.tsx';
import { DialogNote } from '../dialog/Dialog.tsx';
import { PanelPopover } from '../popups.tsx';
import { countOf, grouping } from '../words.ts';
import { TextLink } from '../texts.tsx';
import {
  allRows,
  choiceOf,
  estimateLines,
  estimateNotes,
  readLimit,
  rowChoices,
  rowsInEffect,
  timePerPage,
  verbOf,
} from './estimate.ts';
import type { EnteredLimit, Outlook } from './estimate.ts';
import classes from './CollectButton.module.css';

interface CollectButtonProps {
  /** Including the ellipsis, because it opens something. */
  label: string;
  size: 'xs' | 'sm';
  position: 'bottom-start' | 'top-start';
  disabled?: boolean;
  about: OutlookOf;
  /** The default until the person enters a number; blank: all. */
  defaultRows: string;
  /** The same for pages; blank: no limit. */
  defaultPages?: string;
  /** Returns false if the panel must not open yet. */
  mayOpen?: () => boolean;
  onStart: (limit: RunLimit) => void;
}

export function CollectButton(props: CollectButtonProps) {
  const { label, size, position, disabled = false, about, mayOpen, onStart } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useOfferedButton('ask', { label, icon: Files });
  const name = label.replace(/…$/, '');
  return (
    <PanelPopover
      label={name}
      opened={isOpen && !disabled}
      onChange={setOpen}
      position={position}
      width={356}
      target={
        <Button
          ref={button}
          size={size}
          variant="default"
          disabled={disabled}
          aria-haspopup="dialog"
          aria-expanded={isOpen && !disabled}
          onClick={() => setOpen(!isOpen && (mayOpen?.() ?? true))}
        >
          {label}
        </Button>
      }
    >
      <CollectPanel
        about={about}
        defaultRows={props.defaultRows}
        defaultPages={props.defaultPages ?? ''}
        onStart={(limit) => {
          setOpen(false);
          onStart(limit);
        }}
        onCancel={() => setOpen(false)}
      />
    </PanelPopover>
  );
}

interface CollectPanelProps extends Pick<CollectButtonProps, 'about' | 'defaultRows' | 'onStart'> {
  defaultPages: string;
  onCancel: () => void;
}

/** How many rows, what they cost, and the button that names the limit. */
function CollectPanel({ about, defaultRows, defaultPages, onStart, onCancel }: CollectPanelProps) {
  const [entered, setEntered] = useState<EnteredLimit>({
    rows: null,
    pages: defaultPages,
    calls: null,
  });
  const [unsaved, setUnsaved] = useState<string | null>(null);
  const known = useOutlook(about);
  const rows = rowsInEffect(entered, defaultRows);
  const calls = entered.calls ?? (known.ceiling === null ? '' : String(known.ceiling));
  const typed = { rows, pages: entered.pages, calls };
  const read = readLimit(typed, known.rowsBefore);
  const messages = { ...read.messages, calls: read.messages.calls ?? unsaved };
  const outlook = { ...known, ceiling: read.calls ?? null };
  // With a number of rows or pages, the limit on calls doesn't apply.
  const asksAfterCalls = read.limit !== null && !hasAmount(read.limit);
  const limit = asksAfterCalls && read.messages.calls !== null ? null : read.limit;
  const start = async (): Promise<void> => {
    if (limit === null) return;
    const isNew = asksAfterCalls && outlook.ceiling !== known.ceiling;
    const problem = isNew ? await saveRunLimit(outlook.ceiling) : null;
    if (problem === null) onStart(limit);
    else setUnsaved(problem.title);
  };
  const field = (key: keyof typeof typed, before: string, after: string, placeholder: string) => (
    <Amount
      {...{ before, after, placeholder }}
      value={typed[key]}
      message={messages[key]}
      isFirst={key === 'rows'}
      onChange={(text) => setEntered({ ...entered, [key]: text })}
      onEnter={() => void start()}
    />
  );
  const more = about.isContinuing ? 'more ' : '';
  const all = allRows(outlook);
  const titleId = useId();
  const [last, setLast] = useState<RunLimit>(limit ?? { pages: null, rows: null });
  // The button shows the last valid limit while a wrong number is being corrected.
  if (limit !== null && (limit.pages !== last.pages || limit.rows !== last.rows)) setLast(limit);
  return (
    // Not a form: in React's tree the panel is inside the query form.
    <div>
      <Stack gap={10} px={16} pt={14} pb={10}>
        <Title order={2} size="h4" id={titleId}>
          {`How many ${more}rows?`}
        </Title>
        {/* A choice fills in the number, and typing a number changes the choice. */}
        <SegmentedControl
          size="xs"
          fullWidth
          aria-labelledby={titleId}
          data={rowChoices.map((choice) => ({
            value: choice,
            label: choice === '' ? all : grouping(Number(choice)),
          }))}
          // Any other number has no choice.
          value={choiceOf(rows) ?? 'other'}
          onChange={(text) => setEntered({ ...entered, rows: text })}
        />
        {field('rows', 'Get', `${more}rows`, 'all')}
        {asksAfterCalls && field('calls', 'Pause after', 'calls, in every run', 'never')}
      </Stack>
      <Advanced limit={limit?.pages ?? null} message={messages.pages}>
        {field('pages', 'Up to', `${more}pages`, 'no limit')}
      </Advanced>
      <Stack className={classes.outlook} gap={8} px={16} py={12}>
        <Flex component="dl" wrap="wrap" gap="8px 24px">
          {estimateLines(last, outlook).map(({ label, value }) => (
            <div key={label}>
              <Text component="dt" size="xs" c="dimmed">
                {label}
              </Text>
              {/* For the last valid limit. */}
              <Text component="dd" fw={600} c={limit === null ? 'dimmed' : undefined}>
                {value}
              </Text>
            </div>
          ))}
        </Flex>
        {estimateNotes(last, outlook).map((note) => (
          <DialogNote key={note}>{note}</DialogNote>
        ))}
      </Stack>
      <Group gap={8} wrap="nowrap" px={16} py={12}>
        <Box flex={1}>
          <DialogNote>You can stop at any time.</DialogNote>
        </Box>
        <SmallButton onClick={onCancel}>Cancel</SmallButton>
        <Button size="xs" disabled={limit === null} onClick={() => void start()}>
          {limit === null ? 'Get rows' : verbOf(last, outlook.rowsBefore)}
        </Button>
      </Group>
    </div>
  );
}

/** Saves the limit of Settings: main must know it before the run begins. */
const saveRunLimit = (run: number | null): Promise<Problem | null> =>
  changePreferences({ ceilings: { run } });

interface OutlookOf {
  endpoint: DataEndpoint;
  /** Rows per page according to the catalogue; null: unknown. */
  typicalRows: number | null;
  /** Number of all rows according to the item that the question is about; null: unknown. */
  knownRows: number | null;
  /** A run of the same question, from which the rest is estimated; null: there is none. */
  seen: Run | null;
  /** Whether it continues `seen`; otherwise a new run begins. */
  isContinuing: boolean;
}

/** Computed when the panel opens: pages that arrive later don't change its numbers. */
function useOutlook({ endpoint, typicalRows, knownRows, seen, isContinuing }: OutlookOf): Outlook {
  const isSample = useIsSample();
  const { prices, ceilings } = useSnapshot(({ preferences }) => preferences);
  const callsToday = useCallsToday(ceilings.day !== null);
  // A page of stored data is prepared in the background: the time of its request says nothing.
  const { times, isPending } = usePageTimes(endpoint.kind === 'stored' ? null : seen);
  const rowsSeen = seen === null ? 0 : seen.rowCount + seen.heldBack;
  const pagesSeen = seen?.pageCount ?? 0;
  return {
    rowsPerPage: rowsSeen > 0 && pagesSeen > 0 ? rowsSeen / pagesSeen : typicalRows,
    rowsBefore: isContinuing ? rowsSeen : 0,
    callsBefore: isContinuing ? (seen?.calls ?? 0) : 0,
    pagesLeft: isContinuing ? remainingOf(seen?.total?.pages, pagesSeen) : null,
    rowsLeft: isContinuing ? remainingOf(seen?.total?.rows, rowsSeen) : null,
    rowsExpected: remainingOf(knownRows, isContinuing ? rowsSeen : 0),
    timePerPage: timePerPage(times),
    isTiming: isPending,
    isSample,
    pricePerCall: endpoint.platform === null ? null : (prices.perCall[endpoint.platform] ?? null),
    currency: prices.currency,
    ceiling: ceilings.run,
    dayCeiling: ceilings.day,
    callsToday,
  };
}

/** A total that is smaller than what is here is ignored. */
const remainingOf = (all: number | null | undefined, here: number): number | null =>
  all == null || all <= here ? null : all - here;

// Parts of the panel: a number within a sentence, and *Advanced*.

interface AdvancedProps {
  /** The limit on pages in effect; null: none, or what was entered is invalid. */
  limit: number | null;
  message: string | null;
  /** The field for it. */
  children: ReactNode;
}

/** The limit on pages, folded by default; it can't be folded while it is invalid. */
function Advanced({ limit, message, children }: AdvancedProps) {
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
function Amount(props: AmountProps) {
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
          style={{ gridColumn: '1 / -1' }}
        >
          {message}
        </Text>
      )}
    </div>
  );
}
