/** Creates a run on disk from a query, and reads runs from disk back into memory. */
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { derivedFactsSchema } from '#shared/contract/derived.ts';
import type { SourceRun } from '#shared/contract/derived.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { isEnded } from '#shared/contract/run-states.ts';
import type { RunState } from '#shared/contract/run.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import type { CodesStore } from '../store/own-values.ts';
import type { KnownEndpoint } from '../description/effective-catalogue.ts';
import { buildRequest, requestTarget } from '#shared/query/request.ts';
import type { Query } from '#shared/query/types.ts';
import { effectiveQuery } from '#shared/query/values.ts';
import { ownProblem, ProblemError } from '../problem-error.ts';
import { parseJson } from '../json/index.ts';
import type { JsonObject } from '../json/index.ts';
import type { Ledger } from '../store/ledger.ts';
import type { RunStore } from '../store/run-store.ts';
import type { StoredCursor } from '../store/stored-run.ts';
import { checkSize, hashOfAsked } from '../store/run-inputs.ts';
import type { ListInput } from '../store/record.ts';
import type { StoredList } from '../store/run-inputs.ts';
import type { StoredRun } from '../store/stored-run.ts';
import { factsMember, fetchedAs, headerSchema, isBuiltIn, knownOf } from './run-header.ts';
import type { RunHeader, ServiceInUse } from './run-header.ts';
import { envelopeAsSent, newOperation } from './decide.ts';
import { become } from './live-run.ts';
import type { LiveRun, RowQuestion, RunLife } from './live-run.ts';
import { InputList, queryOfPack } from './input-list.ts';
import { moreNotice } from './notices.ts';
import { readState } from './state-on-disk.ts';
import { isoTime } from '../clock.ts';

/** The list of a new run. */
export interface NewList {
  about: Omit<StoredList, 'count' | 'sha256'>;
  inputs: readonly ListInput[];
  maxCalls: number;
}

export interface ReopenDeps extends ServiceInUse {
  store: RunStore;
  ledger: Pick<Ledger, 'lastSent' | 'callsOfRun'>;
  /** What people noted of items. */
  codes: Pick<CodesStore, 'of'>;
}

/** Creates the run's folder and log. Sends nothing. */
export async function createRun(
  { store, ...deps }: ReopenDeps,
  runId: string,
  given: KnownEndpoint & {
    query: Query;
    profile: Profile;
    version: string;
    list: NewList | null;
  },
): Promise<LiveRun> {
  const query = effectiveQuery(given.endpoint, given.query);
  const inputs = given.list?.inputs;
  if (inputs !== undefined) checkSize(inputs);
  const header: RunHeader = {
    query,
    target: requestTarget(buildRequest(given.endpoint, firstQuery(query, given.list))),
    address: given.profile.address,
    profileId: given.profile.id,
    createdAt: isoTime(),
    version: given.version,
    ...(isBuiltIn(given) ? {} : { known: { endpoint: given.endpoint, resource: given.resource } }),
    ...(given.list && inputs
      ? { list: { ...given.list.about, count: inputs.length, sha256: hashOfAsked(inputs) } }
      : {}),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain data, as the schema has it
  const stored = await store.create(runId, header as unknown as JsonObject, inputs);
  if (given.list) await store.updateMeta(runId, { maxCalls: given.list.maxCalls });
  const about = { maxCalls: given.list?.maxCalls, derived: null };
  const run = liveRun(stored, header, given, deps, about);
  become(run, { cursor: { kind: 'first' } });
  return run;
}

/** Returns the query as sent for the first input. */
export function firstQuery(query: Query, list: NewList | null): Query {
  if (list === null) return query;
  const { keys, perCall } = list.about;
  return queryOfPack(query, keys, list.inputs.slice(0, perCall));
}

/**
 * Reads a run from disk. Its cursor was lost with the session that fetched it (specification, Limits:
 * cursors are short-lived), so the run is either ended or interrupted.
 */
export async function reopenRun({ store, ...deps }: ReopenDeps, runId: string): Promise<LiveRun> {
  const stored = await store.open(runId);
  const header = headerSchema.safeParse(stored.header);
  const known = header.success ? knownOf(header.data) : null;
  if (!header.success || known === null) {
    await stored.close();
    throw new ProblemError(unknownQuestion(stored.notices));
  }
  const { rowLimit = null, maxCalls, operation = null } = await store.meta(runId);
  const derived = await derivedOf(stored, header.data);
  const run = liveRun(stored, header.data, known, deps, { maxCalls, derived });
  const state = await readState(stored, deps.ledger.lastSent(runId));
  become(run, { rowLimit, state, operation });
  const { list } = run;
  if (derived === null)
    become(run, list === null ? await restoredLife(run) : restoredLifeOfList(run, list));
  return run;
}

async function derivedOf(stored: StoredRun, header: RunHeader): Promise<LiveRun['derived']> {
  if (header.derived === undefined) return null;
  const last = stored.pages.at(-1);
  const envelope = last && (await envelopeAsSent(stored, last, parseJson));
  const facts = derivedFactsSchema.safeParse(envelope?.[factsMember]);
  return { from: header.derived, facts: facts.data ?? null };
}

function restoredLifeOfList(run: LiveRun, list: InputList): Partial<RunLife> {
  // Killed after the last input, or stopped while some were asked again.
  const isOver = !isEnded(run.state) && !list.has('waiting');
  return isOver ? { state: { kind: 'noMore' } } : {};
}

/** Returns the state and cursor of a run of one question, and what was beside its rows. */
async function restoredLife(run: LiveRun): Promise<Partial<RunLife>> {
  const { stored, endpoint } = run;
  const at = { ...atFirstPage(run), ...atStoredCursor(run) };
  const { state = run.state } = at;
  return {
    ...at,
    state,
    notices: state.kind === 'notAll' ? [moreNotice(run)] : [],
    extras: await readExtras(stored, endpoint),
  };
}

/** A first page needs no cursor, so it can be requested again at any time. */
function atFirstPage({ state, stored }: LiveRun): Partial<RunLife> {
  const isFailed = state.kind === 'failed' || state.kind === 'outOfCredits';
  return isFailed && !stored.readOnly ? { cursor: { kind: 'first' } } : {};
}

/** Returns the problem of a log whose first line can't be read. */
function unknownQuestion(notices: StoredRun['notices']): Problem {
  if (notices.some(({ code }) => code === 'header_unreadable')) {
    return ownProblem(
      'storage_failed',
      'The beginning of this run’s file is damaged, so the question is lost.',
      'The file is left as it is, with its rows. Ask the question again to get them.',
    );
  }
  return ownProblem(
    'storage_failed',
    'This run was written by another version of the program.',
    'It is left as it is. Open it with that version.',
  );
}

/**
 * Restores a stored cursor: operations and their tables outlive a restart, so the run can continue, unless
 * the service refused the cursor.
 */
function atStoredCursor({ state, stored, operation }: LiveRun): Partial<RunLife> {
  const { cursor } = stored;
  const isRefused = state.kind === 'interrupted' && state.rested === 'cursorRefused';
  if (cursor === null || stored.readOnly || isRefused) return {};
  return {
    cursor,
    state: stateAt(cursor, state),
    ...(cursor.kind === 'operation'
      ? { operation: newOperation(cursor, operation?.downloadUrl) }
      : {}),
  };
}

/** A page that failed can be requested again, so its problem is shown with a cursor. */
function stateAt(cursor: StoredCursor, onDisk: RunState): RunState {
  if (cursor.kind === 'operation') return { kind: 'stopped' };
  if (onDisk.kind !== 'interrupted' || onDisk.failure === undefined) return { kind: 'more' };
  const kind = onDisk.rested === 'outOfCredits' ? 'outOfCredits' : 'failed';
  return { kind, page: cursor.pageNumber, problem: onDisk.failure };
}

function liveRun(
  stored: StoredRun,
  header: RunHeader,
  known: KnownEndpoint,
  deps: Omit<ReopenDeps, 'store'>,
  { maxCalls = 0, derived }: { maxCalls: number | undefined; derived: LiveRun['derived'] },
): LiveRun {
  const { endpoint } = known;
  const calls = (): number => deps.ledger.callsOfRun(stored.id);
  const list = InputList.of(stored, maxCalls, endpoint, calls);
  const own = { endpoint, query: header.query, keys: list?.inputs.list.keys ?? [] };
  const askedBy = ({ query, listKeys }: SourceRun): RowQuestion => {
    const { endpointId } = query;
    const other = (): DataEndpoint | null => deps.lookUp(endpointId)?.endpoint ?? null;
    return { endpoint: endpointId === endpoint.id ? endpoint : other(), query, keys: listKeys };
  };
  const noted = deps.codes.of(known.resource);
  stored.own = noted.source;
  return {
    stored,
    query: header.query,
    ...known,
    own: noted,
    fetchedAs: () => fetchedAs(header, known.endpoint, deps),
    profileId: header.profileId,
    address: header.address,
    createdAt: header.createdAt,
    list,
    derived,
    asked:
      derived === null || derived.from.kind === 'file' ? [own] : derived.from.sources.map(askedBy),
    knownRows: null,
    revision: 0,
    state: { kind: 'interrupted', rested: null },
    announced: { kind: 'interrupted', rested: null },
    cursor: null,
    until: null,
    followed: new Set(),
    extras: {},
    unsaved: null,
    operation: null,
    operationKey: null,
    isExport: false,
    notices: [],
    since: performance.now(),
    plan: null,
    rowLimit: null,
    passedCeilings: [],
    work: null,
    isLeaving: false,
    stop: new AbortController(),
  };
}

async function readExtras(stored: StoredRun, endpoint: DataEndpoint): Promise<LiveRun['extras']> {
  const first = stored.pages[0];
  if (endpoint.extra === null || first === undefined) return {};
  const extra = (await envelopeAsSent(stored, first))?.[endpoint.extra];
  return extra === undefined ? {} : { [endpoint.extra]: extra };
}
