import { Flex, Popover, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { SyntheticEvent } from 'react';
import type { Column } from '#shared/contract/run.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import type { Filter } from '#shared/contract/view.ts';
import { layOut, rectsOf } from '#renderer/components/chart/bars.ts';
import { useShowsStrip } from '#renderer/state/preferences.ts';
import { useSummary } from '#renderer/state/row-answers.ts';
import { keepRows } from '../charts/keep-rows.ts';
import type { HeaderExtras } from '../grid/GridHeader.tsx';
import { headerHeight, tallHeaderHeight } from '../grid/sizes.ts';
import { useRows } from '../rows-scope.ts';
import { useHandedOverState } from '../view-state.ts';
import { useZoneName } from '../values/moments.ts';
import { ColumnBody, Filled, spreadOf, ColumnHead } from './ColumnBody.tsx';
import classes from './Summary.module.css';
import { hasCommonValues, stripLook, type StripLook } from './column-facts.ts';

/** A summary of a column's values, in the 46 px under its name; a click opens its card. */
export function ColumnStrip({ column }: { column: Column }) {
  const { run, view } = useRows();
  const [isOpen, setOpen] = useHandedOverState(`card ${run.id} ${column.field}`, false);
  const asked = { field: column.field, timeZone: useZoneName() };
  const { value, isBehind } = useSummary({ run, view }, asked, true);
  const summary = value?.columns[0] ?? null;
  if (value === null || summary === null) return <span aria-hidden className={classes.strip} />;
  const look = stripLook(column, summary, value.count);
  const close = (): void => setOpen(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={340}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.strip}
          data-look={look.kind}
          onClick={(event) => {
            event.stopPropagation();
            setOpen(!isOpen);
          }}
        >
          <VisuallyHidden>About {column.label}: </VisuallyHidden>
          <Look look={look} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={`About ${column.label}`} p="12px 14px">
        <ColumnCard {...{ column, summary, isBehind }} count={value.count} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Look({ look }: { look: StripLook }) {
  switch (look.kind) {
    case 'bars':
      return (
        <>
          <Histogram heights={look.heights} />
          <Flex component="span" gap={6} justify="space-between" maw={180}>
            <span>{look.left}</span>
            <VisuallyHidden> to </VisuallyHidden>
            <span>{look.right}</span>
          </Flex>
        </>
      );
    case 'shares':
      return (
        <>
          <span className={classes.shares}>
            {look.shares.map((flexGrow, part) => (
              // oxlint-disable-next-line react/no-array-index-key -- the index is the shade
              <span key={part} style={{ flexGrow, background: shades[part] }} />
            ))}
            <span
              style={{ flexGrow: remainingShare(look.shares), background: 'var(--border-button)' }}
            />
          </span>
          <Words>{look.words}</Words>
        </>
      );
    case 'words':
      return (
        <>
          <Words>{look.first}</Words>
          {look.second !== '' && <VisuallyHidden>, </VisuallyHidden>}
          <Words>{look.second}</Words>
        </>
      );
    default:
      return look satisfies never;
  }
}

const shades = [
  'var(--bar-highlight)',
  'var(--bar)',
  'color-mix(in srgb, var(--bar) 60%, var(--surface))',
  'color-mix(in srgb, var(--bar) 35%, var(--surface))',
];

const remainingShare = (shares: readonly number[]): number =>
  Math.max(0, 1 - shares.reduce((sum, share) => sum + share, 0));

const Words = ({ children }: { children: string }) => <span data-cuts>{children}</span>;

/** In units of the view box, independent of its width in px. */
const barWidth = 10;
const height = 20;
const room = { left: 0, top: 0, bottom: 0 };

function Histogram({ heights }: { heights: readonly number[] }) {
  const width = heights.length * barWidth;
  const bars = heights.map((share) => ({ parts: [share] }));
  const layout = layOut({ bars, width, height, isSmall: true, room });
  return (
    <svg
      aria-hidden
      className={classes.histogram}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
    >
      {bars.flatMap((bar, index) =>
        rectsOf(bar, index, layout).map(({ part, ...rect }) => (
          <rect key={`${index} ${part}`} {...rect} />
        )),
      )}
    </svg>
  );
}

interface ColumnCardProps {
  column: Column;
  summary: ColumnSummary;
  /** Rows of the view. */
  count: number;
  isBehind: boolean;
  onClose: () => void;
}

/** Details of one column, opened from its header. */
function ColumnCard(props: ColumnCardProps) {
  const { column, summary, count, isBehind, onClose } = props;
  const { run, tab } = useRows();
  const keep = (filter: Filter): void => {
    keepRows(tab, run.id, filter);
    onClose();
  };
  const hint = hintOf(column, summary);
  return (
    // In React's tree the card is inside the grid's header, whose keys and clicks do other things.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={stop} onClick={stop} onPointerDown={stop}>
      <ColumnHead column={column} onClose={onClose} />
      <Filled {...{ summary, count, isBehind }} />
      <ColumnBody {...{ column, summary }} onKeep={keep} isWanted />
      {hint !== null && (
        <Text size="xs" c="dimmed" mt={8}>
          {hint}
        </Text>
      )}
    </div>
  );
}

const stop = (event: SyntheticEvent): void => event.stopPropagation();

/** Returns what a click in the card does; null if there is nothing to click. */
function hintOf(column: Column, summary: ColumnSummary): string | null {
  if (spreadOf(column, summary) !== null) {
    return 'Choose a bar, or drag over several, to keep their rows.';
  }
  return column.type !== 'list' && hasCommonValues(summary)
    ? 'Click a value to keep its rows.'
    : null;
}

/** Returns the height of the header of a table of all rows, in px. */
export const useHeaderHeight = (): number => (useShowsStrip() ? tallHeaderHeight : headerHeight);

export function useSummaryHeader(): Pick<HeaderExtras, 'height' | 'below'> {
  const { run } = useRows();
  const isShown = useShowsStrip();
  if (!isShown) return { height: headerHeight };
  return {
    height: tallHeaderHeight,
    below: (column) => {
      const latest = run.columns.find(({ field }) => field === column.field);
      return <ColumnStrip column={latest ?? column} />;
    },
  };
}
