/** Pages of stored data: answered at once, or held by a finished operation. */
import type { Notice, RunState, RunTotal } from '#shared/contract/run.ts';
import { operationRecordSchema } from '#shared/service/answers.ts';
import type { OperationRecord } from '#shared/service/answers.ts';
import type { EnvelopePath, JsonObject, JsonValue } from '../json/index.ts';
import { asRow } from './as-row.ts';
import { endOfList, endRun, storePage } from './keep-page.ts';
import type { CameIn } from './keep-page.ts';
import { nextPageNumber } from './live-run.ts';
import type { LiveRun, RunCursor } from './live-run.ts';
import { isoTime } from '../clock.ts';

/**
 * Stores a page found at `path` in the answer and sees whether more follow: a finished operation
 * tells how many pages its table has (specification, Operation record).
 *
 * @param next Where the run goes from here, when that is known.
 */
export function keepStoredPage(
  live: LiveRun,
  came: CameIn,
  value: JsonValue,
  path: EnvelopePath,
  next?: () => Promise<RunState>,
): Promise<RunState> {
  return storePage(live, came, { value, path }, () => storedPageKept(live, { value, path, next }));
}

interface Kept {
  value: JsonValue;
  path: EnvelopePath;
  next: (() => Promise<RunState>) | undefined;
}

async function storedPageKept(live: LiveRun, { value, path, next }: Kept): Promise<RunState> {
  const envelope = path.length === 1 ? asRow(value) : asRow(asRow(value)?.['result']);
  live.total = totalOf(envelope) ?? live.total;
  if (next !== undefined) return next();
  const place = nextStoredPage(live, envelope);
  if (place !== null) {
    live.cursor = place;
    await live.stored.setPlace(place).catch(() => undefined);
    return { kind: 'more' };
  }
  await live.stored.setPlace(null).catch(() => undefined);
  return endOfList(live, envelope?.['has_more'] === true);
}

/** The place after the pages that are here, as their last answer tells it; null: there is none. */
export function nextStoredPage(
  live: LiveRun,
  envelope: JsonObject | null,
): Extract<RunCursor, { kind: 'storedPage' }> | null {
  const pages = live.stored.pages.length;
  const { totalPages, tableName } = storedPagesOf(envelope);
  if (totalPages === null || tableName === null || pages >= totalPages) return null;
  return { kind: 'storedPage', pageNumber: pages + 1, tableName };
}

/** What the answer of a finished operation says of its table. */
export function storedPagesOf(envelope: JsonObject | null): {
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

/** How much there is in all; null when the answer does not say, or nothing that can be counted. */
export function totalOf(envelope: JsonObject | null): RunTotal | null {
  const { totalPages, totalRows } = storedPagesOf(envelope);
  const total = { pages: countable(totalPages), rows: countable(totalRows) };
  return total.pages === null && total.rows === null ? null : total;
}

const countable = (count: number | null): number | null =>
  count !== null && Number.isSafeInteger(count) && count >= 0 ? count : null;

/**
 * The service prepares the answer in the background: from now on it is asked how far it is.
 * `downloadUrl`: of the operation that led to this one.
 */
export async function startOperation(
  live: LiveRun,
  operationId: string,
  downloadUrl: string | null = null,
): Promise<RunState> {
  const startedAt = isoTime();
  const page = nextPageNumber(live);
  const place = { kind: 'operation', operationId, startedAt, page } as const;
  live.cursor = place;
  live.operation = { ...newOperation(operationId, startedAt), downloadUrl };
  // A call was counted for this id: it must survive a restart. If the disk refuses, it lives on
  // in memory, and the run says so when a page can't be saved.
  await live.stored.setPlace(place).catch(() => undefined);
  return { kind: 'polling', page, since: startedAt };
}

export function newOperation(
  operationId: string,
  startedAt: string,
): NonNullable<LiveRun['operation']> {
  return {
    operationId,
    status: null,
    startedAt,
    checkedAt: null,
    expiresAt: null,
    trouble: null,
    downloadUrl: null,
  };
}

const exportRepeats: Notice = {
  code: 'export_repeats',
  message:
    'The export added rows to those that arrived first, so some may appear twice. Hide duplicates to see each once.',
};

/** A service whose exports lead to further exports is not followed for ever. */
const mostExports = 3;

function exportToFollow(live: LiveRun, id: string | null): string | null {
  const isAsked = live.query.values['responseType'] === 'csv';
  const isNew = id !== null && id !== live.operation?.operationId;
  return isAsked && isNew && live.exportsFollowed < mostExports ? id : null;
}

function followExport(live: LiveRun, operationId: string): Promise<RunState> {
  live.exportsFollowed += 1;
  return startOperation(live, operationId, live.operation?.downloadUrl ?? null);
}

/**
 * A finished operation: its rows, a further operation that exports them, or a file to fetch. Null
 * when it holds none of these in a form that can be read: it was paid for, so nothing is ended.
 */
export async function keepOperationResult(
  live: LiveRun,
  came: CameIn,
  value: JsonValue,
  record: OperationRecord,
): Promise<RunState | null> {
  const { result } = record;
  if (live.operation !== null) {
    live.operation.downloadUrl =
      result?.downloadUrl ?? record.downloadUrl ?? live.operation.downloadUrl;
  }
  const dump = exportToFollow(live, result?.export?.dataDumpExportOperationId ?? null);
  const follow = dump === null ? undefined : () => followExport(live, dump);
  if (result?.results) {
    const hasTwice = live.exportsFollowed > 0 && live.stored.rowCount > 0;
    if (hasTwice && !live.notices.includes(exportRepeats)) live.notices.push(exportRepeats);
    // Kept before the export is asked for, which may be gone.
    return keepStoredPage(live, came, value, ['result', 'results'], follow);
  }
  if (follow !== undefined) return follow();
  const hasRows = (asRow(asRow(value)?.['result'])?.['results'] ?? null) !== null;
  if (hasRows || !live.operation?.downloadUrl) return null;
  await live.stored.setPlace(null).catch(() => undefined);
  return endRun(live, { kind: 'noMore' });
}
