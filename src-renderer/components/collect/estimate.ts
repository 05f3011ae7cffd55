/**
 * Parses the panel's entries into a limit, and estimates before the click what collecting up to it
 * costs and returns. Pure arithmetic and words.
 */
import { type RunLimit, hasAmount } from '#shared/contract/run.ts';
import { wholeNumber } from '../numbers.tsx';
import { countOf, grouping, moneyInWords } from '../words.ts';

/** Numbers as typed; blank means no limit. */
export interface EnteredLimit {
  /** Rows to get in addition to those that the run already has; null: not entered. */
  rows: string | null;
  pages: string;
  /** Calls after which every run pauses and asks; null: the current setting. */
  calls: string | null;
}

/**
 * Returns the number of rows in effect. The person's entry wins over a default: a limit in pages alone
 * is not cut short by a default number of rows.
 */
export const rowsInEffect = (
  { rows, pages }: Omit<EnteredLimit, 'calls'>,
  defaultRows: string,
): string => rows ?? (pages.trim() === '' ? defaultRows : '');

/** Numbers of rows that one click gets, unless the service has fewer. */
const usualRows = [100, 500];

/** Returns the usual limits, and the one that opened the question. */
export function usualNumbers(outlook: Outlook, opened?: RunLimit): RunLimit[] {
  const { rowsBefore, rowsPerPage, rowsLeft, rowsExpected } = outlook;
  const left = rowsLeft ?? rowsExpected ?? Infinity;
  const usual = usualRows
    .filter((rows) => rows < left && rows > (rowsPerPage ?? 0))
    .map((rows) => ({ pages: null, rows: rowsBefore + rows }));
  const isNew =
    opened !== undefined && hasAmount(opened) && !usual.some(({ rows }) => rows === opened.rows);
  return isNew ? [opened, ...usual] : usual;
}

interface ReadLimit {
  /** Null if an entry is invalid. */
  limit: RunLimit | null;
  /** The limit of any run; null: none. Undefined if the entry is invalid. */
  calls: number | null | undefined;
  /** What is wrong with each entry. */
  messages: Record<'rows' | 'pages' | 'calls', string | null>;
}

/** More than anyone collects; a larger number is probably a typo. */
const mostPages = 1_000_000;
const mostRows = 1_000_000_000;

/** `rowsBefore`: rows that the run already has; a limit includes them, the entry doesn't. */
export function readLimit(
  typed: Record<'rows' | 'pages' | 'calls', string>,
  rowsBefore: number,
): ReadLimit {
  const rows = readAmount(typed.rows, mostRows);
  const pages = readAmount(typed.pages, mostPages);
  const calls = readAmount(typed.calls, mostPages);
  const isValid = rows.amount !== undefined && pages.amount !== undefined;
  return {
    limit: isValid
      ? { pages: pages.amount, rows: rows.amount === null ? null : rowsBefore + rows.amount }
      : null,
    calls: calls.amount,
    messages: { rows: rows.message, pages: pages.message, calls: calls.message },
  };
}

/** Undefined: the text is invalid, and the message says why. */
interface Amount {
  readonly amount: number | null | undefined;
  readonly message: string | null;
}

function readAmount(text: string, most: number): Amount {
  if (text.trim() === '') return { amount: null, message: null };
  const amount = wholeNumber(text, Number.MAX_SAFE_INTEGER);
  if (amount !== null && amount <= most) return { amount, message: null };
  const message =
    amount === null
      ? 'Use a whole number from 1, or leave it empty.'
      : `At most ${grouping(most)}.`;
  return { amount: undefined, message };
}

/** What is known before pages are collected. */
export interface Outlook {
  /** The nouns of a row: "post", "posts". */
  one: string;
  many: string;
  /** From the pages that are here, else from the catalogue; null: unknown. */
  rowsPerPage: number | null;
  /** Rows that the run already has, including those held back. */
  rowsBefore: number;
  callsBefore: number;
  /** What the service says it still has; null: it doesn't say. */
  pagesLeft: number | null;
  rowsLeft: number | null;
  /** From the number of followers or comments that an account or a post has; null: unknown. */
  rowsExpected: number | null;
  /** In milliseconds; null if no page has been timed. */
  timePerPage: number | null;
  /** Whether the pages' times are still being read. */
  isTiming: boolean;
  isSample: boolean;
  /** Null if the person entered no price. */
  pricePerCall: number | null;
  currency: string;
  /** Calls of a run after which the program asks; null: it never asks. */
  ceiling: number | null;
  /** The same for all calls of a day. */
  dayCeiling: number | null;
  /** Null: not known yet. */
  callsToday: number | null;
}

/**
 * Returns the median of the latest pages' times: the first pages say less, and a single slow one has
 * little effect.
 */
export function timePerPage(times: readonly number[]): number | null {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

export interface Estimate {
  /** Null: as many as there are pages. */
  calls: number | null;
  /** Rows that will be added; null: unknown. */
  rows: number | null;
  /** In milliseconds; null: unknown. */
  time: number | null;
  price: number | null;
}

/** Returns the maximum that the limit allows, as far as it is known. */
export function estimate(limit: RunLimit, outlook: Outlook): Estimate {
  const { rowsPerPage, rowsBefore, pagesLeft, rowsLeft, pricePerCall } = outlook;
  const rowsAsked = limit.rows === null ? null : Math.max(0, limit.rows - rowsBefore);
  const rowsWanted = smaller(rowsAsked, rowsLeft ?? outlook.rowsExpected);
  const forRows =
    rowsWanted === null || rowsPerPage === null || rowsPerPage <= 0
      ? null
      : Math.ceil(rowsWanted / rowsPerPage);
  const calls = smaller(smaller(limit.pages, forRows), pagesLeft);
  // The last of all pages is seldom full.
  const isToTheEnd = pagesLeft !== null && calls === pagesLeft;
  const onPages = calls === null || rowsPerPage === null ? null : Math.round(calls * rowsPerPage);
  return {
    calls,
    rows: smaller(
      isToTheEnd && rowsLeft !== null ? rowsLeft : smaller(onPages, rowsLeft),
      rowsWanted,
    ),
    time: calls === null || outlook.timePerPage === null ? null : calls * outlook.timePerPage,
    price: calls === null || pricePerCall === null ? null : calls * pricePerCall,
  };
}

function smaller(one: number | null, other: number | null): number | null {
  if (one === null) return other;
  return other === null ? one : Math.min(one, other);
}

/** Returns the calls that a limit costs, in words; null: sample data, which never costs anything. */
export function costWords(limit: RunLimit, outlook: Outlook): string | null {
  if (outlook.isSample) return null;
  const { calls } = estimate(limit, outlook);
  return calls === null ? 'one call per page' : roughly(aboutWord(limit), calls, 'call');
}

/**
 * Returns the estimate in one line: "About 25 calls · about 10 s". Unknown values are omitted, but never the
 * number of calls.
 */
export function estimateLine(limit: RunLimit, outlook: Outlook): string {
  const { calls, rows, time, price } = estimate(limit, outlook);
  const { pagesLeft, rowsLeft, rowsBefore, one, many, currency, pricePerCall } = outlook;
  const about = aboutWord(limit);
  const money = (amount: number): string => moneyInWords(amount, currency);
  const isPriced = !outlook.isSample && pricePerCall !== null;
  const parts = [
    // A number from the service is not an estimate.
    calls === null ? 'one call per page' : roughly(calls === pagesLeft ? '' : about, calls, 'call'),
    // What was entered needn't be repeated.
    rows !== null && rows + rowsBefore !== limit.rows
      ? roughly(rows === rowsLeft ? '' : 'about', rows, one, many)
      : null,
    // Its place is kept: what follows must not move when the time is known.
    time === null ? (calls !== null && outlook.isTiming ? '…' : null) : roughTime(time),
    isPriced
      ? price === null
        ? `${money(pricePerCall)} a call`
        : `${about} ${money(price)}`
      : null,
  ];
  const line = parts.filter((part) => part !== null).join(' · ');
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`;
}

/** A limit in rows is reached after an estimated number of pages; one in pages is never exceeded. */
const aboutWord = ({ pages }: RunLimit): string => (pages === null ? 'about' : 'up to');

const roughly = (word: string, count: number, one: string, many?: string): string =>
  `${word === '' || count === 1 ? '' : `${word} `}${countOf(count, one, many)}`;

const isAll = ({ pages, rows }: RunLimit): boolean => pages === null && rows === null;

/** Returns the sentences beside the numbers. */
export function estimateNotes(limit: RunLimit, outlook: Outlook): string[] {
  const { calls, rows } = estimate(limit, outlook);
  const { left, words } = nearestLimit(limit, outlook);
  const notes: string[] = [];
  if (outlook.isSample) notes.push('Sample data: nothing is charged.');
  if (isAll(limit) && rows === null) {
    notes.push(`The service doesn’t say how many ${outlook.many} there are.`);
  }
  if (calls === null ? left < Infinity : calls > left) notes.push(words);
  else if (hasAmount(limit) && calls !== null && calls > leftOfRun(outlook)) {
    const ceiling = countOf(outlook.ceiling ?? 0, 'call');
    notes.push(
      `This is more than your limit of ${ceiling} for a run: the number you enter here applies.`,
    );
  }
  return notes;
}

/** Returns the limit that is reached first, and the number of calls until then. */
function nearestLimit(limit: RunLimit, outlook: Outlook): { left: number; words: string } {
  const { ceiling, dayCeiling, callsToday } = outlook;
  const ofRun = hasAmount(limit) ? Infinity : leftOfRun(outlook);
  const ofDay = dayCeiling === null || callsToday === null ? Infinity : dayCeiling - callsToday;
  return ofDay < ofRun
    ? { left: ofDay, words: dayNote(dayCeiling ?? 0, ofDay) }
    : {
        left: ofRun,
        words: `The run pauses and asks you at ${countOf(ceiling ?? 0, 'call')}, your limit for a run.`,
      };
}

const leftOfRun = ({ ceiling, callsBefore }: Outlook): number =>
  ceiling === null ? Infinity : ceiling - callsBefore;

function dayNote(dayCeiling: number, left: number): string {
  const ceiling = `your daily limit of ${grouping(dayCeiling)}`;
  return left <= 0
    ? `You’ll be asked before the first call: today’s calls have reached ${ceiling}.`
    : `After ${countOf(left, 'call')}, the run reaches ${ceiling} and asks you.`;
}

const minute = 60_000;
const hour = 60 * minute;

/** "about 20 s", "about 2 h 10 min": too coarse to be taken for a promise. */
export function roughTime(ms: number): string {
  if (ms < 5000) return 'a few seconds';
  if (ms < 55_000) return `about ${Math.round(ms / 5000) * 5} s`;
  if (ms < hour - minute / 2) return `about ${Math.max(1, Math.round(ms / minute))} min`;
  const minutes = Math.round(ms / (5 * minute)) * 5;
  const minutesLeft = minutes % 60;
  return `about ${grouping(Math.floor(minutes / 60))} h${minutesLeft === 0 ? '' : ` ${minutesLeft} min`}`;
}

/** "All", with the number of rows if one is known. */
export function allRows({ rowsLeft, rowsExpected }: Outlook): string {
  if (rowsLeft !== null) return `All ${grouping(rowsLeft)}`;
  return rowsExpected === null ? 'All' : `All, about ${grouping(rowsExpected)}`;
}

/** Returns the label of the panel's button. */
export function verbOf({ pages, rows }: RunLimit, { rowsBefore, one, many }: Outlook): string {
  const more = rowsBefore > 0 ? 'more ' : '';
  if (pages !== null) {
    return `Get ${rows === null ? '' : 'up to '}${countOf(pages, `${more}page`)}`;
  }
  if (rows === null) return `Get all ${many}`;
  return `Get ${countOf(rows - rowsBefore, `${more}${one}`, `${more}${many}`)}`;
}
