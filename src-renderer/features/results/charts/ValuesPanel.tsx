import type { DrawnOf } from '#shared/contract/chart.ts';
import { grouping, upperFirst } from '#renderer/components/words.ts';
import { useChart } from '#renderer/state/row-answers.ts';
import { shareWords } from '../values/number-words.ts';
import { Panel } from './Panel.tsx';
import { chooseChart } from './chart-choice.ts';
import { valueNumbers } from './chart-numbers.ts';
import { CountedValues } from './draw/CountedValues.tsx';
import { countedValues, keepRows } from './keep-rows.ts';
import { Choice, columnChoices, columnOf, useInSight, type ChartProps } from './panel-parts.tsx';
import { valuesPicture } from './picture.ts';

const most = 10;
const height = 240;

/** The commonest values of a column, and of lists the commonest items. */
export function ValuesPanel(props: ChartProps<'values'>) {
  const { run, tab, fields, choice, resource, coverage, isWanted } = props;
  const [inSight, isInSight] = useInSight();
  const column = columnOf(fields.values, choice.field);
  const { value, ...answer } = useChart(
    { run, view: tab.view },
    { kind: 'values', field: column?.field ?? '', most },
    isInSight && column !== null,
  );
  const drawn = value?.drawn.kind === 'values' ? value.drawn : null;
  if (column === null) return null;
  const items = drawn?.items === true;
  const values = countedValues(column, drawn?.values ?? [], items, (filter) =>
    keepRows(tab, run.id, filter),
  );
  const title = `Most common: ${column.label}`;
  const { many } = resource;
  const notes =
    drawn === null
      ? []
      : valueNotes(drawn, { shown: values.length, count: value?.count ?? 0, many });
  return (
    <Panel
      {...{ runId: run.id, coverage, isWanted, inSight, answer, title, height, notes }}
      heading="Most common"
      numbers={
        drawn === null ? null : valueNumbers(drawn, { label: column.label, many: upperFirst(many) })
      }
      nothing="No row has a value here."
      drawing={(panel) => valuesPicture(panel, values, drawn?.filled ?? 0)}
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
  /** Rows of the view. */
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
