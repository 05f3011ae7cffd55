/**
 * The area of the rows: the grid with the record pane, the reason why it is empty, and skeletons before
 * there are rows.
 */
import { Box, Flex, Text, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useWidth } from '#renderer/components/hooks.ts';
import { useRef, type ReactNode, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { Columns3 } from 'lucide-react';
import { type Resource, answersWithOne, type Endpoint } from '#shared/catalogue/types.ts';
import { useRowStyle } from '#renderer/state/workspace.ts';
import { viewKey } from '#renderer/state/rows.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import results from './Results.module.css';
import { columnActions } from './column-actions.ts';
import { CopyNews } from './copy/CopyItems.tsx';
import { GridMenu } from './copy/GridMenu.tsx';
import { CellLink } from './grid/CellLink.tsx';
import { Grid } from './grid/Grid.tsx';
import type { HeaderExtras } from './grid/GridHeader.tsx';
import { rowSizes, headerHeight, rowVariables } from './grid/sizes.ts';
import { RecordPane } from './record/RecordPane.tsx';
import { useRows, type Look } from './rows-scope.ts';
import {
  activateCell,
  showDetails,
  useActiveCell,
  useReadRow,
  useResultsView,
} from './view-state.ts';
import { sortHeader } from './view/sort-header.tsx';
import { useMatchMarks } from './view/use-match-marks.ts';
import { RecentRuns } from '../history/RecentRuns.tsx';
import classes from './grid/Grid.module.css';
import head from './grid/Header.module.css';
import {
  ChangeMarksContext,
  changeMarksOf,
  expectedColumns,
  numberColumnWidth,
  statusMarks,
} from './grid/columns.ts';
import { useGridColumns, type PlacedColumn } from './grid/use-grid-columns.ts';
import { useHeaderHeight, useSummaryHeader } from './summary/ColumnStrip.tsx';
import { DisplayMenu } from './toolbar/DisplayMenu.tsx';
import { ToolButton } from './toolbar/tools.tsx';
import { Toolbar } from './toolbar/Toolbar.tsx';
import { NoViewBar } from './view/ViewBar.tsx';
import { NoViewTools } from './view/ViewTools.tsx';

/** Width of the record pane when it overlays the rows, in px (record/Record.module.css). */
const overlayWidth = 344;

/** The grid, and the record pane beside it. */
export function RowsArea() {
  const scope = useRows();
  const { run, columns, view: chosen, setView, rows, grid } = scope;
  const { view, total } = rows;
  const detailsOpen = useResultsView((state) => state.detailsOpen) && total > 0;
  const active = useActiveCell(view);
  const read = useReadRow(view);
  const { row: rowHeight } = rowSizes(useRowStyle());
  const area = useRef<HTMLDivElement>(null);
  const record = useRef<HTMLElement>(null);
  const readDetails = (): void => {
    flushSync(() => showDetails(true));
    record.current?.focus();
  };
  useMatchMarks(area, view.view.search);
  const isNarrow = useMediaQuery('(width <= 1100px)', false, { getInitialValueInEffect: false });
  const row = Math.min(read, Math.max(0, total - 1));
  const isOfInputs = run.changes !== undefined;
  const marks = useMemo(
    () => (isOfInputs ? statusMarks : changeMarksOf(run.derived)),
    [isOfInputs, run.derived],
  );
  const header: HeaderExtras = {
    ...sortHeader(chosen.sort, (sort) => setView({ ...chosen, sort })),
    ...useSummaryHeader(),
    actions: (column) => columnActions(scope, column),
  };
  return (
    <ChangeMarksContext value={marks}>
      <Flex ref={area} pos="relative" flex={1} mih={0} className={results.rows}>
        <Grid
          key={`${viewKey(view)} ${rowHeight}`}
          header={header}
          readRow={detailsOpen ? row : null}
          coveredRight={detailsOpen && isNarrow ? overlayWidth : 0}
          onOpenDetails={readDetails}
        />
        <GridMenu />
        <CellLink area={area} />
        {detailsOpen && (
          <RecordPane
            element={record}
            index={row}
            onTurn={(index) =>
              activateCell(view, { row: index, field: active?.field ?? columns[0]?.field ?? '' })
            }
            onClose={(hadFocus) => {
              showDetails(false);
              if (hadFocus) grid.current?.focus();
            }}
          />
        )}
        <CopyNews />
      </Flex>
    </ChangeMarksContext>
  );
}

interface EmptyAreaProps {
  title?: string;
  advice: string;
  children?: ReactNode;
}

/** Shows why there are no rows. */
export function EmptyArea({ title, advice, children }: EmptyAreaProps) {
  return (
    <Box flex={1} mih={0} p="64px 20px 24px" ta="center" c="var(--text-2)">
      {title !== undefined && (
        <Text component="h2" fz={15} fw={600} mb={4} c="var(--text-1)">
          {title}
        </Text>
      )}
      <p>{advice}</p>
      {children}
    </Box>
  );
}

const nothing = (): void => undefined;

interface SkeletonProps {
  tab: Tab;
  endpoint: Endpoint | null;
  resource: Resource | null;
}

interface SkeletonAreaProps extends SkeletonProps {
  looksOf: (of: Parameters<Look['fits']>[0]) => Look[];
}

/** Placeholders of the toolbar and the grid, before there are rows. */
export function SkeletonArea({ tab, endpoint, resource, looksOf }: SkeletonAreaProps) {
  const height = useHeaderHeight();
  const isOne = endpoint !== null && answersWithOne(endpoint);
  const looks = looksOf({ isOne, hasList: false, hasRows: true });
  const bar = { looks, look: looks[0]!, onLook: nothing, onSave: nothing, hasRows: false };
  if (isOne) {
    return (
      <>
        <Toolbar {...bar} />
        <NoViewBar />
        <div className={results.area} />
      </>
    );
  }
  return (
    <>
      <Toolbar {...bar} tools={<DisplayMenu isGrid hasDates goToRow={null} disabled />}>
        <NoViewTools />
        <ToolButton tool="columns" label="Columns" icon={Columns3} disabled />
      </Toolbar>
      <NoViewBar />
      {resource === null ? (
        <div className={results.area} />
      ) : (
        <GridSkeleton resource={resource} fields={tab.query.fields} height={height} />
      )}
    </>
  );
}

/** Before anything was asked: recent runs of the same question, and the columns that rows will have. */
export function NotAsked({ tab, endpoint, resource }: SkeletonProps) {
  const { endpointId, fields } = tab.query;
  const isOne = endpoint !== null && answersWithOne(endpoint);
  return (
    <Flex direction="column" flex={1} mih={0} style={{ overflow: 'auto' }}>
      <Stack gap={16} px="var(--edge)" py={20} flex="none">
        <Text c="var(--text-2)">
          {isOne
            ? 'The answer appears here. It is saved on this computer as it arrives.'
            : 'Rows appear here, page by page. Every page is saved on this computer as it arrives.'}
        </Text>
        <RecentRuns title="Asked before" endpointId={endpointId} />
      </Stack>
      {resource !== null && !isOne && (
        <div className={results.faded}>
          <GridSkeleton resource={resource} fields={fields} height={headerHeight} />
        </div>
      )}
    </Flex>
  );
}

/** More rows than a tall screen shows; the overflow is cut off. */
const rows = Array.from({ length: 40 }, (_, index) => index);

interface GridSkeletonProps {
  resource: Resource;
  /** Those that the question asks for; empty: the default ones. */
  fields: readonly string[];
  /** Height of the header in px, the same as the grid's. */
  height: number;
}

/** The grid before its first rows, in the same layout, so that nothing moves when they arrive. */
function GridSkeleton({ resource, fields, height }: GridSkeletonProps) {
  const columns = useMemo(() => expectedColumns(resource, fields), [resource, fields]);
  const { ref, width } = useWidth();
  const numberWidth = numberColumnWidth(0);
  const available = Math.max(0, Math.floor(width) - numberWidth);
  const { placed, stuckWidth } = useGridColumns(columns, resource.id, available);
  const leftOf = ({ left, isStuck }: PlacedColumn): number =>
    numberWidth + left + (isStuck ? 0 : stuckWidth);
  return (
    <div ref={ref} className={classes.skeleton} style={rowVariables(useRowStyle())} aria-hidden>
      <div className={head.row} style={{ height }}>
        <div className={head.stuck} style={{ width: numberWidth }} />
        {placed.map((column) => (
          <div
            key={column.field}
            className={column.isRight ? `${head.cell} ${head.right}` : head.cell}
            style={{ left: leftOf(column), width: column.width }}
          >
            <div className={head.name}>
              <span className={head.label}>{column.label}</span>
            </div>
          </div>
        ))}
      </div>
      {rows.map((row) => (
        <div key={row} className={classes.row} style={{ paddingLeft: numberWidth }}>
          <div className={classes.numbers} style={{ width: numberWidth }} />
          {placed.map((column) => (
            <div
              key={column.field}
              className={column.isRight ? `${classes.cell} ${classes.right}` : classes.cell}
              style={{ width: column.width }}
            >
              <span
                className={classes.bone}
                // Texts differ in length, but each row always has the same one.
                style={
                  column.meaning === 'text' ? { width: `${45 + ((row * 37) % 50)}%` } : undefined
                }
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
