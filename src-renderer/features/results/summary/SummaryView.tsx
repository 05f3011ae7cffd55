/** *Summary*: the values of each column, in the rows of the tab's view. */
import { Box, Center, Flex, SimpleGrid, Text } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import type { Column } from '#shared/contract/run.ts';
import { Fold } from '#renderer/components/texts.tsx';
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
import { byInterest, inLine, type InLine } from './column-facts.ts';

export function SummaryView() {
  const columns = useCountedColumns();
  const [counts, report] = useCountsOfParts();
  const { main, ids, empty } = byInterest(columns);
  const [lines, setLines] = useState<Readonly<Record<string, InLine | null>>>({});
  const namesOf = (kind: InLine['kind']): string =>
    columns
      .filter(({ field }) => lines[field]?.kind === kind)
      .map(({ field, label }) =>
        [label, lines[field]?.words && `(${lines[field].words})`].join(' ').trim(),
      )
      .join(', ');
  const [same, different] = [namesOf('same'), namesOf('different')];
  const onLine: OnLine = (field, line) => setLines((before) => ({ ...before, [field]: line }));
  const cards = (shown: readonly Column[], name: string) => (
    <SimpleGrid
      component="ul"
      minColWidth={292}
      spacing={12}
      px="var(--edge)"
      py={14}
      aria-label={name}
    >
      {shown.map((column) => (
        <SummaryCard key={column.field} {...{ column, report, onLine }} />
      ))}
    </SimpleGrid>
  );
  return (
    <Box data-scrolls bg="var(--surface)" tabIndex={0}>
      <Coverage lead="Made from" counts={counts} />
      {main.length > 0 && cards(main, 'Columns')}
      {ids.length > 0 && (
        <Fold line={countOf(ids.length, 'ID column')} px="var(--edge)" py={8}>
          {cards(ids, 'ID columns')}
        </Fold>
      )}
      <Text c="dimmed" px="var(--edge)" pb={20}>
        {same !== '' && <bdi>The same in every row: {same}. </bdi>}
        {different !== '' && <bdi>No value occurs twice: {different}. </bdi>}
        {empty.length > 0 && `Empty in every row: ${empty.map(({ label }) => label).join(', ')}.`}
      </Text>
    </Box>
  );
}

/** Tells what a column says in a line; null: it has a card, or isn't known yet. */
type OnLine = (field: string, line: InLine | null) => void;

/** So few that all columns are summarised at once: then those that say nothing are known beforehand. */
const fewRows = 100_000;

interface SummaryCardProps {
  column: Column;
  report: ReportCounts;
  onLine: OnLine;
}

/**
 * The card of one column; none if a line says it all. Of many rows it loads when it scrolls into
 * view, so that a million are summarised card by card.
 */
function SummaryCard({ column, report, onLine }: SummaryCardProps) {
  const { run, tab, view } = useRows();
  const [ref, isInSight] = useInSight();
  const { field } = column;
  const isSmall = run.rowCount <= fewRows;
  const asked = { field, timeZone: useZoneName() };
  const { value, ...answer } = useSummary({ run, view }, asked, isInSight || isSmall);
  useReportedCounts(report, field, value);
  const summary = value?.columns[0] ?? null;
  const { kind, words } =
    (isSmall && value && summary && inLine(column, summary, value.count)) || {};
  useLayoutEffect(() => {
    onLine(field, kind === undefined ? null : { kind, words: words ?? '' });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it only sets state
  }, [field, kind, words]);
  if (kind !== undefined) return null;
  return (
    <Flex
      component="li"
      ref={ref}
      direction="column"
      miw={0}
      mih={216}
      p="10px 14px 8px"
      bdrs="lg"
      bd="1px solid var(--line)"
      bg="var(--raised)"
      data-field={column.field}
    >
      <ColumnHead column={column} />
      {summary === null || value === null ? (
        <Center flex={1}>
          {/* Nobody hears of each card that is out of sight. */}
          {isInSight && <Waiting {...answer} />}
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
