import type { ColumnSummary } from '#shared/contract/summary.ts';
import { differentWords, filledWords } from './column-facts.ts';
import classes from './Summary.module.css';

interface FilledProps {
  summary: ColumnSummary;
  /** Rows of the view. */
  count: number;
}

/** In how many rows there is a value, and how many different ones. */
export function Filled({ summary, count }: FilledProps) {
  const full = summary.filled - summary.blank;
  return (
    <p className={classes.filled}>
      <span aria-hidden className={classes.meter}>
        <span style={{ width: `${count === 0 ? 0 : (full / count) * 100}%` }} />
      </span>
      {filledWords(summary, count)}
      {/* Lists are told by their items. */}
      {full > 0 && summary.type !== 'list' && ` · ${differentWords(summary)}`}
    </p>
  );
}
