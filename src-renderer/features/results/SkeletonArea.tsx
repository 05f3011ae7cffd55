import { Flex, Stack, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Columns3 } from 'lucide-react';
import { useMemo } from 'react';
import { answersWithOne, type Endpoint, type Resource } from '#shared/catalogue/types.ts';
import type { Column } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { useRowStyle } from '#renderer/state/workspace.ts';
import { RecentRuns } from '../history/RecentRuns.tsx';
import results from './Results.module.css';
import classes from './grid/Grid.module.css';
import head from './grid/Header.module.css';
import { expectedColumns, numberColumnWidth } from './grid/columns.ts';
import { headerHeight, rowVariables } from './grid/sizes.ts';
import { useGridColumns, type PlacedColumn } from './grid/use-grid-columns.ts';
import { useHeaderHeight } from './summary/ColumnStrip.tsx';
import { DisplayMenu } from './toolbar/DisplayMenu.tsx';
import { ToolButton } from './toolbar/ToolButton.tsx';
import { Toolbar } from './toolbar/Toolbar.tsx';
import { NoViewBar } from './view/ViewBar.tsx';
import { NoViewTools } from './view/ViewTools.tsx';

const nothing = (): void => undefined;

interface SkeletonProps {
  tab: Tab;
  endpoint: Endpoint | null;
  resource: Resource | null;
}

/** The places of the toolbar and the grid, before there are rows. */
export function SkeletonArea({ tab, endpoint, resource }: SkeletonProps) {
  const { fields } = tab.query;
  const height = useHeaderHeight();
  const columns = useMemo(
    () => (resource === null ? [] : expectedColumns(resource, fields)),
    [resource, fields],
  );
  const tools = { onMode: nothing, onSave: nothing };
  if (endpoint !== null && answersWithOne(endpoint)) {
    return (
      <>
        <Toolbar {...tools} mode="card" isOne hasRows={false} />
        <NoViewBar />
        <div className={results.area} />
      </>
    );
  }
  return (
    <>
      <Toolbar
        {...tools}
        mode="table"
        hasRows={false}
        tools={<DisplayMenu mode="table" onMode={nothing} hasDates onGoToRow={null} disabled />}
      >
        <NoViewTools />
        <ToolButton tool="columns" label="Columns" icon={Columns3} disabled />
      </Toolbar>
      <NoViewBar />
      {resource === null ? (
        <div className={results.area} />
      ) : (
        <GridSkeleton columns={columns} resourceId={resource.id} headerHeight={height} />
      )}
    </>
  );
}

/** Before anything was asked: what the same question got before, and which columns rows will have. */
export function NotAsked({ tab, endpoint, resource }: SkeletonProps) {
  const { endpointId, fields } = tab.query;
  const isOne = endpoint !== null && answersWithOne(endpoint);
  const columns = useMemo(
    () => (resource === null ? [] : expectedColumns(resource, fields)),
    [resource, fields],
  );
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
          <GridSkeleton columns={columns} resourceId={resource.id} headerHeight={headerHeight} />
        </div>
      )}
    </Flex>
  );
}

/** More rows than a tall screen shows; what is below the edge is cut off. */
const rows = Array.from({ length: 40 }, (_, index) => index);

interface GridSkeletonProps {
  columns: readonly Column[];
  resourceId: string;
  /** In px, as the grid will have it. */
  headerHeight: number;
}

/** The grid before its first rows: the same places, so that nothing moves when they arrive. */
function GridSkeleton(props: GridSkeletonProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const numberWidth = numberColumnWidth(0);
  const available = Math.max(0, Math.floor(width) - numberWidth);
  const { placed, stuckWidth } = useGridColumns(props.columns, props.resourceId, available);
  const leftOf = ({ left, isStuck }: PlacedColumn): number =>
    numberWidth + left + (isStuck ? 0 : stuckWidth);
  return (
    <div ref={ref} className={classes.skeleton} style={rowVariables(useRowStyle())} aria-hidden>
      <div className={head.row} style={{ height: props.headerHeight }}>
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
                // Texts differ in length; the same row always has the same.
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
