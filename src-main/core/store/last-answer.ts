/** The latest page or failure of a log: what tells where a run stood when nobody noted it. */
import type { JsonObject } from '../json/index.ts';
import type { LogRecord } from './log-scan.ts';

export interface LastAnswer {
  kind: 'page' | 'fail';
  page: number;
  /** When its request was sent. */
  at: string;
  /** Of a failure: the problem's code. */
  code: string | null;
  /** Of a page: its answer is in a file of its own. `partial`: it broke off. */
  file: 'whole' | 'partial' | null;
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
  const { kind, page, at, file, partial } = header;
  return {
    kind,
    page,
    at,
    code: header.kind === 'fail' ? header.code : null,
    file: file === undefined ? null : partial === true ? 'partial' : 'whole',
    read: () => read(record),
  };
}
