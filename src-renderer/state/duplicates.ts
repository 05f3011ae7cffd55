/** How many rows of runs came more than once. */
import { create } from 'zustand';
import { isWorking } from '#shared/contract/run-phase.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Duplicates } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';
import { without } from './app.ts';
import { useKeptUp } from './keep-up.ts';

const useKnown = create<Readonly<Record<string, Duplicates>>>()(() => ({}));

/** Of the run; null until it is known. */
export function useDuplicates(run: Run): Duplicates | null {
  const known = useKnown((all) => all[run.id]) ?? null;
  const { id, rowCount } = run;
  useKeptUp(
    {
      key: `${id}/duplicates`,
      isBehind: rowCount > 1 && (known?.of !== rowCount || known.rows < known.of),
      isNew: known === null,
      works: isWorking(run.state),
      attempt: 0,
      rowCount,
    },
    async () => {
      const result = await host.call('view.duplicates', { runId: id });
      // Nobody asked for it: that it can't be told is no news.
      if (!result.ok) return null;
      useKnown.setState({ [id]: result.value });
      return result.value;
    },
  );
  return known;
}

export function forgetDuplicates(runId: string): void {
  useKnown.setState((all) => without(all, runId), true);
}
