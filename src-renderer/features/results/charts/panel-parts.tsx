import { Center, Group, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { Info } from 'lucide-react';
import { useCallback, useLayoutEffect, useState, type RefCallback } from 'react';
import type { Column } from '#shared/contract/run.ts';
import type { NumberScale } from '#shared/contract/summary.ts';
import type { Filter } from '#shared/contract/view.ts';
import { QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { Choice } from '#renderer/components/popups.tsx';
import { afterFirst, FramedTable } from '#renderer/components/tables.tsx';
import { countOf } from '#renderer/components/words.ts';
import type { Asked } from '#renderer/state/asked.ts';
import { useRows } from '../rows-scope.ts';
import { useByDate } from '../run-bar/by-date.ts';
import classes from './Charts.module.css';
import { fullNumber } from '../values/figures.ts';
import { clockName, useDateLook } from '../values/moments.ts';
import type { ChartNumbers } from './chart-numbers.ts';
import { coverageWords, type RowCounts } from './coverage.ts';
import { sumIn, type Span, type Spread } from './draw/layout.ts';

/**
 * Returns columns as choices with their labels in the table; equal labels get the field's name in
 * addition.
 */
export const columnChoices = (columns: readonly Column[]): { value: string; label: string }[] =>
  columns.map(({ field, label }) => ({
    value: field,
    label: columns.some((other) => other.field !== field && other.label === label)
      ? `${label} (${field})`
      : label,
  }));

/** Returns the chosen column, or the likeliest one. */
export const columnOf = (columns: readonly Column[], field: string | undefined): Column | null =>
  columns.find((column) => column.field === field) ?? columns[0] ?? null;

interface ChosenBarProps {
  spread: Spread;
  chosen: Span;
  onKeep: (filter: Filter) => void;
  onClear: () => void;
}

/** Actions for selected bars: "16 Nov 2026 – 18 Nov 2026 · 12 rows". */
export const ChosenBar = ({ spread, chosen, onKeep, onClear }: ChosenBarProps) => (
  <>
    <span>
      {spread.words(chosen)} · {countOf(sumIn(spread.bars, chosen), 'row')}
    </span>
    <SmallButton size="compact-xs" onClick={() => onKeep(spread.filter(chosen))}>
      Keep these rows
    </SmallButton>
    <QuietButton size="compact-xs" onClick={onClear}>
      Clear
    </QuietButton>
  </>
);

/** The choice of a scale, if there is one. */
export function ScaleChoice(props: {
  name: string;
  scales: readonly NumberScale[];
  value: NumberScale;
  onChange: (scale: NumberScale) => void;
}) {
  const { scales, ...choice } = props;
  if (scales.length < 2) return null;
  return (
    <>
      <span aria-hidden>in</span>
      <Choice {...choice} choices={scales.map((value) => ({ value, label: scaleNames[value] }))} />
    </>
  );
}

const scaleNames: Record<NumberScale, string> = { linear: 'linear scale', log: 'log scale' };

/** The outcome of loading a chart. */
type Answer = Pick<Asked<unknown>, 'problem' | 'isPending' | 'again'>;

/**
 * Shown instead of the chart while it is counted, if that failed, and if there is nothing to draw.
 * `nothing`: why, once that is known.
 */
export function Waiting({
  problem,
  isPending,
  again,
  nothing = null,
}: Answer & { nothing?: string | null }) {
  const isWaiting = problem === null || isPending;
  return (
    <Center h="100%" mih="inherit" c="dimmed" role={isWaiting ? 'status' : 'alert'}>
      {isWaiting ? (
        (nothing ?? 'Counting the rows…')
      ) : (
        <span>
          {problem.title}{' '}
          <SmallButton size="compact-xs" onClick={again}>
            Try again
          </SmallButton>
        </span>
      )}
    </Center>
  );
}

interface CoverageProps {
  /** "Drawn from". */
  lead: string;
  /** Of what is below; null until something is. */
  counts: RowCounts | null;
}

/** The rows that everything below was made from, in a line above it. */
export function Coverage({ lead, counts }: CoverageProps) {
  const { run, tab, endpoint, view, hasDates } = useRows();
  const byDate = useByDate(run, tab, endpoint);
  const [{ zone, now }] = useDateLook();
  return (
    <Group gap={8} align="baseline" wrap="nowrap" c="var(--text-2)" className={classes.coverage}>
      <Info size={14} color="var(--text-3)" style={{ alignSelf: 'center' }} />
      {`${lead} ${coverageWords(run, view, counts, byDate?.label ?? null)}`}
      {hasDates && ` Times in ${clockName(zone, now)}.`}
    </Group>
  );
}

/** Reports the rows that a part was made from. */
export type ReportCounts = (part: string, counts: RowCounts | null) => void;

/**
 * Returns the rows that the most advanced of several parts was made from, each from an answer of its own: what
 * is said of all of them is about what is on screen, not about what the run has by now.
 */
export function useCountsOfParts(): [counts: RowCounts | null, report: ReportCounts] {
  const [parts, setParts] = useState<Readonly<Record<string, RowCounts | null>>>({});
  const report = useCallback<ReportCounts>(
    (part, counts) => setParts((before) => ({ ...before, [part]: counts })),
    [],
  );
  const known = Object.values(parts).filter((counts) => counts !== null);
  return [known.toSorted((a, b) => b.rows - a.rows)[0] ?? null, report];
}

/** Reports the rows of a part while it is on screen. */
export function useReportedCounts(
  report: ReportCounts,
  part: string,
  counts: RowCounts | null,
): void {
  // Before it is painted, so that a chart is never beside the sentence about an earlier one.
  useLayoutEffect(() => {
    report(part, counts);
    return () => report(part, null);
  }, [report, part, counts]);
}

interface NumbersTableProps {
  numbers: ChartNumbers;
  name: string;
  height: number;
}

/** More rows than this would slow the page down. */
const mostRows = 1000;

/** The numbers behind a chart. */
export function NumbersTable({ numbers: { head, rows }, name, height }: NumbersTableProps) {
  const text = (cell: string | number): string =>
    typeof cell === 'number' ? fullNumber(cell) : cell;
  return (
    <div className={classes.table}>
      <FramedTable
        {...{ name, head, height }}
        isNamed
        isNumber={afterFirst}
        rows={rows.slice(0, mostRows).map((cells) => cells.map(text))}
        after={
          rows.length > mostRows && (
            <Text size="xs" lh="20px" c="dimmed" px={14} py={8}>
              The first {fullNumber(mostRows)} of {fullNumber(rows.length)}. Copying takes all of
              them.
            </Text>
          )
        }
      />
    </div>
  );
}

/** State of the selected bars, which is cleared when the bars are others. */
export function useChosen(
  spread: Spread | null | undefined,
): [chosen: Span | null, choose: (span: Span | null) => void] {
  const key = spread?.key;
  const [state, setState] = useState<{ key: string | undefined; span: Span | null }>({
    key,
    span: null,
  });
  return [state.key === key ? state.span : null, (span) => setState({ key, span })];
}

/** Whether an element is on screen, or nearly: anything further away is not loaded. */
export function useInSight(): [ref: RefCallback<HTMLElement>, isInSight: boolean] {
  const { ref, entry } = useIntersection<HTMLElement>({ rootMargin: '200px' });
  return [ref, entry?.isIntersecting === true];
}
