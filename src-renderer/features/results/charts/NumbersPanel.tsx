import type { NumberScale } from '#shared/contract/summary.ts';
import { grouping } from '#renderer/components/words.ts';
import { useChart } from '#renderer/state/summaries.ts';
import { fullNumber, rangeWords } from '../values/number-words.ts';
import { Panel } from './Panel.tsx';
import { chooseChart } from './chart-choice.ts';
import { spreadNumbers } from './chart-numbers.ts';
import { Bars } from './draw/Bars.tsx';
import { sumOf } from './draw/bars-layout.ts';
import { keepRows, numberFilter } from './keep-rows.ts';
import { numberBars, numberSpan, numberTicks, type Numbers } from './number-bars.ts';
import {
  capital,
  Choice,
  ChosenBar,
  columnChoices,
  columnOf,
  useChosen,
  useInSight,
  Waiting,
  type ChartProps,
} from './panel-parts.tsx';

const height = 240;
export const scaleNames: Record<NumberScale, string> = {
  linear: 'even steps',
  log: 'powers of ten',
};

/** How the numbers of a column are spread. */
export function NumbersPanel(props: ChartProps<'numbers'>) {
  const { run, tab, view, fields, choice, resource, coverage, isWanted } = props;
  const [ref, isInSight] = useInSight<HTMLDivElement>();
  const column = columnOf(fields.numbers, choice.field);
  const { value, ...answer } = useChart(
    { run, view },
    { kind: 'numbers', field: column?.field ?? '', scale: choice.scale ?? null },
    isInSight && column !== null,
  );
  const drawn = value?.drawn.kind === 'numbers' ? value.drawn : null;
  const [chosen, setChosen] = useChosen(
    `${column?.field} ${drawn?.scale} ${drawn?.buckets.map(({ from }) => from).join()}`,
  );
  if (column === null) return null;
  const isWhole = column.type === 'integer';
  const numbers: Numbers | null =
    drawn === null ? null : { buckets: drawn.buckets, scale: drawn.scale, isWhole };
  const bars = numbers === null ? [] : numberBars(numbers);
  const { one, many } = resource;
  const title = `${column.label} per ${one}`;
  const without = drawn === null ? 0 : (value?.count ?? 0) - drawn.counted;
  const notes = [
    drawn?.median == null ? '' : `Half of the ${many} have ${fullNumber(drawn.median)} or less.`,
    without > 0 ? `${grouping(without)} ${many} without a number are left out.` : '',
  ].filter((note) => note !== '');
  const keep = (): void => {
    if (numbers === null || chosen === null) return;
    keepRows(tab, run.id, numberFilter(column, numberSpan(numbers, chosen)));
  };
  const change = (next: typeof choice): void => chooseChart(run.id, 'numbers', next);
  return (
    <Panel
      runId={run.id}
      heading="Spread of"
      title={title}
      height={height}
      isWanted={isWanted}
      numbers={
        numbers === null
          ? null
          : spreadNumbers(numbers, { label: column.label, many: capital(many), isWhole })
      }
      words={{ legend: [], notes: [coverage, ...notes] }}
      controls={
        <>
          <Choice
            name="Numbers of"
            choices={columnChoices(fields.numbers)}
            value={column.field}
            onChange={(field) => change({ field })}
          />
          {drawn !== null && drawn.scales.length > 1 && (
            <>
              <span aria-hidden>in</span>
              <Choice
                name="Scale"
                choices={drawn.scales.map((scale) => ({ value: scale, label: scaleNames[scale] }))}
                value={drawn.scale}
                onChange={(scale) => change({ scale })}
              />
            </>
          )}
        </>
      }
      foot={
        chosen === null || numbers === null ? (
          notes.map((note) => <span key={note}>{note}</span>)
        ) : (
          <ChosenBar
            name={rangeWords(numberSpan(numbers, chosen))}
            count={bars.slice(chosen.from, chosen.to + 1).reduce((sum, bar) => sum + sumOf(bar), 0)}
            onKeep={keep}
            onClear={() => setChosen(null)}
          />
        )
      }
    >
      <div ref={ref} style={{ minHeight: height }}>
        {numbers === null || bars.length === 0 ? (
          <Waiting {...answer} nothing={drawn === null ? null : 'No row has a number here.'} />
        ) : (
          <Bars
            name={title}
            bars={bars}
            ticks={(slot) => numberTicks(numbers, slot)}
            height={height}
            chosen={chosen}
            onChoose={setChosen}
            onKeep={keep}
          />
        )}
      </div>
    </Panel>
  );
}
