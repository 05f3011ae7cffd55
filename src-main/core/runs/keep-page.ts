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
import type { LiveRun, Outcome } from './live-run.ts';
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
  kept: (items: readonly JsonValue[]) => Promise<Outcome>,
): Promise<Outcome> {
  const page = nextPageNumber(live);
  const follow = async (saved: readonly JsonValue[]): Promise<Outcome> => {
    const rows = saved.map(asRow).filter((row) => row !== null);
    live.list?.note(rows);
    for (const row of rows) live.tally.add(row);
    const at = stoppedAt(live, saved) ?? (saved.length === 0 ? live.stoppedAt : null);
    return { stoppedAt: at, ...(await kept(saved)) };
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
    const state: RunState = { kind: 'failed', page, problem: unsavedPageProblem(error) };
    return { state, unsaved: { kept: follow } };
  }
  return follow(items);
}

/** Stores a page of a live question: on to the next one, if there is a way. */
export function keepPage(live: LiveRun, { envelope, ...came }: AnsweredPage): Promise<Outcome> {
  const firstRow = live.stored.rowCount;
  return storePage(live, came, { value: envelope.value }, async (items) => {
    // A file of the run has the items of an answer too long for memory; rows of a list are read with
    // their input.
    const isHere = came.kept === undefined && live.list === null;
    const { extra } = live.endpoint;
    const isExtra = extra !== null && Object.hasOwn(envelope.others, extra);
    return {
      kept: isHere ? { firstRow, items } : null,
      extras: isExtra ? { ...live.extras, [extra]: envelope.others[extra] ?? null } : live.extras,
      ...(await afterEnvelope(live, envelope)),
    };
  });
}

async function afterEnvelope(
  live: LiveRun,
  { cursor, hasMore }: AnsweredPage['envelope'],
): Promise<Outcome> {
  if (cursor === null) return endOfList(live, hasMore);
  const hash = createHash('sha256').update(cursor).digest('base64');
  if (live.followed.has(hash)) return endRun(live, { kind: 'cursorRepeated' });
  live.followed.add(hash);
  return { state: { kind: 'more' }, cursor: { kind: 'cursor', value: cursor } };
}

/** No way leads on: the end of the list, or of what can be had of it. */
export async function endOfList(live: LiveRun, hasMore: boolean): Promise<Outcome> {
  if (!hasMore) return endRun(live, { kind: 'noMore' });
  const { list, notices, endpoint } = live;
  return {
    notices: list === null ? [...notices, moreNotice(endpoint)] : notices,
    ...(await endRun(live, { kind: 'notAll' })),
  };
}

/**
 * The end is noted so that a restart knows it; where that fails, the last answer tells. With a list it
 * is the end of one input (`ask-inputs.ts`).
 */
export async function endRun(live: LiveRun, state: RunState): Promise<Outcome> {
  if (live.list?.current == null) {
    await live.stored.appendEnd(state.kind, isoTime()).catch(() => undefined);
  }
  return { state, cursor: null };
}
