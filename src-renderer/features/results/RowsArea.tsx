/**
 * The area of the rows: the grid with the record pane, the reason why it is empty, and skeletons before
 * there are rows.
 */
import { ActionIcon, Box, Flex, Stack, Text, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRef, type ReactNode, useMemo, useEffect, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { Columns3, ArrowUpRight, Lightbulb } from 'lucide-react';
import { type Resource, answersWithOne, type Endpoint } from '#shared/catalogue/types.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { mediaMeanings } from '#shared/contract/media.ts';
import type { Query } from '#shared/query/types.ts';
import { questionsOfCell } from '#shared/query/use-value.ts';
import { aboutInWords, useNameSource } from '#renderer/components/names.ts';
import { ShortList, ShortListRow } from '#renderer/components/page/Page.tsx';
import { grouping } from '#renderer/components/words.ts';
import { useWidth } from '#renderer/components/hooks.ts';
import { emptyQuery, updateTab, useColumnLayout, useRowStyle } from '#renderer/state/workspace.ts';
import { viewKey, useRow } from '#renderer/state/rows.ts';
import { useIsSample, useSnapshot } from '#renderer/state/app.ts';
import { isEmptyQuery } from '../explore/arrange.ts';
import { showParameter } from '../explore/form-view.ts';
import { RecentRuns } from '../history/RecentRuns.tsx';
import results from './Results.module.css';
import { layoutKey, showsTexts } from './columns/layout.ts';
import { columnActions } from './column-actions.ts';
import { CopyNews } from './copy/CopyItems.tsx';
import { GridMenu, openGridMenu } from './copy/GridMenu.tsx';
import { Grid } from './grid/Grid.tsx';
import type { HeaderExtras } from './grid/GridHeader.tsx';
import { rowSizes, rowVariables } from './grid/sizes.ts';
import { RecordPane } from './record/RecordPane.tsx';
import { BesideDetails, useRows, type Look } from './rows-scope.ts';
import {
  activateCell,
  showDetails,
  useActiveCell,
  useReadRow,
  useResultsView,
} from './view-state.ts';
import { sortHeader } from './view/sort-header.tsx';
import classes from './grid/Grid.module.css';
import head from './grid/Header.module.css';
import {
  ChangeMarksContext,
  changeMarksOf,
  expectedColumns,
  numberColumnWidth,
  statusMarks,
  isRightAligned,
} from './grid/columns.ts';
import { useGridColumns, type PlacedColumn } from './grid/use-grid-columns.ts';
import { useHeaderHeight, useSummaryHeader } from './summary/ColumnStrip.tsx';
import { DisplayMenu } from './toolbar/DisplayMenu.tsx';
import { ToolButton, Toolbar } from './toolbar/Toolbar.tsx';
import { NoViewTools } from './view/ViewTools.tsx';
import { gridCellAt } from './copy/use-grid-picking.ts';
import { follow, useCost } from './use-value/follow.ts';
import { sourceOf } from './use-value/row-source.ts';

/** Width of the record pane when it overlays the rows, in px (record/Record.module.css). */
const overlayWidth = 344;

/** The table, and the record pane beside it. */
export function TableArea() {
  const scope = useRows();
  const { run, columns, view: chosen, setView, rows } = scope;
  const layout = useColumnLayout(layoutKey(run));
  const rowStyle = useRowStyle(useMemo(() => showsTexts(columns, layout), [columns, layout]));
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
      <RowsArea>
        <Grid key={`${viewKey(rows.view)} ${rowSizes(rowStyle).row}`} {...{ header, rowStyle }} />
      </RowsArea>
    </ChangeMarksContext>
  );
}

/** Rows, and the record pane beside them. */
export function RowsArea({ children }: { children: ReactNode }) {
  const { columns, rows, grid } = useRows();
  const { view, total } = rows;
  const detailsOpen = useResultsView((state) => state.detailsOpen) && total > 0;
  const active = useActiveCell(view);
  const read = useReadRow(view);
  const area = useRef<HTMLDivElement>(null);
  const record = useRef<HTMLElement>(null);
  const readDetails = (): void => {
    flushSync(() => showDetails(true));
    record.current?.focus();
  };
  useMatchMarks(area, view.view.search);
  const isNarrow = useMediaQuery('(width <= 1100px)', false, { getInitialValueInEffect: false });
  const row = Math.min(read, Math.max(0, total - 1));
  return (
    <Flex ref={area} pos="relative" flex={1} mih={0} className={results.rows}>
      <BesideDetails
        value={{
          readRow: detailsOpen ? row : null,
          coveredRight: detailsOpen && isNarrow ? overlayWidth : 0,
          onOpenDetails: readDetails,
        }}
      >
        {children}
      </BesideDetails>
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
  );
}

interface EmptyAreaProps {
  title?: string;
  advice: string;
  children?: ReactNode;
}

/** Shows why there are no rows. */
export const EmptyArea = ({ title, advice, children }: EmptyAreaProps) => (
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
  const hasMedia = (resource?.fields ?? []).some(
    ({ usual, meaning }) => usual && meaning in mediaMeanings,
  );
  const looks = looksOf({
    resource: resource?.id ?? '',
    isOne,
    hasList: false,
    hasRows: true,
    hasMedia,
    hasAnswers: resource?.conversation !== undefined,
    hasNetwork: (resource?.networks ?? []).length > 0,
  });
  const bar = { looks, look: looks[0]!, onLook: nothing, onSave: nothing, hasRows: false };
  if (isOne) {
    return (
      <>
        <Toolbar {...bar} />
        <Box p="24px var(--edge)" />
      </>
    );
  }
  return (
    <>
      <Toolbar {...bar} tools={<DisplayMenu grid="rows" hasDates goToRow={null} disabled />}>
        <NoViewTools />
        <ToolButton tool="columns" label="Columns" icon={Columns3} disabled />
      </Toolbar>
      {resource === null ? (
        <Box p="24px var(--edge)" />
      ) : (
        <GridSkeleton resource={resource} query={tab.query} height={height} />
      )}
    </>
  );
}

/** Before anything was asked: what was asked before, an example, and what an answer has. */
export function NotAsked({ tab, endpoint, resource }: SkeletonProps) {
  const { endpointId, fields } = tab.query;
  const isOne = endpoint !== null && answersWithOne(endpoint);
  const columns = resource === null ? [] : expectedColumns(resource, fields);
  const further =
    fields.length > 0 || resource === null ? 0 : resource.fields.length - columns.length;
  return (
    <Stack gap={20} px="var(--edge)" py={20} data-scrolls tabIndex={0}>
      <Text c="var(--text-2)">
        {isOne
          ? 'The answer appears here. It is saved on this computer as it arrives.'
          : 'Rows appear here, page by page. Every page is saved on this computer as it arrives.'}
      </Text>
      {endpoint !== null && <Example {...{ tab, endpoint }} />}
      <RecentRuns title="Asked before" endpointId={endpointId} />
      {resource !== null && columns.length > 0 && (
        <ShortList title={`What ${isOne ? 'the' : 'each'} ${resource.one} has`} icon={Columns3}>
          <Text component="li" px={8} maw={640} c="var(--text-2)">
            {columns.map(({ label }) => label).join(' · ')}
            {further > 0 && ` and\u00A0${grouping(further)}\u00A0more`}
          </Text>
        </ShortList>
      )}
    </Stack>
  );
}

/** Fills the empty form in. Another service may not have these accounts and posts. */
function Example({ tab, endpoint }: { tab: Tab; endpoint: Endpoint }) {
  const isSample = useIsSample();
  const names = useNameSource();
  const { id, example } = endpoint;
  const { words } = aboutInWords(names, { ...emptyQuery(id), values: example });
  if (!isSample || words === '' || tab.list != null || !isEmptyQuery(endpoint, tab.query))
    return null;
  return (
    <ShortList title="For example" icon={Lightbulb}>
      <ShortListRow
        title={words}
        detail="fills in the form"
        onOpen={() => {
          updateTab(tab.id, {
            query: { ...tab.query, values: { ...tab.query.values, ...example } },
          });
          showParameter(tab.id, null);
        }}
      />
    </ShortList>
  );
}

/** More rows than a tall screen shows; the overflow is cut off. */
const rows = Array.from({ length: 40 }, (_, index) => index);

interface GridSkeletonProps {
  resource: Resource;
  query: Query;
  /** Height of the header in px, the same as the grid's. */
  height: number;
}

/** The grid before its first rows, in the same layout, so that nothing moves when they arrive. */
function GridSkeleton({ resource, query, height }: GridSkeletonProps) {
  const { fields } = query;
  const columns = useMemo(() => expectedColumns(resource, fields), [resource, fields]);
  const rowStyle = useRowStyle(columns.some(({ meaning }) => meaning === 'text'));
  const { ref, width } = useWidth();
  const numberWidth = numberColumnWidth(0);
  const available = Math.max(0, Math.floor(width) - numberWidth);
  const { placed, stuckWidth } = useGridColumns(
    columns,
    { id: '', query, resource: resource.id, derived: null, rowCount: 0 },
    available,
  );
  const leftOf = ({ left, isStuck }: PlacedColumn): number =>
    numberWidth + left + (isStuck ? 0 : stuckWidth);
  return (
    <div ref={ref} className={classes.skeleton} style={rowVariables(rowStyle)} aria-hidden>
      <div className={head.row} style={{ height }}>
        <div className={head.stuck} style={{ width: numberWidth }} />
        {placed.map((column) => (
          <div
            key={column.field}
            className={column.isRight ? `${head.cell} ${head.right}` : head.cell}
            style={{ left: leftOf(column), width: column.width }}
          >
            <div className={head.name}>
              <span data-cuts>{column.label}</span>
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

/** The name in the style sheet (`::highlight`). */
const highlight = 'search-match';
/** More marks would only be a blur. */
const mostMarks = 2000;

/**
 * Marks matches of the search in the cells on screen. Uses ranges over their text, so that each cell
 * remains one element and none is rendered again.
 */
const useMatchMarks = (area: RefObject<HTMLElement | null>, search: string): void =>
  useEffect(() => {
    const element = area.current;
    const pattern = matchPattern(search);
    // A browser without highlights still finds the rows.
    if (element === null || pattern === null || !('highlights' in CSS)) return undefined;
    let frame = 0;
    const mark = (): void => {
      frame = 0;
      CSS.highlights.set(highlight, new Highlight(...rangesIn(element, pattern)));
    };
    const observer = new MutationObserver(() => {
      if (frame === 0) frame = requestAnimationFrame(mark);
    });
    observer.observe(element, { subtree: true, childList: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(highlight);
    };
  }, [area, search]);

function rangesIn(element: HTMLElement, pattern: RegExp): Range[] {
  const ranges: Range[] = [];
  for (const cell of element.querySelectorAll('[role="gridcell"], [role="treeitem"]')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      for (const { index, 0: found } of (text.nodeValue ?? '').matchAll(pattern)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + found.length);
        ranges.push(range);
        if (ranges.length === mostMarks) return ranges;
      }
    }
  }
  return ranges;
}

const special = /[\\^$.*+?()[\]{}|/]/g;
/** Any form of i; main's search treats all of them alike. */
const dottedI = /[iIİ]\u0307*/g;

/**
 * Matches what main's search matches, ignoring case; null for nothing. A case-insensitive pattern
 * treats the Turkish İ as a different letter, so it is listed.
 */
export function matchPattern(search: string): RegExp | null {
  if (search === '') return null;
  const letters = search.replaceAll(special, String.raw`\$&`);
  return new RegExp(letters.replaceAll(dottedI, '[iİ]\u0307*'), 'giu');
}

interface PointedCell {
  row: number;
  field: string;
  /** Position of the cell within the area, in px. */
  left: number;
  right: number;
  top: number;
  height: number;
}

/**
 * The arrow in a cell with follow-up questions, while the pointer is over it: one for the whole grid,
 * over its cells, so that drawing rows costs nothing more. The menu of a cell offers the same for keys.
 *
 * @param area the element around the grid, which contains the arrow.
 */
function CellLink({ area }: { area: RefObject<HTMLElement | null> }) {
  const pointed = usePointedCell(area);
  return pointed === null ? null : <Arrow pointed={pointed} />;
}

/** Px. */
const arrowSize = 22;

function Arrow({ pointed }: { pointed: PointedCell }) {
  const { rows: of, run, resource, columns } = useRows();
  const { view } = of;
  const { row: index, field, left, right, top, height } = pointed;
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const costs = useCost();
  const row = useRow(view, index);
  if (row === undefined || resource === null) return null;
  const source = sourceOf(row, resource, run);
  const [use, ...others] = questionsOfCell(catalogue, source, field);
  // A stray click must not pay for an empty page of comments.
  if (use === undefined || (others.length === 0 && use.count === '0')) return null;
  const isOne = others.length === 0;
  const { meaning } = columns.find((column) => column.field === field) ?? {};
  // Right-aligned cells have the arrow at the left, so that it doesn't cover their text.
  const isRight = meaning !== undefined && isRightAligned(meaning);
  const { words } = costs(use);
  const label = isOne
    ? [use.choice ?? use.endpoint.title, words ?? []].flat().join(' · ')
    : `Ask about ${source.texts(field)[0] ?? ''}`;
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={arrowSize}
        variant="default"
        className={classes.arrow}
        style={{
          left: isRight ? left + 3 : right - arrowSize - 3,
          top: top + (height - arrowSize) / 2,
        }}
        // For everyone who doesn't use a pointer, the menu of the cell offers the same.
        tabIndex={-1}
        aria-label={label}
        onClick={(event) => {
          activateCell(view, { row: index, field });
          if (isOne) {
            void follow(use, source, event);
            return;
          }
          const box = event.currentTarget.getBoundingClientRect();
          openGridMenu(view, { left: box.left, top: box.bottom + 2 }, 'value');
        }}
      >
        <ArrowUpRight size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

/**
 * Returns the cell under the pointer, even while the pointer is on its arrow; null while rows scroll.
 */
function usePointedCell(area: RefObject<HTMLElement | null>): PointedCell | null {
  const [pointed, setPointed] = useState<PointedCell | null>(null);
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const onOver = ({ target, buttons }: PointerEvent): void => {
      if (target instanceof Element && target.closest(`.${classes.arrow}`) !== null) return;
      // While a selection is dragged, nothing may appear under the pointer.
      setPointed(buttons === 0 ? cellOf(target, element) : null);
    };
    const clear = (): void => setPointed(null);
    element.addEventListener('pointerover', onOver);
    element.addEventListener('pointerleave', clear);
    element.addEventListener('scroll', clear, true);
    return () => {
      element.removeEventListener('pointerover', onOver);
      element.removeEventListener('pointerleave', clear);
      element.removeEventListener('scroll', clear, true);
    };
  }, [area]);
  return pointed;
}

function cellOf(target: EventTarget | null, area: HTMLElement): PointedCell | null {
  const cell = gridCellAt(target);
  if (cell === null || cell.row < 0 || cell.field === null || !(target instanceof Element)) {
    return null;
  }
  const box = target.closest('[data-row] [data-field]')?.getBoundingClientRect();
  const grid = target.closest('[role=grid]')?.getBoundingClientRect();
  if (box === undefined || grid === undefined) return null;
  const { left, top } = area.getBoundingClientRect();
  return {
    row: cell.row,
    field: cell.field,
    left: box.left - left,
    right: Math.min(box.right, grid.right) - left,
    top: box.top - top,
    height: box.height,
  };
}
