/** Adds an answered page to the run: on disk first, then in memory, then on screen. */
import { createHash } from 'node:crypto';
import type { RunState } from '#shared/contract/run.ts';
import type { EnvelopePath, JsonObject, JsonValue } from '../json/index.ts';
import type { ReadEnvelope } from '../service/read-envelope.ts';
import { unsavedPageProblem } from '../store/store-problem.ts';
import type { FileBody } from '../store/record.ts';
import { StoreError } from '../store/store-error.ts';
import { asRow } from './as-row.ts';
import { oldest, stoppedAt } from './continue-by-date.ts';
import { nextPageNumber, takeSpent } from './live-run.ts';
import type { LiveRun, Outcome } from './live-run.ts';
import { moreNotice } from './notices.ts';
import { isoTime } from '../clock.ts';

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

/**
 * Stores a page whose items are at `path` of the answer. If the disk refuses, the page stays in memory
 * until saving is tried again.
 * @param kept returns what follows once the page is on disk.
 */
export async function storePage(
  live: LiveRun,
  received: ReceivedAnswer,
  answer: { value: JsonValue; path?: EnvelopePath },
  kept: (items: readonly JsonValue[]) => Promise<Outcome>,
): Promise<Outcome> {
  const page = nextPageNumber(live);
  const follow = async (saved: readonly JsonValue[]): Promise<Outcome> => {
    const rows = saved.map(asRow).filter((row) => row !== null);
    live.list?.markSeen(rows);
    const at = stoppedAt(live, saved);
    const isKept = at !== null || saved.length === 0;
    return { stoppedAt: isKept ? oldest(live.stoppedAt, at) : null, ...(await kept(saved)) };
  };
  let items: readonly JsonValue[];
  try {
    const spent = takeSpent(live);
    const { value: parsed, path } = answer;
    const input = live.list?.recordOf(live.cursor);
    const until = live.cursor?.kind === 'first' ? (live.until ?? undefined) : undefined;
    const record = { page, spent, input, until };
    ({ items } = await live.stored.appendPage({ ...received, parsed, path, ...record }));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const state: RunState = { kind: 'failed', page, problem: unsavedPageProblem(error) };
    return { state, unsaved: { kept: follow } };
  }
  return follow(items);
}

/** Stores a page of a live question and sets the cursor of the next one, if there is one. */
export function keepPage(live: LiveRun, { envelope, ...received }: AnsweredPage): Promise<Outcome> {
  const firstRow = live.stored.rowCount;
  return storePage(live, received, { value: envelope.value }, async (items) => {
    return {
      // Rows of a list are read together with their input.
      kept: live.list === null ? { firstRow, items } : null,
      extras: extrasIn(live, envelope.others),
      ...(await afterEnvelope(live, envelope)),
    };
  });
}

/** Returns the objects beside the rows, with the one in this envelope, if there is one. */
export function extrasIn(
  { endpoint: { extra }, extras }: LiveRun,
  envelope: JsonObject,
): LiveRun['extras'] {
  return extra !== null && Object.hasOwn(envelope, extra)
    ? { ...extras, [extra]: envelope[extra] ?? null }
    : extras;
}

/** Returns how the run continues after a page. */
export async function afterEnvelope(
  live: LiveRun,
  { cursor, hasMore }: Pick<AnsweredPage['envelope'], 'cursor' | 'hasMore'>,
): Promise<Outcome> {
  if (cursor === null) return endOfList(live, hasMore);
  const hash = createHash('sha256').update(cursor).digest('base64');
  if (live.followed.has(hash)) return endRun(live, { kind: 'cursorRepeated' });
  live.followed.add(hash);
  return { state: { kind: 'more' }, cursor: { kind: 'cursor', value: cursor } };
}

/** Ends a run without a next page: at the end of the list, or of what can be fetched of it. */
export async function endOfList(live: LiveRun, hasMore: boolean): Promise<Outcome> {
  if (!hasMore) return endRun(live, { kind: 'noMore' });
  const { list, notices } = live;
  return {
    notices: list === null ? [...notices, moreNotice(live)] : notices,
    ...(await endRun(live, { kind: 'notAll' })),
  };
}

/**
 * Records the end, so that it is known after a restart; if that fails, the last answer shows it. With a
 * list it is only the end of one input (`ask-inputs.ts`).
 */
export async function endRun(live: LiveRun, state: RunState): Promise<Outcome> {
  if (live.list?.current == null) {
    await live.stored.appendEnd(state.kind, isoTime()).catch(() => undefined);
  }
  return { state, cursor: null };
}
