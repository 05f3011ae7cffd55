/** Runs derived from others. None of this asks the service. */
import type { Comparable } from '#shared/contract/derived.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';
import type { RunReply } from '#shared/contract/run.ts';
import { host } from '../host/index.ts';
import { problemOf } from './asked.ts';
import { loadHistory } from './history.ts';
import { open, type Open } from './open.ts';
import { takeReply } from './runs.ts';
import { openRunTab } from './workspace.ts';

export const startDeriving = (deriving: Open['deriving']): void => open({ deriving });
export const stopDeriving = (): void => open({ deriving: null });

export const readComparable = (runIds: readonly [string, string]): Promise<Result<Comparable>> =>
  host.call('compare.look', { runIds: [...runIds] });

interface Comparing {
  runId: string;
  runIds: readonly [string, string];
  fields: readonly string[];
  name: string;
}

/** Compares two runs and shows the result in a tab. */
export function compareRuns({ runIds, fields, ...asked }: Comparing): Promise<Problem | null> {
  const input = { ...asked, runIds: [...runIds] satisfies [string, string], fields: [...fields] };
  return showDerived(host.call('compare.open', input), asked.name);
}

/** Combines collections in one table and shows it in a tab. */
export const joinCollections = (
  runId: string,
  runIds: readonly string[],
  name: string,
): Promise<Problem | null> =>
  showDerived(host.call('collections.open', { runId, runIds: [...runIds], name }), name);

export async function cancelDeriving(runId: string): Promise<void> {
  await host.call('derived.cancel', { runId });
}

/** Shows a derived run in a tab of this name. */
export const showDerived = (
  asked: Promise<Result<RunReply>>,
  name: string,
): Promise<Problem | null> =>
  problemOf(asked, (reply) => {
    takeReply(reply);
    const { id, query } = reply.run;
    openRunTab(id, query, name);
    void loadHistory();
  });
