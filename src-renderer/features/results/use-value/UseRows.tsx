/**
 * *Use in…* for many rows: their values become the list of another question. As menus of a column, of the
 * selection, of all rows shown. Makes no call.
 */
import { quoted } from '#shared/characters.ts';
import { Menu } from '@mantine/core';
import { ListPlus } from 'lucide-react';
import { useMemo } from 'react';
import type { Catalogue, Resource } from '#shared/catalogue/types.ts';
import { notifications } from '@mantine/notifications';
import { dataFromOf } from '#shared/catalogue/data-from.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import type { View } from '#shared/contract/view.ts';
import { authorField, questionsTakingList, type Taking } from '#shared/query/use-value.ts';
import { QuietButton } from '#renderer/components/buttons.tsx';
import { useOffer } from '#renderer/components/commands/commands.ts';
import { PageMenu, MenuLines, type MenuLine } from '#renderer/components/popups.tsx';
import { countOf, lowerFirst } from '#renderer/components/words.ts';
import { showPage, useSnapshot } from '#renderer/state/app.ts';
import { readRun } from '#renderer/state/lists.ts';
import { openTab, updateTab } from '#renderer/state/workspace.ts';
import type { RowView } from '#renderer/state/rows.ts';
import { rowsIn, selectedSpans } from '../grid-selection.ts';
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
}

/** Returns the questions that take a list of a column's values. */
const listQuestions = (
  catalogue: Catalogue,
  resource: Resource | null,
  { query }: Pick<Run, 'query'>,
  field: string,
): Taking[] =>
  resource === null
    ? []
    : questionsTakingList(catalogue, resource, field, dataFromOf(query.endpointId));

interface ColumnUses {
  column: Column;
  questions: Taking[];
}

/** Returns the columns with follow-up questions: the author first, then the item itself. */
const columnUses = (
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
    notifications.show({
      message: `None of these rows has a value in ${quoted(column.label)} to use.`,
    });
    return;
  }
  const tabId = openTab(endpoint.id, { values: {} });
  updateTab(tabId, { from: { runId: run.id, query: run.query }, list: read.value });
  showPage('explore');
}

/** Returns a function for items of a column's menu: its values in all rows shown. */
export function useColumnItems(
  run: Run,
  resource: Resource | null,
  rows: { view: RowView; total: number } | null,
): (column: Column) => MenuLine[] {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const { view, total } = rows ?? {};
  return useMemo(
    () => (column) => {
      const questions = listQuestions(catalogue, resource, run, column.field);
      if (view === undefined || total === undefined || total < 2 || questions.length === 0)
        return [];
      const all: ManyRows = { run, view: view.view, rows: view.rows, spans: null, count: total };
      return [
        {
          label: 'Use these values in',
          icon: ListPlus,
          further: questions.map((question) => ({
            label: `${question.endpoint.title}…`,
            act: () => void followRows(all, column, question),
          })),
        },
      ];
    },
    // The run's id and query are enough: each report on a run is a new object.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [catalogue, resource, run.id, run.query, view, total],
  );
}

interface UseRowsProps {
  run: Run;
  resource: Resource | null;
  columns: readonly Column[];
  view: RowView;
  total: number;
}

/** Returns the selected rows if there are several, else all that are shown. */
export function useManyRows({
  run,
  view,
  total,
}: Omit<UseRowsProps, 'resource' | 'columns'>): ManyRows {
  const selection = useSelection(view);
  const spans = selection === null ? [] : selectedSpans(selection);
  const count = rowsIn(spans);
  const of = { run, view: view.view, rows: view.rows };
  if (count < 2) return { ...of, spans: null, count: total };
  return { ...of, spans, count };
}

/** *Use in…* below the rows: the next question about the selected or shown rows. */
export function UseRowsMenu({ run, resource, columns, ...shown }: UseRowsProps) {
  const rows = useManyRows({ run, ...shown });
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const uses = useMemo(
    () => columnUses(catalogue, resource, run, columns),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the run's query is enough
    [catalogue, resource, run.query, columns],
  );
  const isOffered = rows.count > 1 && uses.length > 0;
  useOffer('rows', () =>
    isOffered
      ? uses.slice(0, mostOffered).flatMap(({ column, questions }) =>
          questions.map((question) => ({
            title: `Use ${lowerFirst(column.label)} of ${countOf(rows.count, 'row')} in ${question.endpoint.title}…`,
            detail: null,
            icon: ListPlus,
            act: () => void followRows(rows, column, question),
          })),
        )
      : null,
  );
  if (!isOffered) return null;
  return (
    <PageMenu position="top-end" width={264}>
      <Menu.Target>
        <QuietButton size="compact-xs" leftSection={<ListPlus size={13} />}>
          Use in…
        </QuietButton>
      </Menu.Target>
      <Menu.Dropdown maw={320}>
        <UseRowsItems rows={rows} uses={uses} />
      </Menu.Dropdown>
    </PageMenu>
  );
}

/**
 * Columns that name the item or its author are first; with all of them the palette would be unusable.
 */
const mostOffered = 2;

/** A submenu for each column, with its questions. */
function UseRowsItems({ rows, uses }: { rows: ManyRows; uses: readonly ColumnUses[] }) {
  return (
    <>
      <Menu.Label>{`Use the values of ${countOf(rows.count, 'row')} in`}</Menu.Label>
      <MenuLines
        lines={uses.map(({ column, questions }) => ({
          key: column.field,
          label: column.label,
          further: questions.map((question) => ({
            key: `${question.endpoint.id} ${question.parameter.key}`,
            label: `${question.endpoint.title}…`,
            title: 'Opens the form with the list. Nothing is sent until you ask.',
            act: () => void followRows(rows, column, question),
          })),
        }))}
      />
    </>
  );
}

interface UseRowsSectionProps extends Pick<UseRowsProps, 'run' | 'resource' | 'columns'> {
  rows: ManyRows;
  field: string;
}

/** In a cell's menu: the values of the selected rows in its column, else in others. */
export function UseRowsSection({ run, resource, columns, rows, field }: UseRowsSectionProps) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const all = columnUses(catalogue, resource, run, columns);
  const own = all.filter(({ column }) => column.field === field);
  const uses = own.length > 0 ? own : all;
  if (uses.length === 0) return null;
  return (
    <>
      <UseRowsItems rows={rows} uses={uses} />
      <Menu.Divider />
    </>
  );
}
