// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
import { memo, useRef, type PointerEvent } from 'react';
import classes from './Grid.module.css';
import type { HeaderExtras } from './header-extras.ts';
import type { GridColumns, PlacedColumn } from './use-grid-columns.ts';

interface GridHeaderProps extends Pick<GridColumns, 'resize' | 'saveWidth' | 'resetWidth'> {
  extras: HeaderExtras;
  columns: readonly PlacedColumn[];
  numberWidth: number;
  activeField: string | null;
  activeId: string;
}

export function GridHeader(props: GridHeaderProps) {
  const { columns, numberWidth, activeField, activeId, extras, ...sizing } = props;
  return (
    <div role="rowgroup" className={classes.head} style={{ height: extras.height }}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        <div aria-hidden className={classes.corner} style={{ width: numberWidth }} />
        {columns.map((column) => (
          <div
            key={column.field}
            role="columnheader"
            aria-label={column.label}
            aria-colindex={column.index + 1}
            aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
            data-field={column.field}
            id={column.field === activeField ? activeId : undefined}
            title={column.label === column.field ? undefined : column.field}
            className={[
              classes.headCell,
              column.isRight ? classes.right : '',
              column.field === activeField ? classes.activeCell : '',
            ].join(' ')}
            style={{ left: numberWidth + column.left, width: column.width }}
          >
            <span className={classes.label}>{column.label}</span>
            {extras.below !== undefined && (
              <div className={classes.below}>{extras.below(column)}</div>
            )}
            <ResizeHandle field={column.field} width={column.width} {...sizing} />
          </div>
        ))}
      </div>
    </div>
  );
}

interface ResizeHandleProps extends Pick<GridColumns, 'resize' | 'saveWidth' | 'resetWidth'> {
  field: string;
  width: number;
}

/** Drag to resize, double-click for the usual width. Keys do the same on the header itself. */
const ResizeHandle = memo(function ResizeHandle(props: ResizeHandleProps) {
  const { field, width, resize, saveWidth, resetWidth } = props;
  const start = useRef<{ x: number; width: number } | null>(null);

  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (start.current === null) return;
    resize(field, start.current.width + event.clientX - start.current.x);
  };
  const end = (event: PointerEvent<HTMLDivElement>): void => {
    const began = start.current;
    start.current = null;
    // A mere click, or the first half of a double-click, changes nothing.
    if (began !== null && began.x !== event.clientX) saveWidth(field);
  };

  return (
    <div
      aria-hidden
      className={classes.handle}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => resetWidth(field)}
    />
  );
});
