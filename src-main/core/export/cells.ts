/**
 * What a row becomes before a format writes it: one value for each column of the file. Lists and
 * objects are texts by then; numbers keep the characters they came with.
 */
import type { ExactNumber } from '../json/index.ts';
import { isExactNumber } from '../json/index.ts';

/** A moment that a format with dates of its own writes as one; all others write the text. */
export class DateCell {
  readonly text: string;
  /** As shown in the wanted time zone, in milliseconds as if that were UTC. */
  readonly wallMs: number;

  constructor(text: string, wallMs: number) {
    this.text = text;
    this.wallMs = wallMs;
  }
}

export type Cell = null | boolean | number | string | ExactNumber | DateCell;

/** The text of a cell, without anything a format adds; null where there is none. */
export function cellText(cell: Cell): string | null {
  if (cell === null) return null;
  if (typeof cell !== 'object') return String(cell);
  return cell instanceof DateCell ? cell.text : cell.$n;
}

export function isNumber(cell: Cell): cell is number | ExactNumber {
  return typeof cell === 'number' || (!(cell instanceof DateCell) && isExactNumber(cell));
}
