// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
/**
 * *Pictures*: a tile for each row, in the order of the view. So whatever is active, selected, searched or
 * sorted is the same as in the table, and stays when the look changes. A row without a picture is a tile
 * with its text; to see only the others is a filter, as visible as any.
 */
import { Box, Flex, Group, Stack, Text, ActionIcon } from '@mantine/core';
import {
  Download,
  Film,
  Image,
  Images,
  Maximize2,
  Play,
  ChevronLeft,
  ChevronRight,
} from 'lucide-react';
import {
  memo,
  useCallback,
  useContext,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { memberOf } from '#shared/catalogue/types.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import type { RowStyle } from '#shared/contract/snapshot.ts';
import { useOfferedButton } from '#renderer/components/actions.tsx';
import { QuietButton } from '#renderer/components/buttons.tsx';
import { useWidth } from '#renderer/components/hooks.ts';
import { grouping } from '#renderer/components/words.ts';
import { useCountOf } from '#renderer/state/media.ts';
import {
  useNumberedRow,
  useRowsAround,
  viewKey,
  type RowView,
  rowsAtHand,
} from '#renderer/state/rows.ts';
import { useRowStyle } from '#renderer/state/workspace.ts';
import { RowsArea } from '../RowsArea.tsx';
import { gridCellAt } from '../copy/use-grid-picking.ts';
import { moveTile } from '../grid/grid-keys.ts';
import { useRevealed, useRowScroll, useScrollPosition } from '../grid/row-scroll.ts';
import { RowsElement, useRowCards, wordsIn, type CaptionColumns } from '../row-cards.tsx';
import { BesideDetails, useRows } from '../rows-scope.ts';
import type { DateLook } from '../values/moments.ts';
import { activateCell, pickedNow, scrollPositions } from '../view-state.ts';
import { LoadPictures, Picture, useColumnsSeen, type RowPlace, Medium } from '../media/Picture.tsx';
import classes from './Pictures.module.css';
import {
  lengthText,
  mediaOf,
  mediaWords,
  type RowMedium,
  type SeenColumn,
} from '../media/row-media.ts';
import { DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { RecordHead, recordParts } from '../record/RecordFields.tsx';

/** In px: the least width of a tile, and the height of its picture. */
const sizes: Record<RowStyle['tiles'], { least: number; picture: number }> = {
  small: { least: 128, picture: 104 },
  medium: { least: 180, picture: 152 },
  large: { least: 280, picture: 236 },
};
/** Between tiles, and below a picture: two lines of text, and who, when and how much (Pictures.module.css). */
const gap = 12;
const caption = 90;
/** Of a text that stands where others have a picture. */
const linePx = 22;

/** The wall, and the record pane beside it. */
export function PicturesArea() {
  const { view } = useRows().rows;
  /** The row that is shown enlarged, and which of its pictures. */
  const [enlarged, setEnlarged] = useState<Enlarged | null>(null);
  return (
    <>
      <RowsArea>
        <Wall onEnlarge={(row) => setEnlarged({ row, n: 0 })} />
      </RowsArea>
      <Lightbox
        at={enlarged}
        seen={useColumnsSeen()}
        onMove={(next) => {
          setEnlarged(next);
          const field = pickedNow(view).active?.field ?? '';
          if (next !== null) activateCell(view, { row: next.row, field });
        }}
      />
    </>
  );
}

interface WallProps {
  onEnlarge: (row: number) => void;
}

function Wall(props: WallProps) {
  const { rows } = useRows();
  const { coveredRight } = useContext(BesideDetails);
  const { ref, width } = useWidth();
  const { tiles } = useRowStyle();
  const across = Math.floor((Math.floor(width) - coveredRight + gap) / (sizes[tiles].least + gap));
  return (
    // Where the focus stays when *Load pictures* is gone: Tab leads on to the wall.
    <Flex direction="column" flex={1} miw={0} mih={0} tabIndex={-1}>
      {/* As wide as the room for tiles, and what is at the right. */}
      <Box ref={ref} mx="var(--edge)" />
      <LoadPictures flex="none" p="8px var(--edge)" bg="var(--soft-row)" data-line="bottom" />
      <PicturesShown />
      {width > 0 && (
        <Tiles
          // As in the table: another view starts where it was left, and heights never change.
          key={`${viewKey(rows.view)} ${tiles} ${across}`}
          {...props}
          {...{ tiles }}
          across={Math.max(1, across)}
        />
      )}
    </Flex>
  );
}

const drawnRows = { ahead: 2, behind: 1, atOnce: 1 };

interface TilesProps extends WallProps {
  tiles: RowStyle['tiles'];
  /** Number of tiles side by side. */
  across: number;
}

function Tiles({ tiles, across, onEnlarge }: TilesProps) {
  const { grid: element, rows, resource } = useRows();
  const { view, total } = rows;
  const id = useId();
  const { active, at, says, dates, coveredRight, ...cards } = useRowCards(view);
  const seen = useColumnsSeen();
  const { picture } = sizes[tiles];

  const lines = useRowScroll({
    element,
    rowCount: Math.ceil(total / across),
    rowHeight: picture + caption + gap,
    headerHeight: 0,
    drawn: drawnRows,
  });
  const lineOf = (row: number): number => Math.floor(row / across);
  const first = (lines.rows[0]?.index ?? 0) * across;
  const last = Math.min(total, ((lines.rows.at(-1)?.index ?? 0) + 1) * across) - 1;
  useRowsAround(view, first, last, total);
  const { goTo: goToLine } = lines;
  const goTo = useCallback(
    (row: number) => goToLine(Math.floor(row / across), 0),
    [goToLine, across],
  );
  /** The table’s, which has more columns than there is room for. */
  const left = useRef(scrollPositions.get(viewKey(view))?.().left ?? 0);
  useScrollPosition(view, active, {
    goTo,
    position: () => ({ row: lines.position().row * across, left: left.current }),
    isShown: (row) => lines.isShown(lineOf(row)),
    reveal: (row) => lines.reveal(lineOf(row)),
  });
  useRevealed([active?.row], () => lines.reveal(lineOf(active?.row ?? 0)));
  const isActive = active !== null && at >= first && at <= last;

  const move = ({ key, ctrlKey, metaKey }: KeyboardEvent): number | null =>
    moveTile(
      at,
      { key, command: ctrlKey || metaKey },
      { tiles: total, across, pageRows: lines.pageRows() },
    );
  const onClick = (event: MouseEvent<HTMLDivElement>): void => {
    cards.onClick(event);
    const tile = gridCellAt(event.target);
    if (tile === null || !(event.target instanceof Element)) return;
    if (event.target.closest('[data-enlarge]') !== null) onEnlarge(tile.row);
  };

  // Said once for all tiles: each would be an attribute more to change as it scrolls by.
  const style: CSSProperties & Record<`--${string}`, string | number> = {
    '--across': across,
    '--covered': `${coveredRight}px`,
    '--picture': `${picture}px`,
    '--alone-lines': Math.floor((picture + 28) / linePx),
    ...(resource !== null && { '--tint': `var(--mark-${resource.platform})` }),
  };
  return (
    <RowsElement
      {...cards.element}
      role="grid"
      aria-label="Pictures"
      aria-rowcount={Math.ceil(total / across)}
      aria-colcount={across}
      aria-activedescendant={isActive ? tileId(id, at) : undefined}
      data-tiles={tiles}
      className={classes.wall}
      style={style}
      onKeyDown={(event) => cards.onKeyDown(event, { acts: { Space: () => onEnlarge(at) }, move })}
      onClick={onClick}
      onDoubleClick={({ target }) => {
        const tile = gridCellAt(target);
        if (tile !== null) onEnlarge(tile.row);
      }}
    >
      <Box role="rowgroup" pos="relative" h={lines.height} mb={gap}>
        {lines.rows.map(({ index: line, top, key }) => (
          <div
            key={key}
            role="row"
            aria-rowindex={line + 1}
            className={classes.line}
            style={{ top: top + gap }}
          >
            {Array.from({ length: Math.min(across, total - line * across) }, (_, place) => {
              const index = line * across + place;
              return (
                <Tile
                  key={place}
                  {...{ view, index, dates, seen, says }}
                  id={tileId(id, index)}
                  place={place + 1}
                  isPassing={lines.isFast}
                  {...cards.stateOf(index)}
                />
              );
            })}
          </div>
        ))}
      </Box>
    </RowsElement>
  );
}

const tileId = (id: string, row: number): string => `${id}-${row}`;

interface TileProps extends CaptionProps {
  view: RowView;
  index: number;
  id: string;
  /** From 1, in its line. */
  place: number;
  seen: readonly SeenColumn[];
  isActive: boolean;
  isRead: boolean;
  isSelected: boolean;
}

const Tile = memo(function Tile(props: TileProps) {
  const { view, index, id, place, seen, says, dates } = props;
  const { isPassing, isActive, isRead, isSelected } = props;
  const { row, number } = useNumberedRow(view, index) ?? {};
  const media = useMemo(() => (row === undefined ? [] : mediaOf(row, seen)), [row, seen]);
  return (
    <div
      role="gridcell"
      id={id}
      aria-colindex={place}
      aria-selected={isSelected || undefined}
      aria-current={isRead || undefined}
      data-row={index}
      // A tile is its row, as the row’s number in the table is.
      data-number-of={index}
      data-active={isActive || undefined}
      data-alone={media.length === 0 || undefined}
      className={classes.tile}
    >
      {row === undefined ? (
        <Box aria-hidden flex={1} m={10} bdrs="var(--radius-tag)" bg="var(--hover)" />
      ) : (
        <>
          {/* The same elements with and without a picture: tiles are used again for other rows. */}
          <div className={classes.frame} data-frame={media.length > 0 || undefined}>
            {media.length > 0 && !isPassing && (
              <Frame
                media={media}
                seconds={says.length && memberOf(row, says.length)}
                place={{ runId: view.runId, row: number }}
              />
            )}
          </div>
          <Caption {...{ row, says, dates, isPassing }} />
        </>
      )}
    </div>
  );
});

interface FrameProps {
  media: readonly RowMedium[];
  /** The length of a video. */
  seconds: unknown;
  place: RowPlace;
}

/** The first picture of a row, or what stands for it while it isn’t loaded, and what else there is. */
function Frame({ media, seconds, place }: FrameProps) {
  const [first] = media;
  if (first === undefined) return null;
  const isVideo = first.kind === 'video';
  const link = isVideo ? first.poster : first;
  const words = mediaWords(media);
  const Icon = isVideo ? Film : media.length > 1 ? Images : Image;
  const kind = (
    <Stack component="span" gap={4} align="center" justify="center" className={classes.kind}>
      <Icon size={20} aria-hidden />
      {words}
    </Stack>
  );
  return (
    <>
      {link === null ? (
        kind
      ) : (
        // What is known of a picture is of this row alone: tiles are used again for others.
        <Picture key={place.row} look="tile" alt={words} {...{ place, link }}>
          {kind}
        </Picture>
      )}
      {media.length > 1 && (
        <span aria-hidden className={classes.badge} data-corner="count">
          <Images size={12} />
          {media.length}
        </span>
      )}
      {isVideo && (
        <span aria-hidden className={classes.badge} data-corner="video">
          <Play size={11} />
          {lengthText(seconds)}
        </span>
      )}
      {/* For everyone who doesn’t use a pointer, Space does the same. */}
      <span aria-hidden data-enlarge title="Enlarge (Space)" className={classes.enlarge}>
        <Maximize2 size={14} />
      </span>
    </>
  );
}

interface CaptionProps {
  says: CaptionColumns;
  dates: DateLook;
  /** Goes by so fast that nobody can read more than a few words, and look at no picture. */
  isPassing: boolean;
}

function Caption({ row, says, dates, isPassing }: CaptionProps & { row: Row }) {
  const words = (columns: readonly Column[]): string => wordsIn(row, columns, dates);
  const text = (
    <p dir="auto" className={classes.text}>
      {words(says.texts).slice(0, isPassing ? mostPassing : mostShown)}
    </p>
  );
  if (isPassing) return text;
  const [author, date] = [says.authors, says.dates].map(words);
  const { figure } = says;
  return (
    <>
      {text}
      <div className={classes.facts}>
        <span dir="ltr" data-cuts className={classes.author}>
          {author}
        </span>
        {figure !== null && (
          <span data-cuts>
            <span className={classes.figureName}>{figure.label}</span> <b>{words([figure])}</b>
          </span>
        )}
        <span data-cuts className={classes.date} title={date}>
          {/* The day; a text that is no date is cut off by its room. */}
          {date?.replace(/ \d\d:\d\d$/, '')}
        </span>
      </div>
    </>
  );
}

/** Characters of a text: more than there is room for, since all of them are laid out. */
const mostShown = 1600;
const mostPassing = 40;

/** Saves the files, which are on their sites for hours or days. */
export function SaveMedia() {
  const { save } = useRows();
  const button = useOfferedButton('rows', { label: saveMediaWords, icon: Download });
  return (
    <QuietButton
      ref={button}
      size="compact-xs"
      leftSection={<Download size={13} />}
      onClick={() => save('media')}
    >
      {saveMediaWords}
    </QuietButton>
  );
}

const saveMediaWords = 'Save media…';

/** "12 of 40 posts have pictures", and a filter that keeps these. */
function PicturesShown() {
  const { run, rows, view, setView, resource } = useRows();
  const { total } = rows;
  const [field, ...orIn] = useColumnsSeen().flatMap((one) =>
    one.kind === 'subtitles' ? [] : [one.field],
  );
  const isKept = view.filters.some(({ kind }) => kind === 'hasMedia');
  const filters =
    field === undefined || isKept
      ? null
      : [...view.filters, { kind: 'hasMedia' as const, field, orIn }];
  const count = useCountOf(run, filters && { ...view, sort: [], filters });
  if (filters === null || count === null || count >= total) return null;
  return (
    <Group gap={8} px="var(--edge)" py={4} fz={12} flex="none">
      <Text component="output" inherit c="var(--text-2)">
        {count === 0 ? 'None' : grouping(count)} of {grouping(total)} {resource?.many ?? 'rows'}{' '}
        have pictures or videos
      </Text>
      {count > 0 && (
        <QuietButton size="compact-xs" onClick={() => setView({ ...view, filters })}>
          Show only these
        </QuietButton>
      )}
    </Group>
  );
}

interface Enlarged {
  /** Row of the view, from 0. */
  row: number;
  /** Which of its pictures and videos, from 0. */
  n: number;
}

interface LightboxProps {
  /** Null: closed. */
  at: Enlarged | null;
  /** Null: it is closed. */
  onMove: (to: Enlarged | null) => void;
  seen: readonly SeenColumn[];
}

/** A picture or video of a row whole, with the row’s text and figures. Escape closes only it. */
function Lightbox({ at, onMove, seen }: LightboxProps) {
  const { total } = useRows().rows;
  return (
    <DialogOf
      of={at}
      title={({ row }) => `${grouping(row + 1)} of ${grouping(total)}`}
      onClose={() => onMove(null)}
      size="min(1400px, 100vw - 64px)"
      classNames={{ content: classes.lightbox, body: classes.lightboxBody }}
    >
      {(shown) => <Enlargement at={shown} {...{ onMove, seen }} />}
    </DialogOf>
  );
}

function Enlargement({ at, onMove, seen }: LightboxProps & { at: Enlarged }) {
  const { run, rows, columns, resource } = useRows();
  const { view, total } = rows;
  const { row, number } = useNumberedRow(view, at.row) ?? {};
  useRowsAround(view, at.row, at.row, total);
  const media = row === undefined ? [] : mediaOf(row, seen);
  const n = Math.min(at.n, Math.max(0, media.length - 1));
  const medium = media[n];
  /** The nearest row with pictures; one that hasn’t been read yet may have some. */
  const beyond = (step: 1 | -1): Enlarged | null => {
    for (let next = at.row + step; next >= 0 && next < total; next += step) {
      const [found] = rowsAtHand(view, [{ first: next, last: next }]) ?? [];
      if (found === undefined || mediaOf(found, seen).length > 0)
        return { row: next, n: step === 1 ? 0 : Infinity };
    }
    return null;
  };
  // Through the pictures of a row, then on to the next row.
  const steps = [
    {
      key: 'ArrowLeft',
      label: 'Previous',
      Icon: ChevronLeft,
      to: n > 0 ? { row: at.row, n: n - 1 } : beyond(-1),
    },
    {
      key: 'ArrowRight',
      label: 'Next',
      Icon: ChevronRight,
      to: n + 1 < media.length ? { row: at.row, n: n + 1 } : beyond(1),
    },
  ];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps.find(({ key }) => key === event.key);
    // In a video that plays they move in time.
    if (step === undefined || event.target instanceof HTMLVideoElement) return;
    event.preventDefault();
    if (step.to !== null) onMove(step.to);
  };
  const words = medium?.kind === 'video' ? 'Video' : 'Picture';
  const count = `${words} ${n + 1} of ${media.length}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys pressed inside
    <div className={classes.enlarged} onKeyDown={onKeyDown}>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys work from here
        tabIndex={0}
        data-autofocus
        aria-label={media.length > 1 ? count : words}
        className={classes.stage}
      >
        {row !== undefined && medium === undefined && (
          <Text c="var(--text-2)">This row has no picture or video.</Text>
        )}
        {medium !== undefined && (
          <>
            <Medium
              key={`${at.row} ${n}`}
              place={{ runId: run.id, row: number }}
              medium={medium}
              alt={`${medium.label} of row ${at.row + 1}`}
            />
            <Box maw={420}>
              <LoadPictures />
            </Box>
          </>
        )}
        {steps.map(({ key, label, Icon, to: next }) => (
          <ActionIcon
            key={key}
            variant="default"
            size={36}
            radius="xl"
            disabled={next === null}
            aria-label={label}
            aria-keyshortcuts={key}
            className={classes.step}
            data-key={key}
            onClick={() => onMove(next)}
          >
            <Icon size={18} />
          </ActionIcon>
        ))}
        {media.length > 1 && <span className={classes.count}>{count}</span>}
      </section>
      <section aria-label="About it" data-scrolls className={classes.about}>
        {row !== undefined && (
          <RecordHead {...{ row, number }} parts={recordParts(row, columns, resource)} isAlone />
        )}
      </section>
    </div>
  );
}
