import { Popover, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import type { Column, Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { useShowsStrip } from '#renderer/state/preferences.ts';
import { useSummary } from '#renderer/state/row-answers.ts';
import type { HeaderExtras } from '../grid/GridHeader.tsx';
import { headerHeight, tallHeaderHeight } from '../grid/sizes.ts';
import { useHandedOverState } from '../view-state.ts';
import { useZoneName } from '../values/moments.ts';
import { ColumnCard } from './ColumnCard.tsx';
import classes from './Summary.module.css';
import { stripLook, type StripLook } from './column-facts.ts';

interface ColumnStripProps {
  run: Run;
  tab: Tab;
  column: Column;
}

/** A summary of a column's values, in the 46 px under its name; a click opens its card. */
export function ColumnStrip({ run, tab, column }: ColumnStripProps) {
  const [isOpen, setOpen] = useHandedOverState(`card ${run.id} ${column.field}`, false);
  const asked = { field: column.field, timeZone: useZoneName() };
  const { value } = useSummary({ run, view: tab.view }, asked, true);
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
        <ColumnCard {...{ run, tab, column, summary }} count={value.count} onClose={close} />
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
          <span className={classes.ends}>
            <span>{look.left}</span>
            <VisuallyHidden> to </VisuallyHidden>
            <span>{look.right}</span>
          </span>
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

const Words = ({ children }: { children: string }) => (
  <Text span inherit truncate>
    {children}
  </Text>
);

/** In units of the view box, independent of its width in px. */
const barWidth = 10;
const gap = 1.2;
const height = 20;

function Histogram({ heights }: { heights: readonly number[] }) {
  return (
    <svg
      aria-hidden
      className={classes.histogram}
      viewBox={`0 0 ${heights.length * barWidth} ${height}`}
      preserveAspectRatio="none"
    >
      {heights.map((share, index) => (
        <rect
          // oxlint-disable-next-line react/no-array-index-key -- the index is the bucket
          key={index}
          x={index * barWidth + gap / 2}
          y={height - Math.max(share * height, share > 0 ? 1 : 0)}
          width={barWidth - gap}
          height={Math.max(share * height, share > 0 ? 1 : 0)}
        />
      ))}
    </svg>
  );
}

/** Returns the height of the header of a table of all rows, in px. */
export const useHeaderHeight = (): number => (useShowsStrip() ? tallHeaderHeight : headerHeight);

/** `tab` null: a page, which isn't a view of the run and has no strip. */
export function useSummaryHeader(run: Run, tab: Tab | null): HeaderExtras {
  const isShown = useShowsStrip() && tab !== null;
  return useMemo(
    () =>
      isShown
        ? {
            height: tallHeaderHeight,
            below: (column) => <ColumnStrip run={run} tab={tab} column={column} />,
          }
        : { height: headerHeight },
    [isShown, run, tab],
  );
}
