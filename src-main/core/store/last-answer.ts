/** The latest page or failure of a log: what tells where a run stood when nobody noted it. */
import type { JsonObject, JsonValue } from '../json/index.ts';
import type { LogRecord } from './log-scan.ts';

export interface LastAnswer {
  kind: 'page' | 'fail';
  page: number;
  /** When its request was sent. */
  at: string;
  /** Of a failure: the problem's code. */
  code: string | null;
  /** Of a page: its answer is in a file of its own. `other`: it broke off, or can't be shown. */
  file: 'csv' | 'other' | null;
  /** The answer, or what is kept of the failure; undefined when it is damaged. */
  read: () => Promise<JsonObject | undefined>;
}

export function lastAnswerOf(
  record: LogRecord | undefined,
  read: (record: LogRecord) => Promise<JsonObject | undefined>,
): LastAnswer | null {
  if (record === undefined) return null;
  const { header } = record;
  if (header.kind !== 'page' && header.kind !== 'fail') return null;
  const { kind, page, at, file, partial, why } = header;
  return {
    kind,
    page,
    at,
    code: header.kind === 'fail' ? header.code : null,
    file: file === undefined ? null : why === 'csv' && partial !== true ? 'csv' : 'other',
    read: () => read(record),
  };
}

/** Longer texts are the service's prose or rows. */
const longestText = 1000;
/** The numbers of an operation's pages lie in its result's `pagination`. */
const deepest = 4;
const mostMembers = 200;

/**
 * An answer without its lists and long texts: what tells whether more follows and what went wrong,
 * small enough to be kept for every run.
 */
export function withoutLists(answer: JsonObject, depth = 1): JsonObject {
  const members = Object.entries(answer).flatMap(([name, value]): [string, JsonValue][] => {
    if (typeof value === 'string') return value.length > longestText ? [] : [[name, value]];
    if (typeof value !== 'object' || value === null) return [[name, value]];
    if (Array.isArray(value)) return [];
    return depth === deepest ? [] : [[name, withoutLists(value, depth + 1)]];
  });
  return Object.fromEntries(members.slice(0, mostMembers));
}
