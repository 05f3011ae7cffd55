/** Which rows a summary or a chart is about, and what there is beyond them, in words. Pure. */
import { assertNever } from '#shared/assert-never.ts';
import type { Run } from '#shared/contract/run.ts';
import { countOf, grouping } from '../../../components/words.ts';

/** What the service has beyond the rows that are here. */
export type Beyond =
  /** Nothing that we know of. */
  | 'nothing'
  /** More, which the next page brings. */
  | 'more'
  /** More is on its way. */
  | 'coming'
  /** There was more, and the way to it is lost. */
  | 'lost'
  /** It is not known. */
  | 'unknown';

export function beyond({ state }: Pick<Run, 'state'>): Beyond {
  switch (state.kind) {
    case 'queued':
    case 'fetching':
    case 'retrying':
    case 'polling':
      return 'coming';
    case 'more':
    case 'limit':
    case 'stopped':
    case 'failed':
    case 'outOfCredits':
      return 'more';
    case 'cursorRefused':
    case 'notAll':
      return 'lost';
    case 'interrupted':
      return state.rested === null ? 'unknown' : 'lost';
    case 'cursorRepeated':
      return 'unknown';
    case 'noMore':
    case 'operationNoData':
    case 'operationError':
    case 'operationCancelled':
    case 'operationExpired':
      return 'nothing';
    default:
      return assertNever(state);
  }
}

const beyondWords: Record<Beyond, string> = {
  nothing: 'The service has no more.',
  more: 'More is available at the service, so later pages can change the picture.',
  coming: 'More is being fetched, so the picture still changes.',
  lost: 'The service had more, which this run can’t reach any more.',
  unknown: 'The service may have had more.',
};

/** How much of a run was looked at: as main says it of a view. */
export interface Looked {
  rows: number;
  of: number;
  count: number;
}

/** "60 rows in 3 pages. More is available at the service, so later pages can change the picture." */
export function coverageWords(run: Run, looked: Looked | null): string {
  const pages = countOf(run.pageCount, 'page');
  const { rows, of, count } = looked ?? {
    rows: run.rowCount,
    of: run.rowCount,
    count: run.rowCount,
  };
  const parts = [
    count === rows
      ? `${countOf(rows, 'row')} in ${pages}.`
      : `${countOf(count, 'row')}, of ${grouping(rows)} in ${pages}: those that are shown.`,
  ];
  if (rows < of)
    parts.push(`Of ${grouping(of)} fetched rows, the others are still being prepared.`);
  if (run.heldBack > 0) {
    parts.push(`${countOf(run.heldBack, 'row')} beyond the row limit are left out.`);
  }
  return [...parts, beyondWords[beyond(run)]].join(' ');
}
