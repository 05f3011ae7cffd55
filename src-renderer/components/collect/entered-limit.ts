/** From what is chosen and typed in the panel to a limit, or to what is wrong with it. */
import type { RunLimit } from '#shared/contract/run.ts';

/** Numbers as typed; blank means no limit. */
export interface EnteredLimit {
  /** Rows to get, beyond those that the run has already; null: the person hasn't said. */
  rows: string | null;
  pages: string;
  /** Calls after which any run stops and asks; null: as it is set. */
  calls: string | null;
}

/** Rows that one click chooses; the last one stands for all rows. */
export const rowChoices = ['100', '500', '1000', ''] as const;

/**
 * Returns the number of rows in effect. What the person set wins over a default: pages alone are
 * not cut short by a number of rows that nobody chose.
 */
export const rowsInEffect = (
  { rows, pages }: Omit<EnteredLimit, 'calls'>,
  defaultRows: string,
): string => rows ?? (pages.trim() === '' ? defaultRows : '');

/** Returns the choice that is the same number, however it is typed; null: another number. */
export const choiceOf = (rows: string): string | null =>
  rowChoices.find((choice) => choice === digitsOf(rows)) ?? null;

interface ReadLimit {
  /** Null when something is wrong. */
  limit: RunLimit | null;
  /** Of any run; null: none. Undefined when what is typed is wrong. */
  calls: number | null | undefined;
  rowsMessage: string | null;
  pagesMessage: string | null;
  callsMessage: string | null;
}

/** More than anyone collects; beyond it a slip of the finger is likelier. */
const mostPages = 1_000_000;
const mostRows = 1_000_000_000;

/** `rowsBefore`: rows that the run has already; a limit counts them, a person doesn't. */
export function readLimit(
  { rows, pages, calls }: Record<'rows' | 'pages' | 'calls', string>,
  rowsBefore: number,
): ReadLimit {
  const wanted = readAmount(rows, mostRows);
  const atMost = readAmount(pages, mostPages);
  const askAfter = readAmount(calls, mostPages);
  return {
    calls: askAfter.kind === 'amount' ? askAfter.amount : undefined,
    callsMessage: askAfter.kind === 'wrong' ? askAfter.message : null,
    limit:
      wanted.kind === 'amount' && atMost.kind === 'amount'
        ? {
            pages: atMost.amount,
            rows: wanted.amount === null ? null : rowsBefore + wanted.amount,
          }
        : null,
    rowsMessage: wanted.kind === 'wrong' ? wanted.message : null,
    pagesMessage: atMost.kind === 'wrong' ? atMost.message : null,
  };
}

type Amount = { kind: 'amount'; amount: number | null } | { kind: 'wrong'; message: string };

const digitsOf = (text: string): string => text.replaceAll(/[\s,’']/g, '');

/** "1,000" and "1 000" are a thousand; a point could mean either, so it is asked about. */
function readAmount(text: string, most: number): Amount {
  const digits = digitsOf(text);
  if (digits === '') return { kind: 'amount', amount: null };
  if (!/^\d+$/.test(digits) || Number(digits) === 0) {
    return { kind: 'wrong', message: 'Use a whole number from 1, or leave it empty.' };
  }
  return Number(digits) > most
    ? { kind: 'wrong', message: `At most ${most.toLocaleString('en')}.` }
    : { kind: 'amount', amount: Number(digits) };
}
