import { useMemo, useRef, useState, type ReactNode } from 'react';
import { assertNever } from '#shared/assert-never.ts';
import { singleItem, type Endpoint, type Resource } from '#shared/catalogue/types.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Problem, Remedy } from '#shared/contract/problem.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { everyRow, type OpenedView, type View } from '#shared/contract/view.ts';
import { isSameQuestion } from '#shared/query/values.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { NoticeSlot } from '#renderer/components/notices/NoticeStrip.tsx';
import { ProblemCard, type RemedyAction } from '#renderer/components/problems/ProblemCard.tsx';
import { useDuplicates } from '#renderer/state/keep-up.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { updateTab } from '#renderer/state/workspace.ts';
import classes from './Results.module.css';
import { EmptyArea, RowsArea, SkeletonArea } from './RowsArea.tsx';
import { hasFiles, ServiceFiles } from './ServiceFiles.tsx';
import { ChartsView } from './charts/ChartsView.tsx';
import type { MenuLine } from '#renderer/components/popups.tsx';
import { ColumnsButton, EmptyColumns } from './columns/ColumnsButton.tsx';
import { CopyMenu } from './copy/CopyItems.tsx';
import { SelectedCells } from './copy/SelectedCells.tsx';
import { emptyWords } from './empty-words.ts';
import { InputsView } from './inputs/InputsView.tsx';
import { ChangeMarksContext, changeMarksOf } from './grid/columns.ts';
import { GoToRow } from './grid/GoToRow.tsx';
import type { HeaderExtras } from './grid/GridHeader.tsx';
import type { PlacedColumn } from './grid/use-grid-columns.ts';
import { ExtraCard } from './record/ExtraCard.tsx';
import { RecordCard } from './record/RecordFields.tsx';
import { remedyActions, tryAgainLabel, useShownProblem, type ShownProblem } from './run-actions.ts';
import { ProblemStrip, RunFoot } from './run-bar/RunFoot.tsx';
import { finishedInputs } from './run-bar/progress.ts';
import { problemWords } from './run-bar/status.ts';
import { SaveDialog } from './save/SaveDialog.tsx';
import { useSummaryHeader } from './summary/ColumnStrip.tsx';
import { SummaryView } from './summary/SummaryView.tsx';
import { DisplayMenu } from './toolbar/DisplayMenu.tsx';
import { PagesBar, Toolbar } from './toolbar/Toolbar.tsx';
import { useColumnItems, UseRowsMenu } from './use-value/UseRows.tsx';
import { usePageView, useStableColumns, withLatestTypes } from './use-run-rows.ts';
import { changeRunView, type ViewMode } from './view-state.ts';
import { askToFilter } from './view/FilterPopover.tsx';
import { ClockWords, ViewBar } from './view/ViewBar.tsx';
import { DuplicatesButton, focusFilterButton, ViewTools } from './view/ViewTools.tsx';
import { useSortHeader } from './view/sort-header.tsx';
import { emptyViewWords, withoutFilters } from './view/view-words.ts';

interface RunResultsProps {
  run: Run;
  tab: Tab;
  endpoint: Endpoint | null;
  resource: Resource | null;
}

/** A run that main knows: its rows or why there are none, its problem, its bar. */
export function RunResults({ run, tab, endpoint, resource }: RunResultsProps) {
  const shown = useShownProblem(tab, run.id);
  const actions =
    shown === null
      ? []
      : remedyActions(shown.problem, { tab, endpoint, run, tryAgain: shown.again });
  // Reading costs nothing, so it can always be retried.
  if (shown?.of === 'rows' && !actions.some(({ label }) => label === tryAgainLabel)) {
    actions.unshift({ label: tryAgainLabel, act: shown.again });
  }
  if (shown?.of === 'run' && isStuck(run, shown.problem)) {
    actions.push({ label: tryAgainLabel, act: shown.again });
  }
  const hasRows = run.rowCount > 0;
  const isAnswered = endpoint !== null && isSameQuestion(endpoint, run.query, tab.query);
  return (
    <>
      {hasRows && endpoint !== null && !isAnswered && (
        <p role="note" className={classes.notice}>
          These rows answer “<bdi>{run.title}</bdi>”, not what the form asks now.
        </p>
      )}
      {hasFiles(run) && <ServiceFiles run={run} isBest={!hasRows && shown === null} />}
      <RowsOrReason {...{ run, tab, endpoint, resource, shown, actions }} />
      <NoticeSlot isInner />
      <RunFoot
        {...{ run, tab, endpoint, isAnswered }}
        hasProblem={shown !== null}
        strip={
          hasRows && shown !== null ? (
            <ProblemStrip
              problem={shown.problem}
              words={problemWords(shown.problem, run)}
              actions={actions}
            />
          ) : null
        }
      />
    </>
  );
}

/**
 * Returns whether a failed run has a cursor that nothing offers to continue from, such as after a
 * redirect: a new run would pay for its pages again. Without pages, the form asks at the same cost.
 */
function isStuck({ state, pageCount, operation }: Run, { remedies }: Problem): boolean {
  const hasCursor = state.kind === 'failed' && (pageCount > 0 || operation !== null);
  const continues: readonly Remedy['kind'][] = ['tryAgain', 'trySavingAgain', 'runAgain'];
  return hasCursor && !remedies.some(({ kind }) => continues.includes(kind));
}

interface RowsOrReasonProps extends RunResultsProps {
  shown: ShownProblem | null;
  actions: RemedyAction[];
}

function RowsOrReason(props: RowsOrReasonProps) {
  const { run, tab, endpoint, resource, shown, actions } = props;
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  if (run.rowCount > 0) {
    const isOne = singleItem(catalogue, run) !== null && run.rowCount === 1;
    return <Rows {...{ run, tab, resource, isOne }} />;
  }
  if (shown !== null) {
    return (
      <div className={classes.area}>
        <ProblemCard problem={shown.problem} actions={actions} />
      </div>
    );
  }
  if (run.list !== null && (!isWorking(run.state) || finishedInputs(run.list) > 0)) {
    // No input has rows (yet): the status of each says why.
    return <InputsView run={run} list={run.list} />;
  }
  if (isWorking(run.state)) return <SkeletonArea {...{ tab, endpoint, resource }} />;
  // A file is a result too, and is shown above.
  if (hasFiles(run)) return <div className={classes.area} />;
  return (
    <>
      <Extras {...{ run, resource }} />
      <EmptyArea {...emptyWords(run, catalogue)} />
    </>
  );
}

/** Shows the objects that came beside the rows. Those of a list are about one input of many. */
const Extras = ({ run, resource }: Pick<RunResultsProps, 'run' | 'resource'>) =>
  Object.entries(run.list === null ? run.extras : {}).map(([name, value]) => (
    <ExtraCard key={name} {...{ name, value, resource }} />
  ));

interface NoRowsProps {
  view: View;
  opened: OpenedView;
  /** More rows may arrive. */
  mayGrow: boolean;
  hasDates: boolean;
  onView: (view: View) => void;
}

/** Shown instead of the grid if a view has no rows. */
function NoRows({ view, opened, mayGrow, hasDates, onView }: NoRowsProps) {
  return (
    <EmptyArea {...emptyViewWords(view, opened, { works: mayGrow, hasDates })}>
      {(view.filters.length > 0 || view.search !== '') && (
        <SmallButton
          mt={12}
          onClick={() => {
            focusFilterButton();
            onView(withoutFilters(view));
          }}
        >
          {view.filters.length === 0 ? 'Clear the search' : 'Clear filters'}
        </SmallButton>
      )}
    </EmptyArea>
  );
}

interface RowsProps extends Omit<RunResultsProps, 'endpoint'> {
  /** The answer is one item. */
  isOne: boolean;
}

/** Rows and everything above them. */
function Rows({ run, tab, resource, isOne }: RowsProps) {
  const shown = usePageView(run, tab.view, isOne ? 'card' : 'table');
  const { mode, number, page, view: onScreen, rows } = shown;
  const duplicates = useDuplicates(run);
  const [isSaving, setSaving] = useState(false);
  const columns = useStableColumns(run);
  const typed = useMemo(() => withLatestTypes(columns, run.columns), [columns, run.columns]);
  const grid = useRef<HTMLDivElement>(null);
  const { id: tabId, view } = tab;
  const changeView = (next: View): void => updateTab(tabId, { view: next });
  const isGrid = mode === 'table' || mode === 'pages';
  // A page and a card show all rows in the order of arrival; inputs are no rows.
  const hasView = mode !== 'pages' && mode !== 'card' && mode !== 'inputs';
  const opened = hasView && onScreen.isSettled ? (onScreen.shown?.opened ?? null) : null;
  const sorting = useSortHeader(
    mode === 'table' ? view : null,
    (change) => changeView({ ...view, ...change }),
    (field) => askToFilter(run.id, field),
  );
  const summary = useSummaryHeader(run, mode === 'table' ? tab : null);
  const uses = useColumnItems(run, resource, mode === 'table' ? rows : null);
  const header = useMemo((): HeaderExtras => {
    const menuItems = (column: PlacedColumn): MenuLine[] => [
      ...(sorting.menuItems?.(column) ?? []),
      ...uses(column),
    ];
    return { ...sorting, menuItems, ...summary };
  }, [sorting, summary, uses]);
  const body = (): ReactNode => {
    switch (mode) {
      case 'table':
      case 'pages':
        return (
          <RowsArea
            {...{ grid, run, resource, rows, columns, header }}
            page={mode === 'pages' ? page : null}
          />
        );
      case 'inputs':
        return run.list === null ? null : <InputsView run={run} list={run.list} />;
      case 'card':
        return <RecordCard {...{ run, resource, columns }} />;
      case 'summary':
        return <SummaryView {...{ run, tab }} columns={typed} counts={opened} />;
      case 'charts':
        return <ChartsView {...{ run, tab, resource }} columns={typed} counts={opened} />;
      default:
        return assertNever(mode);
    }
  };
  const marks = useMemo(() => changeMarksOf(run.derived), [run.derived]);
  // Inputs have no times.
  const hasDates = mode !== 'inputs' && columns.some(({ meaning }) => meaning === 'date');
  const changeMode = (next: ViewMode): void => changeRunView(run.id, { mode: next });
  const display = (onGoToRow: (() => void) | null): ReactNode => (
    <DisplayMenu
      mode={mode}
      onMode={changeMode}
      hasPages={!isOne && run.derived === null}
      hasDates={hasDates}
      onGoToRow={onGoToRow}
    />
  );
  return (
    <>
      <Toolbar
        mode={mode}
        isOne={isOne}
        onMode={changeMode}
        onSave={() => setSaving(true)}
        hasRows
        hasList={run.list !== null}
        tools={
          isGrid ? (
            <GoToRow rows={rows} rowCount={run.rowCount} columns={columns} grid={grid}>
              {display}
            </GoToRow>
          ) : (
            hasDates && display(null)
          )
        }
      >
        {hasView && <ViewTools run={run} view={view} onView={changeView} />}
        {isGrid && <ColumnsButton columns={columns} resourceId={run.resource} />}
        {mode === 'table' && <DuplicatesButton {...{ duplicates, view }} onView={changeView} />}
      </Toolbar>
      {mode !== 'inputs' && (
        <ViewBar
          {...{ run, onScreen, duplicates }}
          view={hasView ? view : everyRow}
          onView={changeView}
        >
          {isGrid && <EmptyColumns columns={columns} resourceId={run.resource} />}
          {isGrid && <SelectedCells view={rows.view} total={rows.total} />}
          {mode === 'table' && <UseRowsMenu {...{ run, resource, columns, ...rows }} />}
          {isGrid && <CopyMenu view={rows.view} total={rows.total} />}
          {hasDates && <ClockWords />}
        </ViewBar>
      )}
      {mode === 'pages' && <PagesBar run={run} number={number} page={page} />}
      {run.fetchedAs.differs.length > 0 && (
        <p role="note" className={classes.notice}>
          These rows were requested under names that have changed since.{' '}
          {run.fetchedAs.differs.join(' ')}
        </p>
      )}
      {noticesOf(run).map(({ code, message }) => (
        <p key={`${code} ${message}`} role="note" className={classes.notice}>
          {message}
        </p>
      ))}
      <Extras {...{ run, resource }} />
      {hasView && onScreen.shown?.opened.count === 0 ? (
        <NoRows
          view={onScreen.shown.view}
          opened={onScreen.shown.opened}
          mayGrow={isWorking(run.state)}
          hasDates={hasDates}
          onView={changeView}
        />
      ) : (
        <ChangeMarksContext value={marks}>{body()}</ChangeMarksContext>
      )}
      <SaveDialog
        {...{ run, resource, columns, duplicates }}
        // Rows that a sorted table doesn't show yet are saved too.
        opened={onScreen.waiting > 0 ? null : opened}
        view={hasView ? view : everyRow}
        isOpen={isSaving}
        onClose={() => setSaving(false)}
      />
    </>
  );
}

/**
 * Returns main's notices on the run, except the one that the run bar shows together with the next step.
 */
const noticesOf = (run: Run): Run['notices'] =>
  run.state.kind === 'notAll'
    ? run.notices.filter(({ code }) => code !== 'stored_more')
    : run.notices;
