import { grouping } from '#renderer/components/words.ts';
import { useChart } from '#renderer/state/row-answers.ts';
import { fullNumber, rangeWords } from '../values/number-words.ts';
import { Panel } from './Panel.tsx';
import { chooseChart } from './chart-choice.ts';
import { spreadNumbers } from './chart-numbers.ts';
import { Bars } from './draw/Bars.tsx';
import { sumIn } from './draw/bars-layout.ts';
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
  type ChartProps,
  ScaleChoice,
} from './panel-parts.tsx';

const height = 240;

/** How the numbers of a column are spread. */
export function NumbersPanel(props: ChartProps<'numbers'>) {
  const { run, tab, fields, choice, resource, coverage, isWanted } = props;
  const [inSight, isInSight] = useInSight();
  const column = columnOf(fields.numbers, choice.field);
  const { value, ...answer } = useChart(
    { run, view: tab.view },
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
      {...{ runId: run.id, coverage, isWanted, inSight, answer, title, height, notes }}
      heading="Spread of"
      numbers={
        numbers === null
          ? null
          : spreadNumbers(numbers, { label: column.label, many: capital(many), isWhole })
      }
      nothing="No row has a number here."
      controls={
        <>
          <Choice
            name="Numbers of"
            choices={columnChoices(fields.numbers)}
            value={column.field}
            onChange={(field) => change({ field })}
          />
          {drawn !== null && (
            <ScaleChoice
              name="Scale"
              scales={drawn.scales}
              value={drawn.scale}
              onChange={(scale) => change({ scale })}
            />
          )}
        </>
      }
      chosen={
        chosen === null || numbers === null ? null : (
          <ChosenBar
            name={rangeWords(numberSpan(numbers, chosen))}
            count={sumIn(bars, chosen)}
            onKeep={keep}
            onClear={() => setChosen(null)}
          />
        )
      }
    >
      {numbers === null || bars.length === 0 ? null : (
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
    </Panel>
  );
}
