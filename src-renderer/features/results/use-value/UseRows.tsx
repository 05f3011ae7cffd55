/**
 * *Use in…* for many rows: their values become the list of another question. As menus of a column, of the
 * selection, of all rows shown. Makes no call.
 */
import { quoted } from '#shared/characters.ts';
import { ListPlus } from 'lucide-react';
import { useMemo } from 'react';
import type { Catalogue, Resource } from '#shared/catalogue/types.ts';
import { notifications } from '@mantine/notifications';
import { dataFromOf } from '#shared/catalogue/data-from.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import type { View } from '#shared/contract/view.ts';
import {
  authorField,
  choicesOf,
  questionsTakingList,
  type Taking,
} from '#shared/query/use-value.ts';
import { QuietButton } from '#renderer/components/buttons.tsx';
import { ActionMenu, useOffer, type Action } from '#renderer/components/actions.tsx';
import { showProblem } from '#renderer/components/notices/NoticeStrip.tsx';
import { countOf, lowerFirst } from '#renderer/components/words.ts';
import { showPage, useSnapshot } from '#renderer/state/app.ts';
import { readRun } from '#renderer/state/lists.ts';
import { openTab, updateTab } from '#renderer/state/workspace.ts';
import type { RowView } from '#renderer/state/rows.ts';
import { rowsIn, selectedSpans, type Selection } from '../grid-selection.ts';
import { useRows } from '../rows-scope.ts';
import { useSelection } from '../view-state.ts';

/** Rows of a run as shown. */
interface ManyRows {
  run: Pick<Run, 'id' | 'query'>;
  view: View;
  /** The view covers this number of the run's first rows; null: all current ones. */
  rows: number | null;
  /** From 0, also for rows of a page; null: all rows of the view. */
  spans: readonly { first: number; last: number }[] | null;
  count: number;
  /** Only these values, in their order. */
  values?: readonly string[];
}

/** A question that takes the values, with what is to be chosen in it. */
type Follow = Pick<Taking, 'endpoint' | 'parameter'> & ReturnType<typeof choicesOf>[number];

/** Returns the questions that take a list of a column's values; one with a choice, once for each. */
const listQuestions = (
  catalogue: Catalogue,
  resource: Resource | null,
  { query }: Pick<Run, 'query'>,
  field: string,
): Follow[] =>
  resource === null
    ? []
    : questionsTakingList(catalogue, resource, field, dataFromOf(query.endpointId)).flatMap(
        ({ endpoint, parameter }) =>
          choicesOf(endpoint, {}).map((choice) => Object.assign({ endpoint, parameter }, choice)),
      );

interface ColumnUses {
  column: Column;
  questions: Follow[];
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
async function followRows(
  { run, view, rows, spans, values }: ManyRows,
  column: Pick<Column, 'field' | 'label'>,
  { endpoint, parameter, values: chosen }: Follow,
): Promise<void> {
  const read = await readRun({
    runId: run.id,
    view,
    rows,
    spans: spans === null ? null : spans.map(({ first, last }) => ({ first, last })),
    field: column.field,
    ...(values === undefined ? {} : { values: [...values] }),
    endpointId: endpoint.id,
    key: parameter.key,
  });
  if (!read.ok) {
    return showProblem(read.error);
  }
  if (read.value.table.lines === 0) {
    notifications.show({
      message: `None of these rows has a value in ${quoted(column.label)} to use.`,
    });
    return;
  }
  const tabId = openTab(endpoint.id, { values: chosen });
  updateTab(tabId, { from: { runId: run.id, query: run.query }, list: read.value });
  showPage('explore');
}

interface ShownRows {
  run: Pick<Run, 'id' | 'query'>;
  view: RowView;
  matching: number;
}

/** Returns all rows that match. */
const allRows = ({ run, view, matching }: ShownRows): ManyRows => ({
  run,
  view: view.view,
  rows: view.rows,
  spans: null,
  count: matching,
});

/** Returns the selected rows if there are several, else all that match. */
export function manyRows(shown: ShownRows, selection: Selection | null): ManyRows {
  const spans = selection === null ? [] : selectedSpans(selection);
  const count = rowsIn(spans);
  return count < 2 ? allRows(shown) : { ...allRows(shown), spans, count };
}

const questionActions = (rows: ManyRows, { column, questions }: ColumnUses) =>
  questions.map((question) => ({
    id: `${question.endpoint.id} ${question.parameter.key} ${question.choice}`,
    label: `${question.choice ?? question.endpoint.title}…`,
    hint: 'Opens the form with the list. Nothing is sent until you ask.',
    act: () => followRows(rows, column, question),
  }));

/** Returns what a column's values in all rows shown can be used in; empty for a single row. */
export function columnValueActions(
  catalogue: Catalogue,
  resource: Resource | null,
  shown: ShownRows,
  column: Column,
): Action[] {
  const questions = listQuestions(catalogue, resource, shown.run, column.field);
  if (shown.matching < 2 || questions.length === 0) return [];
  const further = questionActions(allRows(shown), { column, questions });
  return [{ label: 'Use these values in', icon: ListPlus, further }];
}

/** Returns what some of a column's values can be looked up in. */
export const valueLookups = (
  catalogue: Catalogue,
  resource: Resource | null,
  shown: ShownRows,
  column: Column,
  values: readonly string[],
) =>
  questionActions(
    { ...allRows(shown), values },
    { column, questions: listQuestions(catalogue, resource, shown.run, column.field) },
  );

/** Returns the questions that take values of many rows, by column: those of `field` only, if it has any. */
export function manyRowsActions(
  rows: ManyRows,
  all: readonly ColumnUses[],
  field: string | null = null,
): Action[] {
  const own = all.filter(({ column }) => column.field === field);
  const uses = own.length > 0 ? own : all;
  if (uses.length === 0) return [];
  return [
    { label: `Use the values of ${countOf(rows.count, 'row')} in` },
    ...uses.map((use) => ({
      id: use.column.field,
      label: use.column.label,
      further: questionActions(rows, use),
    })),
  ];
}

/**
 * Columns that name the item or its author are first; with all of them the palette would be unusable.
 */
const mostOffered = 2;

/** *Use in…* below the rows: the next question about the selected or shown rows. */
export function UseRowsMenu() {
  const { run, resource, columns, rows: shown } = useRows();
  const rows = manyRows({ run, ...shown }, useSelection(shown.view));
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const uses = useMemo(
    () => columnUses(catalogue, resource, run, columns),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the run's query is enough
    [catalogue, resource, run.query, columns],
  );
  const isOffered = rows.count > 1 && uses.length > 0;
  useOffer('rows', () =>
    (isOffered ? uses.slice(0, mostOffered) : []).flatMap((use) =>
      questionActions(rows, use).map((one) =>
        Object.assign(one, {
          id: `${use.column.field} ${one.id}`,
          label: `Use ${lowerFirst(use.column.label)} of ${countOf(rows.count, 'row')} in ${one.label}`,
          icon: ListPlus,
        }),
      ),
    ),
  );
  if (!isOffered) return null;
  return (
    <ActionMenu position="top-end" width={264} sections={() => [manyRowsActions(rows, uses)]}>
      <QuietButton size="compact-xs" leftSection={<ListPlus size={13} />}>
        Use in…
      </QuietButton>
    </ActionMenu>
  );
}
