/**
 * A core that asks a list until it is killed: `list <ListOptions as JSON>`. Begins the run, or
 * continues it where there is one; prints a `ToldList` a line, each time the window is told of it.
 */
import { writeSync } from 'node:fs';
import type { Run } from '#shared/contract/run.ts';
import { openPlainCore } from '../plain-core.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test wrote it
const options = JSON.parse(process.argv[2] ?? '') as ListOptions;
const { dataDir, columnsWorker, serviceAddress, accessKey, runId, text, pages } = options;

function tell({ rowCount, calls, list, state }: Run): void {
  const told: ToldList = {
    rows: rowCount + (list?.replacedRows ?? 0),
    calls,
    waiting: list?.statuses.waiting ?? 0,
    state: state.kind,
  };
  // At once: what is written later may never leave a process that is killed.
  writeSync(1, `${JSON.stringify(told)}\n`);
}

const start = { sample: false, serviceAddress, accessKey };
const core = await openPlainCore(dataDir, {
  columnsWorker: new URL(columnsWorker),
  start,
  retryDelaysMs: [1, 1],
  askForDescription: false,
});
core.subscribe((event) => {
  if (event.kind === 'run.changed') tell(event.run);
});
const maxCalls = 100_000;
if (text === null) {
  const list = { inputs: 'waiting' as const, first: null, maxCalls };
  tell((await core.call('run.next', { runId, list })).run);
} else {
  const query = { endpointId: 'microblog.posts.by-user', values: {}, fields: [] };
  const { tableId, hasHeader } = await core.call('list.read', { kind: 'paste', text });
  const mapping = { username: 0 };
  const { listId } = await core.call('list.check', { tableId, hasHeader, query, mapping });
  const list = { listId, onlyNew: false, perInput: pages, first: null, maxCalls };
  tell((await core.call('run.start', { runId, query, list })).run);
}

export interface ListOptions {
  dataDir: string;
  serviceAddress: string;
  accessKey: string;
  /** Address of the column store's worker. */
  columnsWorker: string;
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
