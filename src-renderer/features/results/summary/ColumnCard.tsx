import { Button } from '@mantine/core';
import { ChartColumn } from 'lucide-react';
import type { SyntheticEvent } from 'react';
import type { Column, Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import type { Filter } from '#shared/contract/view.ts';
import { wantChart } from '../charts/chart-choice.ts';
import { chartFields } from '../charts/chart-fields.ts';
import { changeRunView } from '../view-state.ts';
import { ColumnBody } from './ColumnBody.tsx';
import { Filled } from './Filled.tsx';
import { keepRows } from './keep-rows.ts';
import classes from './Summary.module.css';
import { kindWords } from './value-words.ts';

interface ColumnCardProps {
  run: Run;
  tab: Tab;
  column: Column;
  summary: ColumnSummary;
  /** Rows of the view. */
  count: number;
  onClose: () => void;
}

/** All about one column, at its header. */
export function ColumnCard({ run, tab, column, summary, count, onClose }: ColumnCardProps) {
  const keep = (filter: Filter): void => {
    keepRows(tab, run.id, filter);
    onClose();
  };
  const kind = chartOf(column);
  const makeChart = (): void => {
    if (kind === null) return;
    wantChart(run.id, kind, column.field);
    changeRunView(run.id, { mode: 'charts' });
  };
  return (
    // The card belongs to the header, and the header to the grid, whose keys and clicks are others.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={stop} onClick={stop} onPointerDown={stop}>
      <header className={classes.head}>
        <h3 className={classes.name}>{column.label}</h3>
        {column.label !== column.field && <code className={classes.field}>{column.field}</code>}
        <span className={classes.type}>{kindWords(column)}</span>
      </header>
      <Filled summary={summary} count={count} />
      <ColumnBody {...{ run, view: tab.view, column, summary }} onKeep={keep} isWanted />
      {kind !== null && (
        <div className={classes.buttons}>
          <Button
            size="xs"
            variant="default"
            leftSection={<ChartColumn aria-hidden />}
            onClick={makeChart}
          >
            Make a chart
          </Button>
        </div>
      )}
    </div>
  );
}

const stop = (event: SyntheticEvent): void => event.stopPropagation();

/** Which chart shows a column best; null where none does. */
function chartOf(column: Column): 'time' | 'numbers' | 'values' | null {
  const { dates, numbers, values } = chartFields([column]);
  if (dates.length > 0) return 'time';
  if (numbers.length > 0) return 'numbers';
  return values.length > 0 ? 'values' : null;
}
