/** A row as a source of further questions. */
import type { Resource } from '#shared/catalogue/types.ts';
import type { Row, Run } from '#shared/contract/run.ts';
import type { UseSource } from '#shared/query/use-value.ts';
import { exactDigits } from '../values/exact-json.ts';

/** Values in a list that are offered one by one; the others are a few clicks further. */
const mostValues = 12;

export interface RowSource extends UseSource {
  run: Pick<Run, 'id' | 'query'>;
}

export const sourceOf = (row: Row, resource: Resource, run: RowSource['run']): RowSource => ({
  resource,
  texts: (field) => textsOf(row[field]),
  query: run.query,
  run,
});

/** A value as text, or those of a list; nothing for what no parameter could take. */
export function textsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return textOf(value);
  return [...new Set(value.flatMap(textOf))].slice(0, mostValues);
}

function textOf(value: unknown): string[] {
  const text =
    typeof value === 'string'
      ? value.trim()
      : typeof value === 'number'
        ? String(value)
        : exactDigits(value);
  return text === null || text === '' ? [] : [text];
}
