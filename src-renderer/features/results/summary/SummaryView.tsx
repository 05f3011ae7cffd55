/** *Summary*: the values of each column, in the rows of the tab's view. */
import { Box, Center, Flex, Text } from '@mantine/core';
import { useState } from 'react';
import type { Column } from '#shared/contract/run.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { countOf } from '#renderer/components/words.ts';
import { useSummary } from '#renderer/state/row-answers.ts';
import { keepRows } from '../charts/keep-rows.ts';
import {
  Coverage,
  useCountsOfParts,
  useInSight,
  useReportedCounts,
  Waiting,
  type ReportCounts,
} from '../charts/panel-parts.tsx';
import { useCountedColumns, useRows } from '../rows-scope.ts';
import { useZoneName } from '../values/moments.ts';
import { ColumnBody, Filled, ColumnHead } from './ColumnBody.tsx';
import classes from './Summary.module.css';
import { byInterest } from './column-facts.ts';

export function SummaryView() {
  const columns = useCountedColumns();
  const [showsIds, setShowsIds] = useState(false);
  const [counts, report] = useCountsOfParts();
  const { main, ids, empty } = byInterest(columns);
  const cards = (shown: readonly Column[], name: string) => (
    <ul className={classes.cards} aria-label={name}>
      {shown.map((column) => (
        <SummaryCard key={column.field} {...{ column, report }} />
      ))}
    </ul>
  );
  return (
    <Box data-scrolls bg="var(--surface)" tabIndex={0}>
      <Coverage lead="Made from" counts={counts} />
      {main.length > 0 && cards(main, 'Columns')}
      {ids.length > 0 && (
        <SmallButton
          mx="var(--edge)"
          mb={14}
          mt={main.length === 0 ? 14 : 0}
          aria-expanded={showsIds}
          onClick={() => setShowsIds(!showsIds)}
        >
          {showsIds ? 'Hide' : 'Show'} {countOf(ids.length, 'ID column')}
        </SmallButton>
      )}
      {showsIds && cards(ids, 'ID columns')}
      {empty.length > 0 && (
        <Text c="dimmed" px="var(--edge)" pb={20}>
          Empty in every row: {empty.map(({ label }) => label).join(', ')}.
        </Text>
      )}
    </Box>
  );
}

interface SummaryCardProps {
  column: Column;
  report: ReportCounts;
}

/**
 * The card of one column. Loads when it scrolls into view, so that a million rows are summarised card
 * by card.
 */
function SummaryCard({ column, report }: SummaryCardProps) {
  const { run, tab, view } = useRows();
  const [ref, isInSight] = useInSight();
  const asked = { field: column.field, timeZone: useZoneName() };
  const { value, ...answer } = useSummary({ run, view }, asked, isInSight);
  useReportedCounts(report, column.field, value);
  const summary = value?.columns[0] ?? null;
  return (
    <Flex
      component="li"
      ref={ref}
      direction="column"
      miw={0}
      mih={216}
      p="10px 14px 8px"
      className={classes.card}
      data-field={column.field}
    >
      <ColumnHead column={column} />
      {summary === null || value === null ? (
        <Center flex={1}>
          <Waiting {...answer} />
        </Center>
      ) : (
        <>
          <Filled summary={summary} count={value.count} isBehind={answer.isBehind} />
          <ColumnBody
            {...{ column, summary }}
            onKeep={(filter) => keepRows(tab, run.id, filter)}
            isWanted={isInSight}
          />
        </>
      )}
    </Flex>
  );
}
