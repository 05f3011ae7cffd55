// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
/**
 * The runs as a grid: rows have the focus, arrow keys move it, Tab enters the row's buttons. Long lists
 * are rendered only where visible; short ones entirely, so that the browser can search them.
 */
import { Flex, Group, Text, VisuallyHidden } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { RunSummary } from '#shared/contract/history.ts';
import {
  ActionButton,
  ActionPicture,
  keysOf,
  MoreMenu,
  perform,
} from '#renderer/components/actions.tsx';
import { isNewRun, useRecipes } from '#renderer/state/recipes.ts';
import { actionsInHistory, openRun, toggleRunStar, undoLastDelete } from './run-actions.tsx';
import { chooseRun, listRows, rowHeight, useHistoryView } from './find-runs.ts';
import classes from './RunList.module.css';
import {
  Check,
  CirclePause,
  Ellipsis,
  FileWarning,
  type LucideIcon,
  Minus,
  Square,
  Star,
  StickyNote,
  TriangleAlert,
} from 'lucide-react';
import { dataFromOf } from '#shared/catalogue/data-from.ts';
import { singleItem } from '#shared/catalogue/types.ts';
import { useNameSource, useSingleItem } from '#renderer/components/names.ts';
import { PlatformIcon, platformNames } from '#renderer/components/platforms.tsx';
import { Dot, Tag } from '#renderer/components/page/Page.tsx';
import {
  bytesInWords,
  clockTime,
  durationInWords,
  grouping,
  serviceName,
} from '#renderer/components/words.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import {
  conditionWords,
  derivedWords,
  type EndingMark,
  endingOf,
  questionWords,
} from './run-words.ts';

/** The columns that only show something. */
const figures: readonly (readonly [
  name: string,
  words: string,
  of: (run: RunSummary, isSingle: boolean) => ReactNode,
])[] = [
  ['rows', 'Rows', ({ rows }) => grouping(rows)],
  ['number', 'Pages', ({ pages }, isSingle) => (isSingle ? '–' : grouping(pages))],
  ['number', 'Calls', ({ calls }) => grouping(calls)],
  ['ended', 'Status', (run) => <EndingLabel run={run} />],
  ['duration', 'Took', ({ durationMs }) => durationInWords(durationMs)],
  ['size', 'On disk', ({ bytes }) => bytesInWords(bytes)],
];

const columns = [
  ['star', 'Starred'],
  ['time', 'Time'],
  ['question', 'Question'],
  ['about', 'About'],
  ...figures,
  ['actions', 'Actions'],
] as const;

/** Up to this number of rows, rendering all of them is cheap, and the browser can search them. */
const mostRenderedRows = 150;
/**
 * Rows rendered above and below the visible ones, so that a turn of the mouse wheel finds rows there.
 */
const rowsAround = 16;

export function RunList({ runs }: { runs: readonly RunSummary[] }) {
  const chosen = useHistoryView((state) => state.chosen);
  const [now] = useState(() => new Date());
  const rows = useMemo(() => listRows(runs, now), [runs, now]);
  const positions = useMemo(
    () => new Map(rows.map(({ key }, position) => [key, position])),
    [rows],
  );
  const grid = useRef<HTMLDivElement>(null);
  const { stop, setStop, focusRow } = useRowFocus(grid, runs, chosen);
  const scroller = useRef<HTMLDivElement>(null);
  const isLong = rows.length > mostRenderedRows;
  const stopPosition = positions.get(stop ?? '');
  // oxlint-disable-next-line react/incompatible-library -- this component is not compiled
  const list = useVirtualizer({
    enabled: isLong,
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight[rows[index]?.kind ?? 'run'],
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan: rowsAround,
    // The headings remain at the top, over the rows.
    scrollMargin: rowHeight.head,
    scrollPaddingStart: rowHeight.head,
    // The row that is the tab stop is always rendered.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return stopPosition === undefined || seen.includes(stopPosition)
        ? seen
        : [stopPosition, ...seen];
    },
  });
  const drawn = isLong
    ? list.getVirtualItems().map(({ index, start }) => ({ index, top: start - rowHeight.head }))
    : rows.map((_, index) => ({ index, top: null }));

  const goTo = (index: number): void => {
    const run = runs[index];
    const position = positions.get(run?.id ?? '');
    if (run === undefined || position === undefined) return;
    if (isLong) list.scrollToIndex(position);
    // If the pane is open, it follows.
    if (chosen !== null) chooseRun(run.id);
    focusRow(run.id);
  };

  /** Returns what a key does in the row of `run`. */
  const actionOf = (event: KeyboardEvent, run: RunSummary): (() => unknown) | undefined => {
    const keys = keysOf(event);
    const index = runs.indexOf(run);
    const inList: Record<string, () => unknown> = {
      '↓': () => goTo(index + 1),
      '↑': () => goTo(index - 1),
      PageDown: () => goTo(Math.min(index + pageRows, runs.length - 1)),
      PageUp: () => goTo(Math.max(index - pageRows, 0)),
      Home: () => goTo(0),
      End: () => goTo(runs.length - 1),
      Esc: () => chooseRun(null),
      'Ctrl+Z': undoLastDelete,
    };
    // A button of the row handles these keys itself.
    if (inList[keys] !== undefined || !isRow(event.target)) return inList[keys];
    if (keys === 'Space') return () => chooseRun(chosen === run.id ? null : run.id);
    const found = actionsInHistory(run)
      .flat()
      .find((action) => action.keys === keys);
    return found && (() => perform(found));
  };

  const runAt = (target: EventTarget): RunSummary | undefined => {
    // Events in a menu or dialog of a row bubble here too.
    if (!(target instanceof Element) || grid.current?.contains(target) !== true) return undefined;
    const id = target.closest('[data-run]')?.getAttribute('data-run');
    return runs.find((run) => run.id === id);
  };

  return (
    <div
      ref={grid}
      role="grid"
      // The rows have the focus.
      tabIndex={-1}
      aria-label="Runs"
      aria-rowcount={rows.length + 1}
      className={classes.grid}
      onKeyDown={(event) => {
        const run = runAt(event.target);
        const act = run === undefined ? undefined : actionOf(event, run);
        if (act === undefined) return;
        event.preventDefault();
        act();
      }}
      onFocus={(event) => {
        const run = runAt(event.target);
        if (run !== undefined) setStop(run.id);
      }}
      onClick={(event) => {
        const run = runAt(event.target);
        if (run !== undefined && !isButton(event.target)) chooseRun(run.id);
      }}
      onDoubleClick={(event) => {
        const run = runAt(event.target);
        if (run !== undefined && !isButton(event.target)) openRun(run);
      }}
    >
      <div ref={scroller} role="presentation" data-scrolls>
        <div role="row" aria-rowindex={1} className={classes.head}>
          {columns.map(([name, words]) => (
            <span key={words} role="columnheader" className={classes[name]}>
              {name === 'star' || name === 'actions' ? (
                <VisuallyHidden>{words}</VisuallyHidden>
              ) : (
                words
              )}
            </span>
          ))}
        </div>
        <div
          role="rowgroup"
          className={classes.rowsArea}
          data-long={isLong || undefined}
          style={isLong ? { height: list.getTotalSize() } : undefined}
        >
          {drawn.map(({ index, top }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={row.key}
                role="presentation"
                className={classes.place}
                style={top === null ? undefined : { transform: `translateY(${top}px)` }}
              >
                {row.kind === 'day' ? (
                  <div role="row" aria-rowindex={index + 2} className={classes.day}>
                    <span role="gridcell" aria-colspan={columns.length}>
                      {row.words}
                    </span>
                  </div>
                ) : (
                  <RunRow
                    run={row.run}
                    rowIndex={index + 2}
                    chosen={row.run.id === chosen}
                    isStop={row.run.id === stop}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const isButton = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button') !== null;

/** Number of rows that a page key moves by. */
const pageRows = 10;

const isRow = (target: EventTarget): boolean =>
  target instanceof Element && target.getAttribute('role') === 'row';

/** The row of the list that is the tab stop, and moving the focus to a row that isn't rendered yet. */
function useRowFocus(
  grid: RefObject<HTMLElement | null>,
  runs: readonly RunSummary[],
  chosen: string | null,
) {
  const [last, setStop] = useState<string | null>(chosen);
  const wanted = useRef<string | null>(null);
  const isThere = last !== null && runs.some(({ id }) => id === last);
  const stop = isThere ? last : (runs[0]?.id ?? null);

  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const row = rowOf(grid, wanted.current);
    if (row === null) return;
    wanted.current = null;
    row.focus();
  });

  const focusRow = (id: string): void => {
    setStop(id);
    const row = rowOf(grid, id);
    // A distant row appears in one of the next renders.
    wanted.current = row === null ? id : null;
    row?.focus();
  };

  const position = useRef(0);
  useLayoutEffect(() => {
    if (isThere) {
      position.current = runs.findIndex(({ id }) => id === last);
      return;
    }
    // The row with the focus has left the list: the one in its place has it now.
    const next = runs[Math.min(position.current, runs.length - 1)];
    const isLost = last !== null && document.activeElement === document.body;
    if (isLost && next !== undefined) focusRow(next.id);
  });

  return { stop, setStop, focusRow };
}

const rowOf = (grid: RefObject<HTMLElement | null>, id: string): HTMLElement | null =>
  grid.current?.querySelector<HTMLElement>(`[data-run="${id}"]`) ?? null;

interface RunRowProps {
  run: RunSummary;
  /** From 1, including day headings; the header row is first. */
  rowIndex: number;
  chosen: boolean;
  /** Whether it is the tab stop. */
  isStop: boolean;
}

/** One run. Its buttons are accessible while the row has the focus or the pointer. */
const RunRow = memo(function RunRow(props: RunRowProps) {
  const { run, rowIndex, chosen, isStop } = props;
  const known = useNameSource();
  const words = useMemo(() => questionWords(run, known), [run, known]);
  const isSingle = singleItem(known.catalogue, run) !== null;
  const isElsewhere = useSnapshot(
    ({ profile }) => run.profileId !== '' && profile?.id !== run.profileId,
  );
  const isNew = useRecipes(({ repeats }) => isNewRun(repeats, run.id));
  const { question, about, isId, platform } = words;
  const isStored = run.query !== null && dataFromOf(run.query.endpointId) === 'stored';
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={chosen}
      data-run={run.id}
      tabIndex={isStop ? 0 : -1}
      className={classes.row}
      data-reveals
    >
      <Flex component="span" role="gridcell">
        <button
          type="button"
          className={classes.star}
          data-shy={!run.starred || undefined}
          aria-label={run.starred ? `Unstar ${question}` : `Star ${question}`}
          aria-pressed={run.starred}
          tabIndex={isStop ? 0 : -1}
          onClick={() => void toggleRunStar(run)}
        >
          <Star size={14} fill={run.starred ? 'currentColor' : 'none'} />
        </button>
      </Flex>
      <Text span inherit c="var(--text-2)" role="gridcell">
        {clockTime(new Date(run.createdAt))}
      </Text>
      <Flex component="span" role="gridcell" gap={9} align="center" miw={0} c="var(--text-2)">
        {platform !== null && (
          <Flex component="span" title={platformNames[platform]}>
            <PlatformIcon platform={platform} />
          </Flex>
        )}
        <span data-cuts dir="auto" title={question}>
          {question}
        </span>
        {isNew && <Tag tone="accent">New</Tag>}
        {isStored && <Tag>Stored</Tag>}
        {run.derived !== null && <Tag>{derivedWords[run.derived]}</Tag>}
        {run.note !== '' && (
          <Flex component="span" c="dimmed" title={run.note}>
            <StickyNote size={13} aria-label={`Note: ${run.note}`} />
          </Flex>
        )}
      </Flex>
      <span role="gridcell" className={classes.about} data-id={isId || undefined}>
        <span data-cuts className={classes.aboutText} dir="auto" title={about}>
          {about}
        </span>
        {isElsewhere && (
          <Tag maw="50%" title={`From ${serviceName(run.profileId)}`}>
            {serviceName(run.profileId)}
          </Tag>
        )}
      </span>
      {figures.map(([name, label, of]) => (
        <span key={label} role="gridcell" className={classes[name]}>
          {of(run, isSingle)}
        </span>
      ))}
      <RowActions {...props} />
    </div>
  );
});

function RowActions({ run, isStop }: RunRowProps) {
  const tabIndex = isStop ? 0 : -1;
  const [main, ...further] = actionsInHistory(run);
  return (
    <span role="gridcell" className={classes.actions}>
      {[...main, ...(further.at(-1) ?? [])].map((action) => {
        const Look = action.icon === null ? ActionButton : ActionPicture;
        return <Look key={action.label} {...{ action, tabIndex }} />;
      })}
      <MoreMenu label="More" tabIndex={tabIndex} sections={() => actionsInHistory(run)} />
    </span>
  );
}

const icons: Record<Exclude<EndingMark, 'working'>, LucideIcon> = {
  done: Check,
  more: Ellipsis,
  limit: Minus,
  stopped: Square,
  warning: TriangleAlert,
  paused: CirclePause,
};

/** How a run ended, or what is wrong with its file. */
export function EndingLabel({ run }: { run: RunSummary }) {
  const condition = conditionWords(run, useSingleItem(run));
  const { mark, words } = endingOf(run);
  if (condition !== null) {
    return (
      <Group {...label} data-mark="warning">
        <FileWarning size={14} />
        <span data-cuts>{condition.words}</span>
      </Group>
    );
  }
  const Icon = mark === 'working' ? null : icons[mark];
  return (
    <Group {...label} data-mark={mark}>
      {Icon === null ? (
        <Dot isWorking mx={3} />
      ) : (
        <Icon size={14} fill={mark === 'stopped' ? 'currentColor' : 'none'} />
      )}
      <span data-cuts>{words}</span>
    </Group>
  );
}

const label = { component: 'span', gap: 8, wrap: 'nowrap', className: classes.label } as const;
