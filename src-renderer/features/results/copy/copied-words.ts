/** What copying says of itself. */
import { countOf, grouping } from '../../../components/words.ts';
import type { CopyFormat } from './formats.ts';

/** How much was copied, and of how much. */
export interface CopiedAmount {
  rows: number;
  /** More than `rows` where there is a limit. */
  of: number;
  columns: number;
  isWhole: boolean;
}

const formatWords: Record<CopyFormat, string> = {
  tsv: '',
  tsvWithHeaders: ' with headers',
  json: ' as JSON',
  markdown: ' as a Markdown table',
};

/** "Copied 12 rows", "Copied 6 cells as JSON". */
export function copiedWords(amount: CopiedAmount, format: CopyFormat): string {
  const { rows, of } = amount;
  if (rows < of) {
    return `Copied the first ${grouping(rows)} of ${countOf(of, 'row')}${formatWords[format]}. “Save…” writes all of them to a file.`;
  }
  return `Copied ${amountWords(amount)}${formatWords[format]}`;
}

/** "12 rows", "6 cells", "1 cell". */
export const amountWords = ({ of, columns, isWhole }: Omit<CopiedAmount, 'rows'>): string =>
  isWhole ? countOf(of, 'row') : countOf(of * columns, 'cell');
