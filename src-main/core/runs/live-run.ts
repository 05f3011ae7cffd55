/** A run in memory: what is stored, what is being done, and the cursor, which lives only here. */
import type { DataEndpoint, Resource } from '#shared/catalogue/types.ts';
import type { Notice, Run, RunState } from '#shared/contract/run.ts';
import { queryTitle } from '#shared/query/words.ts';
import type { Query } from '#shared/query/types.ts';
import type { JsonValue } from '../json/index.ts';
import type { StoredRun } from '../store/stored-run.ts';
import type { ColumnTally } from './column-tally.ts';
import type { AnsweredPage } from './keep-page.ts';

export interface LiveRun {
  readonly stored: StoredRun;
  readonly query: Query;
  readonly endpoint: DataEndpoint;
  readonly resource: Resource;
  readonly profileId: string;
  /** The service's address when the run began: the request must stay identical. */
  readonly address: string;
  readonly createdAt: string;
  readonly tally: ColumnTally;
  /** Counts the changes told to the window. */
  revision: number;
  state: RunState;
  /**
   * Where the next page begins: `first` before any page, null when there is none. Never leaves
   * main memory (checklist 26).
   */
  cursor: { kind: 'first' } | { kind: 'at'; value: string } | null;
  /** Hashes of the cursors that were followed: one that comes again would go round for ever. */
  readonly followed: Set<string>;
  extras: Record<string, JsonValue>;
  /** A page that was answered but could not be saved: kept until the disk takes it. */
  unsaved: AnsweredPage | null;
  /** The work under way; another call joins it instead of sending a second request. */
  work: Promise<void> | null;
  stop: AbortController;
}

/** A run as the window sees it. */
export function toRun(live: LiveRun, calls: number): Run {
  const notices: Notice[] = live.stored.notices.map(({ code, message }) => ({ code, message }));
  return {
    id: live.stored.id,
    revision: live.revision,
    query: live.query,
    title: queryTitle(live.endpoint, live.query),
    resource: live.resource.id,
    profileId: live.profileId,
    createdAt: live.createdAt,
    state: live.state,
    pageCount: live.stored.pages.length,
    rowCount: live.stored.rowCount,
    calls,
    columns: live.tally.columns(),
    extras: live.extras,
    notices,
  };
}

/** Number of the page that comes next, from 1. */
export function nextPageNumber(live: LiveRun): number {
  return (live.stored.pages.at(-1)?.page ?? 0) + 1;
}

/** States in which a request is under way or about to be. */
export function isWorking(state: RunState): boolean {
  return state.kind === 'queued' || state.kind === 'fetching' || state.kind === 'retrying';
}

/** States after which no page can follow in this session. */
export function isEnded(state: RunState): boolean {
  switch (state.kind) {
    case 'noMore':
    case 'cursorRefused':
    case 'cursorRepeated':
    case 'interrupted':
      return true;
    default:
      return false;
  }
}
