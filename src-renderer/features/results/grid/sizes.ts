/** Heights of the grid, in px (look: row 32, header 34, 80 with a summary under each name). */
import type { CSSProperties } from 'react';
import type { RowStyle } from '#shared/contract/snapshot.ts';

export const headerHeight = 34;
export const tallHeaderHeight = 80;

interface RowSizes {
  /** Of a row, with the line under it. */
  row: number;
  /** Of a line of text. */
  line: number;
  /** Above the first line and under the last one. */
  pad: number;
}

const oneLine: Record<RowStyle['density'], number> = { normal: 32, compact: 26 };
/** Of rows with several lines; compact in a low window, where eight of two lines must fit. */
const manyLines: Record<RowStyle['density'], Omit<RowSizes, 'row'>> = {
  normal: { line: 18, pad: 3 },
  compact: { line: 16, pad: 1 },
};
const ruleHeight = 1;

export function rowSizes({ density, lines }: RowStyle): RowSizes {
  if (lines === 1) {
    const row = oneLine[density];
    return { row, line: row - ruleHeight, pad: 0 };
  }
  const { line, pad } = manyLines[density];
  return { row: lines * line + 2 * pad + ruleHeight, line, pad };
}

/** The same for the style sheet. */
export function rowVariables(style: RowStyle): CSSProperties & Record<`--${string}`, string> {
  const { row, line, pad } = rowSizes(style);
  return {
    '--grid-row': `${row}px`,
    '--grid-line': `${line}px`,
    '--grid-pad': `${pad}px`,
    '--grid-lines': String(style.lines),
  };
}
