/** *Charts*: charts of the rows of the tab's view. Makes no calls. */
import { Box } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import type { Endpoint, Resource } from '#shared/catalogue/types.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { EmptyArea } from '../RowsArea.tsx';
import classes from './Charts.module.css';
import { chartFields, forgetWanted, useChartChoice, useWantedPanel } from './chart-choice.ts';
import { Coverage, useCountsOfParts } from './panel-parts.tsx';
import { NumbersPanel, ScatterPanel, TimePanel, ValuesPanel } from './panels.tsx';

interface ChartsViewProps {
  run: Run;
  tab: Tab;
  /** Of the run's question; null if it isn't in the catalogue. */
  endpoint: Endpoint | null;
  resource: Resource | null;
  /** In the order of the table. */
  columns: readonly Column[];
}

const anyItem = { one: 'row', many: 'rows' };

export function ChartsView({ run, tab, endpoint, resource, columns }: ChartsViewProps) {
  const choice = useChartChoice(run.id);
  const wanted = useWantedPanel(run.id);
  useEffect(() => {
    if (wanted !== null) forgetWanted(run.id);
  }, [wanted, run.id]);
  const fields = useMemo(() => chartFields(columns), [columns]);
  const [counts, report] = useCountsOfParts();
  const about = { run, tab, endpoint, counts };
  if (Object.values(fields).every(({ length }) => length === 0)) {
    return (
      <EmptyArea
        title="No column suits a chart"
        advice="Charts need dates, numbers or values that repeat. “Summary” shows what each column has."
      />
    );
  }
  const common = { ...about, report, fields, resource: resource ?? anyItem };
  return (
    <Box flex={1} mih={0} bg="var(--surface)" style={{ overflow: 'auto' }}>
      <Coverage lead="Drawn from" {...about} />
      <div className={classes.panels}>
        <TimePanel {...common} choice={choice.time} isWanted={wanted === 'time'} />
        <ValuesPanel {...common} choice={choice.values} isWanted={wanted === 'values'} />
        <NumbersPanel {...common} choice={choice.numbers} isWanted={wanted === 'numbers'} />
        <ScatterPanel {...common} choice={choice.scatter} isWanted={wanted === 'scatter'} />
      </div>
    </Box>
  );
}
