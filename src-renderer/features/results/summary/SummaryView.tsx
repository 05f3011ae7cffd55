/** *Summary*: what the values of each column are like, in the rows of the tab's view. */
import { Center, Text } from '@mantine/core';
import type { Column, Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import type { Filter, View } from '#shared/contract/view.ts';
import { useSummary } from '#renderer/state/row-answers.ts';
import { coverageWords, type Looked } from '../charts/coverage.ts';
import { keepRows } from '../charts/keep-rows.ts';
import { Coverage, useInSight, Waiting } from '../charts/panel-parts.tsx';
import { useZoneName } from '../values/moments.ts';
import { ColumnBody, Filled, ColumnHead } from './ColumnBody.tsx';
import classes from './Summary.module.css';

interface SummaryViewProps {
  run: Run;
  tab: Tab;
  /** In the order of the table. */
  columns: readonly Column[];
  /** How many rows the view has; null until that is known. */
  looked: Looked | null;
}

export function SummaryView({ run, tab, columns, looked }: SummaryViewProps) {
  const filled = columns.filter(({ type }) => type !== 'empty');
  const empty = columns.filter(({ type }) => type === 'empty');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
    <div className={classes.view} tabIndex={0}>
      <Coverage>{`Made from ${coverageWords(run, looked)}`}</Coverage>
      <ul className={classes.cards} aria-label="Columns">
        {filled.map((column) => (
          <SummaryCard
            key={column.field}
            run={run}
            view={tab.view}
            column={column}
            onKeep={(filter) => keepRows(tab, run.id, filter)}
          />
        ))}
      </ul>
      {empty.length > 0 && (
        <Text c="dimmed" px="var(--edge)" pb={20}>
          Empty in every row: {empty.map(({ label }) => label).join(', ')}.
        </Text>
      )}
    </div>
  );
}

interface SummaryCardProps {
  run: Run;
  view: View;
  column: Column;
  onKeep: (filter: Filter) => void;
}

/** One column. Asked for when it scrolls into view, so that a million rows answer card by card. */
function SummaryCard({ run, view, column, onKeep }: SummaryCardProps) {
  const [ref, isInSight] = useInSight();
  const asked = { field: column.field, timeZone: useZoneName() };
  const { value, ...answer } = useSummary({ run, view }, asked, isInSight);
  const summary = value?.columns[0] ?? null;
  return (
    <li ref={ref} className={classes.card} data-field={column.field}>
      <ColumnHead column={column} />
      {summary === null || value === null ? (
        <Center flex={1}>
          <Waiting {...answer} />
        </Center>
      ) : (
        <>
          <Filled summary={summary} count={value.count} />
          <ColumnBody {...{ run, view, column, summary, onKeep }} isWanted={isInSight} />
        </>
      )}
    </li>
  );
}
