/** What can be done with a column: the only place where it is written. */
import {
  ArrowDown,
  ArrowLeftToLine,
  ArrowUp,
  ChartColumn,
  ChevronLeft,
  ChevronRight,
  EyeOff,
  ListFilter,
  ListOrdered,
  MoveHorizontal,
  PinOff,
  RotateCcw,
} from 'lucide-react';
import { singleItem } from '#shared/catalogue/types.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ColumnLayout } from '#shared/contract/snapshot.ts';
import { mostFilters } from '#shared/contract/view.ts';
import type { Action, Sections } from '#renderer/components/actions.tsx';
import { useApp } from '#renderer/state/app.ts';
import { changeColumnLayout, columnLayout, lookAt } from '#renderer/state/workspace.ts';
import { chartFields, wantChart } from './charts/chart-choice.ts';
import { ownColumnActions } from './codes/own-columns.tsx';
import { clampWidth } from './grid/columns.ts';
import type { RowsScope } from './rows-scope.ts';
import { columnValueActions } from './use-value/UseRows.tsx';
import { askToFilter } from './view/FilterPopover.tsx';
import { showValues } from './ColumnValues.tsx';
import { activateCell, announce } from './view-state.ts';
import { resetColumns } from './columns/ColumnsButton.tsx';
import {
  arrangeByLayout,
  fieldsTelling,
  layoutKey,
  stepBeside,
  withHidden,
  withMoved,
  withPinned,
  withWidth,
  type Beside,
} from './columns/layout.ts';

/** With its rows, with its position in the table, and with all columns. */
export function columnActions(scope: RowsScope, column: Column): Sections {
  const { run, view, setView, resource, columns, rows, grid } = scope;
  const { field, label } = column;
  const catalogue = useApp.getState().snapshot?.catalogue;
  const layout = columnLayout(layoutKey(run));
  const shown = shownOf(columns, layout);
  const at = shown.findIndex((one) => one.field === field);
  const isPinned = shown[at]?.staysLeft === true;
  const { direction } = view.sort.find((one) => one.field === field) ?? {};
  const hasCharts = run.changes === undefined && !(catalogue && singleItem(catalogue, run));
  const chart = hasCharts ? chartOf(column) : null;
  const element = grid.current;
  const arrange = (words: string, change: (before: ColumnLayout) => ColumnLayout): void => {
    changeColumnLayout(layoutKey(run), change);
    announce(`${label} ${words}`);
    // What was clicked may have moved or be gone.
    element?.focus();
  };
  const move = (step: -1 | 1): Pick<Action, 'isDisabled' | 'act'> => {
    const beside = stepBeside(shown, field, step);
    return {
      isDisabled: beside === null,
      act: () => {
        if (beside !== null) moveColumn(layoutKey(run), columns, field, beside);
        // Activated again, so that it is scrolled into view at its new position.
        if (element !== null) activateCell(rows.view, { row: -1, field });
      },
    };
  };
  return [
    [
      // The current sort isn't offered.
      ...(
        [
          ['ascending', ArrowUp],
          ['descending', ArrowDown],
        ] as const
      )
        .filter(([wanted]) => view.sort.length !== 1 || direction !== wanted)
        .map(([wanted, icon]) => ({
          label: `Sort ${wanted}`,
          icon,
          act: () => setView({ ...view, sort: [{ field, direction: wanted }] }),
        })),
      {
        label: 'Filter…',
        icon: ListFilter,
        isDisabled: view.filters.length >= mostFilters,
        act: () => askToFilter(run.id, field),
      },
      ...(hasCharts && chartFields([column]).values.length > 0
        ? [{ label: 'Most common values…', icon: ListOrdered, act: () => showValues(field) }]
        : []),
      ...(chart === null
        ? []
        : [
            {
              label: 'Make a chart',
              icon: ChartColumn,
              act: () => {
                wantChart(run.id, chart, field);
                lookAt(run.id, 'charts');
              },
            },
          ]),
      ...(catalogue ? columnValueActions(catalogue, resource, { run, ...rows }, column) : []),
    ],
    [
      {
        label: isPinned ? 'Unpin' : 'Pin at the left',
        icon: isPinned ? PinOff : ArrowLeftToLine,
        act: () =>
          arrange(isPinned ? 'is no longer pinned' : 'is pinned at the left', (before) =>
            withPinned(before, fieldsTelling(before, columns), field, !isPinned),
          ),
      },
      { label: 'Move left', icon: ChevronLeft, keys: 'Alt+Shift+←', ...move(-1) },
      { label: 'Move right', icon: ChevronRight, keys: 'Alt+Shift+→', ...move(1) },
      ...(element === null
        ? []
        : [
            {
              label: 'Fit width',
              icon: MoveHorizontal,
              act: () => fitColumn(grid, layoutKey(run), field),
            },
          ]),
      {
        label: 'Hide',
        icon: EyeOff,
        act: () => {
          arrange('is hidden', (before) => withHidden(before, [field], true));
          const neighbour = shown[at + 1] ?? shown[at - 1];
          if (element !== null && neighbour !== undefined)
            activateCell(rows.view, { row: -1, field: neighbour.field });
        },
      },
    ],
    ...(run.changes === undefined ? [ownColumnActions(run.resource, column)] : []),
    [{ label: 'Reset columns', icon: RotateCcw, act: () => resetColumns(layoutKey(run)) }],
  ];
}

const shownOf = (columns: readonly Column[], layout: ColumnLayout) =>
  arrangeByLayout(columns, layout).filter(({ isHidden }) => !isHidden);

/** Moves a column, and reports to a screen reader where it is now. */
export function moveColumn(
  layout: string,
  columns: readonly Column[],
  field: string,
  beside: Beside,
): void {
  const fields = columns.map((column) => column.field);
  changeColumnLayout(layout, (before) => withMoved(before, fields, field, beside));
  const shown = shownOf(columns, columnLayout(layout));
  const at = shown.findIndex((column) => column.field === field);
  announce(`${shown[at]?.label ?? field} is column ${at + 1} of ${shown.length}`);
}

/** Returns the kind of chart that shows a column best; null if there is none. */
function chartOf(column: Column): 'time' | 'numbers' | 'values' | null {
  const { dates, numbers, values } = chartFields([column]);
  if (dates.length > 0) return 'time';
  if (numbers.length > 0) return 'numbers';
  return values.length > 0 ? 'values' : null;
}

/** Padding of a cell at both sides (`Grid.module.css`), plus a pixel against rounding. */
const padding = 21;
/** A text of a thousand words still leaves room for other columns. */
const widestFit = 640;

/** Makes a column as wide as its widest cell on screen. */
export function fitColumn(
  { current: grid }: RowsScope['grid'],
  layout: string,
  field: string,
): void {
  if (grid === null) return;
  const width = fittingWidth(grid, field);
  changeColumnLayout(layout, (before) => withWidth(before, field, width));
}

/** Returns the width, in px, that fits the header and the cells of a field that are in the DOM now. */
function fittingWidth(grid: HTMLElement, field: string): number {
  const { lines } = grid.dataset;
  // Wrapped text is as wide as its column; on one line it has its natural width.
  grid.dataset['lines'] = '1';
  const range = document.createRange();
  let widest = 0;
  for (const cell of grid.querySelectorAll<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)) {
    const content = cell.querySelector('[data-name]') ?? cell;
    range.selectNodeContents(content);
    widest = Math.max(widest, range.getBoundingClientRect().width);
  }
  if (lines !== undefined) grid.dataset['lines'] = lines;
  return clampWidth(Math.min(widestFit, Math.ceil(widest) + padding));
}
