import type { Filter } from '#shared/contract/view.ts';
import { grouping, upperFirst } from '#renderer/components/words.ts';
import { useChart } from '#renderer/state/row-answers.ts';
import { fullNumber } from '../values/number-words.ts';
import { Panel } from './Panel.tsx';
import { chooseChart } from './chart-choice.ts';
import { spreadNumbers } from './chart-numbers.ts';
import { Bars } from './draw/Bars.tsx';
import { keepRows } from './keep-rows.ts';
import { numberSpread } from './number-bars.ts';
import {
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
  const spread = drawn === null ? null : numberSpread(column, drawn);
  const { one, many } = resource;
  const title = `${column.label} per ${one}`;
  const without = drawn === null ? 0 : (value?.count ?? 0) - drawn.counted;
  const notes = [
    drawn?.median == null ? '' : `Half of the ${many} have ${fullNumber(drawn.median)} or less.`,
    without > 0 ? `${grouping(without)} ${many} without a number are left out.` : '',
  ].filter((note) => note !== '');
  const keep = (filter: Filter): void => keepRows(tab, run.id, filter);
  const change = (next: typeof choice): void => chooseChart(run.id, 'numbers', next);
  return (
    <Panel
      {...{ runId: run.id, coverage, isWanted, inSight, answer, title, height, notes }}
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
