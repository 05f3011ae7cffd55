/** Pages of a live question: sizes, cursors, the envelope. */
import { randomBytes } from 'node:crypto';
import { limits } from '../facts/records.ts';
import type { Platform } from '../facts/types.ts';
import { jsonAnswer, refusal } from './answers.ts';
import { rowAt } from './rows.ts';
import type { Answer, JsonObject, JsonStyle, Question, SecondServerOptions } from './types.ts';

const pageSizes: Readonly<Record<Platform, number>> = {
  microblog: 20,
  photoshare: 12,
  forum: limits.forumCommentsLimit.default,
  shortvideo: 15,
};

export const jsonStyles: Readonly<Record<Platform, JsonStyle>> = {
  microblog: 'compact',
  photoshare: 'indented',
  forum: 'ascii',
  shortvideo: 'compact',
};

/** Rows a page of this question holds. */
export function pageSizeOf(question: Question, options: SecondServerOptions): number {
  const { endpoint, query } = question;
  const dated = query.since !== undefined || query.until !== undefined;
  if (endpoint.id === 'microblog.posts.search' && dated) return limits.postSearchPageWithDates;
  if (query.limit !== undefined) return Number(query.limit);
  return options.pageSize ?? pageSizes[endpoint.platform];
}

/** Rows of all pages; by default two full pages of the platform and a third that is short. */
export function totalRowsOf(question: Question, options: SecondServerOptions): number {
  const usual = options.pageSize ?? pageSizes[question.endpoint.platform];
  return options.totalRows ?? 2 * usual + Math.ceil(usual * 0.35);
}

/** Items `from` up to, not including, `to`. */
export function rowsBetween(
  question: Question,
  options: SecondServerOptions,
  from: number,
  to: number,
): JsonObject[] {
  const total = totalRowsOf(question, options);
  const pageSize = pageSizeOf(question, options);
  const count = Math.max(0, Math.min(to, total) - from);
  return Array.from({ length: count }, (_, at) =>
    rowAt({ question, index: from + at, total, pageSize }),
  );
}

/** Items of an endpoint without pages: the one asked for, or the forum posts of the id list. */
export function singleRows(question: Question): JsonObject[] {
  const { ids } = question.query;
  if (ids === undefined) return [rowAt({ question, index: 0, total: 1, pageSize: 0 })];
  // Base 36 has no case.
  const found = ids
    .toLowerCase()
    .split(',')
    .filter((id) => !id.includes('z'));
  return found.map((id, index) =>
    rowAt({ question, index, total: found.length, pageSize: 0, given: { id } }),
  );
}

/** The envelope, its members in an order of the platform's own; the last cursor absent or null. */
function envelope(
  { endpoint }: Question,
  results: readonly JsonObject[],
  next: string | null,
): JsonObject {
  const known = { count: results.length, has_more: next !== null };
  const cursor = { next_page_cursor: next };
  const orAbsent = next === null ? {} : cursor;
  const envelopes: Readonly<Record<Platform, JsonObject>> = {
    microblog: { results, ...known, dataSource: 'api', ...cursor },
    photoshare: { ...orAbsent, dataSource: 'hybrid', results, ...known },
    forum: { ...known, ...cursor, dataSource: 'api', results },
    shortvideo: { dataSource: 'database', ...known, results, ...orAbsent },
  };
  return envelopes[endpoint.platform];
}

/** What a cursor is bound to: the path and every other parameter, in any order. */
function bindingOf(question: Question): string {
  const asked = Object.entries(question.query).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([question.endpoint.path, question.values, asked]);
}

export class Cursors {
  readonly #known = new Map<string, { binding: string; offset: number }>();

  /** A fresh cursor. It ends in characters that survive only when encoded exactly once. */
  mint(question: Question, offset: number): string {
    const cursor = `${randomBytes(15).toString('base64')}+/&=%2B#`;
    this.#known.set(cursor, { binding: bindingOf(question), offset });
    return cursor;
  }

  /** All that were minted are unknown from now on. */
  expire(): void {
    this.#known.clear();
  }

  /** The row a cursor points to, or undefined for an unknown one or one of another request. */
  offsetOf(question: Question, cursor: string): number | undefined {
    const known = this.#known.get(cursor);
    return known?.binding === bindingOf(question) ? known.offset : undefined;
  }
}

/** The parent of photoshare replies: a whole top-level comment, whatever `fields` says. */
function parentComment(question: Question): JsonObject {
  const { id = '', commentId = '' } = question.values;
  const given = { id: commentId, parentPostId: id, parentCommentId: null };
  return rowAt({ question, index: 0, total: 1, pageSize: 0, given, everyField: true });
}

/** Answers a live question that passed validation. */
export function answerLive(
  question: Question,
  sentCursor: string | undefined,
  cursors: Cursors,
  options: SecondServerOptions,
): Answer {
  const style = jsonStyles[question.endpoint.platform];
  if (!('pages' in question.endpoint && question.endpoint.pages)) {
    return jsonAnswer(200, envelope(question, singleRows(question), null), style);
  }
  const offset = sentCursor === undefined ? 0 : cursors.offsetOf(question, sentCursor);
  if (offset === undefined) {
    return refusal(400, "Invalid 'cursor': unknown, or of a request with other parameters");
  }
  const end = offset + pageSizeOf(question, options);
  const next = end < totalRowsOf(question, options) ? cursors.mint(question, end) : null;
  const page = envelope(question, rowsBetween(question, options, offset, end), next);
  const body = question.endpoint.parentComment
    ? { ...page, parent_comment: parentComment(question) }
    : page;
  return { kind: 'json', status: 200, style, body, page: { question, offset, sentCursor, body } };
}
