/** Copying in the UI: its actions, and the message about its outcome. */
import { quoted } from '#shared/characters.ts';
import { ActionIcon, Box } from '@mantine/core';
import { Copy } from 'lucide-react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { Column } from '#shared/contract/run.ts';
import { QuietButton } from '#renderer/components/buttons.tsx';
import { ActionMenu, useOfferedButton } from '#renderer/components/actions.tsx';
import type { Action, Sections } from '#renderer/components/actions.tsx';
import { countOf, grouping, upperFirst } from '#renderer/components/words.ts';
import type { RowView } from '#renderer/state/rows.ts';
import { ActionMessage, noticeHost } from '#renderer/components/notices/NoticeStrip.tsx';
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
} from './copy-rows.ts';
import type { CopyFormat } from './formats.ts';
import { rowsIn } from '../grid-selection.ts';
import { useRows } from '../rows-scope.ts';

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
