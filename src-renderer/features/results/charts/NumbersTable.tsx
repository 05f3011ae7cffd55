import { FramedTable } from '../../../components/texts.tsx';
import { fullNumber } from './number-words.ts';
import type { ChartNumbers } from './chart-numbers.ts';
import classes from './NumbersTable.module.css';

interface NumbersTableProps {
  numbers: ChartNumbers;
  name: string;
  height: number;
}

/** A page can't hold more rows than this without being felt. */
const mostRows = 1000;

/** The numbers behind a chart. */
export function NumbersTable({ numbers: { head, rows }, name, height }: NumbersTableProps) {
  const shown = rows.slice(0, mostRows);
  return (
    <FramedTable
      name={name}
      head={head}
      numbers="afterFirst"
      height={height}
      after={
        rows.length > mostRows && (
          <p className={classes.more}>
            The first {fullNumber(mostRows)} of {fullNumber(rows.length)}. Copying takes all of
            them.
          </p>
        )
      }
    >
      {shown.map((cells, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
        <tr key={place}>
          {cells.map((cell, column) =>
            column === 0 ? (
              <th key={head[column]} scope="row" dir="auto" className={classes.first}>
                {typeof cell === 'number' ? fullNumber(cell) : cell}
              </th>
            ) : (
              <td key={head[column]}>{typeof cell === 'number' ? fullNumber(cell) : cell}</td>
            ),
          )}
        </tr>
      ))}
    </FramedTable>
  );
}
