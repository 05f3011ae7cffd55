/**
 * A core that asks a list until it is killed: `list <ListOptions as JSON>`. Begins the run, or
 * continues it where there is one; prints a `ToldList` a line, each time the window is told of it.
 */
import type { Run } from '#shared/contract/run.ts';
import { openPlainCore } from '../plain-core.ts';
import { given, tell } from './program.ts';
import type { ProgramOptions } from './program.ts';

const options = given<ListOptions>();
const { dataDir, columnsWorker, serviceAddress, accessKey, runId, text, pages } = options;

const tellOf = ({ rowCount, calls, list, state }: Run): void =>
  tell({
    rows: rowCount,
    calls,
    waiting: list?.statuses.waiting ?? 0,
    state: state.kind,
  } satisfies ToldList);

const start = { sample: false, serviceAddress, accessKey };
const core = await openPlainCore(dataDir, {
  columnsWorker: new URL(columnsWorker),
  start,
  retryDelaysMs: [1, 1],
  attended: false,
});
core.subscribe((event) => {
  if (event.kind === 'run.changed') tellOf(event.run);
});
const calls = 100_000;
if (text === null) {
  tellOf((await core.call('run.next', { runId, inputs: 'waiting', limit: { calls } })).run);
} else {
  const query = { endpointId: 'microblog.posts.by-user', values: {}, fields: [] };
  const { tableId, hasHeader } = await core.call('list.take', { kind: 'text', text });
  const mapping = { username: 0 };
  const { listId } = await core.call('list.check', { tableId, hasHeader, query, mapping });
  const limit = { perInput: pages, calls };
  tellOf((await core.call('run.start', { runId, query, limit, list: { listId } })).run);
}

export interface ListOptions extends ProgramOptions {
  runId: string;
  /** The inputs of a new run, one a line; null to continue. */
  text: string | null;
  /** For each input at most. */
  pages: number;
}

/** What the window knows of the run from now on. */
export interface ToldList {
  /** Shown, and replaced by those of an input that was asked again. */
  rows: number;
  calls: number;
  waiting: number;
  state: Run['state']['kind'];
}
