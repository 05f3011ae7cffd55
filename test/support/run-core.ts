/** A second server, and a core on it, new for each test; and what a person does with runs there. */
import { afterEach, beforeEach } from 'vitest';
import type { MethodOutput } from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Run, RunLimit, RunState } from '#shared/contract/run.ts';
import type { Query } from '#shared/query/types.ts';
import { askIn, paperKeychain, rested as restedIn, rowsIn, startTestCore } from './core.ts';
import type { TestCore, TestCoreOptions } from './core.ts';
import { startSecondServer } from './second-server/index.ts';
import type { SecondServer, SecondServerOptions } from './second-server/index.ts';

export let server: SecondServer;
export let test: TestCore;
const open: TestCore[] = [];

export const search: Query = {
  endpointId: 'microblog.posts.search',
  values: { q: 'sea' },
  fields: [],
};
/** A question that every kind of key may ask. */
export const stored: Query = {
  endpointId: 'microblog.posts.search.stored',
  values: { q: 'sea', responseType: 'fast' },
  fields: [],
};
export const everything = { pages: null, rows: null };

/** Opens a core on the server, a new folder's or, as after a restart, on one that is there. */
export async function begin(options: TestCoreOptions = {}): Promise<void> {
  const { address: serviceAddress, accessKey } = server;
  test = await startTestCore({ serviceAddress, accessKey, ...options });
  open.push(test);
}

/** The same without a key, as after Welcome: the server was chosen, or the address given. */
export async function beginWithoutKey(options: TestCoreOptions = {}): Promise<void> {
  const { serviceAddress: address = server.address } = options;
  const settings = { preferences: { timeoutSeconds: 1 } };
  await begin({ accessKey: undefined, settings, secrets: paperKeychain(), ...options });
  await test.value('service.choose', { kind: 'address', address });
}

export async function addBoth(): Promise<void> {
  await test.value('credential.add', { value: server.accessKey });
  await test.value('credential.add', { value: server.sessionToken });
}

/** Where which credential arrived, in order. */
export const sent = (): [path: string, authorization: string | undefined][] =>
  server.requests.map(({ path, authorization }) => [path, authorization]);

/** The program ends and begins anew on the same folder. */
export async function restart(options: TestCoreOptions = {}): Promise<void> {
  await test.core.close();
  await begin({ dataDir: test.dataDir, ...options });
}

/** A server that `begin` opens cores on, in the way that each test needs. */
export function eachTestHasServer(
  options: SecondServerOptions = { pageSize: 5, totalRows: 12 },
): void {
  beforeEach(async () => {
    server = await startSecondServer(options);
  });
  afterEach(async () => {
    for (const core of open.splice(0)) await core.close();
    // A test about a service that is gone has closed it already.
    await server.close().catch(() => undefined);
  });
}

export function eachTestHasCore(options?: SecondServerOptions): void {
  eachTestHasServer(options);
  beforeEach(() => begin());
}

/** The run once it is at work no more; of the test's own core, or of another. */
export const rested = (runId: string, way: Parameters<typeof restedIn>[1] = test): Promise<Run> =>
  restedIn(runId, way);

/** Asks and waits until the run rests; a first page only unless a limit is given. */
export const ask = (limit?: RunLimit, query = search): Promise<Run> => askIn(test, query, limit);

/** Goes on by one page, or as far as the limit says, and waits until the run rests. */
export async function next({ id }: Run, limit?: RunLimit): Promise<Run> {
  await test.value('run.next', { runId: id, ...(limit && { limit }) });
  return rested(id);
}

type Rows = MethodOutput<'rows.window'>['rows'];

/** All rows of a run. */
export const rowsOf = ({ id }: Run): Promise<Rows> => rowsIn(test, id);

/** What the server has for the search. */
export const items = (): readonly unknown[] =>
  server.itemsFor('/api/data/microblog/posts/live', { q: 'sea' });

/** States of a run that the window was told of, in order, without repeats. */
export function statesTold(runId: string): RunState[] {
  const states = test.events.flatMap((event) =>
    event.kind === 'run.changed' && event.run.id === runId ? [event.run.state] : [],
  );
  return states.filter(({ kind }, at) => kind !== states[at - 1]?.kind);
}

export function problemOf({ state }: Run): Problem {
  if (!('problem' in state)) throw new Error(`no problem in ${state.kind}`);
  return state.problem;
}
