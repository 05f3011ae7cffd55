/** A column's picture, its commonest values or its lengths: whichever says most. */
import type { Column, Run } from '#shared/contract/run.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import type { Filter, View } from '#shared/contract/view.ts';
import { ChosenBar } from '../charts/ChosenBar.tsx';
import { useChosen } from '../charts/use-chosen.ts';
import { ColumnChart, spreadOf } from './ColumnChart.tsx';
import { hasCommonValues, rangeFacts } from './column-facts.ts';
import { CommonItems, CommonValues } from './CommonValues.tsx';
import classes from './Summary.module.css';

export interface ColumnBodyProps {
  run: Run;
  view: View;
  column: Column;
  summary: ColumnSummary;
  onKeep: (filter: Filter) => void;
  /** It is on screen. */
  isWanted: boolean;
}

const chartHeight = 92;

export function ColumnBody(props: ColumnBodyProps) {
  const { column, summary, onKeep } = props;
  const spread = spreadOf(column, summary);
  const bars = spread?.bars.map(({ key }) => key).join() ?? '';
  const [chosen, setChosen] = useChosen(bars);
  const facts = rangeFacts(column, summary);
  return (
    <>
      {spread !== null && (
        <ColumnChart
          column={column}
          spread={spread}
          chosen={chosen}
          onChoose={setChosen}
          onKeep={onKeep}
          height={chartHeight}
        />
      )}
      {spread === null && <Values {...props} />}
      <div className={classes.facts}>
        {spread !== null && chosen !== null ? (
          <ChosenBar
            name={spread.words(chosen)}
            count={spread.count(chosen)}
            onKeep={() => onKeep(spread.filter(chosen))}
            onClear={() => setChosen(null)}
          />
        ) : (
          <dl data-rows={summary.dates !== null || undefined}>
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </>
  );
}

function Values(props: ColumnBodyProps) {
  const { column, summary } = props;
  if (column.type === 'list') return <CommonItems {...props} />;
  if (summary.filled === 0) return null;
  if (!hasCommonValues(summary)) return <p className={classes.plain}>No value comes twice.</p>;
  return <CommonValues {...props} />;
}
