/** Numbers as people type them, and what to say when they are none. */
import type { ReadNumber } from './NumberSetting.tsx';

/** Specification, Limits: a request can take up to 120 s. */
export const longestAnswerSeconds = 120;

export const readTimeout = (typed: string): ReadNumber =>
  readWhole(typed, 1, 3600, 'Give seconds, from 1 to 3,600.');

/** Empty: no ceiling. */
export const readCeiling = (typed: string): ReadNumber =>
  typed.trim() === ''
    ? { value: null }
    : readWhole(typed, 1, Number.MAX_SAFE_INTEGER, 'Give a whole number of calls, or nothing.');

/** Empty: no price. Decimal point or comma. */
export function readPrice(typed: string): ReadNumber {
  const text = typed.trim();
  if (text === '') return { value: null };
  if (!/^\d{1,9}(?:[.,]\d{1,8})?$/.test(text)) {
    return { complaint: 'Give an amount such as 0.02, or nothing.' };
  }
  return { value: Number(text.replace(',', '.')) };
}

function readWhole(typed: string, least: number, most: number, complaint: string): ReadNumber {
  // Thousands may be set apart: 10,000 or 10 000.
  const text = typed.trim().replaceAll(/(?<=\d)[,\s](?=\d{3}(?:\D|$))/g, '');
  const value = Number(text);
  return /^\d{1,15}$/.test(text) && value >= least && value <= most ? { value } : { complaint };
}
