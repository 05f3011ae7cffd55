/**
 * What an answer means for a run: what is kept of it, how the run goes on, and how it ends the input of a
 * list. It is decided before anything is stored, so that an answer and its meaning are one write. Nothing
 * here waits, writes or changes the run.
 */
import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { assertNever } from '#shared/assert-never.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Operation, RunState, RunTotal } from '#shared/contract/run.ts';
import { operationPhase } from '#shared/service/answers.ts';
import {
  liveEnvelopeSchema,
  operationRecordSchema,
  operationStartedSchema,
  storedEnvelopeSchema,
} from '../service/answers.ts';
import type { OperationRecord } from '../service/answers.ts';
import { asObject, asObjects, parseAsSent, parseBytes, parseJson } from '../json/index.ts';
import type { EnvelopePath, JsonObject, JsonValue } from '../json/index.ts';
import type { RequestContext } from '../service/problem-parts.ts';
import { requestProblem, unreadableProblem } from '../service/problems.ts';
import type { Unreadable } from '../service/problems.ts';
import type { Answer } from '../service/send.ts';
import type { LogContents, PageRecord } from '../store/log-contents.ts';
import type { StoredRun } from '../store/stored-run.ts';
import { isNothingNewAfter } from './continue-by-date.ts';
import type { InputList, InputStep } from './input-list.ts';
import { nextPageNumber } from './live-run.ts';
import type { LiveRun, Outcome } from './live-run.ts';
import { moreNotice } from './notices.ts';
import type { StreamedPage } from './streamed-answer.ts';

/** What a decision depends on: the question, and what was answered before. */
export type Asked = Pick<
  LiveRun,
  | 'cursor'
  | 'endpoint'
  | 'extras'
  | 'followed'
  | 'isExport'
  | 'knownRows'
  | 'notices'
  | 'operation'
  | 'query'
> & {
  list: Pick<InputList, 'stepAfter'> | null;
  stored: Pick<StoredRun, 'pages' | 'rowCount'> & { contents: Pick<LogContents, 'total'> };
};

/** What is kept of an answer, with what it means. */
type Keep =
  /** Rows, at `path` of the answer; `items` is null if nobody has read them. */
  | {
      as: 'page';
      value: JsonValue;
      path?: EnvelopePath;
      items: readonly JsonObject[] | null;
      /** Of stored data. */
      total?: RunTotal | null;
    }
  | { as: 'failure'; problem: Problem }
  /** The id of an operation, which cost a call. */
  | { as: 'rest' }
  | { as: 'nothing' };

export interface Decision {
  keep: Keep;
  /** The run after it is kept. */
  next: Outcome;
  /** Null: the run has no list, or none of its inputs is current. */
  input: InputStep | null;
  /** Hash of the cursor that is followed. */
  followed?: string;
}

/**
 * Decides what the answer to a page's request means.
 * @param page how an answer too long for memory was kept.
 * @param now the time, for an operation that begins.
 */
export function decide(
  run: Asked,
  answer: Answer,
  page: StreamedPage | null,
  context: RequestContext,
  now: string,
): Decision {
  if (answer.kind !== 'answered' || answer.status < 200 || answer.status >= 300) {
    return decideFailure(
      run,
      answer.kind === 'truncated'
        ? unreadableProblem(answer, context, 'truncated')
        : requestProblem(answer, context),
    );
  }
  if (page !== null) return decideLargePage(run, page);
  // A sink has written the whole body to a file of the run.
  if (answer.streamed) return restingAt(run, { kind: 'noMore' });
  const { endpoint } = run;
  const isStored = endpoint.kind === 'stored';
  const value = isStored ? parseOrNull(answer.body) : null;
  const started = operationStartedSchema.safeParse(value);
  if (started.success) {
    const next = startOf(nextPageNumber(run), started.data.operationId, null, now);
    return decision(run, { as: 'rest' }, next);
  }
  const envelope = readEnvelope(answer.body, value, isStored ? 'stored' : 'live');
  const unreadable = (code: Unreadable): Decision =>
    decideFailure(run, unreadableProblem(answer, context, code));
  if (!envelope.ok) return unreadable(envelope.code);
  if (isStored) return decideStoredPage(run, value, ['results']);
  if (!endpoint.pages && isBlank(envelope.items)) return unreadable('empty');
  return decidePage(run, envelope);
}

/** When one thing was requested, `{}` means that there is none. */
const isBlank = (items: readonly JsonObject[]): boolean =>
  items.length > 0 && items.every((item) => Object.keys(item).length === 0);

/** Decides what a problem with the next page means. */
export function decideFailure(run: Asked, problem: Problem): Decision {
  const page = nextPageNumber(run);
  const becomes = (next: Outcome): Decision => decision(run, { as: 'failure', problem }, next);
  switch (problem.code) {
    case 'plan_limit':
      return becomes({ state: { kind: 'outOfCredits', page, problem } });
    case 'cursor_refused':
      return becomes({ state: { kind: 'cursorRefused', page, problem }, cursor: null });
    default:
      return becomes({ state: { kind: 'failed', page, problem } });
  }
}

function decision(run: Asked, keep: Keep, next: Outcome, followed?: string): Decision {
  const items = keep.as === 'page' ? (keep.items ?? 'unread') : null;
  const isAnswered = keep.as === 'page' || keep.as === 'failure';
  const { cursor = null } = next;
  return {
    keep,
    next,
    input: isAnswered ? (run.list?.stepAfter(next.state, run.cursor, cursor, items) ?? null) : null,
    ...(followed !== undefined && { followed }),
  };
}

/** Nothing is kept: the run ends, or rests where it is. */
const restingAt = (run: Asked, state: RunState): Decision =>
  decision(run, { as: 'nothing' }, { state, cursor: null });

/** A page of a live question sets the cursor of the next one, if there is one. */
function decidePage(run: Asked, envelope: Envelope): Decision {
  const { value, items, others } = envelope;
  const { followed, ...after } = afterPage(run, envelope);
  const isKnown = after.state.kind === 'more' && isNothingNewAfter(run, items);
  const state: RunState = isKnown ? { kind: 'limit', reason: 'known' } : after.state;
  const next = { extras: extrasIn(run, others), ...after, state };
  return decision(run, { as: 'page', value, items }, next, followed);
}

/** The run rests at a page too large to be read, unless it is a list, which has other inputs. */
function decideLargePage(run: Asked, { cursor }: StreamedPage): Decision {
  const { cursor: at, list } = run;
  const { total } = run.stored.contents;
  const { followed, ...after }: AfterPage =
    at?.kind === 'storedPage'
      ? afterTablePage(run, { totalPages: total?.pages ?? 0, tableName: at.tableName })
      : afterPage(run, { cursor, hasMore: false });
  const rests = after.state.kind === 'more' && list === null;
  const next = rests ? { ...after, state: { kind: 'stopped' } as const } : after;
  return decision(run, { as: 'page', value: null, items: null }, next, followed);
}

/** Returns the objects beside the rows, with the one in this envelope, if there is one. */
function extrasIn({ endpoint: { extra }, extras }: Asked, envelope: JsonObject): LiveRun['extras'] {
  return extra !== null && Object.hasOwn(envelope, extra)
    ? { ...extras, [extra]: envelope[extra] ?? null }
    : extras;
}

type AfterPage = Outcome & { followed?: string };

function afterPage(
  run: Asked,
  { cursor, hasMore }: Pick<Envelope, 'cursor' | 'hasMore'>,
): AfterPage {
  if (cursor === null) return endOfPages(run, hasMore);
  const followed = createHash('sha256').update(cursor).digest('base64');
  if (run.followed.has(followed)) return { state: { kind: 'cursorRepeated' }, cursor: null };
  return { state: { kind: 'more' }, cursor: { kind: 'cursor', value: cursor }, followed };
}

/** Ends a run without a next page: at the end of the list, or of what can be fetched of it. */
function endOfPages(run: Asked, hasMore: boolean): Outcome {
  if (!hasMore) return { state: { kind: 'noMore' }, cursor: null };
  const notices = run.list === null ? [...run.notices, moreNotice(run)] : run.notices;
  return { notices, state: { kind: 'notAll' }, cursor: null };
}

// Stored data: pages of a table, answered directly or held by a finished operation.

/**
 * Decides how a run goes on after a page found at `path` of the answer: a finished operation says how many
 * pages its table has (specification, Operation record).
 * @param next how the run goes on, if that is known.
 */
function decideStoredPage(
  run: Asked,
  value: JsonValue,
  path: EnvelopePath,
  next?: Outcome,
): Decision {
  const envelope = path.length === 1 ? asObject(value) : asObject(asObject(value)?.['result']);
  return decision(
    run,
    {
      as: 'page',
      value,
      path,
      items: null,
      // How many pages there are without an export says nothing about its one.
      total: totalOf(envelope) ?? (run.isExport ? null : run.stored.contents.total),
    },
    {
      extras: extrasIn(run, envelope ?? {}),
      ...(next ?? afterTablePage(run, storedPagesOf(envelope), envelope?.['has_more'] === true)),
    },
  );
}

/** Returns how the run goes on after a page of a table of so many. */
function afterTablePage(
  run: Asked,
  { totalPages, tableName }: Pick<ReturnType<typeof storedPagesOf>, 'totalPages' | 'tableName'>,
  hasMore = false,
): Outcome {
  const pages = run.stored.pages.length + 1;
  const isMore = totalPages !== null && totalPages > pages;
  if (!isMore || tableName === null) return endOfPages(run, isMore || hasMore);
  return {
    state: { kind: 'more' },
    cursor: { kind: 'storedPage', pageNumber: pages + 1, tableName },
  };
}

/** Returns what the answer of a finished operation says about its table. */
function storedPagesOf(envelope: JsonObject | undefined) {
  const { data } = operationRecordSchema.safeParse({ status: '', result: envelope });
  const { totalPages = null, totalRows = null, tableName } = data?.result?.pagination ?? {};
  return { totalPages, totalRows, tableName: tableName || null };
}

/** Returns how much there is in total; null when the answer gives no valid number. */
function totalOf(envelope: JsonObject | undefined): RunTotal | null {
  const { totalPages, totalRows } = storedPagesOf(envelope);
  const total = { pages: countable(totalPages), rows: countable(totalRows) };
  return total.pages === null && total.rows === null ? null : total;
}

const countable = (count: number | null): number | null =>
  count !== null && Number.isSafeInteger(count) && count >= 0 ? count : null;

// Operations: the service prepares the answer in the background and is polled.

/** Returns a run that follows an operation. @param page that it returns. */
function startOf(
  page: number,
  operationId: string,
  downloadUrl: string | null,
  now: string,
): Outcome {
  const cursor = { kind: 'operation', operationId, startedAt: now, isOwn: true } as const;
  return {
    state: { kind: 'polling', page, since: now },
    cursor,
    operation: newOperation(cursor, downloadUrl),
  };
}

/** `downloadUrl`: of the operation that led to this one. */
export const newOperation = (
  { operationId, startedAt }: { operationId: string; startedAt: string },
  downloadUrl: string | null = null,
): Operation => ({
  operationId,
  status: null,
  startedAt,
  checkedAt: null,
  expiresAt: null,
  trouble: null,
  downloadUrl,
});

/**
 * Decides what the record of an operation means: null while it runs. Unknown states count as running, and are
 * shown. `unreadable` when it succeeded and nothing in it can be read: the operation doesn't end then,
 * because its result was paid for.
 */
export function decideRecord(
  run: Asked,
  record: OperationRecord,
  value: JsonValue,
  now: string,
): Decision | 'unreadable' | null {
  const phase = operationPhase(record.status);
  switch (phase) {
    case 'running':
      return null;
    case 'success':
      return decideResult(run, record, value, now);
    case 'noData':
      return restingAt(run, { kind: 'operationNoData' });
    case 'cancelled':
      return restingAt(run, { kind: 'operationCancelled' });
    case 'error':
      return restingAt(run, { kind: 'operationError', message: record.error ?? null });
    default:
      return assertNever(phase);
  }
}

/** The result is rows, a further operation that exports them, or a file to fetch. */
function decideResult(
  run: Asked,
  { result }: OperationRecord,
  value: JsonValue,
  now: string,
): Decision | 'unreadable' {
  const results = asObject(asObject(value)?.['result'])?.['results'] ?? null;
  const isPage = asObjects(results) !== undefined;
  const page = nextPageNumber(run) + (isPage ? 1 : 0);
  const url = run.operation?.downloadUrl ?? null;
  // An export that leads to a further one isn't followed.
  const isFollowed = run.query.values['responseType'] === 'csv' && !run.isExport;
  const dump = isFollowed ? (result?.export?.dataDumpExportOperationId ?? null) : null;
  const follow = dump === null ? undefined : { ...startOf(page, dump, url, now), isExport: true };
  // Stored before the export is requested, which may no longer exist.
  if (isPage) {
    return decideStoredPage(run, value, ['result', 'results'], follow);
  }
  if (follow !== undefined) return decision(run, { as: 'rest' }, follow);
  return results !== null || url === null ? 'unreadable' : restingAt(run, { kind: 'noMore' });
}

// The envelope: from the bytes of a 2xx answer, or of a page that was one.

interface Envelope {
  ok: true;
  /** The whole answer, parsed. */
  value: JsonValue;
  items: JsonObject[];
  /** What the service says, with or without a cursor. */
  hasMore: boolean;
  /** Null when there is no next page: specification, Limits, rule 1. */
  cursor: string | null;
  /** The envelope's non-standard members: `parent_comment`. */
  others: Record<string, JsonValue>;
}

type ReadEnvelope = Envelope | { ok: false; code: Unreadable };

const ownMembers = new Set(['results', 'count', 'dataSource', 'has_more', 'next_page_cursor']);

const schemas = { live: liveEnvelopeSchema, stored: storedEnvelopeSchema };

/** @param known the parsed `body`, if known; its numbers may be spelled differently. */
function readEnvelope(
  body: Uint8Array,
  known: JsonValue,
  from: keyof typeof schemas,
): ReadEnvelope {
  if (!isUtf8(body)) return { ok: false, code: 'not_json' };
  let value: JsonValue;
  try {
    value = known ?? parseBytes(body, parseAsSent);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const text = new TextDecoder().decode(body);
    if (text.trim() === '') return { ok: false, code: 'empty' };
    return { ok: false, code: breaksOff(text, error) ? 'truncated' : 'not_json' };
  }
  const envelope = schemas[from].safeParse(value);
  const members = asObject(value);
  // From the value itself: a schema takes a long number for an object, and returns copies that may lack members.
  const items = asObjects(members?.['results']);
  if (!envelope.success || members === undefined || items === undefined) {
    return { ok: false, code: 'wrong_shape' };
  }
  const { has_more, next_page_cursor } = envelope.data;
  return {
    ok: true,
    value,
    items,
    hasMore: has_more === true,
    cursor: has_more && canBeSent(next_page_cursor) ? next_page_cursor : null,
    others: Object.fromEntries(Object.entries(members).filter(([name]) => !ownMembers.has(name))),
  };
}

/** A cursor with half a surrogate pair can't be encoded, so it is useless. */
const canBeSent = (cursor: string | null | undefined): cursor is string =>
  Boolean(cursor) && !/\p{Surrogate}/u.test(cursor ?? '');

/**
 * Returns whether a text is valid JSON up to its end but incomplete. A proxy that cuts an answer off
 * cleanly leaves no other sign. V8 reports the position of the error, or that the text ended.
 */
function breaksOff(text: string, error: unknown): boolean {
  if (!/^\s*[{[]/.test(text) || !(error instanceof Error)) return false;
  const position = /at position (\d+)/.exec(error.message)?.[1];
  return position === undefined
    ? /end of JSON|unterminated/i.test(error.message)
    : Number(position) >= text.trimEnd().length;
}

/** Returns a page's envelope as it is; undefined when it can't be read. */
export async function envelopeAsSent(
  stored: StoredRun,
  { page }: PageRecord,
  parse: (text: string) => JsonValue = parseAsSent,
): Promise<JsonObject | undefined> {
  const body = await stored.pageBody(page);
  if (body === undefined) return undefined;
  const answer = asObject(parseOrNull(body, parse));
  // An operation's page is under `result`.
  return asObject(answer?.['result']) ?? answer;
}

/** A page from somebody else may be no JSON, though its checksum is right. */
function parseOrNull(body: Uint8Array, parse: (text: string) => JsonValue = parseJson): JsonValue {
  try {
    return parseBytes(body, parse);
  } catch {
    return null;
  }
}
