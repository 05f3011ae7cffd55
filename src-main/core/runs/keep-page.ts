/** Stores an answer together with what it means for its run: on disk first, then in memory. */
import type { Problem } from '#shared/contract/problem.ts';
import type { JsonValue } from '../json/index.ts';
import type { Answer } from '../service/send.ts';
import type { FileBody } from '../store/record.ts';
import type { FailInput } from '../store/run-appender.ts';
import { StoreError } from '../store/store-error.ts';
import { unsavedPageProblem } from '../store/store-problem.ts';
import { oldest, stoppedAt } from './continue-by-date.ts';
import type { Decision } from './decide.ts';
import { nextPageNumber, takeSpent } from './live-run.ts';
import type { LiveRun, Outcome } from './live-run.ts';
import { endReason } from './state-on-disk.ts';

/** @param kept the file that has its body, if that is too large to be read. */
export async function keep(
  live: LiveRun,
  answer: Answer,
  decision: Decision,
  kept?: FileBody,
): Promise<Outcome> {
  const { keep: what, next, input } = decision;
  if (input !== null) live.list?.take(input);
  switch (what.as) {
    case 'page':
      return keepPage(live, answer, { ...decision, keep: what }, kept);
    case 'failure':
      return keepFailure(live, answer, what.problem, decision, kept);
    case 'rest':
      await keepOperation(live, next);
      return next;
    case 'nothing':
      return next;
    default:
      return what satisfies never;
  }
}

/** If the disk refuses, the page stays in memory until saving is tried again. */
async function keepPage(
  live: LiveRun,
  answer: Answer,
  { keep: { value, path }, next, input, followed }: Decision & { keep: { as: 'page' } },
  kept: FileBody | undefined,
): Promise<Outcome> {
  const { list, cursor, endpoint } = live;
  const { rowCount: firstRow } = live.stored;
  const page = nextPageNumber(live);
  const ends = input?.ends ?? null;
  const follow = async (saved: readonly JsonValue[]): Promise<Outcome> => {
    const at = stoppedAt(live, saved);
    const isKept = at !== null || saved.length === 0;
    if (followed !== undefined) live.followed.add(followed);
    return {
      stoppedAt: isKept ? oldest(live.stoppedAt, at) : null,
      // Rows of a list are read together with their input.
      kept: list === null && endpoint.kind === 'live' ? { firstRow, items: saved } : null,
      ...next,
      ended: ends,
    };
  };
  try {
    const { items } = await live.stored.appendPage({
      body: new Uint8Array(),
      ...receivedOf(answer),
      kept,
      parsed: value,
      path,
      page,
      spent: takeSpent(live),
      input: list?.recordOf(cursor),
      until: cursor?.kind === 'first' ? (live.until ?? undefined) : undefined,
      next: endReason(next.state),
      ends,
      ...live.stored.continuing(next.cursor ?? null),
    });
    return await follow(items);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const problem = unsavedPageProblem(error);
    return { state: { kind: 'failed', page, problem }, unsaved: { kept: follow } };
  }
}

/**
 * If the disk refuses even that, the problem is still reported; of a list, nothing more is asked before it is
 * recorded.
 * @throws StoreError for a list.
 */
async function keepFailure(
  live: LiveRun,
  answer: Answer,
  problem: Problem,
  { next, input }: Decision,
  kept: FileBody | undefined,
): Promise<Outcome> {
  const { list, cursor, stored } = live;
  const ends = input?.ends ?? null;
  const fail: FailInput = {
    ...receivedOf(answer),
    kept,
    page: nextPageNumber(live),
    spent: takeSpent(live),
    input: list?.recordOf(cursor),
    code: problem.code,
    next: endReason(next.state),
    ends,
    // Shown again when the run is reopened after a restart.
    detail: problem,
  };
  try {
    await stored.appendFail(fail);
  } catch (error) {
    if (list !== null && ends !== null) {
      list.unrecorded = { ...fail, ends };
      throw error;
    }
  }
  return { ...next, ended: ends };
}

/**
 * Records an operation whose answer comes later. Its id cost a call, so it must survive a restart. If the disk
 * refuses, it stays in memory, and the run reports the disk when a page can't be saved.
 */
export const keepOperation = (
  { stored }: LiveRun,
  { state, cursor }: Pick<Outcome, 'state' | 'cursor'>,
): Promise<void> =>
  stored
    .appendRest(endReason(state), undefined, stored.continuing(cursor ?? null))
    .catch(() => undefined);

const receivedOf = (answer: Answer) => ({
  at: answer.sentAt,
  ms: answer.ms,
  ...(answer.kind === 'answered' || answer.kind === 'truncated'
    ? { status: answer.status, body: answer.body }
    : {}),
});
