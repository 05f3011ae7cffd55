/**
 * A button that opens the panel in which pages are collected: *Get several pages…* in the form
 * for a new run, *Get all…* in the run bar to continue one.
 */
import { Box, Button, Flex, Group, Stack, Text } from '@mantine/core';
import { Files } from 'lucide-react';
import { useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { saysHowMuch, type Run, type RunLimit } from '#shared/contract/run.ts';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import type { CountedCalls } from '#shared/contract/calls.ts';
import { SmallButton } from '../buttons.tsx';
import { useOfferedButton } from '../commands/commands.ts';
import { DialogNote } from '../dialog/Dialog.tsx';
import { PanelPopover } from '../popups.tsx';
import {
  type EnteredLimit,
  readLimit,
  rowsInEffect,
  allRows,
  estimateLines,
  estimateNotes,
  type Outlook,
  timePerPage,
  verbOf,
} from './estimate.ts';
import { Advanced, Amount, RowsQuestion } from './LimitFields.tsx';
import classes from './CollectButton.module.css';
import { useApp, useIsSample, useSnapshot } from '../../state/app.ts';
import { useCountedCalls } from '../../state/service-pages.ts';
import { usePageTimes } from '../../state/pages.ts';
import { changePreferences } from '../../state/preferences.ts';

interface CollectButtonProps {
  /** With its ellipsis: it opens something. */
  label: string;
  size: 'xs' | 'sm';
  position: 'bottom-start' | 'top-start';
  disabled?: boolean;
  about: OutlookOf;
  /** As if typed, until the person says how many; blank: all. */
  defaultRows: string;
  /** The same for pages; blank: no limit. */
  defaultPages?: string;
  /** Answers false when the panel must not open yet. */
  mayOpen?: () => boolean;
  onStart: (limit: RunLimit) => void;
}

export function CollectButton(props: CollectButtonProps) {
  const { label, size, position, disabled = false, about, mayOpen, onStart } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useOfferedButton('ask', { title: label, detail: null, icon: Files });
  const name = label.replace(/…$/, '');
  return (
    <PanelPopover
      label={name}
      opened={isOpen && !disabled}
      onChange={setOpen}
      position={position}
      width={356}
      panel={{ p: 0 }}
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

/** How many rows, what that takes, and the button that says it. */
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
  const read = readLimit({ rows, pages: entered.pages, calls }, known.rowsBefore);
  const { rowsMessage, pagesMessage, callsMessage } = read;
  const outlook = { ...known, ceiling: read.calls ?? null };
  // With a number of rows or pages, the limit of calls says nothing.
  const asksAfterCalls = read.limit !== null && !saysHowMuch(read.limit);
  const limit = asksAfterCalls && callsMessage !== null ? null : read.limit;
  const start = async (): Promise<void> => {
    if (limit === null) return;
    const isNew = asksAfterCalls && outlook.ceiling !== known.ceiling;
    const problem = isNew ? await saveRunLimit(outlook.ceiling) : null;
    if (problem === null) onStart(limit);
    else setUnsaved(problem.title);
  };
  const [last, setLast] = useState<RunLimit>(limit ?? { pages: null, rows: null });
  // What was right last stays on the button while a wrong number is being corrected.
  if (limit !== null && (limit.pages !== last.pages || limit.rows !== last.rows)) setLast(limit);
  return (
    // No form of its own: for React the panel lies in the query form.
    <div>
      <RowsQuestion
        isMore={about.goesOn}
        all={allRows(outlook)}
        value={rows}
        message={rowsMessage}
        onChange={(changed) => setEntered({ ...entered, rows: changed })}
        onEnter={() => void start()}
      >
        {asksAfterCalls && (
          <Amount
            before="Ask at"
            after="calls, in any run"
            placeholder="never"
            value={calls}
            message={callsMessage ?? unsaved}
            onChange={(changed) => setEntered({ ...entered, calls: changed })}
            onEnter={() => void start()}
          />
        )}
      </RowsQuestion>
      <Advanced
        isMore={about.goesOn}
        pages={entered.pages}
        limit={limit?.pages ?? null}
        message={pagesMessage}
        onChange={(pages) => setEntered({ ...entered, pages })}
        onEnter={() => void start()}
      />
      <Stack className={classes.outlook} gap={8} px={16} py={12}>
        <Flex component="dl" wrap="wrap" gap="8px 24px">
          {estimateLines(last, outlook).map(({ label, value }) => (
            <div key={label}>
              <Text component="dt" size="xs" c="dimmed">
                {label}
              </Text>
              {/* Of the last limit that was right. */}
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
          {verbOf(last, outlook.rowsBefore)}
        </Button>
      </Group>
    </div>
  );
}

/** The limit is the one in Settings: main must know it before the run begins. */
async function saveRunLimit(run: number | null): Promise<Problem | null> {
  const ceilings = useApp.getState().snapshot?.preferences.ceilings;
  return ceilings === undefined ? null : changePreferences({ ceilings: { ...ceilings, run } });
}

interface OutlookOf {
  endpoint: DataEndpoint;
  /** Rows of a page, as the catalogue says; null: it doesn't. */
  usualRows: number | null;
  /** All rows, as the item that the question is about says; null: it doesn't. */
  knownRows: number | null;
  /** A run that shows how the service answers this question; null: there is none. */
  seen: Run | null;
  /** Continues `seen`; otherwise a new run begins. */
  goesOn: boolean;
}

/** Put together when the panel opens: pages that come meanwhile don't move its numbers. */
function useOutlook({ endpoint, usualRows, knownRows, seen, goesOn }: OutlookOf): Outlook {
  const isSample = useIsSample();
  const { prices, ceilings } = useSnapshot(({ preferences }) => preferences);
  const { counted } = useCountedCalls(ceilings.day !== null);
  // A page of stored data is prepared in the background: how long its request took says nothing.
  const times = usePageTimes(endpoint.kind === 'stored' ? null : seen);
  const rowsSeen = seen === null ? 0 : seen.rowCount + seen.heldBack;
  const pagesSeen = seen?.pageCount ?? 0;
  return {
    rowsPerPage: rowsSeen > 0 && pagesSeen > 0 ? rowsSeen / pagesSeen : usualRows,
    rowsBefore: goesOn ? rowsSeen : 0,
    callsBefore: goesOn ? (seen?.calls ?? 0) : 0,
    pagesLeft: goesOn ? leftOf(seen?.total?.pages, pagesSeen) : null,
    rowsLeft: goesOn ? leftOf(seen?.total?.rows, rowsSeen) : null,
    rowsExpected: leftOf(knownRows, goesOn ? rowsSeen : 0),
    timePerPage: timePerPage(times),
    isSample,
    pricePerCall: endpoint.platform === null ? null : (prices.perCall[endpoint.platform] ?? null),
    currency: prices.currency,
    ceiling: ceilings.run,
    dayCeiling: ceilings.day,
    callsToday: counted === null ? null : callsToday(counted),
  };
}

/** A total below what is here is no total. */
const leftOf = (all: number | null | undefined, here: number): number | null =>
  all == null || all <= here ? null : all - here;

function callsToday({ days, today }: CountedCalls): number {
  const calls = days.find(({ day }) => day === today)?.calls ?? {};
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}
