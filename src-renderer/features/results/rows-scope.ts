/**
 * The rows of a run that are shown, and what every way to look at them is given. The row that a person is at
 * keeps its position on screen, whatever is added around it.
 */
import { createContext, useContext, useMemo, useRef, useState } from 'react';
import type { ComponentType, RefObject } from 'react';
import type { LucideIcon } from 'lucide-react';
import { answersWithOne, type Endpoint, type Resource } from '#shared/catalogue/types.ts';
import { inputColumns, inputsOf } from '#shared/contract/run.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { everyRow, type View, isEveryRow, matchingIn } from '#shared/contract/view.ts';
import type { RunRows } from '#renderer/state/asked.ts';
import { useDuplicates } from '#renderer/state/row-answers.ts';
import {
  everyRowOf,
  type RowView,
  rowNumberNow,
  useRenewedRows,
  viewKey,
} from '#renderer/state/rows.ts';
import {
  rowViewOf,
  useShownView,
  type ViewOnScreen,
  type RowAnchor,
} from '#renderer/state/views.ts';
import { showView } from '#renderer/state/workspace.ts';
import { threadOf } from './conversation/threads.ts';
import { inputsResource, isOfAccounts, readingOrder } from './grid/columns.ts';
import {
  activateCell,
  pickedNow,
  readRow,
  scrollPositions,
  useResultsView,
  type ScrollPosition,
} from './view-state.ts';

/** What decides which looks a run has. */
export interface LookedAt {
  /** Of its rows. */
  resource: string;
  isOne: boolean;
  hasList: boolean;
  hasRows: boolean;
  hasMedia: boolean;
  /** Some rows answer others, or what isn't here. */
  hasAnswers: boolean;
  /** They contain a network that is known. */
  hasNetwork: boolean;
}

/** A way to look at the rows of a run. A new one is a file, and a line in `looks.tsx`. */
export interface Look {
  id: string;
  label: string;
  icon: LucideIcon;
  /** Whether there is something to look at in this way. */
  fits: (of: LookedAt) => boolean;
  /** Whether the rows are made for it: then it stands beside the table. */
  leads?: (of: LookedAt) => boolean;
  /** Its rows are the inputs of the run's list. */
  ofInputs?: true;
  uses: {
    /** Search, filters and order; otherwise all rows are shown as they arrived. */
    view?: true;
    /** Its order is that of conversations. */
    threads?: true;
    /** Rows have details and can be selected: those of a table, or tiles. */
    grid?: 'rows' | 'tiles';
    /** Dates are shown, if there are any. */
    clock?: true;
  };
  /** In the toolbar, beside search and filters. */
  tools?: readonly ComponentType[];
  /** In the foot, beside the state of the run. */
  facts?: readonly ComponentType[];
  Body: ComponentType;
}

interface ShownRows {
  view: RowView;
  total: number;
  /** Without those that are shown only since the view's rows answer them. */
  matching: number;
  /** Pages that the run's rows came in; 0: they were made here, in pages that mean nothing. */
  pageCount: number;
}

/** What everything that is drawn of rows has from `useRows`. */
export interface RowsScope {
  /** For a look at inputs, what they are as rows. */
  run: RunRows;
  /** With the view of these rows. */
  tab: Tab;
  endpoint: Endpoint | null;
  resource: Resource | null;
  /** In reading order. */
  columns: readonly Column[];
  /** What the person chose; every row for a look that doesn't use it. */
  view: View;
  setView: (view: View) => void;
  onScreen: ViewOnScreen;
  rows: ShownRows;
  duplicates: ReturnType<typeof useDuplicates>;
  /** The element of the grid, so that others can focus it. */
  grid: RefObject<HTMLDivElement | null>;
  /** Dates are shown. */
  hasDates: boolean;
  /** Opens *Save…*, with the preset of this id chosen. */
  save: (preset?: string) => void;
}

/** What drawn rows need to know about the record pane beside them. */
interface RowsBesideDetails {
  /** The row that *Details* shows; null while they are closed. */
  readRow: number | null;
  /** Width of the overlay at the right edge, in px: the active row is never under it. */
  coveredRight: number;
  onOpenDetails: () => void;
}

export const BesideDetails = createContext<RowsBesideDetails>({
  readRow: null,
  coveredRight: 0,
  onOpenDetails: () => undefined,
});

export const RowsContext = createContext<RowsScope | null>(null);

/** Returns the rows that are looked at. */
export function useRows(): RowsScope {
  const scope = useContext(RowsContext);
  if (scope === null) throw new Error('No rows are looked at here');
  return scope;
}

export function useRowsScope(
  given: Pick<RowsScope, 'run' | 'tab' | 'endpoint' | 'resource'>,
  { ofInputs, uses }: Look,
): Omit<RowsScope, 'save'> {
  const { run, tab, endpoint, resource } = ofInputs === true ? inputsAsRows(given) : given;
  const { id: tabId } = tab;
  const threads = uses.threads === true ? resource : null;
  const view = useMemo(
    () => ({ ...tab.view, thread: threadOf(threads, endpoint, run.query) }),
    [tab.view, threads, endpoint, run.query],
  );
  // Rows that arrive are added to a view that is on screen.
  const onScreen = useShownView(run, view, rowAnchor, uses.grid !== undefined);
  const { shown } = onScreen;
  const { rows, epoch } = shown?.opened ?? { rows: null, epoch: 0 };
  const rowView = useMemo(
    (): RowView => (shown === null ? everyRowOf(run) : rowViewOf(run.id, shown)),
    // `opened` and the run are new objects with each answer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [run.id, shown?.view, rows, epoch],
  );
  useRenewedRows(rowView, run.changes ?? (run.noted || undefined));
  const repeatsInput = endpoint !== null && answersWithOne(endpoint) && isOfAccounts(run.resource);
  const columns = useStableColumns(run, repeatsInput);
  return {
    run,
    tab,
    endpoint,
    resource,
    columns,
    view: uses.view === true ? view : everyRow,
    setView: (next) => showView(tabId, run.id, { ...next, thread: undefined }),
    onScreen,
    rows: {
      view: rowView,
      total: shown?.opened.count ?? 0,
      matching: shown === null ? 0 : matchingIn(shown.opened),
      pageCount: run.derived === null ? run.pageCount : 0,
    },
    duplicates: useDuplicates(run),
    grid: useRef<HTMLDivElement>(null),
    hasDates: uses.clock === true && columns.some(({ meaning }) => meaning === 'date'),
  };
}

/** Their resource is ours: no question takes what is known about an input. */
function inputsAsRows<T extends Pick<RowsScope, 'run' | 'tab' | 'resource'>>({
  run,
  tab,
  ...given
}: T) {
  const { count = 0, changes = 0 } = run.list ?? {};
  const rows = {
    rowCount: count,
    changes,
    pageCount: 0,
    columns: [...inputColumns],
    derived: null,
  };
  return {
    ...given,
    run: { ...run, ...rows, id: inputsOf(run.id), resource: inputsResource },
    tab: { ...tab, view: tab.inputsView ?? everyRow },
    resource: null,
  };
}

type Arranged = Pick<Run, 'id' | 'columns'>;

/**
 * Returns the run's columns in reading order, and the same array while they look the same: every report
 * on a run has new objects. While the run is on screen, columns don't move. A column that a later page
 * adds or fills, or in which it has another value than all before, is last, and one whose values turn out to be of several types keeps its look; opening
 * the run again rearranges them.
 */
function useStableColumns(run: Run, repeatsInput: boolean): readonly Column[] {
  const arranged = (of: Run): Arranged => ({ id: of.id, columns: readingOrder(of, repeatsInput) });
  const [kept, setKept] = useState<Arranged>(() => arranged(run));
  const now = kept.id === run.id ? grown(kept, run, arranged) : arranged(run);
  if (now !== kept) setKept(now);
  return now.columns;
}

/** What is counted, unlike what is drawn, follows the values of the latest page. */
export function useCountedColumns(): readonly Column[] {
  const { columns, run } = useRows();
  return useMemo(() => {
    const types = new Map(run.columns.map(({ field, type }) => [field, type]));
    return columns.map((column) => ({ ...column, type: types.get(column.field) ?? column.type }));
  }, [columns, run.columns]);
}

const sortedOwn = (columns: readonly Column[]): Column[] =>
  columns.toSorted((a, b) => (a.field < b.field ? -1 : 1));
const ownText = (columns: readonly Column[]): string =>
  JSON.stringify(columns.flatMap(({ own }) => own ?? []));

function grown(kept: Arranged, run: Run, arranged: (run: Run) => Arranged): Arranged {
  // A person's own columns are where they belong as soon as they are there.
  if (ownText(sortedOwn(kept.columns)) !== ownText(sortedOwn(run.columns))) return arranged(run);
  const known = new Map(kept.columns.map((column) => [column.field, column]));
  const news = run.columns.filter(({ field, type, same }) => {
    const before = known.get(field);
    if (before === undefined) return true;
    return (before.type === 'empty' && type !== 'empty') || (before.same === true && !same);
  });
  if (news.length === 0) return kept;
  const { columns } = arranged({ ...run, columns: news });
  const filled = new Set(news.map(({ field }) => field));
  return {
    id: run.id,
    columns: [...kept.columns.filter(({ field }) => !filled.has(field)), ...columns],
  };
}

/**
 * A row more than `screenRows` below the top was not on screen; it is put `revealedRows` below the top.
 */
const screenRows = 30;
const revealedRows = 4;

const rowAnchor: RowAnchor = {
  anchorOf(from, view) {
    const row = anchorRow(from, view);
    if (row === null) return null;
    return isEveryRow(from.view) ? row : (rowNumberNow(from, row) ?? null);
  },

  keep(from, to, found) {
    const { active: cell } = pickedNow(from);
    const { row: top, left } = scrollOf(from);
    if (cell?.row === -1) activateCell(to, cell);
    if (found === null) {
      // Another view starts where it was left, or at its top.
      const row = isSame(from.view, to.view) ? 0 : (scrollPositions.get(viewKey(to))?.().row ?? 0);
      scrollPositions.set(viewKey(to), () => ({ row, left, shown: null }));
      return;
    }
    if (cell !== null && cell.row >= 0) activateCell(to, { ...cell, row: found });
    else if (useResultsView.getState().detailsOpen) readRow(to, found);
    const below = (anchorRow(from, to.view) ?? top) - top;
    const kept = below < 0 || below > screenRows ? revealedRows : below;
    const first = Math.max(0, found - kept);
    scrollPositions.set(viewKey(to), () => ({ row: first, left, shown: null }));
  },
};

/**
 * Returns the row to find again: the active one, or the one in *Details*. In the same view with more
 * rows, also the topmost one unless it is the first.
 */
function anchorRow(from: RowView, view: View): number | null {
  const { active: cell, read } = pickedNow(from);
  if (cell !== null && cell.row >= 0) return cell.row;
  if (useResultsView.getState().detailsOpen) return read;
  if (cell !== null) return null;
  const { row } = scrollOf(from);
  return isSame(from.view, view) && row > 0 ? row : null;
}

const scrollOf = (view: RowView): ScrollPosition =>
  scrollPositions.get(viewKey(view))?.() ?? { row: 0, left: 0, shown: null };

const isSame = (one: View, other: View): boolean => JSON.stringify(one) === JSON.stringify(other);
