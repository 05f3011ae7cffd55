import { jsonTables, type JsonTable } from './json-tables.ts';
import classes from './Json.module.css';

/** More rows are said, and are in the raw answer. */
const mostRows = 200;

export function JsonTables({ value }: { value: unknown }) {
  const tables = jsonTables(value);
  if (tables.length === 0) return <p className={classes.none}>The answer is empty.</p>;
  return (
    <div className={classes.tables}>
      {tables.map((table) => (
        <OneTable key={table.title} table={table} />
      ))}
    </div>
  );
}

function OneTable({ table: { title, columns, rows, numbers } }: { table: JsonTable }) {
  const shown = rows.slice(0, mostRows);
  return (
    <div>
      {title !== '' && <h3 className={classes.tableTitle}>{title}</h3>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
      <section className={classes.tableArea} tabIndex={0} aria-label={title || 'Values'}>
        {columns === null ? (
          <Pairs rows={shown} />
        ) : (
          <List columns={columns} rows={shown} numbers={numbers ?? new Set()} />
        )}
      </section>
      {rows.length > mostRows && (
        <p className={classes.none}>{rows.length - mostRows} more are in the raw answer.</p>
      )}
    </div>
  );
}

function Pairs({ rows }: { rows: JsonTable['rows'] }) {
  return (
    <table className={classes.table} data-pairs>
      <tbody>
        {rows.map(([name = '', value = '']) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td dir="auto">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ListProps extends Pick<Required<JsonTable>, 'rows' | 'numbers'> {
  columns: readonly string[];
}

function List({ columns, rows, numbers }: ListProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {columns.map((column, place) => (
            <th key={column} scope="col" data-number={numbers.has(place) || undefined}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // Rows of an answer have no name of their own, and never change.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index}>
            {row.map((cell, column) => (
              // oxlint-disable-next-line react/no-array-index-key
              <td key={column} data-number={numbers.has(column) || undefined}>
                <span className={classes.cell} dir="auto">
                  {cell}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
