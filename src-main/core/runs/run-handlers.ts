/** Methods about runs and their rows. */
import type { Handlers } from '../dispatch.ts';
import type { StatusWatch } from '../service/status-watch.ts';
import type { RunEngine } from './engine.ts';
import { inputsWindow, pagesOf, rowsInOrder } from './views.ts';
import type { Views } from './views.ts';

type RunMethod = Extract<keyof Handlers, `run.${string}` | `view.${string}` | `rows.${string}`>;

export function createRunHandlers({
  engine,
  views,
  watch,
}: {
  engine: RunEngine;
  views: Views;
  /** Checks the service's status before a call is spent. */
  watch: StatusWatch;
}): Pick<Handlers, RunMethod> {
  return {
    'run.start': ({ runId, query, limit, list, untilKnown }) => {
      watch.look();
      return engine.start(runId, query, limit, list, untilKnown);
    },
    'run.next': ({ runId, limit, ...how }) => {
      watch.look();
      return engine.next(runId, limit, how);
    },
    'run.inputs': async ({ runId, view, offset, count }) => {
      const { list } = await engine.live(runId);
      return list === null
        ? { total: 0, inputs: [] }
        : inputsWindow(list.outcomes, view, offset, count);
    },
    'run.showAll': ({ runId }) => engine.showAll(runId),
    'run.stop': async ({ runId }) => ({ run: await engine.stop(runId) }),
    'run.trySavingAgain': ({ runId }) => engine.trySavingAgain(runId),
    'run.open': ({ runId }) => engine.open(runId),
    'run.pages': async ({ runId, from, count }) => ({
      pages: pagesOf(await engine.live(runId), from, count),
    }),
    'view.open': async ({ runId, view, anchor }) =>
      views.open(await engine.live(runId), view, anchor),
    'view.summary': async ({ runId, view, fields, timeZone }) =>
      views.summary(await engine.live(runId), view, fields, timeZone),
    'view.chart': async ({ runId, view, question }) =>
      views.chart(await engine.live(runId), view, question),
    'view.duplicates': async ({ runId }) => views.duplicates(await engine.live(runId)),
    'rows.window': async ({ runId, page, offset, count, ...part }) => {
      const run = await engine.live(runId);
      return page === null
        ? views.window(run, { ...part, offset, count })
        : rowsInOrder(run, page, offset, count);
    },
  };
}
