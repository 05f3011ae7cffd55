/** The ways to look at rows. A new one is a file, and a line here: toolbar, palette and bars follow. */
import { AlignLeft, ChartColumn, IdCard, List, Table2 } from 'lucide-react';
import { useMemo } from 'react';
import { ChartsView } from './charts/ChartsView.tsx';
import { ColumnsButton, EmptyColumns } from './columns/ColumnsButton.tsx';
import { columnActions } from './column-actions.ts';
import { CopyMenu } from './copy/CopyItems.tsx';
import { SelectedCells } from './copy/SelectedCells.tsx';
import { ChangeMarksContext, changeMarksOf, statusMarks } from './grid/columns.ts';
import type { HeaderExtras } from './grid/GridHeader.tsx';
import { RecordCard } from './record/RecordFields.tsx';
import { RowsArea } from './RowsArea.tsx';
import { withLatestTypes } from './rows-scope.ts';
import type { Look, RowsScope } from './rows-scope.ts';
import { useSummaryHeader } from './summary/ColumnStrip.tsx';
import { SummaryView } from './summary/SummaryView.tsx';
import { UseRowsMenu } from './use-value/UseRows.tsx';
import { DuplicatesButton } from './view/ViewTools.tsx';
import { sortHeader } from './view/sort-header.tsx';

const table: Look = {
  id: 'table',
  label: 'Table',
  icon: Table2,
  fits: ({ hasRows }) => hasRows,
  uses: { view: true, grid: true, clock: true },
  Tools: ({ columns, run, duplicates, view, setView }) => (
    <>
      <ColumnsButton columns={columns} resourceId={run.resource} />
      <DuplicatesButton {...{ duplicates, view }} onView={setView} />
    </>
  ),
  Facts: ({ columns, run, resource, rows }) => (
    <>
      <EmptyColumns columns={columns} resourceId={run.resource} />
      <SelectedCells {...rows} />
      <UseRowsMenu {...{ run, resource, columns, ...rows }} />
      <CopyMenu {...rows} />
    </>
  ),
  Body: Table,
};

function Table(scope: RowsScope) {
  const { run, resource, columns, view, setView, rows, grid } = scope;
  const header: HeaderExtras = {
    ...sortHeader(view.sort, (sort) => setView({ ...view, sort })),
    ...useSummaryHeader(scope),
    actions: (column) => columnActions(scope, column),
  };
  const isOfInputs = run.changes !== undefined;
  const marks = useMemo(
    () => (isOfInputs ? statusMarks : changeMarksOf(run.derived)),
    [isOfInputs, run.derived],
  );
  return (
    <ChangeMarksContext value={marks}>
      <RowsArea {...{ grid, run, resource, rows, columns, header }} />
    </ChangeMarksContext>
  );
}

/** What became of each input of a list: the table with other rows. */
const inputs: Look = {
  ...table,
  id: 'inputs',
  label: 'Inputs',
  icon: List,
  fits: ({ isOne, hasList }) => hasList && !isOne,
  ofInputs: true,
};

/** An answer with one item has a card, but no summary or charts. */
const card: Look = {
  id: 'card',
  label: 'Card',
  icon: IdCard,
  fits: ({ isOne }) => isOne,
  uses: { clock: true },
  Body: ({ run, resource, columns }) => <RecordCard {...{ run, resource, columns }} />,
};

const summary: Look = {
  id: 'summary',
  label: 'Summary',
  icon: AlignLeft,
  fits: ({ isOne, hasRows }) => hasRows && !isOne,
  uses: { view: true, clock: true },
  Body: function Summary(scope) {
    return <SummaryView {...scope} columns={useLatestTypes(scope.run, scope.columns)} />;
  },
};

const charts: Look = {
  id: 'charts',
  label: 'Charts',
  icon: ChartColumn,
  fits: ({ isOne, hasRows }) => hasRows && !isOne,
  uses: { view: true, clock: true },
  Body: function Charts({ run, tab, endpoint, resource, columns }) {
    const typed = useLatestTypes(run, columns);
    return <ChartsView {...{ run, tab, endpoint, resource }} columns={typed} />;
  },
};

const useLatestTypes = ({ columns: latest }: RowsScope['run'], columns: RowsScope['columns']) =>
  useMemo(() => withLatestTypes(columns, latest), [columns, latest]);

/** In the order of the toolbar; the first that fits is shown until another is chosen. */
const looks = [card, table, inputs, summary, charts];

/** Returns the looks that a run with rows has. */
export const looksOf = (of: Parameters<Look['fits']>[0]): Look[] =>
  looks.filter(({ fits }) => fits(of));
