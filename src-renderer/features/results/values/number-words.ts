/** Numbers as an axis and a label have room for them. */
import type { NumberBucket } from '#shared/contract/summary.ts';
import { groupDigits } from './cell-view.ts';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** "18.2k", "0.5": for an axis. */
export function shortNumber(value: number): string {
  if (Math.abs(value) < 1000) return String(Number(value.toPrecision(3)));
  return Math.abs(value) < 1e15 ? compact.format(value).replace('K', 'k') : value.toExponential(0);
}

/** "18,204", "2,848.5", "0.45": every digit that JavaScript has. */
export function fullNumber(value: number): string {
  const [whole = '', ...decimals] = String(value).split('.');
  return [groupDigits(whole), ...decimals].join('.');
}

/** A number as it was sent, where it is short enough to be read. */
export function sentNumber(digits: string): string {
  return digits.length > 24 ? `${digits.slice(0, 20)}…` : groupDigits(digits);
}

/**
 * The numbers that a bucket holds, both included: whole numbers end at the one before the next
 * bucket begins.
 */
export function bucketEnds(
  { from, to }: Pick<NumberBucket, 'from' | 'to'>,
  { isWhole, isLast }: { isWhole: boolean; isLast: boolean },
): { from: number; to: number } {
  return { from, to: isWhole && !isLast && to - from >= 1 ? to - 1 : to };
}

/** "10–19", "7", "0.1–0.2". */
export function rangeWords({ from, to }: { from: number; to: number }): string {
  return from === to ? fullNumber(from) : `${fullNumber(from)}–${fullNumber(to)}`;
}

/** "38%", "5.0%", "under 0.1%". */
export function shareWords(count: number, of: number): string {
  if (of === 0) return '–';
  const share = (count / of) * 100;
  if (share > 0 && share < 0.1) return 'under 0.1%';
  return `${share > 0 && share < 9.95 ? share.toFixed(1) : Math.round(share)}%`;
}
