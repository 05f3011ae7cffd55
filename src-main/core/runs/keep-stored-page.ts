/** Pages of stored data: answered at once, or held by a finished operation. */
import type { RunState, RunTotal } from '#shared/contract/run.ts';
import { operationRecordSchema } from '#shared/service/answers.ts';
import type { OperationRecord } from '#shared/service/answers.ts';
import type { EnvelopePath, JsonObject, JsonValue } from '../json/index.ts';
import { unsavedPageProblem } from '../store-problem.ts';
import { StoreError } from '../store/store-error.ts';
import { asRow } from './as-row.ts';
import { endRun } from './keep-page.ts';
import { nextPageNumber, takeSpent } from './live-run.ts';
import type { LiveRun, Place } from './live-run.ts';
import { moreNotice } from './more-notice.ts';

/** An answer as it came. */
export interface CameIn {
  body: Uint8Array;
  at: string;
  ms: number;
  status: number;
}

/**
 * Stores a page found at `path` in the answer and sees whether more follow: a finished operation
 * tells how many pages its table has (specification, Operation record).
 */
export async function keepStoredPage(
  live: LiveRun,
  came: CameIn,
  value: JsonValue,
  path: EnvelopePath,
): Promise<RunState> {
  const page = nextPageNumber(live);
  let items: JsonValue[];
  try {
    ({ items } = await live.stored.appendPage({
      ...came,
      spent: takeSpent(live),
      parsed: value,
      page,
      path,
    }));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    live.unsaved = { kept: (saved) => storedPageKept(live, saved, value, path) };
    return { kind: 'failed', page, problem: unsavedPageProblem(error) };
  }
  return storedPageKept(live, items, value, path);
}

async function storedPageKept(
  live: LiveRun,
  items: readonly JsonValue[],
  value: JsonValue,
  path: EnvelopePath,
): Promise<RunState> {
  live.unsaved = null;
  for (const item of items) {
    const row = asRow(item);
    if (row !== null) live.tally.add(row);
  }
  const envelope = path.length === 1 ? asRow(value) : asRow(asRow(value)?.['result']);
  live.total = totalOf(envelope) ?? live.total;
  const next = nextStoredPage(live, envelope);
  if (next !== null) {
    live.cursor = next;
    await live.stored.setPlace(next).catch(() => undefined);
    return { kind: 'more' };
  }
  if (envelope?.['has_more'] === true) {
    live.notices.push(moreNotice(live.endpoint));
  }
  await live.stored.setPlace(null).catch(() => undefined);
  return endRun(live, { kind: 'noMore' });
}

/** The place after the pages that are here, as their last answer tells it; null: there is none. */
export function nextStoredPage(
  live: LiveRun,
  envelope: JsonObject | null,
): Extract<Place, { kind: 'storedPage' }> | null {
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

/** The service prepares the answer in the background: from now on it is asked how far it is. */
export async function startOperation(live: LiveRun, operationId: string): Promise<RunState> {
  const startedAt = new Date().toISOString();
  const place = { kind: 'operation', operationId, startedAt } as const;
  live.cursor = place;
  live.operation = newOperation(operationId, startedAt);
  // A call was counted for this id: it must survive a restart. If the disk refuses, it lives on
  // in memory, and the run says so when a page can't be saved.
  await live.stored.setPlace(place).catch(() => undefined);
  return { kind: 'polling', page: nextPageNumber(live), since: startedAt };
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
    live.operation.downloadUrl = result?.downloadUrl ?? record.downloadUrl ?? null;
  }
  const dump = result?.export?.dataDumpExportOperationId;
  if (dump && dump !== live.operation?.operationId && live.query.values['responseType'] === 'csv') {
    return startOperation(live, dump);
  }
  if (result?.results) return keepStoredPage(live, came, value, ['result', 'results']);
  const hasRows = (asRow(asRow(value)?.['result'])?.['results'] ?? null) !== null;
  if (hasRows || !live.operation?.downloadUrl) return null;
  await live.stored.setPlace(null).catch(() => undefined);
  return endRun(live, { kind: 'noMore' });
}
