/**
 * The four charts: rows over time, the most common values of a column, the spread of its numbers, and
 * two numbers against each other.
 */
import { type DrawnOf, mostPoints } from '#shared/contract/chart.ts';
import { countOf, grouping, upperFirst } from '#renderer/components/words.ts';
import { shareWords, fullNumber } from '../values/figures.ts';
import { clockWords, useDateLook, useZoneName } from '../values/moments.ts';
import { numberSpread, timeSpread, timeStory } from './bars.ts';
import { chooseChart } from './chart-choice.ts';
import { valueNumbers, spreadNumbers, scatterNumbers } from './chart-numbers.ts';
import { CountedValues } from './draw/CountedValues.tsx';
import { ScatterPlot } from './draw/ScatterPlot.tsx';
import { countedValues, keepRows } from './keep-rows.ts';
import { Panel, type ChartProps } from './Panel.tsx';
import { Choice, columnChoices, columnOf, ScaleChoice } from './panel-parts.tsx';
import { valuesPicture } from './picture.ts';

const noSplit = '';

/** Items over time, with a mark where pages are not fetched yet. */
export function TimePanel(props: ChartProps<'time'>) {
  const { run, fields, choice, resource } = props;
  const timeZone = useZoneName();
  const [{ now }] = useDateLook();
  const column = columnOf(fields.dates, choice.field);
  const splitBy = fields.values.find(({ field }) => field === choice.splitBy) ?? null;
  if (column === null) return null;
  const { many } = resource;
  const change = (next: typeof choice): void => chooseChart(run.id, 'time', next);
  return (
    <Panel
      {...props}
      question={{
        kind: 'time',
        field: column.field,
        unit: choice.unit ?? null,
        splitBy: splitBy?.field ?? null,
        timeZone,
      }}
      heading={`${upperFirst(many)} over time`}
      title={`${upperFirst(many)} by day`}
      height={250}
      isWide
      nothing="No row has a date here."
      renderControls={(drawn) => (
        <>
          <span aria-hidden>Count by</span>
          <Choice
            name="Count by"
            choices={(drawn?.units ?? []).map((unit) => ({ value: unit, label: unit }))}
            value={drawn?.unit ?? 'day'}
            onChange={(unit) => change({ unit })}
          />
          <span aria-hidden>of</span>
          <Choice
            name="Date"
            choices={columnChoices(fields.dates)}
            value={column.field}
            onChange={(field) => change({ field })}
          />
          <span aria-hidden>split by</span>
          <Choice
            name="Split by"
            choices={[
              { value: noSplit, label: 'nothing' },
              ...columnChoices(fields.values.filter(({ type }) => type !== 'list')),
            ]}
            value={splitBy?.field ?? noSplit}
            onChange={(field) => change({ splitBy: field === noSplit ? null : field })}
          />
        </>
      )}
      renderChart={(drawn, count, isBehind) => {
        const { gap, ...story } = timeStory(drawn, {
          run,
          isBehind,
          date: column,
          splitBy,
          many,
          count,
          now,
        });
        return {
          ...story,
          title: `${upperFirst(many)} by ${drawn.unit}`,
          // On screen the time zone is named once.
          furtherCoverage: clockWords(drawn.unit, drawn.timeZone, drawn.areDays),
          bars: { ...gap, series: story.series, spread: timeSpread(column, drawn) },
        };
      }}
    />
  );
}

const most = 10;
const height = 240;

/** The most common values of a column; for lists, the most common items. */
export function ValuesPanel(props: ChartProps<'values'>) {
  const { run, tab, fields, choice, resource } = props;
  const column = columnOf(fields.values, choice.field);
  if (column === null) return null;
  const { many } = resource;
  const title = `Most common: ${column.label}`;
  return (
    <Panel
      {...{ ...props, title, height }}
      question={{ kind: 'values', field: column.field, most }}
      heading="Most common"
      nothing="No row has a value here."
      renderControls={() => (
        <Choice
          name="Values of"
          choices={columnChoices(fields.values)}
          value={column.field}
          onChange={(field) => chooseChart(run.id, 'values', { field })}
        />
      )}
      renderChart={(drawn, count) => {
        const values = countedValues(column, drawn.values, drawn.items, (filter) =>
          keepRows(tab, run.id, filter),
        );
        return {
          numbers: valueNumbers(drawn, { label: column.label, many: upperFirst(many) }),
          notes: valueNotes(drawn, { shown: values.length, count, many }),
          drawing: <CountedValues name={title} values={values} of={drawn.filled} />,
          picture: (near) => valuesPicture(near, values, drawn.filled),
        };
      }}
    />
  );
}

interface About {
  shown: number;
  /** Number of rows in the view. */
  count: number;
  many: string;
}

/** What percentages of items are of. */
export const itemsWords = (filled: number, many: string): string =>
  `Percentages are of the ${grouping(filled)} ${many} with any; each can have several.`;

function valueNotes(
  { distinct, filled, items }: DrawnOf<'values'>,
  { shown, count, many }: About,
): string[] {
  const different = `${distinct.exact ? '' : 'about '}${grouping(distinct.count)}`;
  return [
    distinct.count > shown ? `${shown} of ${different} different values.` : '',
    items ? itemsWords(filled, many) : '',
    !items && filled < count
      ? `${shareWords(count - filled, count)} of the ${many} have none.`
      : '',
  ];
}

/** The spread of a column's numbers. */
export function NumbersPanel(props: ChartProps<'numbers'>) {
  const { run, fields, choice, resource } = props;
  const column = columnOf(fields.numbers, choice.field);
  if (column === null) return null;
  const { one, many } = resource;
  const change = (next: typeof choice): void => chooseChart(run.id, 'numbers', next);
  return (
    <Panel
      {...{ ...props, height }}
      question={{ kind: 'numbers', field: column.field, scale: choice.scale ?? null }}
      heading="Spread of"
      title={`${column.label} per ${one}`}
      nothing="No row has a number here."
      renderControls={(drawn) => (
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
      )}
      renderChart={(drawn, count) => {
        const without = count - drawn.counted;
        return {
          numbers: spreadNumbers(drawn, {
            label: column.label,
            many: upperFirst(many),
            isWhole: column.type === 'integer',
          }),
          notes: [
            drawn.median === null
              ? ''
              : `Half of the ${many} have ${fullNumber(drawn.median)} or less.`,
            without > 0
              ? `${upperFirst(many)} without a number are left out (${grouping(without)}).`
              : '',
          ],
          bars: { spread: numberSpread(column, drawn) },
        };
      }}
    />
  );
}

const scatterHeight = 320;

/** Two numbers of each row against each other. */
export function ScatterPanel(props: ChartProps<'scatter'>) {
  const { run, fields, choice, resource } = props;
  const y = columnOf(fields.numbers, choice.y);
  const others = fields.numbers.filter(({ field }) => field !== y?.field);
  const x = columnOf(others, choice.x);
  if (x === null || y === null) return null;
  const { one, many } = resource;
  const change = (next: typeof choice): void => chooseChart(run.id, 'scatter', next);
  return (
    <Panel
      {...props}
      question={{
        kind: 'scatter',
        x: x.field,
        y: y.field,
        scale: choice.scale ?? null,
        most: mostPoints,
      }}
      heading="Two numbers"
      title={`${y.label} against ${x.label}`}
      height={scatterHeight}
      isWide
      nothing="No row has both numbers."
      renderControls={(drawn) => (
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
              value={drawn.x?.scale === 'log' || drawn.y?.scale === 'log' ? 'log' : 'linear'}
              onChange={(scale) => change({ scale })}
            />
          )}
        </>
      )}
      renderChart={(drawn, count) => {
        const { counted, grid } = drawn;
        return {
          numbers: scatterNumbers(drawn, { x: x.label, y: y.label, many: upperFirst(many) }),
          notes: [
            grid === null
              ? `${countOf(counted, one, many)}, one point each.`
              : `${grouping(counted)} ${many} are too many for points: the darker a square, the more it holds.`,
            counted < count
              ? `${upperFirst(many)} without both numbers are left out (${grouping(count - counted)}).`
              : '',
          ],
          drawing: (
            <ScatterPlot drawn={drawn} xName={x.label} yName={y.label} height={scatterHeight} />
          ),
        };
      }}
    />
  );
}
