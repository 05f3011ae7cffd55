import { isEveryRow } from '#shared/contract/view.ts';
import { useRowNumber, type RowView } from '#renderer/state/rows.ts';
import classes from './Grid.module.css';
import type { GridRowPlace } from './use-grid-scroll.ts';

interface RowNumbersProps {
  view: RowView;
  rows: readonly GridRowPlace[];
  /** Of the view's first row, from 1, where all rows are shown as they arrived. */
  firstNumber: number;
  width: number;
  activeRow: number | null;
  /** Pages (from 1) by their first row. */
  pageStarts: ReadonlyMap<number, number>;
  /** Whole rows that are selected. */
  isSelected: (row: number) => boolean;
}

/** The numbers at the left edge: a row keeps its number whatever is hidden or sorted. */
export function RowNumbers(props: RowNumbersProps) {
  const { view, rows, firstNumber, width, activeRow, pageStarts, isSelected } = props;
  const isInOrder = isEveryRow(view.view);
  return (
    <div className={classes.numbers} style={{ width }}>
      {rows.map(({ index, top, key }) => (
        <div
          key={key}
          data-number-of={index}
          className={numberClass(index === activeRow, isSelected(index))}
          title={pageTitle(pageStarts.get(index))}
          style={{ top }}
        >
          {isInOrder ? firstNumber + index : <ReadNumber view={view} index={index} />}
        </div>
      ))}
    </div>
  );
}

const pageTitle = (page: number | undefined): string | undefined =>
  page === undefined ? undefined : `Page ${page}`;

function numberClass(isActive: boolean, isSelected: boolean): string {
  const names = [classes.number];
  if (isActive) names.push(classes.activeNumber);
  if (isSelected) names.push(classes.selected);
  return names.join(' ');
}

/** Known once the row has been read. */
function ReadNumber({ view, index }: { view: RowView; index: number }) {
  const number = useRowNumber(view, index);
  return number === undefined ? null : number + 1;
}
