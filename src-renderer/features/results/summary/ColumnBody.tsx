/** A column's picture, its commonest values or its lengths: whichever says most. */
import { Box, Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Column, Run } from '#shared/contract/run.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import type { Filter, View } from '#shared/contract/view.ts';
import { TechnicalName } from '#renderer/components/texts.tsx';
import { countOf } from '#renderer/components/words.ts';
import { useChart } from '#renderer/state/row-answers.ts';
import { Bars } from '../charts/draw/Bars.tsx';
import { CountedValues, type CountedValue } from '../charts/draw/CountedValues.tsx';
import type { Tick } from '../charts/draw/bar-parts.tsx';
import { sumOf, type Bar, type Span } from '../charts/draw/bars-layout.ts';
import { itemFilter, numberFilter, timeFilter, valueFilter } from '../charts/keep-rows.ts';
import { numberBars, numberSpan, numberTicks } from '../charts/number-bars.ts';
import { ChosenBar, useChosen, Waiting } from '../charts/panel-parts.tsx';
import { timeBars, timeSpanWords, timeTicks } from '../charts/time-bars.ts';
import { valueWords, kindWords } from '../values/cell-view.ts';
import { rangeWords } from '../values/number-words.ts';
import classes from './Summary.module.css';
import { differentWords, filledWords, hasCommonValues, rangeFacts } from './column-facts.ts';

interface ColumnBodyProps {
  run: Run;
  view: View;
  column: Column;
  summary: ColumnSummary;
  onKeep: (filter: Filter) => void;
  /** It is on screen. */
  isWanted: boolean;
}

const chartHeight = 92;

export function ColumnBody(props: ColumnBodyProps) {
  const { column, summary, onKeep } = props;
  const spread = spreadOf(column, summary);
  const bars = spread?.bars.map(({ key }) => key).join() ?? '';
  const [chosen, setChosen] = useChosen(bars);
  const facts = rangeFacts(column, summary);
  return (
    <>
      {spread !== null && (
        <ColumnChart
          column={column}
          spread={spread}
          chosen={chosen}
          onChoose={setChosen}
          onKeep={onKeep}
          height={chartHeight}
        />
      )}
      {spread === null && <Values {...props} />}
      <Group gap="4px 8px" mih={24} mt="auto" pt={8} fz={12} lh="16px" className={classes.facts}>
        {spread !== null && chosen !== null ? (
          <ChosenBar
            name={spread.words(chosen)}
            count={spread.count(chosen)}
            onKeep={() => onKeep(spread.filter(chosen))}
            onClear={() => setChosen(null)}
          />
        ) : (
          <dl data-rows={summary.dates !== null || undefined}>
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Group>
    </>
  );
}

function Values(props: ColumnBodyProps) {
  const { column, summary } = props;
  if (column.type === 'list') return <CommonItems {...props} />;
  if (summary.filled === 0) return null;
  if (!hasCommonValues(summary)) return <Text c="dimmed">No value occurs twice.</Text>;
  return <CommonValues {...props} />;
}

/** Bars of a column, and what choosing some of them means. */
interface Spread {
  bars: readonly Bar[];
  ticks: (slot: number) => readonly Tick[];
  words: (span: Span) => string;
  filter: (span: Span) => Filter;
  count: (span: Span) => number;
}

/** Null where there are no bars. */
export function spreadOf(column: Column, { numbers, dates }: ColumnSummary): Spread | null {
  const count =
    (bars: readonly Bar[]) =>
    ({ from, to }: Span): number =>
      bars.slice(from, to + 1).reduce((sum, bar) => sum + sumOf(bar), 0);
  if (dates !== null) {
    const time = {
      ...dates,
      buckets: dates.buckets.map((bucket) => ({
        from: bucket.from,
        to: bucket.to,
        counts: [bucket.count],
      })),
    };
    const bars = timeBars(time);
    return {
      bars,
      ticks: (slot) => timeTicks(time, slot).map(({ at, main }) => ({ at, main })),
      words: (span) => timeSpanWords(time, span),
      filter: ({ from, to }) =>
        timeFilter(
          column,
          {
            from: time.buckets[from]?.from ?? dates.min,
            to: time.buckets[to]?.to ?? dates.max,
          },
          dates.timeZone,
        ),
      count: count(bars),
    };
  }
  // An identifier is no amount, whatever its digits.
  if (numbers === null || numbers.buckets.length === 0 || column.meaning === 'id') return null;
  const spread = { ...numbers, isWhole: column.type === 'integer' };
  const bars = numberBars(spread);
  return {
    bars,
    ticks: (slot) => numberTicks(spread, slot),
    words: (span) => rangeWords(numberSpan(spread, span)),
    filter: (span) => numberFilter(column, numberSpan(spread, span)),
    count: count(bars),
  };
}

interface ColumnChartProps {
  column: Column;
  spread: Spread;
  chosen: Span | null;
  onChoose: (span: Span | null) => void;
  onKeep: (filter: Filter) => void;
  height: number;
}

function ColumnChart({ column, spread, chosen, onChoose, onKeep, height }: ColumnChartProps) {
  return (
    <Bars
      name={`${column.label}: how values are spread`}
      bars={spread.bars}
      ticks={spread.ticks}
      height={height}
      isSmall
      chosen={chosen}
      onChoose={onChoose}
      onKeep={() => {
        if (chosen !== null) onKeep(spread.filter(chosen));
      }}
    />
  );
}

/** Shown at once; the others on request. */
const first = 5;
const most = 10;

/** The commonest values of a column. */
function CommonValues({ column, summary, onKeep }: ColumnBodyProps) {
  const { top, distinct, filled } = summary;
  const isAlone = distinct.count === 1;
  // Values that occur once are only counted: listed below the commonest, they say nothing.
  const repeated = top.values.filter(({ count }) => count > 1 || isAlone);
  const values = repeated.map((counted): CountedValue => {
    const filter = valueFilter(column, counted);
    return {
      key: counted.value,
      text: valueWords(column, counted),
      count: counted.count,
      onKeep: filter === null ? undefined : () => onKeep(filter),
    };
  });
  const rest = distinct.count - repeated.length;
  const isOnce = repeated.length < top.values.length && top.complete;
  return (
    <Common name={`Most common in ${column.label}`} values={values} of={filled}>
      {isOnce && `${countOf(rest, 'other')}, ${rest === 1 ? 'once' : 'once each'}`}
    </Common>
  );
}

/** The commonest items of a column of lists. */
function CommonItems({ run, view, column, onKeep, isWanted }: ColumnBodyProps) {
  const question = { kind: 'values', field: column.field, most } as const;
  const { value, ...answer } = useChart({ run, view }, question, isWanted);
  const drawn = value?.drawn.kind === 'values' ? value.drawn : null;
  if (drawn === null) return <Waiting {...answer} />;
  if (drawn.values.length === 0) return <Text c="dimmed">Every list is empty.</Text>;
  const values = drawn.values.map((counted): CountedValue => {
    const filter = itemFilter(column, counted);
    return {
      key: counted.value,
      text: valueWords({ ...column, type: 'text' }, counted),
      count: counted.count,
      onKeep: filter === null ? undefined : () => onKeep(filter),
    };
  });
  return <Common name={`Most common items in ${column.label}`} values={values} of={drawn.filled} />;
}

interface CommonProps {
  name: string;
  values: readonly CountedValue[];
  of: number;
  /** About those that are not listed. */
  children?: ReactNode;
}

function Common({ name, values, of, children }: CommonProps) {
  const [isWhole, setWhole] = useState(false);
  const hidden = values.length - first;
  return (
    <div>
      <CountedValues name={name} values={isWhole ? values : values.slice(0, first)} of={of} />
      {(isWhole || hidden <= 0) && children !== undefined && <Text c="dimmed">{children}</Text>}
      {hidden > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          mt={2}
          ms={-8}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show ${hidden} more`}
        </Button>
      )}
    </div>
  );
}

interface FilledProps {
  summary: ColumnSummary;
  /** Rows of the view. */
  count: number;
}

/** In how many rows there is a value, and how many different ones. */
export function Filled({ summary, count }: FilledProps) {
  const full = summary.filled - summary.blank;
  return (
    <Box mt={2} mb={8} fz={12} c="var(--text-2)">
      {filledWords(summary, count)}
      {/* Lists are described by their items. */}
      {full > 0 && summary.type !== 'list' && ` · ${differentWords(summary)}`}
      <div aria-hidden className={classes.meter}>
        <span style={{ width: `${count === 0 ? 0 : (full / count) * 100}%` }} />
      </div>
    </Box>
  );
}

/** A column's name, the service's name of it, and what its values are. */
export function ColumnHead({ column }: { column: Column }) {
  const { label, field } = column;
  return (
    <Group component="header" gap={8} wrap="nowrap" align="baseline" miw={0}>
      <Text component="h3" fw={600} truncate flex="none" maw="60%">
        {label}
      </Text>
      <TechnicalName {...{ label, field }} />
      <Text size="xs" c="dimmed" flex="none" ms="auto">
        {kindWords(column)}
      </Text>
    </Group>
  );
}
