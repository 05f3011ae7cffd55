/** Whether the last rows of the table are those of the log: a file of another past would differ. */
import type { JsonObject } from '../../../json/index.ts';
import type { Subject } from './attached-run.ts';
import { toCell } from './cells.ts';
import { readRows } from './database.ts';
import { valueType } from './layout.ts';

/** `tail`: the log's rows that are the last ones of the table. */
export async function matchesTail(
  tail: readonly (JsonObject | undefined)[],
  { connection, catalog, layout, rows }: Subject,
): Promise<boolean> {
  const columns = layout.columns.filter((column) => valueType(column) !== 'NONE');
  const select = columns.map(({ n }) => `, CAST(c${n} AS VARCHAR)`).join('');
  const found = await readRows(
    connection,
    `SELECT seq${select} FROM ${catalog}.t WHERE seq >= ${rows - tail.length} ORDER BY seq`,
  );
  if (found.length !== tail.length) return false;
  return found.every(([seq, ...cells], position) => {
    const row = tail[position];
    if (seq !== rows - tail.length + position) return false;
    return columns.every(({ field }, index) => cells[index] === storedText(row, field));
  });
}

/** What the database gives back: it can't hold half a character. */
function storedText(row: JsonObject | undefined, field: string): string | null {
  if (row === undefined || !Object.hasOwn(row, field)) return null;
  const cell = toCell(row[field] ?? null);
  return cell === null ? null : Buffer.from(String(cell)).toString();
}
