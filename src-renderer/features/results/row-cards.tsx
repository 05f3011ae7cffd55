/**
 * What looks at rows have alike, however they draw them: the element that has the focus; and, of those in which a
 * row is one card, which rows are picked by which keys and clicks, and what a card says.
 */
import {
  useContext,
  useMemo,
  useRef,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { memberOf } from '#shared/catalogue/types.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import type { Sort } from '#shared/contract/view.ts';
import { keysOf } from '#renderer/components/actions.tsx';
import type { RowView } from '#renderer/state/rows.ts';
import { useColumnLayout } from '#renderer/state/workspace.ts';
import { arrangeByLayout, layoutKey } from './columns/layout.ts';
import { useCopyNews } from './copy/copy-rows.ts';
import { gridCellAt, useGridPicking } from './copy/use-grid-picking.ts';
import { isRowSelected, selectionByNumber, toggleRow } from './grid-selection.ts';
import { isRightAligned } from './grid/columns.ts';
import { BesideDetails, useRows } from './rows-scope.ts';
import { cellView, isFilled, viewText } from './values/cell-view.ts';
import { useDateLook, type DateLook } from './values/moments.ts';
import {
  activateCell,
  pickedNow,
  select,
  useActiveCell,
  useFocusTakenOver,
  useSelection,
} from './view-state.ts';

interface RowsElementProps extends ComponentProps<'div'> {
  picking: Pick<ReturnType<typeof useGridPicking>, 'onContextMenu' | 'onPointerDown'>;
  /** It got the focus, not by a click, which determines the active cell itself. */
  onReached: (event: FocusEvent<HTMLDivElement>) => void;
}

/** The element of a look that scrolls and has the focus; `aria-activedescendant` says which row is active. */
export function RowsElement({ picking, onReached, children, ...props }: RowsElementProps) {
  const { grid } = useRows();
  const isCopied = useCopyNews((news) => news?.kind === 'copied');
  /** Whether the next focus event is caused by a click. */
  const isPointing = useRef(false);
  useFocusTakenOver(grid);
  return (
    <div
      ref={grid}
      aria-multiselectable
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- each look gives it its role
      tabIndex={0}
      data-copied={isCopied || undefined}
      onContextMenu={picking.onContextMenu}
      onPointerDown={(event) => {
        isPointing.current = true;
        picking.onPointerDown(event);
      }}
      onBlur={() => {
        isPointing.current = false;
      }}
      onFocus={(event) => {
        if (!isPointing.current) onReached(event);
      }}
      {...props}
    >
      {children}
    </div>
  );
}

/** What the keys of a look do besides picking: by `keysOf`, and the row that a movement leads to. */
interface CardKeys {
  acts: Readonly<Record<string, () => void>>;
  /** Returns the row that a key leads to, null for none; what else it does is done here. */
  move: (event: KeyboardEvent) => number | 'done' | null;
}

/** Which rows of a view are active, read and selected, and what picks them, in a look of cards. */
export function useRowCards(view: RowView) {
  const { run, columns, view: chosen } = useRows();
  const { readRow, coveredRight, onOpenDetails } = useContext(BesideDetails);
  const active = useActiveCell(view);
  const selection = useSelection(view);
  const layout = useColumnLayout(layoutKey(run));
  const shown = useMemo(
    () => arrangeByLayout(columns, layout).filter(({ isHidden }) => !isHidden),
    [columns, layout],
  );
  const says = useMemo(() => captionOf(columns, chosen.sort), [columns, chosen.sort]);
  const [dates, refreshDates] = useDateLook();
  const picking = useGridPicking(shown, true);
  const field = active?.field ?? shown[0]?.field ?? '';
  const at = Math.max(0, active?.row ?? 0);
  const go = (row: number): void => activateCell(view, { row, field });

  const onKeyDown = (event: KeyboardEvent, { acts, move }: CardKeys): void => {
    const all: CardKeys['acts'] = {
      Enter: onOpenDetails,
      'Ctrl+Space': () => select(view, { row: at, field }, toggleRow(selection, at)),
      ...acts,
    };
    const act = all[keysOf(event)];
    if (act !== undefined) {
      event.preventDefault();
      return act();
    }
    if (event.altKey || picking.onKeyDown(event)) return;
    const row = move(event);
    if (row === null) return;
    event.preventDefault();
    if (row === 'done') return;
    const { shiftKey } = event;
    const held = { shiftKey, ctrlKey: false, metaKey: false };
    select(view, { row, field }, shiftKey ? selectionByNumber(pickedNow(view), row, held) : null);
  };
  /** Picks the card under the pointer. Returns its row if it was a plain click. */
  const onClick = (event: MouseEvent): number | null => {
    const row = gridCellAt(event.target)?.row ?? null;
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (row !== null && isPlain) go(row);
    else if (row !== null) picking.pickRow(row, field, event);
    return isPlain ? row : null;
  };
  return {
    active,
    /** The active row, or the first. */
    at,
    go,
    says,
    dates,
    coveredRight,
    onKeyDown,
    onClick,
    stateOf: (row: number) => ({
      isActive: row === active?.row,
      isRead: row === readRow,
      isSelected: selection !== null && isRowSelected(selection, row),
    }),
    /** For the `RowsElement`. */
    element: {
      picking,
      onPointerEnter: refreshDates,
      onDoubleClick: picking.onDoubleClick,
      onReached: ({ target, currentTarget }: FocusEvent) => {
        if (active === null && target === currentTarget) go(0);
      },
    },
  };
}

/** What a card says: of each, the first of these columns that has a value. */
export interface CaptionColumns {
  texts: readonly Column[];
  authors: readonly Column[];
  dates: readonly Column[];
  /** The sorted column if it is a number; otherwise likes, or else the first count. */
  figure: Column | null;
  /** The field with the length of a video, which is on its picture. */
  length: string | undefined;
}

export function captionOf(columns: readonly Column[], sort: readonly Sort[]): CaptionColumns {
  const of = (...meanings: readonly Column['meaning'][]): Column[] =>
    meanings.flatMap((meaning) =>
      columns.filter((one) => one.meaning === meaning && (one.usual || meaning === 'text')),
    );
  const sorted = columns.find(({ field }) => field === sort[0]?.field);
  const counts = of('count');
  const likes = counts.find(({ label }) => /\b(?:likes|score)\b/i.test(label));
  return {
    texts: of('text'),
    authors: of('username', 'name'),
    dates: of('date'),
    figure:
      sorted !== undefined && isRightAligned(sorted.meaning)
        ? sorted
        : (likes ?? counts[0] ?? null),
    length: columns.find(({ meaning }) => meaning === 'duration')?.field,
  };
}

/** Returns the first of these columns that has a value, as text. */
export function wordsIn(row: Row, columns: readonly Column[], { zone }: DateLook): string {
  const filled = columns.find(({ field }) => isFilled(memberOf(row, field)));
  return filled === undefined ? '' : viewText(cellView(row, filled, zone));
}
