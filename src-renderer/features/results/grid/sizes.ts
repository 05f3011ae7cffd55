/**
 * Heights in the grid, in px (look: row 32, header 34, 80 with a summary under each name), and
 * where rows stand in what scrolls.
 */
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

const maxHeight = 8_000_000;
/**
 * Further than a wheel or a key moves in one event, and less than one pixel of a scrollbar
 * track stands for at full height (8,000,000 px on a track of 2,000).
 */
const jumpPx = 4000;
/** Slots at both ends that always hold the first and last rows: there, nothing is ever moved. */
const endSlots = 6000;

/**
 * Scrolling through more rows than an element can be high. Chromium ends at 33,554,428 px (half
 * of that on a display of scale 2), so the grid is at most `maxHeight` high: that many *slots*
 * of one row each, and `shift` says which row the slots begin with. Wheel and keys move row by
 * row with the shift unchanged; dragging the scrollbar changes it in proportion; when scrolling
 * rests, the same rows are re-anchored at the place that the scrollbar should show.
 *
 * Pure arithmetic: it knows no element. Positions are px from the first slot.
 */
export class ScrollSpace {
  readonly rowHeight: number;
  /** The row in slot 0. Negative never; above 0 only when there are more rows than slots. */
  shift = 0;
  /** The person scrolls towards the first row. */
  isUpward = false;
  #rowCount = 0;
  #top = 0;

  constructor(rowHeight: number, rowCount = 0) {
    this.rowHeight = rowHeight;
    this.resize(rowCount);
  }

  /** Rows were added (or the view is another one). */
  resize(rowCount: number): void {
    this.#rowCount = rowCount;
    this.shift = Math.min(this.shift, this.#excess);
  }

  /** How many rows have a place at the same time. */
  get slots(): number {
    return Math.min(this.#rowCount, Math.floor(maxHeight / this.rowHeight));
  }

  get height(): number {
    return this.slots * this.rowHeight;
  }

  /** Where a row is now; null when it has no place until `bring`. */
  topOf(row: number): number | null {
    const slot = row - this.shift;
    return slot >= 0 && slot < this.slots ? slot * this.rowHeight : null;
  }

  rowInSlot(slot: number): number {
    return slot + this.shift;
  }

  /** The person scrolled to `top`. */
  follow(top: number): void {
    if (Math.abs(top - this.#top) > jumpPx) this.shift = this.#restingShift(this.#slotAt(top));
    if (top !== this.#top) this.isUpward = top < this.#top;
    this.#top = top;
  }

  /** Whether scrolling on would end at a wall before the first or last row. */
  isNearWall(top: number): boolean {
    const margin = (endSlots / 2) * this.rowHeight;
    return (
      (top < margin && this.shift > 0) || (top > this.height - margin && this.shift < this.#excess)
    );
  }

  /** Re-anchors: the same rows, where the scrollbar should be. Returns the new position. */
  settle(top: number): number {
    const slot = this.#slotAt(top);
    const row = slot + this.shift;
    const place = this.#restingSlot(row);
    this.shift = row - place;
    this.#top = top + (place - slot) * this.rowHeight;
    return this.#top;
  }

  /** Gives a row a place near `top` if it has one there, else its resting place; returns it. */
  bring(row: number, top: number): number {
    const here = this.topOf(row);
    if (here !== null && Math.abs(here - top) <= jumpPx) return here;
    const slot = this.#restingSlot(row);
    this.shift = row - slot;
    return slot * this.rowHeight;
  }

  /** The grid itself scrolled to `top`: not a jump of the person. */
  moved(top: number): void {
    this.#top = top;
  }

  /** Rows beyond those that have a slot. */
  get #excess(): number {
    return this.#rowCount - this.slots;
  }

  #slotAt(top: number): number {
    return Math.floor(top / this.rowHeight);
  }

  /** The shift at which the scrollbar shows the truth when `slot` is the topmost one. */
  #restingShift(slot: number): number {
    const middle = this.slots - 2 * endSlots;
    if (this.#excess === 0 || slot <= endSlots) return 0;
    if (slot >= endSlots + middle) return this.#excess;
    return Math.round(((slot - endSlots) / middle) * this.#excess);
  }

  /** The last slot whose row, at rest, is not after `row`. */
  #restingSlot(row: number): number {
    if (this.#excess === 0) return row;
    let low = 0;
    let high = this.slots - 1;
    while (low < high) {
      const slot = Math.ceil((low + high) / 2);
      if (slot + this.#restingShift(slot) <= row) low = slot;
      else high = slot - 1;
    }
    return low;
  }
}
