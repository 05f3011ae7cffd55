/** Adds an answered page to the run: on disk first, then in memory, then on screen. */
import { createHash } from 'node:crypto';
import type { EnvelopePath, JsonObject, JsonValue } from '../json/index.ts';
import type { ReadEnvelope } from '../service/read-envelope.ts';
import { unsavedPageProblem } from '../store/store-problem.ts';
import type { FileBody } from '../store/record.ts';
import { StoreError } from '../store/store-error.ts';
import { oldest, stoppedAt } from './continue-by-date.ts';
import { nextPageNumber, takeSpent } from './live-run.ts';
import type { LiveRun, Outcome } from './live-run.ts';
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
export function extrasIn(
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
export function endOfList(live: LiveRun, hasMore: boolean): Outcome {
  if (!hasMore) return { state: { kind: 'noMore' }, cursor: null };
  const { list, notices } = live;
  return {
    notices: list === null ? [...notices, moreNotice(live)] : notices,
    state: { kind: 'notAll' },
    cursor: null,
  };
}
