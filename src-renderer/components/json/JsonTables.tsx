import { Text } from '@mantine/core';
import type { ServiceAnswer } from '#shared/contract/service.ts';
import { cellText, type JsonTable, jsonTables } from './json-tables.ts';
import classes from './Json.module.css';
import { PlainText } from '../texts.tsx';

/** More rows are said, and are in the raw answer. */
const mostRows = 200;

export function JsonTables({ value }: { value: unknown }) {
  const tables = jsonTables(value);
  if (tables.length === 0)
    return (
      <Text size="xs" pt={4} c="dimmed">
        The answer is empty.
      </Text>
    );
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
        <Text size="xs" pt={4} c="dimmed">
          {rows.length - mostRows} more are in the raw answer.
        </Text>
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
          {columns.map((column, index) => (
            <th key={column} scope="col" data-number={numbers.has(index) || undefined}>
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

const mostItems = 200;
/** Open from the start down to here. */
const openDepth = 1;

/** JSON as a tree that opens and closes, with the service's own names. */
export function JsonTree({ value }: { value: unknown }) {
  return (
    <ul className={classes.tree}>
      <Branch name={null} value={value} depth={0} />
    </ul>
  );
}

function Branch({ name, value, depth }: { name: string | null; value: unknown; depth: number }) {
  const members = membersOf(value);
  if (members === null) {
    return (
      <li className={classes.leaf}>
        {name !== null && <span className={classes.name}>{name}</span>}
        <span className={classes.value} data-type={typeof value} dir="auto">
          {cellText(value, 'id')}
        </span>
      </li>
    );
  }
  const isList = Array.isArray(value);
  const count = `${members.length} ${isList ? 'item' : 'member'}${members.length === 1 ? '' : 's'}`;
  return (
    <li>
      <details open={depth <= openDepth && members.length <= mostItems}>
        <summary>
          {name !== null && <span className={classes.name}>{name}</span>}
          <Text span inherit fz={12} c="dimmed">
            {count}
          </Text>
        </summary>
        <ul>
          {members.slice(0, mostItems).map(([member, child]) => (
            <Branch key={member} name={member} value={child} depth={depth + 1} />
          ))}
          {members.length > mostItems && (
            <Text component="li" inherit fz={12} c="dimmed">
              {members.length - mostItems} more in the raw answer
            </Text>
          )}
        </ul>
      </details>
    </li>
  );
}

/** Null for plain values; a number beyond JavaScript's is one. */
function membersOf(value: unknown): [string, unknown][] | null {
  if (Array.isArray(value)) return value.map((item, index) => [String(index + 1), item]);
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  return entries.length === 1 && entries[0]?.[0] === '$n' ? null : entries;
}

/** The text as it came, character for character. */
export function RawText({
  answer,
  label,
}: {
  answer: Pick<ServiceAnswer, 'text' | 'isCut'>;
  label: string;
}) {
  return (
    <div>
      <PlainText label={label} text={answer.text} />
      {answer.isCut && (
        <Text size="xs" pt={4} c="dimmed">
          The answer is longer; this is its beginning.
        </Text>
      )}
    </div>
  );
}
