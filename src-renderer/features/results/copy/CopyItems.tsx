/** Copying in the UI: its actions, and the message about its outcome. */
import { ActionIcon, Box, Group, Text } from '@mantine/core';
import { Copy } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useDebouncedValue } from '@mantine/hooks';
import { quoted } from '#shared/characters.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import { QuietButton } from '#renderer/components/buttons.tsx';
import {
  ActionMenu,
  useOfferedButton,
  type Action,
  type Sections,
} from '#renderer/components/actions.tsx';
import { countOf, grouping, upperFirst } from '#renderer/components/words.ts';
import { type RowView, readRows, rowsAtHand, viewKey } from '#renderer/state/rows.ts';
import { ActionMessage, noticeHost } from '#renderer/components/notices/NoticeStrip.tsx';
import { useAsked } from '#renderer/state/asked.ts';
import { rowsIn } from '../grid-selection.ts';
import { useRows } from '../rows-scope.ts';
import { figuresOf } from '../values/figures.ts';
import { useSelection } from '../view-state.ts';
import {
  amountWords,
  copyRows,
  mostCopiedRows,
  type CopyTarget,
  copyTarget,
  shownColumns,
  dismissCopyNews,
  useCopyNews,
  type CopyNews as News,
  useShownColumns,
} from './copy-rows.ts';
import type { CopyFormat } from './formats.ts';

const formats: { format: CopyFormat; label: string }[] = [
  { format: 'tsv', label: 'Copy' },
  { format: 'tsvWithHeaders', label: 'Copy with headers' },
  { format: 'json', label: 'Copy as JSON' },
];

/**
 * What can be copied, in which formats: first the selection, then larger ranges around it.
 * @param isShort among other actions: everything but plain copying is in a submenu.
 */
export function copyActions(view: RowView, total: number, isShort = false): Sections {
  const columns = shownColumns(view);
  const selected = copyTarget(view, 'selection', columns, total);
  const rows = copyTarget(view, 'rows', columns, total);
  const column = copyTarget(view, 'column', columns, total);
  const all = copyTarget(view, 'all', columns, total);
  const further = (label: string, target: CopyTarget | null): Action[] =>
    target === null ? [] : [{ label, icon: null, further: inFormats(view, target) }];
  const [plain, ...others] = selected === null ? [] : inFormats(view, selected, 'Ctrl+C');
  const ofSelection =
    selected === null || plain === undefined
      ? []
      : [
          { label: upperFirst(targetWords(selected)) },
          plain,
          ...(isShort ? [{ label: 'Copy as', icon: null, further: others }] : others),
        ];
  const beyond = [
    ...(rows !== null && selected?.isWhole === false
      ? further(rowsIn(rows.spans) === 1 ? 'Row' : 'Whole rows', rows)
      : []),
    ...further(`Column ${quoted(column?.columns[0]?.label ?? '')}`, column),
    ...further(allWords(total), all),
  ];
  return isShort ? [[...ofSelection, ...beyond]] : [ofSelection, beyond];
}

/** Returns an action for each format of a target; `keys`: the shortcut of the plain one. */
const inFormats = (view: RowView, target: CopyTarget, keys?: string): Action[] =>
  formats.map(({ format, label }) => ({
    label,
    icon: format === 'tsv' ? Copy : null,
    keys: format === 'tsv' ? keys : undefined,
    act: () => copyRows(view, target, format),
  }));

const targetWords = ({ spans, columns, isWhole }: CopyTarget): string =>
  amountWords({ of: rowsIn(spans), columns: columns.length, isWhole });

const allWords = (total: number): string =>
  total > mostCopiedRows
    ? `First ${grouping(mostCopiedRows)} of ${countOf(total, 'row')}`
    : `All ${countOf(total, 'row')}`;

/** *Copy* below the rows: the selection, or all rows. */
export function CopyMenu() {
  const { view, total } = useRows().rows;
  const button = useOfferedButton('rows', { label: 'Copy', icon: Copy });
  return (
    <ActionMenu position="top-end" width={240} sections={() => copyActions(view, total)}>
      <QuietButton
        ref={button}
        size="compact-xs"
        leftSection={<Copy size={13} />}
        disabled={total === 0}
      >
        Copy
      </QuietButton>
    </ActionMenu>
  );
}

interface CopyRecordProps {
  view: RowView;
  index: number;
  /** All columns, whether shown in the grid or not. */
  columns: readonly Column[];
}

/** Copies the row with all its fields. */
export function CopyRecord({ view, index, columns }: CopyRecordProps) {
  const target = { spans: [{ first: index, last: index }], columns, isWhole: true };
  return (
    <ActionMenu position="bottom-end" width={240} sections={() => [inFormats(view, target)]}>
      <ActionIcon aria-label="Copy row" title="Copy row">
        <Copy size={15} />
      </ActionIcon>
    </ActionMenu>
  );
}

/** How long the message is shown, in ms: a failure longer than a success. */
const shownMs = { copied: 2500, failed: 8000 };

/** Reports the outcome of copying, where notices are, and to a screen reader. */
export function CopyNews() {
  const news = useCopyNews((one) => one);
  useEffect(() => {
    if (news?.kind !== 'copied' && news?.kind !== 'failed') return undefined;
    const timer = setTimeout(dismissCopyNews, shownMs[news.kind]);
    return () => clearTimeout(timer);
  }, [news]);
  // The message is about the rows on screen.
  useEffect(() => dismissCopyNews, []);
  return createPortal(
    <Box component="output" aria-label="Copying" {...(news === null ? {} : newsLook)}>
      {news !== null && (
        <ActionMessage
          text={newsWords(news)}
          actions={news.kind === 'ready' ? { 'Copy now': news.copy } : {}}
          wraps
        />
      )}
    </Box>,
    noticeHost,
  );
}

const newsLook = {
  display: 'block',
  px: 20,
  py: 7,
  bg: 'var(--soft-row)',
  style: { borderTop: '1px solid var(--line)' },
};

function newsWords(news: News): string {
  if (news.kind !== 'reading') return news.words;
  return `Reading rows to copy: ${grouping(news.done)} of ${grouping(news.of)}`;
}

/** Shows how much is selected and the figures of its numbers; empty for a single cell. */
export function SelectedCells() {
  const { view, total } = useRows().rows;
  const selection = useSelection(view);
  const columns = useShownColumns(view);
  const target = selection === null ? null : copyTarget(view, 'selection', columns, total);
  const rows = useSelectedRows(view, target);
  const isEmpty = target === null || rowsIn(target.spans) * target.columns.length < 2;
  return (
    <Group
      component="output"
      aria-label="Selected cells"
      gap="0 12px"
      wrap="nowrap"
      c="var(--text-2)"
    >
      {!isEmpty && <SelectedWords target={target} rows={rows} />}
    </Group>
  );
}

function SelectedWords({ target, rows }: { target: CopyTarget; rows: readonly Row[] | null }) {
  const { spans, columns } = target;
  const of = rowsIn(spans);
  const amount = amountWords({ of, columns: columns.length, isWhole: target.isWhole });
  // With ten thousand rows it takes a while: not again with each report on the run.
  const [sameRows, sameColumns] = [useSame(rows), useSame(columns)];
  const found = useMemo(
    () => (sameRows === null || sameColumns === null ? null : figuresOf(sameRows, sameColumns)),
    [sameRows, sameColumns],
  );
  const few = of > mostCopiedRows ? `up to ${grouping(mostCopiedRows)} rows for their sum` : null;
  const advice = few ?? (found === 'several' ? 'one column for its sum' : null);
  if (advice !== null) {
    return (
      <span>
        {amount} · select {advice}
      </span>
    );
  }
  const figures = found === 'several' ? null : found;
  return (
    <>
      <span>
        {amount}
        {figures !== null &&
          (target.isWhole || figures.count < of * columns.length) &&
          `, ${countOf(figures.count, 'number')}`}
      </span>
      {figures !== null &&
        (['sum', 'mean', 'smallest', 'largest'] as const).map((name) => (
          <span key={name} data-optional={name === 'sum' ? undefined : true}>
            {names[name]}{' '}
            <Text component="strong" inherit fw={600} c="var(--text-1)">
              {figures[name]}
            </Text>
          </span>
        ))}
    </>
  );
}

/** Returns the list before while it has the same members. */
function useSame<T>(list: readonly T[] | null): readonly T[] | null {
  const [kept, setKept] = useState(list);
  const isSame =
    kept === list ||
    (kept?.length === list?.length && kept?.every((one, at) => one === list?.[at]) === true);
  if (!isSame) setKept(list);
  return isSame ? kept : list;
}

const names = { sum: 'Sum', mean: 'Mean', smallest: 'Smallest', largest: 'Largest' };

/** Delay before rows are read, in ms, so that not every step of a drag reads rows. */
const pauseMs = 150;

/** Returns null until the rows have been read, and if there are too many. */
function useSelectedRows(view: RowView, target: CopyTarget | null): readonly Row[] | null {
  const isSmall = target !== null && rowsIn(target.spans) <= mostCopiedRows;
  const atHand = isSmall ? rowsAtHand(view, target.spans) : null;
  const key = isSmall && atHand === null ? JSON.stringify([viewKey(view), target.spans]) : null;
  const [settled] = useDebouncedValue(key, pauseMs);
  const isSettled = key !== null && settled === key;
  const read = useAsked({
    key: [view.runId, 'cells'],
    version: key,
    ask: isSettled
      ? async () => ({
          ok: true,
          value: await readRows(view, target?.spans ?? [], () => undefined),
        })
      : null,
  });
  return atHand ?? (read.isPending || !isSettled ? null : read.value);
}
