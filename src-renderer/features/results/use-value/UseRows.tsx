/** *Use in…* for many rows, as menus: of a column, of the selection, of all rows shown. */
import { Button, Menu } from '@mantine/core';
import { ListPlus } from 'lucide-react';
import { useMemo } from 'react';
import type { Resource } from '#shared/catalogue/types.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import { useOffer } from '#renderer/components/commands/commands.ts';
import { PageMenu, MenuLines, type MenuLine } from '#renderer/components/popups.tsx';
import { countOf, lowerFirst } from '#renderer/components/words.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import type { RowView } from '#renderer/state/rows.ts';
import {
  type ColumnUses,
  columnUses,
  followRows,
  listQuestions,
  type ManyRows,
} from './use-rows.ts';

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
  rows: ManyRows;
}

/** *Use in…* below the rows: the next question about the selected or shown rows. */
export function UseRowsMenu({ run, resource, columns, rows }: UseRowsProps) {
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
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<ListPlus size={13} aria-hidden />}
        >
          Use in…
        </Button>
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

/** In a cell's menu: the values of the selected rows in its column, else in others. */
export function UseRowsSection({ field, ...props }: UseRowsProps & { field: string }) {
  const { run, resource, columns, rows } = props;
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
