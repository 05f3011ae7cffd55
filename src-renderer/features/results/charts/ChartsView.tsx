/** *Charts*: charts of the rows of the tab's view. Makes no calls. */
import { Box } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import type { Resource } from '#shared/catalogue/types.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import classes from './Charts.module.css';
import { chartFields, forgetWanted, useChartChoice, useWantedPanel } from './chart-choice.ts';
import { coverageWords, type RowCounts } from './coverage.ts';
import { Coverage } from './panel-parts.tsx';
import { NumbersPanel, ScatterPanel, TimePanel, ValuesPanel } from './panels.tsx';

interface ChartsViewProps {
  run: Run;
  tab: Tab;
  resource: Resource | null;
  /** In the order of the table. */
  columns: readonly Column[];
  /** The number of rows in the view; null until it is known. */
  counts: RowCounts | null;
}

const anyItem = { one: 'row', many: 'rows' };

export function ChartsView({ run, tab, resource, columns, counts }: ChartsViewProps) {
  const choice = useChartChoice(run.id);
  const wanted = useWantedPanel(run.id);
  useEffect(() => {
    if (wanted !== null) forgetWanted();
  }, [wanted]);
  const fields = useMemo(() => chartFields(columns), [columns]);
  const common = { run, tab, counts, fields, resource: resource ?? anyItem };
  return (
    <Box flex={1} mih={0} bg="var(--surface)" style={{ overflow: 'auto' }}>
      <Coverage>{`Drawn from ${coverageWords(run, tab.view, counts)}`}</Coverage>
      <div className={classes.panels}>
        <TimePanel {...common} choice={choice.time} isWanted={wanted === 'time'} />
        <ValuesPanel {...common} choice={choice.values} isWanted={wanted === 'values'} />
        <NumbersPanel {...common} choice={choice.numbers} isWanted={wanted === 'numbers'} />
        <ScatterPanel {...common} choice={choice.scatter} isWanted={wanted === 'scatter'} />
      </div>
    </Box>
  );
}
