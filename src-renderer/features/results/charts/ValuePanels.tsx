/**
 * Charts of columns' values: the most common ones, the spread of numbers, and two numbers against each
 * other.
 */
import { type DrawnOf, mostPoints } from '#shared/contract/chart.ts';
import { grouping, upperFirst } from '#renderer/components/words.ts';
import type { Filter } from '#shared/contract/view.ts';
import { shareWords, fullNumber } from '../values/figures.ts';
import { Panel } from './Panel.tsx';
import { chooseChart } from './chart-choice.ts';
import { valueNumbers, spreadNumbers, scatterNumbers } from './chart-numbers.ts';
import { CountedValues } from './draw/CountedValues.tsx';
import { countedValues, keepRows } from './keep-rows.ts';
import {
  Choice,
  columnChoices,
  columnOf,
  useDrawn,
  type ChartProps,
  ChosenBar,
  useChosen,
  ScaleChoice,
} from './panel-parts.tsx';
import { valuesPicture } from './picture.ts';
import { Bars } from './draw/Bars.tsx';
import { numberSpread } from './bars.ts';
import { ScatterPlot } from './draw/ScatterPlot.tsx';

const most = 10;
const height = 240;

/** The most common values of a column; for lists, the most common items. */
export function ValuesPanel(props: ChartProps<'values'>) {
  const { run, tab, fields, choice, resource } = props;
  const column = columnOf(fields.values, choice.field);
  const { drawn, count, panel } = useDrawn(
    props,
    { kind: 'values', field: column?.field ?? '', most },
    column !== null,
  );
  if (column === null) return null;
  const items = drawn?.items === true;
  const values = countedValues(column, drawn?.values ?? [], items, (filter) =>
    keepRows(tab, run.id, filter),
  );
  const title = `Most common: ${column.label}`;
  const { many } = resource;
  const notes = drawn === null ? [] : valueNotes(drawn, { shown: values.length, count, many });
  return (
    <Panel
      {...{ ...panel, title, height, notes }}
      heading="Most common"
      numbers={
        drawn === null ? null : valueNumbers(drawn, { label: column.label, many: upperFirst(many) })
      }
      nothing="No row has a value here."
      drawing={(near) => valuesPicture(near, values, drawn?.filled ?? 0)}
      controls={
        <Choice
          name="Values of"
          choices={columnChoices(fields.values)}
          value={column.field}
          onChange={(field) => chooseChart(run.id, 'values', { field })}
        />
      }
    >
      {drawn === null || values.length === 0 ? null : (
        <CountedValues name={title} values={values} of={drawn.filled} />
      )}
    </Panel>
  );
}

interface About {
  shown: number;
  /** Number of rows in the view. */
  count: number;
  many: string;
}

function valueNotes(
  { distinct, filled, items }: DrawnOf<'values'>,
  { shown, count, many }: About,
): string[] {
  const different = `${distinct.exact ? '' : 'about '}${grouping(distinct.count)}`;
  return [
    distinct.count > shown ? `${shown} of ${different} different values.` : '',
    items ? `Shares are of the ${grouping(filled)} ${many} with any; one may have several.` : '',
    !items && filled < count
      ? `${shareWords(count - filled, count)} of the ${many} have none.`
      : '',
  ].filter((note) => note !== '');
}

/** The spread of a column's numbers. */
export function NumbersPanel(props: ChartProps<'numbers'>) {
  const { run, tab, fields, choice, resource } = props;
  const column = columnOf(fields.numbers, choice.field);
  const { drawn, count, panel } = useDrawn(
    props,
    { kind: 'numbers', field: column?.field ?? '', scale: choice.scale ?? null },
    column !== null,
  );
  const [chosen, setChosen] = useChosen(
    `${column?.field} ${drawn?.scale} ${drawn?.buckets.map(({ from }) => from).join()}`,
  );
  if (column === null) return null;
  const spread = drawn === null ? null : numberSpread(column, drawn);
  const { one, many } = resource;
  const title = `${column.label} per ${one}`;
  const without = drawn === null ? 0 : count - drawn.counted;
  const notes = [
    drawn?.median == null ? '' : `Half of the ${many} have ${fullNumber(drawn.median)} or less.`,
    without > 0 ? `${grouping(without)} ${many} without a number are left out.` : '',
  ].filter((note) => note !== '');
  const keep = (filter: Filter): void => keepRows(tab, run.id, filter);
  const change = (next: typeof choice): void => chooseChart(run.id, 'numbers', next);
  return (
    <Panel
      {...{ ...panel, title, height, notes }}
      heading="Spread of"
      numbers={
        drawn === null
          ? null
          : spreadNumbers(drawn, {
              label: column.label,
              many: upperFirst(many),
              isWhole: column.type === 'integer',
            })
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
        chosen === null || spread === null ? null : (
          <ChosenBar {...{ spread, chosen }} onKeep={keep} onClear={() => setChosen(null)} />
        )
      }
    >
      {spread === null || spread.bars.length === 0 ? null : (
        <Bars {...{ spread, height, chosen }} name={title} onChoose={setChosen} onKeep={keep} />
      )}
    </Panel>
  );
}

const scatterHeight = 320;

/** Two numbers of each row against each other. */
export function ScatterPanel(props: ChartProps<'scatter'>) {
  const { run, fields, choice, resource } = props;
  const y = columnOf(fields.numbers, choice.y);
  const others = fields.numbers.filter(({ field }) => field !== y?.field);
  const x = columnOf(others, choice.x);
  const { drawn, count, panel } = useDrawn(
    props,
    {
      kind: 'scatter',
      x: x?.field ?? '',
      y: y?.field ?? '',
      scale: choice.scale ?? null,
      most: mostPoints,
    },
    x !== null,
  );
  if (x === null || y === null) return null;
  const { many } = resource;
  const title = `${y.label} against ${x.label}`;
  const without = drawn === null ? 0 : count - drawn.counted;
  const notes = [
    drawn === null
      ? ''
      : drawn.grid === null
        ? `Each point is one of ${grouping(drawn.counted)} ${many}.`
        : `${grouping(drawn.counted)} ${many} are too many for points: the darker a field, the more it holds.`,
    without > 0 ? `${grouping(without)} without both numbers are left out.` : '',
  ].filter((note) => note !== '');
  const scale = drawn?.x?.scale === 'log' || drawn?.y?.scale === 'log' ? 'log' : 'linear';
  const change = (next: typeof choice): void => chooseChart(run.id, 'scatter', next);
  return (
    <Panel
      {...{ ...panel, title, height: scatterHeight, notes }}
      heading="Two numbers"
      isWide
      numbers={
        drawn === null
          ? null
          : scatterNumbers(drawn, { x: x.label, y: y.label, many: upperFirst(many) })
      }
      nothing="No row has both numbers."
      controls={
        <>
          <Choice
            name="Vertical axis"
            choices={columnChoices(fields.numbers)}
            value={y.field}
            onChange={(field) => change({ y: field })}
          />
          <span aria-hidden>against</span>
          <Choice
            name="Horizontal axis"
            choices={columnChoices(others)}
            value={x.field}
            onChange={(field) => change({ x: field })}
          />
          {drawn !== null && (
            <ScaleChoice
              name="Scale of both"
              scales={drawn.scales}
              value={scale}
              onChange={(next) => change({ scale: next })}
            />
          )}
        </>
      }
    >
      {drawn === null || drawn.counted === 0 ? null : (
        <ScatterPlot drawn={drawn} xName={x.label} yName={y.label} height={scatterHeight} />
      )}
    </Panel>
  );
}
