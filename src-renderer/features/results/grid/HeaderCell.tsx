// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
import { EllipsisVertical } from 'lucide-react';
import type { MouseEvent } from 'react';
import classes from './Header.module.css';
import type { HeaderExtras } from './header-extras.ts';
import { headerKeys } from './header-keys.ts';
import { ResizeHandle } from './ResizeHandle.tsx';
import type { GridColumns, PlacedColumn } from './use-grid-columns.ts';

/** What a header does, the same for all of them. */
export interface HeaderActions extends Pick<GridColumns, 'resize' | 'keepWidth'> {
  fit: (field: string) => void;
  openMenu: (field: string) => void;
}

interface HeaderCellProps {
  column: PlacedColumn;
  /** Px of column 0 from the element this is drawn in. */
  offset: number;
  id: string;
  isActive: boolean;
  /** Its menu is open. */
  isOpen: boolean;
  extras: HeaderExtras;
  actions: HeaderActions;
}

/** A column's name, with its menu and its edge, and what other parts put beside and below it. */
export function HeaderCell(props: HeaderCellProps) {
  const { column, offset, id, isActive, isOpen, extras, actions } = props;
  const { field, label } = column;
  const onName = (event: MouseEvent): void => extras.onName?.(column, event.shiftKey);
  return (
    <div
      role="columnheader"
      aria-label={label}
      aria-colindex={column.index + 1}
      aria-sort={extras.sortOf?.(column)}
      aria-keyshortcuts={headerKeys}
      data-field={field}
      id={id}
      title={label === field ? undefined : field}
      className={[
        classes.cell,
        column.isRight ? classes.right : '',
        isActive ? classes.active : '',
        isOpen ? classes.open : '',
      ].join(' ')}
      style={{ left: offset + column.left, width: column.width }}
    >
      {/* Keys reach it as the active cell of the grid, which has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={classes.name} data-name onClick={onName}>
        <span className={classes.label}>{label}</span>
        {extras.mark?.(column)}
      </div>
      {extras.below !== undefined && <div className={classes.below}>{extras.below(column)}</div>}
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Column menu: ${label}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={classes.menu}
        onClick={() => actions.openMenu(field)}
      >
        <EllipsisVertical aria-hidden />
      </button>
      <ResizeHandle
        field={field}
        width={column.width}
        resize={actions.resize}
        keepWidth={actions.keepWidth}
        fit={actions.fit}
      />
    </div>
  );
}
