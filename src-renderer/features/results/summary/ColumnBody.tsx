/** A column's chart, its most common values or its lengths: whichever says most. */
import { Box, Flex, Group, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from '#shared/contract/run.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import type { Filter } from '#shared/contract/view.ts';
import { MoreMenu, type Action } from '#renderer/components/actions.tsx';
import { TechnicalName } from '#renderer/components/texts.tsx';
import { countOf } from '#renderer/components/words.ts';
import { useChart } from '#renderer/state/row-answers.ts';
import { Bars } from '../charts/draw/Bars.tsx';
import { CountedValues, type CountedValue } from '../charts/draw/CountedValues.tsx';
import type { Spread } from '../charts/draw/layout.ts';
import { countedValues } from '../charts/keep-rows.ts';
import { numberSpread, timeSpread } from '../charts/bars.ts';
import { itemsWords } from '../charts/panels.tsx';
import { ChosenBar, useChosen, Waiting } from '../charts/panel-parts.tsx';
import { columnActions } from '../column-actions.ts';
import { useRows } from '../rows-scope.ts';
import { kindWords } from '../values/cell-view.ts';
import { AllValues } from '../ColumnValues.tsx';
import { differentWords, filledWords, hasCommonValues, rangeFacts } from './column-facts.ts';

interface ColumnBodyProps {
  column: Column;
  summary: ColumnSummary;
  onKeep: (filter: Filter) => void;
  /** Whether it is on screen. */
  isWanted: boolean;
}

export function ColumnBody(props: ColumnBodyProps) {
  const { column, summary, onKeep } = props;
  const spread = spreadOf(column, summary);
  const [chosen, setChosen] = useChosen(spread);
  const facts = rangeFacts(column, summary);
  return (
    <>
      {spread !== null && (
        <Bars
          {...{ spread, chosen, onKeep }}
          name={`${column.label}: how values are spread`}
          height={92}
          isSmall
          onChoose={setChosen}
        />
      )}
      {spread === null && <Values {...props} />}
      <Group gap="4px 8px" mih={24} mt="auto" pt={8} fz={12} lh="16px">
        {spread !== null && chosen !== null ? (
          <ChosenBar {...{ spread, chosen, onKeep }} onClear={() => setChosen(null)} />
        ) : (
          <RangeFacts {...{ facts }} isLong={summary.dates !== null} />
        )}
      </Group>
    </>
  );
}

interface RangeFactsProps {
  facts: ReturnType<typeof rangeFacts>;
  /** Each needs a line. */
  isLong: boolean;
}

const RangeFacts = ({ facts, isLong }: RangeFactsProps) => {
  const [around, inside] = isLong ? (['column', 'row'] as const) : (['row', 'column'] as const);
  return (
    <Flex component="dl" flex={1} direction={around} columnGap={12} justify="space-between">
      {facts.map(({ name, value }, index) => (
        <Flex
          key={name}
          direction={inside}
          columnGap={12}
          justify="space-between"
          ta={index > 0 && index === facts.length - 1 ? 'end' : undefined}
        >
          <Text component="dt" inherit fz={11} c="dimmed">
            {name}
          </Text>
          <dd dir="auto">{value}</dd>
        </Flex>
      ))}
    </Flex>
  );
};

function Values(props: ColumnBodyProps) {
  const { column, summary } = props;
  if (column.type === 'list') return <CommonItems {...props} />;
  if (summary.filled === 0) return null;
  if (!hasCommonValues(summary)) return <Text c="dimmed">No value occurs twice.</Text>;
  return <CommonValues {...props} />;
}

/** Returns null if there are no bars. */
export function spreadOf(column: Column, { numbers, dates }: ColumnSummary): Spread | null {
  if (dates !== null) {
    const buckets = dates.buckets.map(({ from, to, count }) => ({ from, to, counts: [count] }));
    return timeSpread(column, { ...dates, buckets });
  }
  // An identifier is not an amount, even if it is a number.
  if (numbers === null || numbers.buckets.length === 0 || column.meaning === 'id') return null;
  return numberSpread(column, numbers);
}

/** The number shown here; the others in a dialog. */
const shownFirst = 5;
const most = 10;

/** The most common values of a column. */
function CommonValues({ column, summary, onKeep }: ColumnBodyProps) {
  const { top, distinct, filled } = summary;
  const isAlone = distinct.count === 1;
  // Unique values are only counted: listing them says nothing.
  const repeated = top.filter(({ count }) => count > 1 || isAlone);
  const values = countedValues(column, repeated, false, onKeep);
  const others = distinct.count - repeated.length;
  const isOnce = repeated.length < top.length && distinct.exact;
  return (
    <Common {...{ column, values, distinct }} name={`Most common in ${column.label}`} of={filled}>
      {isOnce && `${countOf(others, 'other')}, ${others === 1 ? 'once' : 'once each'}`}
    </Common>
  );
}

/** The most common items of a column of lists. */
function CommonItems({ column, onKeep, isWanted }: ColumnBodyProps) {
  const { run, view } = useRows();
  const question = { kind: 'values', field: column.field, most } as const;
  const { value, ...answer } = useChart({ run, view }, question, isWanted);
  const drawn = value?.drawn.kind === 'values' ? value.drawn : null;
  if (drawn === null) return <Waiting {...answer} />;
  if (drawn.values.length === 0) return <Text c="dimmed">Every list is empty.</Text>;
  const values = countedValues(column, drawn.values, true, onKeep);
  return (
    <Common
      {...{ column, values }}
      name={`Most common items in ${column.label}`}
      of={drawn.filled}
      distinct={drawn.distinct}
    >
      {itemsWords(drawn.filled, 'rows')}
    </Common>
  );
}

interface CommonProps {
  column: Column;
  name: string;
  values: readonly CountedValue[];
  of: number;
  /** Number of different values. */
  distinct: ColumnSummary['distinct'];
  /** About the values that are not listed. */
  children?: ReactNode;
}

function Common({ column, name, values, of, distinct, children }: CommonProps) {
  const hasMore = distinct.count > shownFirst;
  return (
    <div>
      <CountedValues name={name} values={values.slice(0, shownFirst)} of={of} />
      {!hasMore && children !== undefined && <Text c="dimmed">{children}</Text>}
      {hasMore && <AllValues {...{ column, distinct }} />}
    </div>
  );
}

interface FilledProps {
  summary: ColumnSummary;
  /** Rows of the view. */
  count: number;
  /** The run has others by now. */
  isBehind: boolean;
}

/** The number of rows with a value, and the number of distinct values. */
export function Filled({ summary, count, isBehind }: FilledProps) {
  const { filled, type } = summary;
  return (
    <Box mt={2} mb={8} fz={12} c="var(--text-2)">
      {filledWords(summary, count)}
      {isBehind && ' so far'}
      {/* Lists are described by their items. */}
      {filled > 0 && type !== 'list' && ` · ${differentWords(summary)}`}
      <Progress
        aria-hidden
        value={count === 0 ? 0 : (filled / count) * 100}
        h={3}
        mt={4}
        radius={2}
        bg="var(--active)"
        color="var(--border-button)"
      />
    </Box>
  );
}

interface ColumnHeadProps {
  column: Column;
  /** Closes the panel that it is in, before anything is done from it. */
  onClose?: () => void;
}

/** A column's label, the service's name for it, the kind of its values, and its actions. */
export function ColumnHead({ column, onClose }: ColumnHeadProps) {
  const scope = useRows();
  const closing = (action: Action): Action => ({
    ...action,
    act: (held) => {
      onClose?.();
      return action.act?.(held);
    },
  });
  const { label, field } = column;
  return (
    <Group component="header" gap={8} wrap="nowrap" miw={0}>
      <Text component="h3" fw={600} truncate flex="none" maw="60%">
        {label}
      </Text>
      <TechnicalName {...{ label, field }} />
      <Text size="xs" c="dimmed" flex="none" ms="auto">
        {kindWords(column)}
      </Text>
      <MoreMenu
        label={`Column menu: ${label}`}
        size="sm"
        // A menu outside of a panel would close it.
        withinPortal={onClose === undefined}
        sections={() => columnActions(scope, column).map((section) => section.map(closing))}
      />
    </Group>
  );
}
