/** Everything that a chart over time says beside its bars. Pure. */
import type { DrawnOf } from '#shared/contract/chart.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import { grouping } from '../../../components/words.ts';
import { valueWords } from '../summary/value-words.ts';
import type { ChartNumbers } from './chart-numbers.ts';
import { timeNumbers } from './chart-numbers.ts';
import type { NotFetched } from './not-fetched.ts';
import { notFetched } from './not-fetched.ts';
import { capital } from './panel-props.ts';
import { clockWords } from './time-words.ts';

export interface TimeStory {
  /** Names of what is counted apart; empty where it is one. */
  series: readonly string[];
  gap: NotFetched;
  notes: readonly string[];
  numbers: ChartNumbers;
}

interface About {
  run: Pick<Run, 'state' | 'query'>;
  date: Column;
  splitBy: Column | null;
  /** "posts". */
  many: string;
  /** Rows of the view. */
  count: number;
  now: Date;
}

export function timeStory(drawn: DrawnOf<'time'>, about: About): TimeStory {
  const { run, date, splitBy, many, count, now } = about;
  const series =
    splitBy === null || drawn.series.length < 2
      ? []
      : drawn.series.map((value) =>
          value === null ? 'All others' : valueWords(splitBy, { value, cut: false }),
        );
  const gap = notFetched(run, drawn, now);
  const undated = count - drawn.dated;
  const notes = [
    gap.words,
    undated > 0 ? `${grouping(undated)} ${many} without a date are left out.` : null,
    clockWords(drawn.unit, drawn.timeZone, drawn.areDays),
  ].filter((note) => note !== null);
  const numbers = timeNumbers(drawn, { date: date.label, many: capital(many), series });
  return { series, gap, notes, numbers };
}
