/** Pages of stored data: answered at once, or held by a finished operation. */
import type { Notice, RunTotal } from '#shared/contract/run.ts';
import { operationRecordSchema } from '#shared/service/answers.ts';
import type { OperationRecord } from '#shared/service/answers.ts';
import type { EnvelopePath, JsonObject, JsonValue } from '../json/index.ts';
import { asRow } from './as-row.ts';
import { endOfList, endRun, storePage } from './keep-page.ts';
import type { CameIn } from './keep-page.ts';
import { become, nextPageNumber } from './live-run.ts';
import type { LiveRun, Outcome, RunCursor } from './live-run.ts';
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
  next?: () => Promise<Outcome>,
): Promise<Outcome> {
  const envelope = path.length === 1 ? asRow(value) : asRow(asRow(value)?.['result']);
  return storePage(live, came, { value, path }, async () => ({
    total: totalOf(envelope) ?? live.total,
    ...(await (next === undefined ? afterStoredPage(live, envelope) : next())),
  }));
}

async function afterStoredPage(live: LiveRun, envelope: JsonObject | null): Promise<Outcome> {
  const cursor = nextStoredPage(live.stored, envelope);
  await live.stored.saveCursor(cursor).catch(() => undefined);
  return cursor === null
    ? endOfList(live, envelope?.['has_more'] === true)
    : { state: { kind: 'more' }, cursor };
}

/** The cursor after the pages that are here, as their last answer tells it; null: there is none. */
export function nextStoredPage(
  stored: LiveRun['stored'],
  envelope: JsonObject | null,
): Extract<RunCursor, { kind: 'storedPage' }> | null {
  const pages = stored.pages.length;
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
): Promise<Outcome> {
  const startedAt = isoTime();
  const page = nextPageNumber(live);
  const cursor = { kind: 'operation', operationId, startedAt, page } as const;
  // A call was counted for this id: it must survive a restart. If the disk refuses, it lives on
  // in memory, and the run says so when a page can't be saved.
  await live.stored.saveCursor(cursor).catch(() => undefined);
  return {
    state: { kind: 'polling', page, since: startedAt },
    cursor,
    operation: { ...newOperation(operationId, startedAt), downloadUrl },
  };
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

async function followExport(live: LiveRun, operationId: string): Promise<Outcome> {
  const started = await startOperation(live, operationId, live.operation?.downloadUrl ?? null);
  return { ...started, exportsFollowed: live.exportsFollowed + 1 };
}

/**
 * A finished operation: its rows, a further operation that exports them, or a file to fetch. Null
 * when it holds none of these in a form that can be read: it was paid for, so nothing is ended.
 */
export async function keepOperationResult(
  live: LiveRun,
  came: CameIn,
  value: JsonValue,
  { result }: OperationRecord,
): Promise<Outcome | null> {
  const dump = exportToFollow(live, result?.export?.dataDumpExportOperationId ?? null);
  const follow = dump === null ? undefined : () => followExport(live, dump);
  if (result?.results) {
    const hasTwice = live.exportsFollowed > 0 && live.stored.rowCount > 0;
    if (hasTwice && !live.notices.includes(exportRepeats)) {
      become(live, { notices: [...live.notices, exportRepeats] });
    }
    // Kept before the export is asked for, which may be gone.
    return keepStoredPage(live, came, value, ['result', 'results'], follow);
  }
  if (follow !== undefined) return follow();
  const hasRows = (asRow(asRow(value)?.['result'])?.['results'] ?? null) !== null;
  if (hasRows || !live.operation?.downloadUrl) return null;
  await live.stored.saveCursor(null).catch(() => undefined);
  return endRun(live, { kind: 'noMore' });
}
