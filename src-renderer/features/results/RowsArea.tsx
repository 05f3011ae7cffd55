import { Box, Flex, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRef, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Resource } from '#shared/catalogue/types.ts';
import type { Column, Page, Run } from '#shared/contract/run.ts';
import { useRowStyle } from '#renderer/state/workspace.ts';
import { viewKey } from '#renderer/state/rows.ts';
import classes from './Results.module.css';
import { CopyNews } from './copy/CopyNews.tsx';
import { GridMenu } from './copy/GridMenu.tsx';
import { CellLink } from './grid/CellLink.tsx';
import { Grid } from './grid/Grid.tsx';
import type { HeaderExtras } from './grid/GridHeader.tsx';
import { rowSizes } from './grid/sizes.ts';
import { RecordPane } from './record/RecordPane.tsx';
import { expectedRows } from './run-bar/progress.ts';
import type { ShownRows } from './use-run-rows.ts';
import {
  activateCell,
  showDetails,
  useActiveCell,
  useReadRow,
  useResultsView,
} from './view-state.ts';
import { useMatchMarks } from './view/use-match-marks.ts';

/** Of the record pane where it lies over the rows (record/Record.module.css). */
const overlayWidth = 344;

interface RowsAreaProps {
  grid: RefObject<HTMLDivElement | null>;
  run: Run;
  resource: Resource | null;
  rows: ShownRows;
  /** The page looked at; null in the table of all rows, and until it has been read. */
  page: Page | null;
  columns: readonly Column[];
  header: HeaderExtras;
}

/** The grid, and the record pane beside it. */
export function RowsArea(props: RowsAreaProps) {
  const { grid, run, resource, rows, page, columns, header } = props;
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
  if (page?.unreadable === true) {
    return <EmptyArea advice="This page is damaged on disk, so its rows can’t be read." />;
  }
  if (page?.tooLarge === true) {
    return <EmptyArea advice="This page is too large to show, so its rows are missing here." />;
  }
  if (page?.rows === 0) return <EmptyArea advice="The service sent this page without rows." />;
  const row = Math.min(read, Math.max(0, total - 1));
  return (
    <Flex ref={area} pos="relative" flex={1} mih={0} className={classes.rows}>
      <Grid
        key={`${viewKey(view)} ${rowHeight}`}
        element={grid}
        {...{ ...rows, columns, header }}
        pageCount={run.pageCount}
        resourceId={run.resource}
        expected={expectedRows(run)}
        readRow={detailsOpen ? row : null}
        coveredRight={detailsOpen && isNarrow ? overlayWidth : 0}
        onOpenDetails={readDetails}
      />
      <GridMenu {...{ view, total, run, resource }} />
      {resource !== null && <CellLink {...{ area, view, run, resource, columns }} />}
      {detailsOpen && (
        <RecordPane
          element={record}
          {...{ ...rows, run, resource, columns }}
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
  );
}

interface EmptyAreaProps {
  title?: string;
  advice: string;
  children?: ReactNode;
}

/** Why there are no rows, where they would be. */
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
