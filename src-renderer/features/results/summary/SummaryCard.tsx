import type { Column, Run } from '#shared/contract/run.ts';
import type { Filter, View } from '#shared/contract/view.ts';
import { useSummary } from '#renderer/state/row-answers.ts';
import { useInSight } from '../charts/use-in-sight.ts';
import { Waiting } from '../charts/Waiting.tsx';
import { useZoneName } from '../charts/zone.ts';
import { ColumnBody } from './ColumnBody.tsx';
import { Filled } from './Filled.tsx';
import classes from './Summary.module.css';
import { kindWords } from './value-words.ts';

interface SummaryCardProps {
  run: Run;
  view: View;
  column: Column;
  onKeep: (filter: Filter) => void;
}

/** One column. Asked for when it comes on screen, so that a million rows answer card by card. */
export function SummaryCard({ run, view, column, onKeep }: SummaryCardProps) {
  const [ref, isInSight] = useInSight<HTMLLIElement>();
  const asked = { field: column.field, timeZone: useZoneName() };
  const { value, ...answer } = useSummary({ run, view }, asked, isInSight);
  const summary = value?.columns[0] ?? null;
  return (
    <li ref={ref} className={classes.card} data-field={column.field}>
      <header className={classes.head}>
        <h3 className={classes.name}>{column.label}</h3>
        {column.label !== column.field && <code className={classes.field}>{column.field}</code>}
        <span className={classes.type}>{kindWords(column)}</span>
      </header>
      {summary === null || value === null ? (
        <div className={classes.waiting}>
          <Waiting {...answer} />
        </div>
      ) : (
        <>
          <Filled summary={summary} count={value.count} />
          <ColumnBody {...{ run, view, column, summary, onKeep }} isWanted={isInSight} />
        </>
      )}
    </li>
  );
}
