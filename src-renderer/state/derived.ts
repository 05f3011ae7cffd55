/** Runs worked out from others. None of this asks the service. */
import { create } from 'zustand';
import type { Comparable } from '#shared/contract/derived.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';
import type { RunReply } from '#shared/contract/run.ts';
import { host } from '../host/index.ts';
import { problemOf } from './answer.ts';
import { loadHistory } from './history.ts';
import { takeReply } from './runs.ts';
import { openRunTab } from './workspace.ts';

/** What is being chosen: a run to compare another one with, or collections of its question. */
export interface Deriving {
  kind: 'compare' | 'collections';
  /** The run it began at. */
  runId: string;
  /** Runs that are chosen already. */
  others: readonly string[];
}

/** The dialog that is open; null: none. */
export const useDeriving = create<{ deriving: Deriving | null }>()(() => ({ deriving: null }));

export const startDeriving = (deriving: Deriving): void => useDeriving.setState({ deriving });
export const stopDeriving = (): void => useDeriving.setState({ deriving: null });

export const lookAt = (runIds: readonly [string, string]): Promise<Result<Comparable>> =>
  host.call('compare.look', { runIds: [...runIds] });

interface Comparing {
  runId: string;
  runIds: readonly [string, string];
  fields: readonly string[];
  name: string;
}

/** Compares two runs and shows what came of it in a tab. */
export function compareRuns({ runIds, fields, ...asked }: Comparing): Promise<Problem | null> {
  const input = { ...asked, runIds: [...runIds] satisfies [string, string], fields: [...fields] };
  return showDerived(host.call('compare.open', input), asked.name);
}

/** Puts collections into one table and shows it in a tab. */
export const joinCollections = (
  runId: string,
  runIds: readonly string[],
  name: string,
): Promise<Problem | null> =>
  showDerived(host.call('collections.open', { runId, runIds: [...runIds], name }), name);

export async function cancelDeriving(runId: string): Promise<void> {
  await host.call('derived.cancel', { runId });
}

/** Shows a run that was worked out in a tab of this name. */
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
