import { useElementSize } from '@mantine/hooks';
import type { Column } from '#shared/contract/run.ts';
import { useRowStyle } from '#renderer/state/workspace.ts';
import { numberColumnWidth } from './columns.ts';
import classes from './Grid.module.css';
import head from './Header.module.css';
import { rowVariables } from './sizes.ts';
import { useGridColumns, type PlacedColumn } from './use-grid-columns.ts';

/** More rows than a tall screen shows; what is below the edge is cut off. */
const rows = Array.from({ length: 40 }, (_, index) => index);

interface GridSkeletonProps {
  columns: readonly Column[];
  resourceId: string;
  /** In px, as the grid will have it. */
  headerHeight: number;
}

/** The grid before its first rows: the same places, so that nothing moves when they come. */
export function GridSkeleton(props: GridSkeletonProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const numberWidth = numberColumnWidth(0);
  const available = Math.max(0, Math.floor(width) - numberWidth);
  const { placed, stuckWidth } = useGridColumns(props.columns, props.resourceId, available);
  const leftOf = ({ left, isStuck }: PlacedColumn): number =>
    numberWidth + left + (isStuck ? 0 : stuckWidth);
  return (
    <div ref={ref} className={classes.skeleton} style={rowVariables(useRowStyle())} aria-hidden>
      <div className={head.row} style={{ height: props.headerHeight }}>
        <div className={head.stuck} style={{ width: numberWidth }} />
        {placed.map((column) => (
          <div
            key={column.field}
            className={column.isRight ? `${head.cell} ${head.right}` : head.cell}
            style={{ left: leftOf(column), width: column.width }}
          >
            <div className={head.name}>
              <span className={head.label}>{column.label}</span>
            </div>
          </div>
        ))}
      </div>
      {rows.map((row) => (
        <div key={row} className={classes.row} style={{ paddingLeft: numberWidth }}>
          <div className={classes.numbers} style={{ width: numberWidth }} />
          {placed.map((column) => (
            <div
              key={column.field}
              className={column.isRight ? `${classes.cell} ${classes.right}` : classes.cell}
              style={{ width: column.width }}
            >
              <span
                className={classes.bone}
                // Texts differ in length; the same row always has the same.
                style={
                  column.meaning === 'text' ? { width: `${45 + ((row * 37) % 50)}%` } : undefined
                }
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
