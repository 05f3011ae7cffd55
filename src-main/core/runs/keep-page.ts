/** An answered page becomes part of the run: on disk first, then in memory, then on screen. */
import { createHash } from 'node:crypto';
import type { RunState } from '#shared/contract/run.ts';
import type { ReadEnvelope } from '../service/read-envelope.ts';
import { unsavedPageProblem } from '../store/store-problem.ts';
import type { FileBody } from '../store/record.ts';
import { StoreError } from '../store/store-error.ts';
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

/** Stores the page and moves the cursor. A disk that refuses leaves the page in memory. */
export async function keepPage(live: LiveRun, answered: AnsweredPage): Promise<RunState> {
  const page = nextPageNumber(live);
  const { envelope, ...came } = answered;
  try {
    await live.stored.appendPage({
      ...came,
      parsed: envelope.value,
      page,
      spent: takeSpent(live),
    });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    live.unsaved = { kept: () => pageKept(live, answered) };
    return { kind: 'failed', page, problem: unsavedPageProblem(error) };
  }
  return pageKept(live, answered);
}

/** What follows from a page that is on disk. */
async function pageKept(live: LiveRun, { envelope }: AnsweredPage): Promise<RunState> {
  live.unsaved = null;
  for (const item of envelope.items) live.tally.add(item);
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
  live.notices.push(moreNotice(live.endpoint));
  return endRun(live, { kind: 'notAll' });
}

/** The end is noted so that a restart knows it; where that fails, the last answer tells. */
export async function endRun(live: LiveRun, state: RunState): Promise<RunState> {
  live.cursor = null;
  await live.stored.appendEnd(state.kind, isoTime()).catch(() => undefined);
  return state;
}
