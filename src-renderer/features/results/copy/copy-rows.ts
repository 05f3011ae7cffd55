/**
 * Copies cells of a view: determines them, reads rows that the window doesn't have, and reports the
 * outcome.
 */
import { create } from 'zustand';
import { quoted } from '#shared/characters.ts';
import type { Column } from '#shared/contract/run.ts';
import { viewKey, type RowView, readRows, rowsAtHand } from '#renderer/state/rows.ts';
import { copyText } from '#renderer/components/copy.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { pickedNow } from '../view-state.ts';
import {
  selectedFields,
  selectedSpans,
  firstRows,
  rowsIn,
  type RowSpan,
} from '../grid-selection.ts';
import { tableHtml, textOf, type CopiedRows, type CopyFormat } from './formats.ts';

type CopyScope = 'selection' | 'rows' | 'column' | 'all';

/** Returns null if there is nothing to copy: no cell is active, or only the header is. */
export function copyTarget(
  view: RowView,
  scope: CopyScope,
  columns: readonly Column[],
  total: number,
): CopyTarget | null {
  const { active: cell, selection } = pickedNow(view);
  const all = total === 0 ? [] : [{ first: 0, last: total - 1 }];
  const own = cell === null || cell.row < 0 ? [] : [{ first: cell.row, last: cell.row }];
  const spans = selection === null ? own : selectedSpans(selection);
  const names = columns.map(({ field }) => field);
  const selected = selection === null ? [cell?.field] : selectedFields(selection, names);
  const ofFields = (fields: readonly (string | undefined)[]): Column[] =>
    columns.filter(({ field }) => fields.includes(field));
  const targets: Record<CopyScope, CopyTarget> = {
    selection: { spans, columns: ofFields(selected), isWhole: selection?.kind === 'rows' },
    rows: { spans, columns, isWhole: true },
    column: { spans: all, columns: ofFields([cell?.field]), isWhole: false },
    all: { spans: all, columns, isWhole: true },
  };
  const target = targets[scope];
  const isNothing = target.columns.length === 0 && (scope === 'selection' || scope === 'column');
  return isNothing || target.spans.length === 0 ? null : target;
}

const noColumns: readonly Column[] = [];

interface Copying {
  /** The view on screen, and its columns. */
  key: string;
  columns: readonly Column[];
  news: CopyNews | null;
}

const useCopying = create<Copying>()(() => ({ key: '', columns: noColumns, news: null }));

/** Called by the grid once it is drawn; only one is on screen at a time. */
export const showColumns = (view: RowView, columns: readonly Column[]): void =>
  useCopying.setState({ key: viewKey(view), columns });

/** Returns those of a view, from left to right; empty when it is not on screen. */
export const shownColumns = (view: RowView, { key, columns } = useCopying.getState()) =>
  key === viewKey(view) ? columns : noColumns;

export const useShownColumns = (view: RowView): readonly Column[] =>
  useCopying((shown) => shownColumns(view, shown));

/** More belongs in a file: a clipboard of hundreds of megabytes is no use. */
export const mostCopiedRows = 10_000;

export interface CopyTarget {
  spans: readonly RowSpan[];
  /** As shown on screen. */
  columns: readonly Column[];
  /** Whole rows rather than cells. */
  isWhole: boolean;
}

/** The message about copying, for the screen and for screen readers. */
export type CopyNews =
  | { kind: 'reading'; done: number; of: number }
  | { kind: 'copied'; words: string }
  /** Reading took longer than a browser's user activation lasts: another click is needed. */
  | { kind: 'ready'; words: string; copy: () => void }
  | { kind: 'failed'; words: string };

export const useCopyNews = <Part>(part: (news: CopyNews | null) => Part): Part =>
  useCopying(({ news }) => part(news));
export const copyNewsNow = (): CopyNews | null => useCopying.getState().news;

const report = (news: CopyNews | null): void => useCopying.setState({ news });

export const dismissCopyNews = (): void => report(null);

/** Only the latest request may write to the clipboard. */
let latest: CopyTarget | null = null;

/** Writes both to the clipboard and returns whether that worked. */
export type WriteClipboard = (text: string, html: string | null) => boolean;

/** Copies rows. Calls `write` synchronously if the window has all rows. */
export async function copyRows(
  view: RowView,
  target: CopyTarget,
  format: CopyFormat,
  write: WriteClipboard = copyText,
): Promise<void> {
  latest = target;
  const of = rowsIn(target.spans);
  const spans = firstRows(target.spans, mostCopiedRows);
  // Synchronously if possible: user activation lasts only a few seconds.
  let rows = rowsAtHand(view, spans);
  if (rows === null) {
    const wanted = rowsIn(spans);
    report({ kind: 'reading', done: 0, of: wanted });
    rows = await readRows(view, spans, (done) => {
      if (latest === target) report({ kind: 'reading', done, of: wanted });
    });
    if (latest !== target) return;
  }
  if (rows === null) {
    report({ kind: 'failed', words: 'The rows could not be read, so nothing was copied.' });
    return;
  }
  const { columns, isWhole } = target;
  const amount = { rows: rows.length, of, columns: columns.length, isWhole };
  writeRows({ rows, columns, isWhole }, { format, words: copiedWords(amount, format), write });
}

/** Copies one value as it was sent. `label`: its name on screen. */
export function copyValue(value: unknown, label: string): void {
  latest = null;
  const column = { ...anyColumn, label };
  const copied = { rows: [{ [anyColumn.field]: value }], columns: [column], isWhole: false };
  writeRows(copied, { format: 'tsv', words: `Copied ${quoted(label)}`, write: copyText });
}

const anyColumn: Column = {
  field: 'value',
  label: '',
  meaning: 'text',
  type: 'mixed',
  usual: true,
};

interface Writing {
  format: CopyFormat;
  words: string;
  write: WriteClipboard;
}

function writeRows(copied: CopiedRows, { format, words, write }: Writing): void {
  const texts = textsOf(copied, format);
  if (texts === null) {
    const tooMuch =
      'This is too much for the clipboard, so nothing was copied. “Save…” writes it to a file.';
    report({ kind: 'failed', words: tooMuch });
    return;
  }
  const attempt = (): boolean => {
    const isCopied = write(texts.text, texts.html);
    if (isCopied) report({ kind: 'copied', words });
    return isCopied;
  };
  if (attempt()) return;
  const again = (): void => {
    if (!attempt()) report({ kind: 'failed', words: 'Copying was blocked.' });
  };
  report({ kind: 'ready', words: 'The rows are ready to be copied.', copy: again });
}

/** Returns null if there is more than the longest text that JavaScript can have. */
function textsOf(
  copied: CopiedRows,
  format: CopyFormat,
): { text: string; html: string | null } | null {
  const isTable = format === 'tsv' || format === 'tsvWithHeaders';
  try {
    const html = isTable ? tableHtml(copied, format === 'tsvWithHeaders') : null;
    return { text: textOf(copied, format), html };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

/** How much was copied, and out of how much. */
interface CopiedAmount {
  rows: number;
  /** More than `rows` if the limit applies. */
  of: number;
  columns: number;
  isWhole: boolean;
}

const formatWords: Record<CopyFormat, string> = {
  tsv: '',
  tsvWithHeaders: ' with headers',
  json: ' as JSON',
};

/** "Copied 12 rows", "Copied 6 cells as JSON". */
function copiedWords(amount: CopiedAmount, format: CopyFormat): string {
  const { rows, of } = amount;
  if (rows < of) {
    return `Copied the first ${grouping(rows)} of ${countOf(of, 'row')}${formatWords[format]}. “Save…” writes all of them to a file.`;
  }
  return `Copied ${amountWords(amount)}${formatWords[format]}`;
}

/** "12 rows", "6 cells", "1 cell". */
export const amountWords = ({ of, columns, isWhole }: Omit<CopiedAmount, 'rows'>): string =>
  isWhole ? countOf(of, 'row') : countOf(of * columns, 'cell');
