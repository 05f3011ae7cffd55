/** *Use in…* for many rows: their values become the list of another question. Makes no call. */
import { notifications } from '@mantine/notifications';
import type { Catalogue, Resource } from '#shared/catalogue/types.ts';
import { dataFromOf } from '#shared/catalogue/data-from.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import type { View } from '#shared/contract/view.ts';
import { authorField, questionsTakingList, type Taking } from '#shared/query/use-value.ts';
import { showPage } from '#renderer/state/app.ts';
import { readRun } from '#renderer/state/lists.ts';
import { openTab, updateTab } from '#renderer/state/workspace.ts';

/** Rows of a run as shown. */
export interface ManyRows {
  run: Pick<Run, 'id' | 'query'>;
  view: View;
  /** The view covers this number of the run's first rows; null: all current ones. */
  rows: number | null;
  /** From 0, also for rows of a page; null: all rows of the view. */
  spans: readonly { first: number; last: number }[] | null;
  count: number;
}

/** Returns the questions that take a list of a column's values. */
export const listQuestions = (
  catalogue: Catalogue,
  resource: Resource | null,
  { query }: Pick<Run, 'query'>,
  field: string,
): Taking[] =>
  resource === null
    ? []
    : questionsTakingList(catalogue, resource, field, dataFromOf(query.endpointId));

export interface ColumnUses {
  column: Column;
  questions: Taking[];
}

/** Returns the columns with follow-up questions: the author first, then the item itself. */
export const columnUses = (
  catalogue: Catalogue,
  resource: Resource | null,
  run: Pick<Run, 'query'>,
  columns: readonly Column[],
): ColumnUses[] =>
  columns
    .filter(({ type }) => type !== 'empty')
    .map((column) => ({
      column,
      questions: listQuestions(catalogue, resource, run, column.field),
    }))
    .filter(({ questions }) => questions.length > 0)
    .toSorted((one, other) => rankOf(one.column, resource) - rankOf(other.column, resource));

function rankOf({ field, meaning }: Column, resource: Resource | null): number {
  if (resource === null) return 2;
  const isName = resource.id.endsWith('.user')
    ? meaning === 'username'
    : field === authorField(resource);
  if (isName) return 0;
  return field === resource.identity ? 1 : 2;
}

/** Opens the question in a new tab with the list in its form, and with its origin. */
export async function followRows(
  { run, view, rows, spans }: ManyRows,
  column: Pick<Column, 'field' | 'label'>,
  { endpoint, parameter }: Taking,
): Promise<void> {
  const read = await readRun({
    runId: run.id,
    view,
    rows,
    spans: spans === null ? null : spans.map(({ first, last }) => ({ first, last })),
    field: column.field,
    endpointId: endpoint.id,
    key: parameter.key,
  });
  if (!read.ok) {
    notifications.show({ message: `${read.error.title} ${read.error.advice}` });
    return;
  }
  if (read.value.table.lines === 0) {
    notifications.show({ message: `None of these rows has a value in “${column.label}” to use.` });
    return;
  }
  const tabId = openTab(endpoint.id, { values: {} });
  updateTab(tabId, { from: { runId: run.id, query: run.query }, list: read.value });
  showPage('explore');
}
