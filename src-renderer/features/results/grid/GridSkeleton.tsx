import { useElementSize } from '@mantine/hooks';
import type { Column } from '#shared/contract/run.ts';
import { numberColumnWidth } from './columns.ts';
import classes from './Grid.module.css';
import { useGridColumns } from './use-grid-columns.ts';

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
  const { placed } = useGridColumns(props.columns, props.resourceId, available);
  return (
    <div ref={ref} className={classes.skeleton} aria-hidden>
      <div className={classes.headRow} style={{ height: props.headerHeight }}>
        <div className={classes.corner} style={{ width: numberWidth }} />
        {placed.map((column) => (
          <div
            key={column.field}
            className={column.isRight ? `${classes.headCell} ${classes.right}` : classes.headCell}
            style={{ left: numberWidth + column.left, width: column.width }}
          >
            <span className={classes.label}>{column.label}</span>
          </div>
        ))}
      </div>
      {rows.map((row) => (
        <div key={row} className={classes.row}>
          <div className={classes.numbers} style={{ width: numberWidth }} />
          {placed.map((column) => (
            <div
              key={column.field}
              className={column.isRight ? `${classes.cell} ${classes.right}` : classes.cell}
              style={{ left: numberWidth + column.left, width: column.width }}
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
