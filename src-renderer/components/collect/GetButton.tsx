/**
 * The button that gets rows: *Get posts* in the form, *Get more posts* in the run bar. It asks for one page;
 * its menu offers usual numbers with their costs, and the panel for any other.
 */
import { Button, Group, Input, Stack, Text, Title } from '@mantine/core';
import { ChevronDown, type LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { hasAmount } from '#shared/contract/run.ts';
import type { Run, RunLimit } from '#shared/contract/run.ts';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { useIsSample, useSnapshot } from '#renderer/state/app.ts';
import { useCallsToday } from '#renderer/state/service-pages.ts';
import { usePageTimes } from '#renderer/state/pages.ts';
import { changePreferences } from '#renderer/state/preferences.ts';
import { SmallButton } from '../buttons.tsx';
import { type Action, ActionMenu, useOffer, useOfferedButton } from '../actions.tsx';
import { DialogNote, PanelPopover } from '../dialog/Dialog.tsx';
import { usePending } from '../hooks.ts';
import { Fold } from '../texts.tsx';
import { countOf, grouping } from '../words.ts';
import {
  allRows,
  costWords,
  estimateLine,
  estimateNotes,
  readLimit,
  rowsInEffect,
  timePerPage,
  usualNumbers,
  verbOf,
} from './estimate.ts';
import type { EnteredLimit, Outlook } from './estimate.ts';
import classes from './GetButton.module.css';

interface GetButtonProps {
  /** What the first click gets: "Get posts". */
  label: string;
  /** What that costs. */
  price: string | null;
  icon: LucideIcon;
  size: 'xs' | 'sm';
  variant: 'filled' | 'default';
  position: 'bottom-start' | 'top-start';
  disabled?: boolean;
  /** Gets one page; omitted: the button submits its form. */
  onPage?: () => Promise<void> | void;
  /** Null: no further pages can follow, so there is nothing to choose. */
  about: OutlookOf | null;
  /** The limit that opened the question, from a recipe, for example: offered beside the usual numbers. */
  limit?: RunLimit;
  /** Returns false if the panel must not open yet. */
  mayAsk?: () => boolean;
  onStart: (limit: RunLimit) => void;
}

export const GetButton = ({ about, label, price, icon, onPage, ...button }: GetButtonProps) => (
  <Button.Group>
    <PageButton {...button} {...{ label, price, icon }} {...(onPage && { onPage })} />
    {about !== null && <Numbers {...button} about={about} />}
  </Button.Group>
);

type PageButtonProps = Pick<
  GetButtonProps,
  'label' | 'price' | 'icon' | 'size' | 'variant' | 'disabled' | 'onPage'
>;

function PageButton(props: PageButtonProps) {
  const { label, price, icon: Icon, size, variant, disabled = false, onPage } = props;
  const ref = useOfferedButton('ask', { label, detail: price, icon: Icon });
  const [isPending, start] = usePending(() => onPage?.());
  return (
    <Button
      ref={ref}
      {...{ size, variant }}
      disabled={disabled || isPending}
      {...(onPage === undefined ? { type: 'submit' } : { onClick: start })}
      title={price ?? undefined}
      rightSection={onPage === undefined && <Icon size={14} />}
    >
      {label}
    </Button>
  );
}

type NumbersProps = Omit<GetButtonProps, 'about' | 'label' | 'price' | 'icon' | 'onPage'> & {
  about: OutlookOf;
};

/** The other part of the button: how many rows. */
function Numbers(props: NumbersProps) {
  const { size, variant, position, disabled = false, about, limit, mayAsk, onStart } = props;
  /** The number of rows that the panel begins with; null: it is closed. */
  const [asked, setAsked] = useState<string | null>(null);
  const known = useOutlook(about);
  const { rowsBefore, many } = known;
  const open = (rows: string): void => {
    if (mayAsk?.() ?? true) setAsked(rows);
  };
  const more = about.isContinuing ? 'more ' : '';
  const choices = (): Action[] => [
    ...usualNumbers(known, limit).map((one): Action => {
      const words =
        one.rows === null ? countOf(one.pages ?? 0, 'page') : grouping(one.rows - rowsBefore);
      return {
        label: one.rows === null ? `${words} more` : `${words} ${more}${many}`,
        detail: costWords(one, known),
        act: () => onStart(one),
      };
    }),
    { label: `${allRows(known)} ${many}…`, act: () => open('') },
    { label: 'Another number…', act: () => open('1000') },
  ];
  useOffer('ask', () =>
    disabled ? null : choices().map((one) => Object.assign(one, { label: `Get ${one.label}` })),
  );
  const name = `How many ${more}${many}`;
  return (
    <PanelPopover
      label={name}
      opened={asked !== null && !disabled}
      onChange={() => setAsked(null)}
      position={position}
      width={340}
      target={
        <span>
          <ActionMenu position={position} sections={() => [choices()]}>
            <Button
              {...{ size, variant, disabled }}
              className={classes.numbers}
              px={6}
              aria-label={name}
              title={name}
            >
              <ChevronDown size={14} />
            </Button>
          </ActionMenu>
        </span>
      }
    >
      <GetPanel
        about={about}
        rows={asked ?? ''}
        onStart={(chosen) => {
          setAsked(null);
          onStart(chosen);
        }}
        onCancel={() => setAsked(null)}
      />
    </PanelPopover>
  );
}

interface GetPanelProps extends Pick<NumbersProps, 'about' | 'onStart'> {
  /** The number of rows in effect until another is entered; blank: all. */
  rows: string;
  onCancel: () => void;
}

/** How many rows, what they cost, and the button that names the limit. */
function GetPanel({ about, rows: rowsFirst, onStart, onCancel }: GetPanelProps) {
  const [entered, setEntered] = useState<EnteredLimit>({ rows: null, pages: '', calls: null });
  const [unsaved, setUnsaved] = useState<string | null>(null);
  // A page of stored data is prepared in the background: the time of its request says nothing.
  const { times, isPending } = usePageTimes(about.endpoint.kind === 'stored' ? null : about.seen);
  const known = { ...useOutlook(about), timePerPage: timePerPage(times), isTiming: isPending };
  const { many, rowsBefore } = known;
  const rows = rowsInEffect(entered, rowsFirst);
  const calls = entered.calls ?? (known.ceiling === null ? '' : String(known.ceiling));
  const typed = { rows, pages: entered.pages, calls };
  const read = readLimit(typed, rowsBefore);
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
  const [last, setLast] = useState<RunLimit>(limit ?? { pages: null, rows: null });
  // The button shows the last valid limit while a wrong number is being corrected.
  if (limit !== null && (limit.pages !== last.pages || limit.rows !== last.rows)) setLast(limit);
  return (
    // Not a form: in React's tree the panel is inside the query form.
    <Stack gap={12} px={16} py={14}>
      <Title order={2} size="h4">{`How many ${more}${many}?`}</Title>
      {field('rows', 'Get', `${more}${many}`, 'all')}
      <div>
        {/* For the last valid limit. */}
        <Text c={limit === null ? 'dimmed' : undefined}>{estimateLine(last, outlook)}</Text>
        {estimateNotes(last, outlook).map((note) => (
          <DialogNote key={note}>{note}</DialogNote>
        ))}
        <DialogNote>You can stop at any time.</DialogNote>
      </div>
      <Fold line={<span>Advanced</span>} isHeld={(messages.pages ?? messages.calls) !== null}>
        <Stack gap={8} pt={8}>
          {field('pages', 'Up to', `${more}pages`, 'no limit')}
          {asksAfterCalls && field('calls', 'Pause after', 'calls, in every run', 'never')}
        </Stack>
      </Fold>
      <Group gap={8} wrap="nowrap" justify="flex-end">
        <SmallButton onClick={onCancel}>Cancel</SmallButton>
        <Button size="xs" disabled={limit === null} onClick={() => void start()}>
          {limit === null ? `Get ${many}` : verbOf(last, outlook)}
        </Button>
      </Group>
    </Stack>
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

/** What is known without asking main. */
function useOutlook({ endpoint, typicalRows, knownRows, seen, isContinuing }: OutlookOf): Outlook {
  const isSample = useIsSample();
  const { prices, ceilings } = useSnapshot(({ preferences }) => preferences);
  const callsToday = useCallsToday(ceilings.day !== null);
  const resource = useSnapshot(({ catalogue }) =>
    catalogue.resources.find(({ id }) => id === endpoint.resource),
  );
  const rowsSeen = seen === null ? 0 : seen.rowCount + seen.heldBack;
  const pagesSeen = seen?.pageCount ?? 0;
  return {
    one: resource?.one ?? 'row',
    many: resource?.many ?? 'rows',
    rowsPerPage: rowsSeen > 0 && pagesSeen > 0 ? rowsSeen / pagesSeen : typicalRows,
    rowsBefore: isContinuing ? rowsSeen : 0,
    callsBefore: isContinuing ? (seen?.calls ?? 0) : 0,
    pagesLeft: isContinuing ? remainingOf(seen?.total?.pages, pagesSeen) : null,
    rowsLeft: isContinuing ? remainingOf(seen?.total?.rows, rowsSeen) : null,
    rowsExpected: remainingOf(knownRows, isContinuing ? rowsSeen : 0),
    timePerPage: null,
    isTiming: false,
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
        {...{ value, placeholder }}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onEnter();
        }}
        error={message !== null}
        withAria={false}
        aria-invalid={message !== null}
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
