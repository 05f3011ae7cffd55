/**
 * A run in memory: what is stored, what is being done, and the cursor, which is only here. Other code
 * reads it; only its own steps change it, each change through `become`.
 */
import { singleItem } from '#shared/catalogue/types.ts';
import type { DataEndpoint, Field, Meaning, Resource } from '#shared/catalogue/types.ts';
import type { Derived } from '#shared/contract/derived.ts';
import { mostColumns } from '#shared/contract/run.ts';
import type { Column, Notice, Operation, Run, RunPlan, RunState } from '#shared/contract/run.ts';
import type { Continuation } from '#shared/query/request.ts';
import { listTitle } from '#shared/query/words.ts';
import type { Query } from '#shared/query/types.ts';
import { earlierRowsField, inputField, nameOfMember } from '#shared/contract/list.ts';
import { readMoment } from '#shared/moment.ts';
import { asObject, deepestShown, isDeeper, stringifyJson } from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import type { OwnRows } from '../store/own-values.ts';
import type { InputRecord } from '../store/log-contents.ts';
import type { StoredCursor, StoredRun } from '../store/stored-run.ts';
import type { ColumnType, KnownColumn } from '../store/known-columns.ts';
import type { InputList } from './input-list.ts';
import { exportRepeats, operationFromElsewhere, tooWide, unshownNotices } from './notices.ts';

/** The rows of an earlier run of the same question. */
export interface KnownRows {
  has: (item: JsonValue) => boolean;
  /** Whether an item is no newer than all of them; false if times are unknown. */
  isOld: (item: JsonValue) => boolean;
}

/** A question that rows answer. */
export interface RowQuestion {
  /** Null: this version doesn't know it. */
  endpoint: DataEndpoint | null;
  query: Query;
  /** Parameters filled by each row's input. */
  keys: readonly string[];
}

/** What never changes while the run is in memory, except that log, list and columns grow. */
interface RunFacts {
  readonly stored: StoredRun;
  readonly query: Query;
  readonly endpoint: DataEndpoint;
  readonly resource: Resource;
  /** What people noted of its items. */
  readonly own: OwnRows;
  readonly profileId: string;
  readonly createdAt: string;
  /** Returns the names it is fetched with; those that differ today are computed on each call. */
  readonly fetchedAs: () => Run['fetchedAs'];
  /** Null: it asks one question. */
  readonly list: InputList | null;
  /** The runs that it was derived from; null: the service sent its rows. */
  readonly derived: Derived | null;
  /** What its rows answer: its own question, or in the order of their runs those it was derived from. */
  readonly asked: readonly RowQuestion[];
  /** Hashes of the cursors that were followed: a repeated one would loop forever. */
  readonly followed: Set<string>;
}

/** What its steps change, always through `become`. */
export interface RunLife {
  state: RunState;
  /**
   * The cursor of the next page: `first` before any page, null when there is none. Never leaves the
   * memory of the main process (checklist 26).
   */
  cursor: RunCursor | null;
  /** The *Until* of requests since the run was continued by date; null: the query's own. */
  until: string | null;
  extras: Readonly<Record<string, JsonValue>>;
  /** The service's background job, if there is or was one. */
  operation: Readonly<Operation> | null;
  /** `identityOf` the key that started the operation, or got an answer about it; null: unknown, as after a restart. */
  operationKey: string | null;
  /** The operation is the export of an earlier one. */
  isExport: boolean;
  /** Notices in addition to the store's. */
  notices: readonly Notice[];
  /** For an answered page that could not be saved: returns what follows once it is on disk. */
  unsaved: (() => Outcome) | null;

  /**
   * The service's address when the run began, since requests must stay identical. Only the sample
   * service's changes: its port is new at every start, and the old one may now be any program's.
   */
  address: string;
  /** What was last requested. */
  plan: RunPlan | null;
  /** Time of the person's last click or of the last answer, by `performance.now()`. */
  since: number;
  /** Limits of calls that the person let the run exceed, until they ask for something else. */
  passedCeilings: readonly ('runCeiling' | 'dayCeiling')[];
  /** Rows beyond this number are stored but not shown until the person asks for them. */
  rowLimit: number | null;
  /** An earlier run's rows, for a run that stops at those; null: it doesn't. */
  knownRows: KnownRows | null;
  /** The current work; another call joins it instead of sending a second request. */
  work: Work | null;
  stop: AbortController;
  /** Whether its files are being closed, so that nothing more could be stored. */
  isLeaving: boolean;

  /** Counts the changes reported to the window. */
  revision: number;
  /** The last state announced. */
  announced: RunState;
}

export type LiveRun = RunFacts & Readonly<RunLife>;

/** Changes a run in memory; nothing else does. */
export function become(live: LiveRun, change: Partial<RunLife>): void {
  Object.assign(live, change);
}

/**
 * The outcome of a step (a request, a page, an operation, an input): the run's new state and its other
 * changes. Members that it lacks don't change. It is applied when the step is done, so that a step that
 * throws leaves the run unchanged.
 */
export interface Outcome extends Partial<RunLife> {
  state: RunState;
  /** How it ended the current input of a list. */
  ended?: InputRecord | null;
}

/** The cursor of a run's next page. Stored cursors outlive a restart, others don’t. */
export type RunCursor =
  | { kind: 'first' }
  | Extract<Continuation, { kind: 'cursor' }>
  | StoredCursor;

/** Work on a run: all of it, and its first page, which callers await. */
interface Work {
  done: Promise<void>;
  firstPage: Promise<void>;
}

/** Returns the number of rows that are shown and saved. */
export const shownRows = ({ stored, rowLimit }: LiveRun): number =>
  Math.min(stored.rowCount, rowLimit ?? Number.POSITIVE_INFINITY);

/** Yields the numbers of these rows. */
export function* shownSeqs(live: LiveRun): Generator<number> {
  for (let seq = 0; seq < shownRows(live); seq++) yield seq;
}

/** Returns the next query to send; for a list, with the current input. */
export const askedQuery = ({ list, query }: LiveRun): Query => list?.query(query) ?? query;

/** Returns the columns of a run, as a table has them; a person's own are last. */
export const columnsOf = (live: LiveRun): Column[] => [
  ...receivedColumns(live),
  ...live.own.columns(),
];

/** Returns the columns that its rows have themselves. */
export const receivedColumns = (live: LiveRun): Column[] => columnsWithLimit(live).columns;

/** What a comparison or a file has is told by what all its rows have, too. */
const columnsWithLimit = ({ resource, query, list, stored, derived }: LiveRun): TableColumns =>
  tableColumns(
    resource,
    query.fields,
    list?.inputs.columns ?? [],
    stored.columns,
    derived === null ? stored.rowCount : 0,
  );

/** Returns a run as the window sees it. */
export const toRun = (live: LiveRun, calls: number): Run => ({
  id: live.stored.id,
  revision: live.revision,
  query: live.query,
  title: listTitle(live.endpoint, live.query, live.list?.inputs.list.count),
  resource: live.resource.id,
  fetchedAs: live.fetchedAs(),
  profileId: live.profileId,
  createdAt: live.createdAt,
  state: live.state,
  pageCount: live.stored.pages.length,
  rowCount: shownRows(live),
  heldBack: live.stored.rowCount - shownRows(live),
  hasRepeats: live.stored.contents.hasRepeats,
  list: live.list?.toRunList() ?? null,
  derived: live.derived,
  total: live.stored.contents.total,
  plan: live.plan,
  stoppedAt: live.stored.readOnly ? null : live.stored.contents.reached,
  operation: live.operation,
  files: live.stored.contents.filePages.flatMap(({ page, file }) =>
    file?.why === 'csv' ? [{ page, bytes: file.bytes, partial: file.partial === true }] : [],
  ),
  calls,
  columns: columnsOf(live),
  noted: live.own.revision(),
  extras: extrasForWindow(live.extras),
  notices: noticesOf(live),
});

/** Returns what the person should know about the run. */
export function noticesOf(live: LiveRun): Notice[] {
  const { stored, notices, endpoint, resource } = live;
  const single = singleItem({ endpoints: [endpoint], resources: [resource] }, live);
  const isFromElsewhere = live.cursor?.kind === 'operation' && !live.cursor.isOwn;
  return [
    ...stored.notices,
    ...notices,
    ...(live.list === null && stored.contents.hasRepeats ? [exportRepeats] : []),
    ...(isFromElsewhere ? [operationFromElsewhere] : []),
    ...unshownNotices(stored.contents.filePages, single),
    ...(columnsWithLimit(live).isFull ? [tooWide] : []),
  ];
}

/** Returns how long the latest answer took, in milliseconds, and starts counting for the next one. */
export function takeSpent(live: LiveRun): number {
  const { since } = live;
  become(live, { since: performance.now() });
  return live.since - since;
}

/** Returns the number of the next page, from 1. */
export const nextPageNumber = ({ stored }: { stored: Pick<StoredRun, 'pages'> }): number =>
  (stored.pages.at(-1)?.page ?? 0) + 1;

// The columns of a run as a table has them: the union of members over all rows, with labels and meanings. No
// member of an item is left out (checklist 31), unless there are more than a table can have.

interface TableColumns {
  columns: Column[];
  isFull: boolean;
}

/**
 * Returns the columns, and whether there are as many as a table can have, so that further members have none.
 * Order: the resource's fields as the catalogue lists them, then unknown members in order of appearance.
 * Chosen fields are columns even if no row has them.
 * @param first columns that come before those of the items: the input that a row belongs to.
 */
export function tableColumns(
  resource: Resource,
  chosen: readonly string[],
  first: readonly string[],
  known: ReadonlyMap<string, KnownColumn>,
  rowCount: number,
): TableColumns {
  const fields = new Map(resource.fields.map((field, index) => [field.name, { field, index }]));
  const saysSame = chosen.length === 0 && rowCount >= fewestSame;
  const types = new Map<string, ColumnType>();
  for (const field of first) types.set(field, field === inputField ? 'text' : 'integer');
  for (const field of chosen) types.set(nameOfMember(field), 'empty');
  for (const [field, { type }] of known) {
    if (types.size < mostColumns || types.has(field) || fields.has(field)) types.set(field, type);
  }
  const position = (field: string): number =>
    first.includes(field)
      ? first.indexOf(field) - first.length
      : (fields.get(field)?.index ?? Number.POSITIVE_INFINITY);
  const columns = [...types]
    .toSorted(([a], [b]) => Math.sign(position(a) - position(b)) || 0)
    .map(([name, type]) => {
      const field = fields.get(name)?.field;
      return {
        field: name,
        label: field?.label ?? plainLabel(name),
        meaning: field === undefined ? meanings[type] : meaningIn(field, type),
        type,
        // An unknown member is new, so it is shown by default.
        usual: field?.usual ?? true,
        same: (saysSame && known.get(name)?.one !== undefined) || undefined,
      };
    });
  return { columns, isFull: types.size >= mostColumns };
}

/** Of fewer rows it says little that all have the same value. */
const fewestSame = 10;

const plainLabel = (name: string): string => {
  if (name === inputField) return 'Input';
  if (name === earlierRowsField) return 'Earlier rows';
  return name === '' ? '(no name)' : name;
};

/**
 * Returns how to show a field. Text may be only what we assume of a field whose type nobody described:
 * numbers and booleans are none. Lists and objects stay text, since what people wrote is in them.
 */
function meaningIn({ meaning }: Field, type: ColumnType): Meaning {
  const isPlain = type === 'integer' || type === 'number' || type === 'boolean';
  return meaning === 'text' && isPlain ? meanings[type] : meaning;
}

/** How to show a member that the catalogue doesn't have. */
const meanings: Readonly<Record<ColumnType, Meaning>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  list: 'list',
  object: 'object',
  text: 'text',
  mixed: 'text',
  empty: 'text',
};

// Converts stored values to rows, and rows to what the window gets.

/**
 * Returns a row for the window. Very deeply nested members become JSON text, because nothing on the
 * way can carry them and the run could not be opened. The log keeps them unchanged.
 */
export function forWindow(row: JsonObject): JsonObject {
  if (!isDeeper(row, deepestShown)) return row;
  return mapMembers(row, (value) =>
    isDeeper(value, deepestShown - 1) ? stringifyJson(value) : value,
  );
}

/** Does the same for the objects beside the rows. */
const extrasForWindow = (extras: JsonObject): JsonObject =>
  mapMembers(extras, (value) => {
    const object = asObject(value);
    if (object !== undefined) return forWindow(object);
    return isDeeper(value, deepestShown) ? stringifyJson(value) : value;
  });

const mapMembers = (object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

/** Returns a time in milliseconds since 1970; null if it isn't a time or has no time zone. */
export function momentOf(value: JsonValue | undefined): number | null {
  const moment = typeof value === 'string' ? readMoment(value) : null;
  return moment?.hasOffset === true ? moment.ms : null;
}
