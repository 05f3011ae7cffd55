/** Adds an answered page to the run: on disk first, then in memory, then on screen. */
import { createHash } from 'node:crypto';
import type { Notice, Operation, RunTotal } from '#shared/contract/run.ts';
import { operationRecordSchema } from '#shared/service/answers.ts';
import type { OperationRecord } from '#shared/service/answers.ts';
import type { EnvelopePath, JsonObject, JsonValue } from '../json/index.ts';
import { asRow, become, nextPageNumber, takeSpent } from './live-run.ts';
import type { LiveRun, Outcome, ReadEnvelope, RunCursor } from './live-run.ts';
import { unsavedPageProblem } from '../store/store-problem.ts';
import type { FileBody } from '../store/record.ts';
import { StoreError } from '../store/store-error.ts';
import { isoTime } from '../clock.ts';
import { oldest, stoppedAt } from './continue-by-date.ts';
import { endReason } from './state-on-disk.ts';
import { moreNotice } from './notices.ts';

/** An answer as it was received. */
export interface ReceivedAnswer {
  body: Uint8Array;
  at: string;
  ms: number;
  status: number;
  /** The file that holds it instead, if it is too large to be read. */
  kept: FileBody | undefined;
}

export interface AnsweredPage extends ReceivedAnswer {
  envelope: Extract<ReadEnvelope, { ok: true }>;
}

/** What follows from a page. */
export interface AfterPage extends Outcome {
  /** Hash of the cursor that is followed. */
  followed?: string;
}

/**
 * Stores a page whose items are at `path` of the answer, together with what follows from it. If the disk
 * refuses, the page stays in memory until saving is tried again.
 */
export async function storePage(
  live: LiveRun,
  received: ReceivedAnswer,
  answer: { value: JsonValue; path?: EnvelopePath; items?: readonly JsonObject[] },
  { followed, ...after }: AfterPage,
): Promise<Outcome> {
  const { rowCount: firstRow } = live.stored;
  const { state, cursor = null } = after;
  const ended = live.list?.endAfter(state, live.cursor, cursor, answer.items ?? []) ?? null;
  const page = nextPageNumber(live);
  const follow = async (saved: readonly JsonValue[]): Promise<Outcome> => {
    const at = stoppedAt(live, saved);
    const isKept = at !== null || saved.length === 0;
    if (followed !== undefined) live.followed.add(followed);
    const isLive = live.endpoint.kind === 'live';
    return {
      stoppedAt: isKept ? oldest(live.stoppedAt, at) : null,
      // Rows of a list are read together with their input.
      kept: live.list === null && isLive ? { firstRow, items: saved } : null,
      ...after,
      ...(ended && { ended }),
    };
  };
  let items: readonly JsonValue[];
  try {
    const spent = takeSpent(live);
    const { value: parsed, path } = answer;
    const input = live.list?.recordOf(live.cursor);
    const until = live.cursor?.kind === 'first' ? (live.until ?? undefined) : undefined;
    const record = { page, spent, input, until, next: endReason(state), ends: ended };
    const where = live.stored.continuing(cursor);
    ({ items } = await live.stored.appendPage({ ...received, parsed, path, ...record, ...where }));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const problem = unsavedPageProblem(error);
    return { state: { kind: 'failed', page, problem }, unsaved: { kept: follow } };
  }
  return follow(items);
}

/** Stores a page of a live question and sets the cursor of the next one, if there is one. */
export const keepPage = (
  live: LiveRun,
  { envelope, ...received }: AnsweredPage,
): Promise<Outcome> =>
  storePage(
    live,
    received,
    { value: envelope.value, items: envelope.items },
    { extras: extrasIn(live, envelope.others), ...afterEnvelope(live, envelope) },
  );

/** Returns the objects beside the rows, with the one in this envelope, if there is one. */
function extrasIn(
  { endpoint: { extra }, extras }: LiveRun,
  envelope: JsonObject,
): LiveRun['extras'] {
  return extra !== null && Object.hasOwn(envelope, extra)
    ? { ...extras, [extra]: envelope[extra] ?? null }
    : extras;
}

/** Returns how the run continues after a page. */
export function afterEnvelope(
  live: LiveRun,
  { cursor, hasMore }: Pick<AnsweredPage['envelope'], 'cursor' | 'hasMore'>,
): AfterPage {
  if (cursor === null) return endOfList(live, hasMore);
  const followed = createHash('sha256').update(cursor).digest('base64');
  if (live.followed.has(followed)) return { state: { kind: 'cursorRepeated' }, cursor: null };
  return { state: { kind: 'more' }, cursor: { kind: 'cursor', value: cursor }, followed };
}

/** Ends a run without a next page: at the end of the list, or of what can be fetched of it. */
function endOfList(live: LiveRun, hasMore: boolean): Outcome {
  if (!hasMore) return { state: { kind: 'noMore' }, cursor: null };
  const { list, notices } = live;
  return {
    notices: list === null ? [...notices, moreNotice(live)] : notices,
    state: { kind: 'notAll' },
    cursor: null,
  };
}

// Pages of stored data, answered directly or held by a finished operation.

/**
 * Stores a page found at `path` in the answer and checks whether more follow: a finished operation
 * says how many pages its table has (specification, Operation record).
 *
 * @param next how the run continues, if that is known.
 */
export function keepStoredPage(
  live: LiveRun,
  received: ReceivedAnswer,
  value: JsonValue,
  path: EnvelopePath,
  next?: Outcome,
): Promise<Outcome> {
  const envelope = path.length === 1 ? asRow(value) : asRow(asRow(value)?.['result']);
  const after = {
    total: totalOf(envelope) ?? live.total,
    extras: extrasIn(live, envelope ?? {}),
    ...(next ?? afterStoredPage(live, envelope)),
  };
  return storePage(live, received, { value, path }, after);
}

/** Returns how the run continues after a page of which `envelope` says how many there are. */
export function afterStoredPage(live: LiveRun, envelope: JsonObject | null): Outcome {
  const pages = live.stored.pages.length + 1;
  const cursor = nextStoredPage(pages, envelope);
  return cursor === null
    ? endOfList(live, saysMore(envelope, pages))
    : { state: { kind: 'more' }, cursor };
}

/** Returns whether the service has more after this many pages, even if it doesn't say how to get it. */
const saysMore = (envelope: JsonObject | null, pages: number): boolean =>
  envelope?.['has_more'] === true || (storedPagesOf(envelope).totalPages ?? 0) > pages;

/** Returns the cursor after this many pages, from their last answer; null: there is none. */
function nextStoredPage(
  pages: number,
  envelope: JsonObject | null,
): Extract<RunCursor, { kind: 'storedPage' }> | null {
  const { totalPages, tableName } = storedPagesOf(envelope);
  if (totalPages === null || tableName === null || pages >= totalPages) return null;
  return { kind: 'storedPage', pageNumber: pages + 1, tableName };
}

/** Returns what the answer of a finished operation says about its table. */
function storedPagesOf(envelope: JsonObject | null): {
  totalPages: number | null;
  totalRows: number | null;
  tableName: string | null;
} {
  const { data } = operationRecordSchema.safeParse({ status: '', result: envelope });
  const { totalPages, totalRows, tableName } = data?.result?.pagination ?? {};
  return {
    totalPages: totalPages ?? null,
    totalRows: totalRows ?? null,
    tableName: tableName || null,
  };
}

/** Returns how much there is in total; null when the answer gives no valid number. */
export function totalOf(envelope: JsonObject | null): RunTotal | null {
  const { totalPages, totalRows } = storedPagesOf(envelope);
  const total = { pages: countable(totalPages), rows: countable(totalRows) };
  return total.pages === null && total.rows === null ? null : total;
}

const countable = (count: number | null): number | null =>
  count !== null && Number.isSafeInteger(count) && count >= 0 ? count : null;

/** Starts following an operation: the service prepares the answer in the background and is polled. */
export async function startOperation(live: LiveRun, operationId: string): Promise<Outcome> {
  const started = operationAt(nextPageNumber(live), operationId, null);
  await noteOperation(live, started);
  return started;
}

/**
 * Records an operation whose answer comes later. Its id cost a call, so it must survive a restart. If the disk
 * refuses, it stays in memory, and the run reports the disk when a page can't be saved.
 */
export const noteOperation = (
  { stored }: LiveRun,
  { state, cursor }: Pick<Outcome, 'state' | 'cursor'>,
): Promise<void> =>
  stored
    .appendRest(endReason(state), undefined, stored.continuing(cursor ?? null))
    .catch(() => undefined);

/** @param page that it returns. */
function operationAt(
  page: number,
  operationId: string,
  downloadUrl: string | null,
): Outcome & { cursor: RunCursor } {
  const startedAt = isoTime();
  const cursor = { kind: 'operation', operationId, startedAt, page, isOwn: true } as const;
  return {
    state: { kind: 'polling', page, since: startedAt },
    cursor,
    operation: newOperation(cursor, downloadUrl),
  };
}

/** `downloadUrl`: of the operation that led to this one. */
export function newOperation(
  { operationId, startedAt }: { operationId: string; startedAt: string },
  downloadUrl: string | null = null,
): Operation {
  return {
    operationId,
    status: null,
    startedAt,
    checkedAt: null,
    expiresAt: null,
    trouble: null,
    downloadUrl,
  };
}

const exportRepeats: Notice = {
  code: 'export_repeats',
  message:
    'The export added rows to those that arrived first, so some may appear twice. Hide duplicates to see each once.',
};

/** An export that leads to a further one isn't followed. */
function exportToFollow(live: LiveRun, id: string | null): string | null {
  const isAsked = live.query.values['responseType'] === 'csv';
  return isAsked && !live.isExport ? id : null;
}

/**
 * Stores the result of a finished operation: its rows, a further operation that exports them, or a file
 * to fetch. Returns null when none of these can be read; the run doesn't end then, because the result
 * was paid for.
 */
export async function keepOperationResult(
  live: LiveRun,
  received: ReceivedAnswer,
  value: JsonValue,
  { result }: OperationRecord,
): Promise<Outcome | null> {
  const dump = exportToFollow(live, result?.export?.dataDumpExportOperationId ?? null);
  const isPage = Boolean(result?.results);
  const page = nextPageNumber(live) + (isPage ? 1 : 0);
  const follow =
    dump === null
      ? undefined
      : { ...operationAt(page, dump, live.operation?.downloadUrl ?? null), isExport: true };
  if (isPage) {
    const hasTwice = live.isExport && live.stored.rowCount > 0;
    if (hasTwice && !live.notices.includes(exportRepeats)) {
      become(live, { notices: [...live.notices, exportRepeats] });
    }
    // Stored before the export is requested, which may no longer exist.
    return keepStoredPage(live, received, value, ['result', 'results'], follow);
  }
  if (follow !== undefined) {
    await noteOperation(live, follow);
    return follow;
  }
  const hasRows = (asRow(asRow(value)?.['result'])?.['results'] ?? null) !== null;
  if (hasRows || !live.operation?.downloadUrl) return null;
  return { state: { kind: 'noMore' }, cursor: null };
}
