/** The source runs of derived runs: how each is described, and whether they fit together. */
import type { SourceRun } from '#shared/contract/derived.ts';
import type { RunList } from '#shared/contract/list.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import { sentValue } from '#shared/query/values.ts';
import { askedOf, asSource } from '../export/methods/provenance.ts';
import { refused } from '../problem-error.ts';
import { shownRows } from '../runs/live-run.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { isUnshown } from '../runs/notices.ts';
import { StoreError } from '../store/store-error.ts';

/** Describes a source run. `label`: its name. */
export const sourceOf = (run: LiveRun, label: string): SourceRun =>
  asSource(askedOf({ run, label, pages: run.stored.pages }, null), {
    listKeys: run.list?.inputs.list.keys ?? [],
    rows: shownRows(run),
    isComplete: isComplete(run),
  });

/** Returns whether the service said that there is no more, and everything is shown and readable. */
export const isComplete = (run: LiveRun): boolean =>
  // What a file has isn't all there was.
  run.derived === null && isWhole(run) && isAllSent(run.state.kind, run.list?.outcomes.counts);

/** Returns whether all rows received are shown, and none is known to be unreadable. */
export const isWhole = (run: LiveRun): boolean =>
  run.stored.rowCount === shownRows(run) &&
  run.stored.pages.every((page) => !page.unreadable && !isUnshown(page));

/** Returns whether the service sent everything it has for an input of a list. */
export const isAnswered = (status: string): boolean =>
  status === 'done' || status === 'nothing' || status === 'notFound';

/** Returns the same of a run, by its state or, for a list, by the numbers of its inputs by status. */
export const isAllSent = (state: string, statuses?: RunList['statuses']): boolean =>
  statuses === undefined
    ? state === 'noMore'
    : Object.entries(statuses).every(([status, inputs]) => inputs === 0 || isAnswered(status));

/**
 * Returns whether the earlier run was continued after the later one began: its rows may then be newer
 * than the other run, in which they can't be.
 */
export function overlap(earlier: LiveRun, later: LiveRun): boolean {
  const [last, first] = [earlier.stored.pages.at(-1)?.at, later.stored.pages[0]?.at];
  return last !== undefined && first !== undefined && Date.parse(last) > Date.parse(first);
}

/** Values of choices such as “Past week”, also in a question that only the service describes. */
const periods = /hour|day|week|month|year/i;

/**
 * Returns whether the run was asked for a period that ended when it was asked. Rows leave it by getting
 * older, without being deleted.
 */
export const isOfRecentPeriod = ({ endpoint, query }: LiveRun): boolean =>
  endpoint.parameters.some(
    (parameter) =>
      parameter.type.kind === 'choice' && periods.test(sentValue(parameter, query) ?? ''),
  );

/**
 * Opens runs that fit together, in the order in which they were created.
 * @throws ProblemError when they don't fit, or one is still getting pages.
 */
export async function openSources(
  runIds: readonly string[],
  live: (runId: string) => Promise<LiveRun>,
): Promise<LiveRun[]> {
  const runs = await Promise.all([...new Set(runIds)].map(live)).catch((error) => {
    if (!(error instanceof StoreError) || error.code !== 'unknown_run') throw error;
    throw refused(
      'One of these runs was deleted.',
      'Restore it in History, or choose another run.',
    );
  });
  if (runs.length < 2)
    throw refused('Choose two different runs.', 'Comparing a run with itself shows no changes.');
  const [first] = runs;
  for (const run of runs) {
    if (run.derived !== null && run.derived.from.kind !== 'file') {
      throw refused('This table was derived from other runs.', 'Choose the runs it was made from.');
    }
    if (isWorking(run.state)) {
      throw refused('One of these runs is still getting pages.', 'Wait for it, or stop it first.');
    }
    const isOfSame =
      run.profileId === first?.profileId || [run, first].some((one) => one?.derived != null);
    if (run.resource.id !== first?.resource.id || !isOfSame) {
      throw refused(
        'These runs hold different kinds of items, or are from different services.',
        'Choose runs of the same kind.',
      );
    }
  }
  return runs.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}
