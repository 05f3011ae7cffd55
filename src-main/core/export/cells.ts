/**
 * A row before a format writes it: one value per column of the file. Lists and objects are texts by then;
 * numbers keep the characters they were sent with.
 */
import type { XlsxOptions } from '#shared/contract/export/formats.ts';
import { readMoment } from '#shared/moment.ts';
import type { ExactNumber } from '../json/index.ts';
import { isExactNumber } from '../json/index.ts';

/** A moment that a format with its own dates writes as a date; all others write the text. */
export class DateCell {
  readonly text: string;
  /** Wall-clock time in the chosen zone, in milliseconds as if that were UTC. */
  readonly wallMs: number;
  /** A day without a time. */
  readonly isDay: boolean;

  constructor(text: string, wallMs: number, isDay = false) {
    this.text = text;
    this.wallMs = wallMs;
    this.isDay = isDay;
  }
}

export type Cell = null | boolean | number | string | ExactNumber | DateCell;

/** The text of a cell, without anything a format adds; null when there is none. */
export function cellText(cell: Cell): string | null {
  if (cell === null) return null;
  if (typeof cell !== 'object') return String(cell);
  return cell instanceof DateCell ? cell.text : cell.$n;
}

export function isNumber(cell: Cell): cell is number | ExactNumber {
  return typeof cell === 'number' || (!(cell instanceof DateCell) && isExactNumber(cell));
}

/** Reads a text as a day, which keeps its text: no time zone could change it. */
export function dayIn(text: string): DateCell | null {
  const moment = readMoment(text);
  return moment?.isDay === true ? new DateCell(text, moment.ms, true) : null;
}

/**
 * Rewrites a moment in ISO 8601, in UTC (`…Z`) or in this computer's zone with its offset. Without a zone
 * it counts as UTC, as in views. Digits below the second are unchanged. Returns null when the text is not
 * a moment: a day alone has no time that a zone could change.
 */
export function rewriteMoment(
  text: string,
  dates: Exclude<XlsxOptions['dates'], 'asGiven'>,
): DateCell | null {
  const moment = readMoment(text);
  if (moment === null || moment.isDay) return null;
  const offset = dates === 'utc' ? 0 : -new Date(moment.ms).getTimezoneOffset();
  const wall = new Date(moment.ms + offset * 60_000);
  const end = dates === 'utc' ? 'Z' : offsetText(offset);
  return new DateCell(`${wall.toISOString().slice(0, -5)}${moment.fraction}${end}`, wall.getTime());
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number): string => String(Math.trunc(value)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}
