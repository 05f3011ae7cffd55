/** An answered page becomes part of the run: on disk first, then in memory, then on screen. */
import { createHash } from 'node:crypto';
import type { RunState } from '#shared/contract/run.ts';
import type { EnvelopePath, JsonValue } from '../json/index.ts';
import type { ReadEnvelope } from '../service/read-envelope.ts';
import { unsavedPageProblem } from '../store/store-problem.ts';
import type { FileBody } from '../store/record.ts';
import { StoreError } from '../store/store-error.ts';
import { asRow } from './as-row.ts';
import { stoppedAt } from './continue-by-date.ts';
import { nextPageNumber, takeSpent } from './live-run.ts';
import type { LiveRun } from './live-run.ts';
import { moreNotice } from './notices.ts';
import { isoTime } from '../clock.ts';

/** An answer as it came. */
export interface CameIn {
  body: Uint8Array;
  at: string;
  ms: number;
  status: number;
  /** The file that has all of it, where `body` has no items. */
  kept: FileBody | undefined;
}

export interface AnsweredPage extends CameIn {
  envelope: Extract<ReadEnvelope, { ok: true }>;
}

/**
 * Stores a page whose items are at `path` of the answer. A disk that refuses leaves it in memory,
 * until it is saved again.
 * @param kept What follows from a page that is on disk.
 */
export async function storePage(
  live: LiveRun,
  came: CameIn,
  answer: { value: JsonValue; path?: EnvelopePath },
  kept: (items: readonly JsonValue[]) => Promise<RunState>,
): Promise<RunState> {
  const page = nextPageNumber(live);
  const follow = (saved: readonly JsonValue[]): Promise<RunState> => {
    live.unsaved = null;
    live.stoppedAt = stoppedAt(live, saved) ?? (saved.length === 0 ? live.stoppedAt : null);
    const rows = saved.map(asRow).filter((row) => row !== null);
    live.list?.note(rows);
    for (const row of rows) live.tally.add(row);
    return kept(saved);
  };
  let items: readonly JsonValue[];
  try {
    const spent = takeSpent(live);
    const { value: parsed, path } = answer;
    const input = live.list?.noted(live.cursor);
    const until = live.cursor?.kind === 'first' ? (live.until ?? undefined) : undefined;
    const noted = { page, spent, input, until };
    ({ items } = await live.stored.appendPage({ ...came, parsed, path, ...noted }));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    live.unsaved = { kept: follow };
    return { kind: 'failed', page, problem: unsavedPageProblem(error) };
  }
  return follow(items);
}

/** Stores a page of a live question and moves the cursor. */
export function keepPage(live: LiveRun, { envelope, ...came }: AnsweredPage): Promise<RunState> {
  const firstRow = live.stored.rowCount;
  return storePage(live, came, { value: envelope.value }, (items) => {
    // A file of the run has the items of an answer too long for memory; rows of a list are read with
    // their input.
    if (came.kept === undefined && live.list === null) live.justKept = { firstRow, items };
    return pageKept(live, envelope);
  });
}

/** The page is on disk: on to the next one, if there is a way. */
async function pageKept(live: LiveRun, envelope: AnsweredPage['envelope']): Promise<RunState> {
  const extra = live.endpoint.extra;
  if (extra !== null && Object.hasOwn(envelope.others, extra)) {
    live.extras = { ...live.extras, [extra]: envelope.others[extra] ?? null };
  }
  if (envelope.cursor === null) return endOfList(live, envelope.hasMore);
  const hash = createHash('sha256').update(envelope.cursor).digest('base64');
  if (live.followed.has(hash)) {
    return endRun(live, { kind: 'cursorRepeated' });
  }
  live.followed.add(hash);
  live.cursor = { kind: 'cursor', value: envelope.cursor };
  return { kind: 'more' };
}

/** No way leads on: the end of the list, or of what can be had of it. */
export function endOfList(live: LiveRun, hasMore: boolean): Promise<RunState> {
  if (!hasMore) return endRun(live, { kind: 'noMore' });
  if (live.list === null) live.notices.push(moreNotice(live.endpoint));
  return endRun(live, { kind: 'notAll' });
}

/**
 * The end is noted so that a restart knows it; where that fails, the last answer tells. With a list it
 * is the end of one input (`ask-inputs.ts`).
 */
export async function endRun(live: LiveRun, state: RunState): Promise<RunState> {
  live.cursor = null;
  if (live.list?.current != null) return state;
  await live.stored.appendEnd(state.kind, isoTime()).catch(() => undefined);
  return state;
}
