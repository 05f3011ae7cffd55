/** *Charts*: charts of the rows of the tab's view. Makes no calls. */
import { Box } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { EmptyArea } from '../RowsArea.tsx';
import { useCountedColumns, useRows } from '../rows-scope.ts';
import classes from './Charts.module.css';
import { chartFields, forgetWanted, useWantedPanel } from './chart-choice.ts';
import { Coverage, useCountsOfParts } from './panel-parts.tsx';
import { NumbersPanel, ScatterPanel, TimePanel, ValuesPanel } from './panels.tsx';
import { WordsPanel } from './WordsPanel.tsx';

export function ChartsView() {
  const { run } = useRows();
  const columns = useCountedColumns();
  const wanted = useWantedPanel(run.id);
  useEffect(() => {
    if (wanted !== null) forgetWanted(run.id);
  }, [wanted, run.id]);
  const fields = useMemo(() => chartFields(columns), [columns]);
  const [counts, report] = useCountsOfParts();
  if (Object.values(fields).every(({ length }) => length === 0)) {
    return (
      <EmptyArea
        title="No column suits a chart"
        advice="Charts need dates, numbers or values that repeat. “Summary” shows what each column has."
      />
    );
  }
  const common = { fields, counts, report };
  return (
    <Box data-scrolls bg="var(--surface)">
      <Coverage lead="Drawn from" counts={counts} />
      <div className={classes.panels}>
        <TimePanel {...common} />
        <ValuesPanel {...common} />
        <NumbersPanel {...common} />
        <WordsPanel {...common} />
        <ScatterPanel {...common} />
      </div>
    </Box>
  );
}
