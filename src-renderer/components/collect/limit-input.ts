/** From what is typed into the panel to a limit, or to what is wrong with it. */
import type { RunLimit } from '#shared/contract/run.ts';
import { countOf } from '../words.ts';

export interface TypedLimit {
  pages: string;
  rows: string;
}

/**
 * What was typed wins over a default: a number of rows is not cut short by the number of pages
 * that stood there before. Emptied again, the default is back.
 */
export function typeRows(typed: TypedLimit, rows: string, startWith: TypedLimit): TypedLimit {
  const isUntouched = typed.pages === (typed.rows === '' ? startWith.pages : '');
  if (!isUntouched) return { ...typed, rows };
  return { pages: rows === '' ? startWith.pages : '', rows };
}

export interface ReadLimit {
  /** Null when something is wrong. */
  limit: RunLimit | null;
  pagesMessage: string | null;
  rowsMessage: string | null;
}

/** More than anyone collects; beyond it a slip of the finger is likelier. */
const mostPages = 1_000_000;
const mostRows = 1_000_000_000;

/** Blank means no limit. `rowsBefore`: rows that the run has already. */
export function readLimit(typed: TypedLimit, rowsBefore: number): ReadLimit {
  const pages = readAmount(typed.pages, mostPages);
  const rows = readAmount(typed.rows, mostRows);
  const isHere = rows.kind === 'amount' && rows.amount !== null && rows.amount <= rowsBefore;
  const pagesMessage = pages.kind === 'wrong' ? pages.message : null;
  const rowsMessage =
    rows.kind === 'wrong'
      ? rows.message
      : isHere
        ? `${countOf(rowsBefore, 'row')} ${rowsBefore === 1 ? 'is' : 'are'} here already. Give a larger number.`
        : null;
  const isRight = pages.kind === 'amount' && rows.kind === 'amount' && !isHere;
  return {
    limit: isRight ? { pages: pages.amount, rows: rows.amount } : null,
    pagesMessage,
    rowsMessage,
  };
}

type Amount = { kind: 'amount'; amount: number | null } | { kind: 'wrong'; message: string };

/** "1,000" and "1 000" are a thousand; a point could mean either, so it is asked about. */
function readAmount(text: string, most: number): Amount {
  const digits = text.replaceAll(/[\s,’']/g, '');
  if (digits === '') return { kind: 'amount', amount: null };
  if (!/^\d+$/.test(digits) || Number(digits) === 0) {
    return { kind: 'wrong', message: 'Use a whole number from 1, or leave it empty.' };
  }
  return Number(digits) > most
    ? { kind: 'wrong', message: `At most ${most.toLocaleString('en')}.` }
    : { kind: 'amount', amount: Number(digits) };
}
