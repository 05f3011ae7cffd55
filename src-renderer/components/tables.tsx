/** Facts and plain tables: values with their names, in a list or in columns. */
import { Box, type BoxProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import classes from './tables.module.css';

interface FactsProps extends BoxProps {
  /** The accessible name, if nothing above says it. */
  label?: string;
  /**
   * Names beside their values, with lines between; each at its end of the line; above them; or above, side
   * by side in a card.
   */
  look?: 'beside' | 'lines' | 'ends' | 'above' | 'tiles';
  id?: string;
  hidden?: boolean;
  /** Width of the names beside their values, in px. */
  names?: number;
  /** `Fact`s. */
  children: ReactNode;
}

export const Facts = ({ look = 'beside', label, names = 96, className, ...props }: FactsProps) => (
  <Box
    component="dl"
    {...props}
    className={`${classes.facts} ${className ?? ''}`}
    __vars={{ '--names': `${names}px` }}
    data-look={look}
    aria-label={label}
  />
);

interface FactProps extends ComponentProps<'div'> {
  name: ReactNode;
  /** Whether it is set as sent, from left to right. */
  literal?: boolean | undefined;
}

export const Fact = ({ name, literal = false, children, ...props }: FactProps) => (
  <div {...props}>
    <dt>{name}</dt>
    <dd dir={literal ? 'ltr' : 'auto'} data-literal={literal || undefined}>
      {children}
    </dd>
  </div>
);

interface DataTableProps extends Omit<ComponentProps<'table'>, 'rows'> {
  head: readonly ReactNode[];
  /** Cells from left to right. Rows have no other key than their place. */
  rows: readonly (readonly ReactNode[])[];
  /** Whether the first cell of a row is its name. */
  isNamed?: boolean;
  /** Returns whether a column's values are numbers, which stand at its end. */
  isNumber?: (column: number) => boolean;
  look?: 'plain' | 'small';
  rowProps?: (row: number) => object;
  headProps?: (column: number) => object;
}

/** A table without a frame, for where there is one; `TableArea` is around one that scrolls. */
export function DataTable(props: DataTableProps) {
  const { head, rows, isNamed = false, isNumber, rowProps, headProps, look, ...others } = props;
  const number = (column: number) => isNumber?.(column) || undefined;
  /* oxlint-disable react/no-array-index-key -- neither rows nor cells ever move */
  return (
    <table
      {...others}
      className={`${classes.table} ${others.className ?? ''}`}
      data-look={look ?? 'plain'}
    >
      <thead>
        <tr>
          {head.map((name, column) => (
            <th key={column} scope="col" data-number={number(column)} {...headProps?.(column)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row} {...rowProps?.(row)}>
            {cells.map((cell, column) =>
              isNamed && column === 0 ? (
                <th key={column} scope="row" dir="auto">
                  {cell}
                </th>
              ) : (
                <td key={column} dir="auto" data-number={number(column)}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  /* oxlint-enable react/no-array-index-key */
}

/** A part of the page that scrolls, by keyboard too. */
export const TableArea = (props: ComponentProps<'section'>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
  <section tabIndex={0} {...props} />
);

interface FramedTableProps extends DataTableProps {
  /** The accessible name. */
  name: string;
  /** In px; longer tables scroll. Without it, the frame is as high as its rows. */
  height?: number;
  /** Below the rows, in the frame. */
  after?: ReactNode;
}

/** A table in a frame that scrolls, with a sticky head. */
export const FramedTable = ({ name, height, after, ...table }: FramedTableProps) => (
  <TableArea className={classes.frame} aria-label={name} style={{ height }}>
    <DataTable {...table} />
    {after}
  </TableArea>
);

/** For `isNumber`: all columns but that of the names. */
export const afterFirst = (column: number): boolean => column > 0;
