/**
 * *Conversation*: rows below what they answer, in the order of a view of its own (`Thread` in the contract). So
 * whatever is active, selected or read is a row of that view; what is folded is only hidden here.
 */
import { Box, Flex, Group, Text } from '@mantine/core';
import {
  ArrowDownUp,
  ChevronDown,
  ChevronRight,
  ChevronsDownUp,
  ChevronsUpDown,
} from 'lucide-react';
import { memo, useEffect, useId, useMemo, useRef } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { memberOf, type Conversation } from '#shared/catalogue/types.ts';
import { depthIn, isContextIn, isMissingIn } from '#shared/contract/view.ts';
import type { Sort, View } from '#shared/contract/view.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import { authorField } from '#shared/query/use-value.ts';
import { ActionMenu, type Action } from '#renderer/components/actions.tsx';
import { momentOfNumber, timeOfText } from '#renderer/components/dates.ts';
import { useWidth } from '#renderer/components/hooks.ts';
import { Tag } from '#renderer/components/page/Page.tsx';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { countOf, durationInWords, grouping, lowerFirst } from '#renderer/components/words.ts';
import { kept } from '#renderer/state/kept.ts';
import { useThreads } from '#renderer/state/row-answers.ts';
import { useRow, useRowsAt, viewKey, type RowView } from '#renderer/state/rows.ts';
import { useRowStyle } from '#renderer/state/workspace.ts';
import { RowsArea } from '../RowsArea.tsx';
import { useRevealed, useRowScroll, useScrollPosition } from '../grid/row-scroll.ts';
import {
  captionOf,
  RowsElement,
  useRowCards,
  wordsIn,
  type CaptionColumns,
} from '../row-cards.tsx';
import { useRows } from '../rows-scope.ts';
import { ToolButton } from '../toolbar/Toolbar.tsx';
import { textsOf } from '../use-value/row-source.ts';
import { type DateLook } from '../values/moments.ts';
import { activateCell, pickedNow } from '../view-state.ts';
import classes from './Conversation.module.css';
import { GetAnswered, ItemText, PostStrip, usePost } from './PostStrip.tsx';
import {
  belowOf,
  lineOf,
  readThreads,
  rowsAbove,
  shownRows,
  treeKey,
  type Threads,
} from './threads.ts';

/** In px: a level, the line above the text, a line of text, and around them (Conversation.module.css). */
const indent = 20;
const head = 20;
const line = 20;
const around = 13;
/** Deeper rows are told by number; the tree needs at most so much of the width. */
const mostIndent = 0.35;

/** The numbers of folded rows in the run, by its rows: whatever their order. */
const folds = kept<{ folded: ReadonlySet<number> }>('folds', { folded: new Set() }, 50);
const foldsOf = (runId: string, view: View): string =>
  `${runId}/${JSON.stringify({ ...view, sort: [], thread: undefined })}`;

/** Main's answer is read once for the tree and for what is said of it. */
const known = new WeakMap<object, Threads>();

function useConversation() {
  const { run, rows } = useRows();
  const { value, problem } = useThreads(rows.view);
  const threads = value && (known.get(value) ?? readThreads(value));
  if (value !== null && threads !== null) known.set(value, threads);
  const view = value?.of ?? rows.view;
  const key = foldsOf(run.id, view.view);
  const folded = folds.use(key, (state) => state.folded);
  return {
    problem,
    /** The view that the threads are of, which may be an earlier one. */
    view,
    threads,
    folded,
    fold: (next: ReadonlySet<number>) => folds.change(key, { folded: next }),
  };
}

type Talk = ReturnType<typeof useConversation>;
type KnownTalk = Talk & { threads: Threads };

export function ConversationArea() {
  const talk = useConversation();
  const { threads, problem, view } = talk;
  const { resource } = useRows();
  const post = usePost();
  const { lines } = useRowStyle();
  return (
    <Flex direction="column" flex={1} mih={0}>
      <PostStrip post={post} />
      <RowsArea>
        {threads === null || resource?.conversation === undefined ? (
          <Box flex={1} className={classes.tree} p={20}>
            {problem !== null && <ProblemText problem={problem} />}
          </Box>
        ) : (
          <Tree
            key={`${viewKey(view)} ${lines}`}
            talk={{ ...talk, threads }}
            of={resource.conversation}
            postAuthor={post?.author ?? null}
          />
        )}
      </RowsArea>
    </Flex>
  );
}

const drawnRows = { ahead: 4, behind: 2, atOnce: 2 };
/** Further lines whose rows are read ahead, and how many pieces of the view these may be in. */
const linesAhead = 60;

interface TreeProps {
  talk: KnownTalk;
  of: Conversation;
  postAuthor: string | null;
}

function Tree({ talk, of, postAuthor }: TreeProps) {
  const { view, threads, folded, fold } = talk;
  const { grid: element } = useRows();
  const total = threads.numbers.length;
  const id = useId();
  const { active, says, dates, coveredRight, go, ...cards } = useRowCards(view);
  const at = Math.min(cards.at, Math.max(0, total - 1));
  const { lines } = useRowStyle();
  const { ref: area, width } = useWidth();
  const deepest = Math.max(2, Math.floor(((width - coveredRight) * mostIndent) / indent));
  const shown = useMemo(() => shownRows(threads, folded), [threads, folded]);
  const height = around + head + lines * line;

  const scroll = useRowScroll({
    element,
    rowCount: shown.length,
    rowHeight: height,
    headerHeight: 0,
    drawn: drawnRows,
  });
  const drawn = scroll.rows.filter(({ index }) => index < shown.length);
  const onScreen = drawn.map(({ index }) => shown[index]!);
  const firstOf = (row: number): number => rowsAbove(threads, row).at(-1) ?? row;
  const parents = onScreen.map((row) => threads.parents[row]!).filter((row) => row >= 0);
  const end = (drawn.at(-1)?.index ?? 0) + 1;
  const ahead = Array.from(shown.slice(end, end + linesAhead));
  useRowsAt(view, [...onScreen, ...parents, ...onScreen.map(firstOf), ...ahead], total);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  const { goTo } = scroll;
  const goToRow = useMemo(() => (row: number) => goTo(lineOf(latest.current, row), 0), [goTo]);
  const reveal = (row: number): void => scroll.reveal(lineOf(shown, row));
  useScrollPosition(view, active, {
    goTo: goToRow,
    position: () => ({ row: shown[scroll.position().row] ?? 0, left: 0 }),
    isShown: (row) => scroll.isShown(lineOf(shown, row)),
    reveal,
  });
  useRevealed([active?.row, shown], () => reveal(active?.row ?? 0));

  const unfold = (rows: readonly number[]): void =>
    fold(new Set([...folded].filter((one) => !rows.some((row) => threads.numbers[row] === one))));
  // Whatever goes to a row wants it to be seen.
  const hiding = rowsAbove(threads, at).filter((row) => folded.has(threads.numbers[row]!));
  useEffect(() => {
    if (active !== null && hiding.length > 0) unfold(hiding);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when another row is active
  }, [active?.row]);
  const setFold = (row: number, isFolded: boolean): void => {
    if (!isFolded) return unfold([row]);
    if (at > row && at < threads.ends[row]!) go(row);
    fold(new Set([...folded, threads.numbers[row]!]));
  };
  const unfoldAll = (): void => fold(new Set());
  const acts = { '*': unfoldAll, 'Shift+*': unfoldAll };
  const move = ({ key, ctrlKey, metaKey }: KeyboardEvent): number | 'done' | null => {
    const now = { threads, shown, folded, pageRows: scroll.pageRows() };
    const does = ctrlKey || metaKey ? null : treeKey(key, at, now);
    if (does === null || does.kind === 'go') return does?.row ?? null;
    setFold(does.row, does.kind === 'fold');
    return 'done';
  };
  const onClick = (event: MouseEvent<HTMLDivElement>): void => {
    const row = cards.onClick(event);
    if (row === null || !(event.target instanceof Element)) return;
    if (event.target.closest('[data-fold]') !== null && belowOf(threads, row) > 0) {
      setFold(row, !folded.has(threads.numbers[row]!));
    }
  };
  return (
    <Flex ref={area} flex={1} miw={0} mih={0}>
      <RowsElement
        {...cards.element}
        role="tree"
        aria-label="Conversation"
        aria-activedescendant={onScreen.includes(at) && active ? `${id}-${at}` : undefined}
        className={classes.tree}
        style={{ paddingInlineEnd: coveredRight }}
        onKeyDown={(event) => {
          // Otherwise a button in a row.
          if (event.target === event.currentTarget) cards.onKeyDown(event, { acts, move });
        }}
        onClick={onClick}
      >
        <Box role="none" pos="relative" h={scroll.height}>
          {drawn.map(({ index, top, key }) => {
            const row = shown[index]!;
            const level = threads.levels[row]!;
            return (
              <Item
                key={key}
                {...{
                  view,
                  row,
                  top,
                  height,
                  lines,
                  says,
                  dates,
                  of,
                  postAuthor,
                  deepest,
                  level,
                }}
                id={`${id}-${row}`}
                parent={threads.parents[row]!}
                first={firstOf(row)}
                place={threads.places[row]!}
                size={threads.sizes[row]!}
                below={belowOf(threads, row)}
                isFolded={folded.has(threads.numbers[row]!)}
                {...cards.stateOf(row)}
              />
            );
          })}
        </Box>
      </RowsElement>
    </Flex>
  );
}

interface ItemProps {
  view: RowView;
  row: number;
  id: string;
  top: number;
  /** In px; the lines of its text. */
  height: number;
  lines: number;
  says: CaptionColumns;
  dates: DateLook;
  of: Conversation;
  postAuthor: string | null;
  /** The level from which rows are no further indented. */
  deepest: number;
  /** See `levelOf`. */
  level: number;
  /** The row that it is below, −1 for none, and the first of the thread. */
  parent: number;
  first: number;
  /** Among those that answer the same, from 1, and their number. */
  place: number;
  size: number;
  /** How many rows are below it. */
  below: number;
  isFolded: boolean;
  isActive: boolean;
  isRead: boolean;
  isSelected: boolean;
}

const Item = memo(function Item(props: ItemProps) {
  const { view, row: index, level, below, isFolded, isActive, deepest } = props;
  const row = useRow(view, index);
  const depth = depthIn(level);
  const isContext = isContextIn(level);
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  return (
    <div
      role="treeitem"
      id={props.id}
      aria-level={depth + 1}
      aria-setsize={props.size}
      aria-posinset={props.place}
      aria-expanded={below > 0 ? !isFolded : undefined}
      aria-selected={props.isSelected}
      aria-current={props.isRead || undefined}
      data-row={index}
      // A card is its row, as the row’s number in the table is.
      data-number-of={index}
      data-active={isActive || undefined}
      data-context={isContext || undefined}
      className={classes.item}
      style={{ top: props.top, height: props.height }}
    >
      <span
        aria-hidden
        className={classes.indent}
        style={{ width: Math.min(depth, deepest) * indent }}
      />
      {/* Keys do the same. */}
      <span aria-hidden data-fold={below > 0 || undefined} className={classes.fold}>
        {below > 0 && <Chevron size={14} />}
      </span>
      {row === undefined ? (
        <Box
          component="span"
          aria-hidden
          flex={1}
          my={4}
          bdrs="var(--radius-tag)"
          bg="var(--hover)"
        />
      ) : (
        <Box flex={1} miw={0}>
          <Head {...props} item={row} depth={depth} isContext={isContext} />
          <ItemText lines={props.lines}>{wordsIn(row, props.says.texts, props.dates)}</ItemText>
        </Box>
      )}
    </div>
  );
});

interface HeadProps extends ItemProps {
  item: Row;
  depth: number;
  isContext: boolean;
}

/** Who wrote it, when and how many liked it, and how it belongs to the others. */
function Head(props: HeadProps) {
  const { view, item, says, dates, of, depth, below, level, isFolded } = props;
  const above = useRow(view, props.parent);
  const first = useRow(view, props.first);
  const { figure } = says;
  const time = wordsIn(item, says.dates, dates);
  const later = above === undefined ? null : timeBetween(above, item, says.dates);
  // The larger unit alone: "2 h later".
  const words = later === null ? '' : durationInWords(later).split(' ').slice(0, 2).join(' ');
  const since = later === null || later <= 0 ? time : `${words} later`;
  return (
    <Group gap={8} wrap="nowrap" h={20} fz={12} className={classes.head}>
      <bdi className={classes.author}>{wordsIn(item, says.authors, dates)}</bdi>
      <IsAuthor {...{ item, of }} first={first} postAuthor={props.postAuthor} />
      {depth > props.deepest && <Tag>Level {depth + 1}</Tag>}
      <span className={classes.fact} title={time}>
        {since}
      </span>
      {figure !== null && (
        <span className={classes.fact}>
          {figure.label} {wordsIn(item, [figure], dates)}
        </span>
      )}
      {props.isContext && <span className={classes.fact}>doesn’t match</span>}
      {isMissingIn(level) && (
        <GetAnswered {...{ item, of }} isBegun={depth === 0} isActive={props.isActive} />
      )}
      {isFolded && below > 0 && (
        <span data-fold className={classes.hidden}>
          {countOf(below, 'reply', 'replies')} hidden
        </span>
      )}
    </Group>
  );
}

/** Milliseconds from one row to the other; null if a time isn't known. */
function timeBetween(before: Row, after: Row, columns: readonly Column[]): number | null {
  for (const { field } of columns) {
    const [from, to] = [before, after].map((row) => {
      const [text = ''] = textsOf(memberOf(row, field));
      return timeOfText(text) ?? momentOfNumber(text);
    });
    if (from != null && to != null) return to.getTime() - from.getTime();
  }
  return null;
}

interface IsAuthorProps {
  item: Row;
  of: Conversation;
  /** The first of the thread, which may be the post itself. */
  first: Row | undefined;
  postAuthor: string | null;
}

/** Marks what the post's author wrote, as far as the rows or the post say. */
function IsAuthor({ item, of, first, postAuthor }: IsAuthorProps) {
  const { resource } = useRows();
  const text = (row: Row | undefined, field: string): string | undefined =>
    row && textsOf(memberOf(row, field))[0];
  const by = (resource && authorField(resource)) ?? '';
  const { field = '', is } = of.byAuthor ?? {};
  const author = text(item, by);
  const isPost = text(first, resource?.identity ?? '') === text(first, of.about);
  const isTheirs =
    (is === undefined ? memberOf(item, field) === true : text(item, is) === text(item, field)) ||
    (author !== undefined &&
      (author === postAuthor || (isPost && first !== item && author === text(first, by))));
  return isTheirs ? <Tag tone="accent">Author</Tag> : null;
}

/** How many rows answer what isn't here, or else how many threads there are. */
export function ThreadFacts() {
  const { resource } = useRows();
  const { threads } = useConversation();
  const count = useMemo(() => threads && factsOf(threads), [threads]);
  if (count === null) return null;
  const { firsts, missing } = count;
  const one = resource?.one ?? 'row';
  const verb = missing === 1 ? 'answers' : 'answer';
  return (
    <Text component="output" c="var(--text-2)" data-optional>
      {missing === 0
        ? countOf(firsts.length, 'thread')
        : `${grouping(missing)} ${verb} a ${one} that isn’t here`}
    </Text>
  );
}

/** `firsts`: those that begin a thread. */
function factsOf(threads: Threads): { firsts: number[]; missing: number } {
  const rows = Array.from(threads.levels.keys());
  return {
    firsts: rows.filter((row) => threads.parents[row]! < 0),
    missing: rows.filter((row) => isMissingIn(threads.levels[row]!)).length,
  };
}

/** The order of what answers the same, and folding all threads. */
export function ThreadTools() {
  const { view, threads, folded, fold } = useConversation();
  const foldAll = (of: Threads): void => {
    const { active } = pickedNow(view);
    const first = active === null ? undefined : rowsAbove(of, active.row).at(-1);
    if (active !== null && first !== undefined) activateCell(view, { ...active, row: first });
    const firsts = factsOf(of).firsts.filter((row) => belowOf(of, row) > 0);
    fold(new Set(firsts.map((row) => of.numbers[row]!)));
  };
  const isFolded = folded.size > 0;
  return (
    <>
      <OrderMenu />
      <ToolButton
        tool="fold"
        label={isFolded ? 'Unfold all' : 'Fold all'}
        icon={isFolded ? ChevronsUpDown : ChevronsDownUp}
        disabled={threads === null}
        onClick={() => (isFolded || threads === null ? fold(new Set()) : foldAll(threads))}
      />
    </>
  );
}

/** The order of what answers the same: the view's. */
function OrderMenu() {
  const { view, setView, columns } = useRows();
  const { dates, figure } = captionOf(columns, []);
  const by = ({ field }: Column, direction: Sort['direction']): Sort[] => [{ field, direction }];
  const [date] = dates;
  const orders = [
    { label: 'Oldest first', sort: [] },
    ...(date ? [{ label: 'Newest first', sort: by(date, 'descending') }] : []),
    ...(figure
      ? [{ label: `Most ${lowerFirst(figure.label)} first`, sort: by(figure, 'descending') }]
      : []),
  ];
  const isOn = (sort: readonly Sort[]): boolean =>
    JSON.stringify(sort) === JSON.stringify(view.sort);
  const actions = orders.map(({ label, sort }): Action => ({
    label,
    isChoice: true,
    isOn: isOn(sort),
    act: () => setView({ ...view, sort }),
  }));
  return (
    <ActionMenu sections={() => [[{ label: 'Replies to the same' }, ...actions]]}>
      <ToolButton
        tool="order"
        label={orders.find(({ sort }) => isOn(sort))?.label ?? 'Sorted'}
        icon={ArrowDownUp}
      />
    </ActionMenu>
  );
}
