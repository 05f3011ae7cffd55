import { Box, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ServiceAnswer } from '#shared/contract/service.ts';
import { cellText, type JsonTable, jsonTables } from './json-tables.ts';
import { exactDigits } from './exact-json.ts';
import classes from './Json.module.css';
import { PlainText } from '../texts.tsx';

/** Further rows are counted, and are in the raw answer. */
const mostRows = 200;

export function JsonTables({ value }: { value: unknown }) {
  const tables = jsonTables(value);
  if (tables.length === 0) return <Note>The answer is empty.</Note>;
  return (
    <Stack gap={16} miw={0}>
      {tables.map((table) => (
        <OneTable key={table.title} table={table} />
      ))}
    </Stack>
  );
}

const Note = (props: { children: ReactNode }) => <Text size="xs" pt={4} c="dimmed" {...props} />;

function OneTable({ table: { title, columns, rows, numbers } }: { table: JsonTable }) {
  const shown = rows.slice(0, mostRows);
  return (
    <Box miw={0}>
      {title !== '' && (
        <Text component="h3" size="xs" fw={500} mb={4} c="var(--text-2)">
          {title}
        </Text>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
      <section className={classes.tableArea} tabIndex={0} aria-label={title || 'Values'}>
        {columns === null ? (
          <Pairs rows={shown} />
        ) : (
          <List columns={columns} rows={shown} numbers={numbers ?? new Set()} />
        )}
      </section>
      {rows.length > mostRows && <Note>{rows.length - mostRows} more are in the raw answer.</Note>}
    </Box>
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
          // Rows of an answer have no other key, and never change.
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
/** Levels that are open by default. */
const openDepth = 1;

/** JSON as a collapsible tree, with the service's own names. */
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
        <span data-type={typeof value} dir="auto">
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
          <Text span inherit ms={name === null ? 0 : 8} fz={12} c="dimmed">
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

/** Returns null for plain values, including numbers that JavaScript can't represent. */
function membersOf(value: unknown): [string, unknown][] | null {
  if (Array.isArray(value)) return value.map((item, index) => [String(index + 1), item]);
  if (typeof value !== 'object' || value === null) return null;
  return exactDigits(value) === null ? Object.entries(value) : null;
}

interface RawTextProps {
  answer: Pick<ServiceAnswer, 'text' | 'isCut'>;
  label: string;
}

/** The text as it arrived, character for character. */
export function RawText({ answer: { text, isCut }, label }: RawTextProps) {
  return (
    <div>
      <PlainText label={label} text={text} />
      {isCut && <Note>The answer is longer; this is its beginning.</Note>}
    </div>
  );
}
