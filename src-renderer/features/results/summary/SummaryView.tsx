/** *Summary*: what the values of each column are like, in the rows of the tab's view. */
import type { Column, Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { Coverage } from '../charts/Coverage.tsx';
import { coverageWords, type Looked } from '../charts/coverage.ts';
import { keepRows } from './keep-rows.ts';
import classes from './Summary.module.css';
import { SummaryCard } from './SummaryCard.tsx';

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
    <div className={classes.view}>
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
        <p className={classes.empty}>
          Empty in every row: {empty.map(({ label }) => label).join(', ')}.
        </p>
      )}
    </div>
  );
}
