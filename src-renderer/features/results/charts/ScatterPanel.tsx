import { mostPoints } from '#shared/contract/chart.ts';
import { grouping, upperFirst } from '#renderer/components/words.ts';
import { useChart } from '#renderer/state/row-answers.ts';
import { Panel } from './Panel.tsx';
import { chooseChart } from './chart-choice.ts';
import { scatterNumbers } from './chart-numbers.ts';
import { ScatterPlot } from './draw/ScatterPlot.tsx';
import {
  Choice,
  columnChoices,
  columnOf,
  useInSight,
  type ChartProps,
  ScaleChoice,
} from './panel-parts.tsx';

const height = 320;

/** Two numbers of each row against each other. */
export function ScatterPanel(props: ChartProps<'scatter'>) {
  const { run, tab, fields, choice, resource, coverage, isWanted } = props;
  const [inSight, isInSight] = useInSight();
  const y = columnOf(fields.numbers, choice.y);
  const others = fields.numbers.filter(({ field }) => field !== y?.field);
  const x = columnOf(others, choice.x);
  const { value, ...answer } = useChart(
    { run, view: tab.view },
    {
      kind: 'scatter',
      x: x?.field ?? '',
      y: y?.field ?? '',
      scale: choice.scale ?? null,
      most: mostPoints,
    },
    isInSight && x !== null,
  );
  const drawn = value?.drawn.kind === 'scatter' ? value.drawn : null;
  if (x === null || y === null) return null;
  const { many } = resource;
  const title = `${y.label} against ${x.label}`;
  const without = drawn === null ? 0 : (value?.count ?? 0) - drawn.counted;
  const notes = [
    drawn === null
      ? ''
      : drawn.grid === null
        ? `Each point is one of ${grouping(drawn.counted)} ${many}.`
        : `${grouping(drawn.counted)} ${many} are too many for points: the darker a field, the more lie in it.`,
    without > 0 ? `${grouping(without)} without both numbers are left out.` : '',
  ].filter((note) => note !== '');
  const scale = drawn?.x?.scale === 'log' || drawn?.y?.scale === 'log' ? 'log' : 'linear';
  const change = (next: typeof choice): void => chooseChart(run.id, 'scatter', next);
  return (
    <Panel
      {...{ runId: run.id, coverage, isWanted, inSight, answer, title, height, notes }}
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
            name="Upwards"
            choices={columnChoices(fields.numbers)}
            value={y.field}
            onChange={(field) => change({ y: field })}
          />
          <span aria-hidden>against</span>
          <Choice
            name="To the right"
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
        <ScatterPlot drawn={drawn} xName={x.label} yName={y.label} height={height} />
      )}
    </Panel>
  );
}
