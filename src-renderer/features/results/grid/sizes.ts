/**
 * Heights in the grid, in px (look: row 32, header 34, 80 with a summary under each name), and the
 * positions of rows in the scrolled element.
 */
import type { CSSProperties } from 'react';
import type { RowStyle } from '#shared/contract/snapshot.ts';

export const headerHeight = 34;
export const tallHeaderHeight = 80;

interface RowSizes {
  /** Height of a row, including the line below it. */
  row: number;
  /** Height of a line of text. */
  line: number;
  /** Padding above the first line and below the last one. */
  pad: number;
}

const oneLine: Record<RowStyle['density'], number> = { normal: 32, compact: 26 };
/** For rows with several lines; compact in a low window, where eight of two lines must fit. */
const manyLines: Record<RowStyle['density'], Omit<RowSizes, 'row'>> = {
  normal: { line: 18, pad: 2 },
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

/** Returns the same as CSS variables. */
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
 * More than a wheel or a key scrolls in one event, and less than one pixel of a scrollbar track
 * represents at full height (8,000,000 px on a track of 2,000).
 */
const jumpPx = 4000;
/**
 * Number of slots at both ends that always hold the first and last rows, where nothing is re-anchored.
 */
const endSlots = 6000;

/**
 * Scrolling through more rows than an element can be high. Chromium limits elements to 33,554,428 px
 * (half of that on a display of scale 2), so the grid is at most `maxHeight` high: it has that many
 * *slots* of one row each, and `shift` is the row in the first slot. Wheel and keys move row by row
 * without changing the shift; dragging the scrollbar changes it in proportion; when scrolling ends, the
 * same rows are re-anchored at the position that the scrollbar should show.
 *
 * Pure arithmetic, independent of any element. Positions are in px from the first slot.
 */
export class ScrollSpace {
  readonly rowHeight: number;
  /** The row in slot 0. Never negative; above 0 only if there are more rows than slots. */
  shift = 0;
  /** Whether the person scrolls towards the first row. */
  isUpward = false;
  /** Whether the person scrolled by more than half a row twice in a row: a single time is a jump. */
  isFast = false;
  #wasFar = false;
  #rowCount = 0;
  #top = 0;

  constructor(rowHeight: number, rowCount = 0) {
    this.rowHeight = rowHeight;
    this.resize(rowCount);
  }

  /** Call when rows were added or the view changed. */
  resize(rowCount: number): void {
    this.#rowCount = rowCount;
    this.shift = Math.min(this.shift, this.#excess);
  }

  /** The number of rows that have a slot at the same time. */
  get slots(): number {
    return Math.min(this.#rowCount, Math.floor(maxHeight / this.rowHeight));
  }

  get height(): number {
    return this.slots * this.rowHeight;
  }

  /** Returns the position of a row; null if it has none until `positionFor` assigns one. */
  topOf(row: number): number | null {
    const slot = row - this.shift;
    return slot >= 0 && slot < this.slots ? slot * this.rowHeight : null;
  }

  rowInSlot(slot: number): number {
    return slot + this.shift;
  }

  /** Call when the person scrolled to `top`. */
  follow(top: number): void {
    if (Math.abs(top - this.#top) > jumpPx) this.shift = this.#restingShift(this.#slotAt(top));
    if (top !== this.#top) this.isUpward = top < this.#top;
    const isFar = Math.abs(top - this.#top) > this.rowHeight / 2;
    this.isFast = isFar && this.#wasFar;
    this.#wasFar = isFar;
    this.#top = top;
  }

  /** Whether further scrolling would stop before the first or last row. */
  isNearWall(top: number): boolean {
    const margin = (endSlots / 2) * this.rowHeight;
    return (
      (top < margin && this.shift > 0) || (top > this.height - margin && this.shift < this.#excess)
    );
  }

  /** Re-anchors the same rows where the scrollbar should be. Returns the new position. */
  settle(top: number): number {
    const slot = this.#slotAt(top);
    const row = slot + this.shift;
    const target = this.#restingSlot(row);
    this.shift = row - target;
    this.#top = top + (target - slot) * this.rowHeight;
    return this.#top;
  }

  /**
   * Returns the position of a row if it is near `top`; otherwise assigns its resting position and
   * returns that.
   */
  positionFor(row: number, top: number): number {
    const current = this.topOf(row);
    if (current !== null && Math.abs(current - top) <= jumpPx) return current;
    const slot = this.#restingSlot(row);
    this.shift = row - slot;
    return slot * this.rowHeight;
  }

  /** Call when the grid itself scrolled to `top`, which isn't a jump by the person. */
  moved(top: number): void {
    this.#top = top;
  }

  /** The number of rows beyond those with a slot. */
  get #excess(): number {
    return this.#rowCount - this.slots;
  }

  #slotAt(top: number): number {
    return Math.floor(top / this.rowHeight);
  }

  /** Returns the shift at which the scrollbar is accurate if `slot` is the topmost one. */
  #restingShift(slot: number): number {
    const middle = this.slots - 2 * endSlots;
    if (this.#excess === 0 || slot <= endSlots) return 0;
    if (slot >= endSlots + middle) return this.#excess;
    return Math.round(((slot - endSlots) / middle) * this.#excess);
  }

  /** Returns the last slot whose row, at rest, is not after `row`. */
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
