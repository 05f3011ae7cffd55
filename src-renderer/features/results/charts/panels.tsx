/**
 * The four charts: rows over time, the most common values of a column, the spread of its numbers, and
 * two numbers against each other.
 */
import { ActionIcon, Box, Flex, Group, SegmentedControl, Text, Tooltip } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { ChartColumn, Check, Copy, Table2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { mostPoints } from '#shared/contract/chart.ts';
import type { ChartQuestion, Drawn, DrawnOf } from '#shared/contract/chart.ts';
import { Choice } from '#renderer/components/popups.tsx';
import { countOf, grouping, upperFirst } from '#renderer/components/words.ts';
import type { Resource } from '#shared/catalogue/types.ts';
import type { Filter } from '#shared/contract/view.ts';
import { SeriesMark } from '#renderer/components/chart/BarChart.tsx';
import { useCopied } from '#renderer/components/copy.tsx';
import { useSnapshot } from '#renderer/state/app.ts';
import { changePreferences } from '#renderer/state/preferences.ts';
import { useChart } from '#renderer/state/row-answers.ts';
import { useRows } from '../rows-scope.ts';
import { AllValues } from '../ColumnValues.tsx';
import { fullNumber, shareWords } from '../values/figures.ts';
import { clockWords, useDateLook, useZoneName } from '../values/moments.ts';
import { numberSpread, timeSpread, timeStory } from './bars.ts';
import { chooseChart, useChartChoice, useWantedPanel } from './chart-choice.ts';
import type { ChartFields, PanelKind } from './chart-choice.ts';
import { asHtml, asTsv, scatterNumbers, spreadNumbers, valueNumbers } from './chart-numbers.ts';
import type { ChartNumbers } from './chart-numbers.ts';
import { CountedValues } from './draw/CountedValues.tsx';
import { ScatterPlot } from './draw/ScatterPlot.tsx';
import { countedValues, keepRows } from './keep-rows.ts';
import {
  ChosenBar,
  columnChoices,
  columnOf,
  NumbersTable,
  ScaleChoice,
  useChosen,
  useInSight,
  useReportedCounts,
  Waiting,
  type ReportCounts,
} from './panel-parts.tsx';
import { pictureOf, valuesPicture } from './picture.ts';
import { SavePicture, type Wording } from './SavePicture.tsx';
import classes from './Charts.module.css';
import { Bars } from './draw/Bars.tsx';
import type { BarsProps } from './draw/Bars.tsx';
import type { Spread } from './draw/layout.ts';
import { coverageOfPicture, sourceWords } from './coverage.ts';
import type { RowCounts } from './coverage.ts';

const noSplit = '';

/** Items over time, with a mark where pages are not fetched yet. */
export function TimePanel(props: ChartProps) {
  const { fields } = props;
  const { run, endpoint } = useRows();
  const choice = useChartChoice(run.id).time;
  const timeZone = useZoneName();
  const [{ now }] = useDateLook();
  const usual = useSnapshot(({ preferences }) => preferences.chartUnit);
  const column = columnOf(fields.dates, choice.field);
  const splitBy = fields.values.find(({ field }) => field === choice.splitBy) ?? null;
  const { many } = useItemWords();
  if (column === null) return null;
  const change = (next: typeof choice): void => chooseChart(run.id, 'time', next);
  const unit = choice.unit ?? usual;
  return (
    <Panel
      {...props}
      question={{
        kind: 'time',
        field: column.field,
        unit,
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
          {drawn !== null && (
            <>
              <span aria-hidden>by</span>
              <SegmentedControl
                size="xs"
                aria-label="Count by"
                data={drawn.units}
                value={drawn.units.find((one) => one === unit) ?? drawn.unit}
                onChange={(next) => {
                  change({ unit: next });
                  void changePreferences({ chartUnit: next });
                }}
              />
            </>
          )}
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
          isAskedBy: endpoint?.newestFirst?.field === column.field,
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
const panelHeight = 240;

/** The most common values of a column; for lists, the most common items. */
export function ValuesPanel(props: ChartProps) {
  const { fields } = props;
  const { run, tab } = useRows();
  const column = columnOf(fields.values, useChartChoice(run.id).values.field);
  const { many } = useItemWords();
  if (column === null) return null;
  const title = `Most common: ${column.label}`;
  return (
    <Panel
      {...{ ...props, title, height: panelHeight }}
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
          drawing: (
            <>
              <CountedValues name={title} values={values} of={drawn.filled} />
              {drawn.distinct.count > values.length && (
                <AllValues {...{ column, distinct: drawn.distinct }} />
              )}
            </>
          ),
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
export function NumbersPanel(props: ChartProps) {
  const { fields } = props;
  const { run } = useRows();
  const choice = useChartChoice(run.id).numbers;
  const column = columnOf(fields.numbers, choice.field);
  const { one, many } = useItemWords();
  if (column === null) return null;
  const change = (next: typeof choice): void => chooseChart(run.id, 'numbers', next);
  return (
    <Panel
      {...{ ...props, height: panelHeight }}
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
export function ScatterPanel(props: ChartProps) {
  const { fields } = props;
  const { run } = useRows();
  const choice = useChartChoice(run.id).scatter;
  const y = columnOf(fields.numbers, choice.y);
  const others = fields.numbers.filter(({ field }) => field !== y?.field);
  const x = columnOf(others, choice.x);
  const { one, many } = useItemWords();
  if (x === null || y === null) return null;
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

// One chart with its controls, notes and actions: loaded once it is on screen.

/** Props of every chart. */
export interface ChartProps {
  fields: ChartFields;
  /** The rows that the sentence above all charts is about; null until they are known. */
  counts: RowCounts | null;
  report: ReportCounts;
}

/** "post", "posts". */
export const useItemWords = (): Pick<Resource, 'one' | 'many'> =>
  useRows().resource ?? { one: 'row', many: 'rows' };

/** A word in its context is beside words, and has no panel. */
type QuestionOf<K> = Extract<Exclude<ChartQuestion, { kind: 'context' }>, { kind: K }>;
type DrawnIn<K> = Extract<Exclude<Drawn, { kind: 'context' }>, { kind: K }>;

interface PanelProps<K extends PanelKind> extends Omit<ChartProps, 'fields'> {
  question: QuestionOf<K>;
  /** Above the chart, continued by the controls as a sentence. */
  heading: string;
  /** The full title, for the picture, its file and screen readers. */
  title: string;
  /** Controls that choose what is drawn. Null: not counted yet. */
  renderControls: (drawn: DrawnIn<K> | null) => ReactNode;
  /** Height of the chart, in px, also while there is none. */
  height: number;
  isWide?: boolean;
  /** Why there is nothing to draw. */
  nothing: string;
  /** `count`: the number of rows in the view. `isBehind`: the run has others by now. */
  renderChart: (drawn: DrawnIn<K>, count: number, isBehind: boolean) => ShownChart;
}

/** A chart whose rows have been counted. */
interface ShownChart {
  /** If what was counted says more than the panel's title. */
  title?: string;
  numbers: ChartNumbers;
  /** What it leaves out, below the chart and with a saved picture; blank ones are ignored. */
  notes: readonly string[];
  /** Only for a saved picture, which is read out of context. */
  furtherCoverage?: string | null;
  /** Bars, of which some can be selected. */
  bars?: Pick<BarsProps, 'spread' | 'series' | 'unknown' | 'incomplete' | 'unasked'>;
  /** Any other drawing. */
  drawing?: ReactNode;
  /** Draws the picture to save; the panel's own SVG by default. */
  picture?: (panel: HTMLElement) => SVGSVGElement;
}

export function Panel<K extends PanelKind>(props: PanelProps<K>) {
  const { counts, report, question, heading, renderControls, height } = props;
  const { isWide, nothing, renderChart } = props;
  const { run, tab, view, resource } = useRows();
  const isWanted = useWantedPanel(run.id) === question.kind;
  const [asTable, setAsTable] = useState(false);
  // What is saved is what was on screen when the sheet was opened.
  const [isSaving, setSaving] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const [inSight, isInSight] = useInSight();
  const ref = useMergedRef(panel, inSight);
  useEffect(() => {
    if (isWanted) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  const { value, ...answer } = useChart({ run, view }, question, isInSight && !isSaving);
  useReportedCounts(report, question.kind, value);
  const drawn = value !== null && isOf(question.kind, value.drawn) ? value.drawn : null;
  const shown = drawn === null ? null : renderChart(drawn, value?.count ?? 0, answer.isBehind);
  const { title = props.title, numbers, bars, furtherCoverage, picture = ownDrawing } = shown ?? {};
  const [chosen, setChosen] = useChosen(bars?.spread);
  const isOther = value !== null && counts !== null && value.rows !== counts.rows;
  const notes = [
    isOther ? `Drawn from ${countOf(value.rows, 'row')} so far.` : '',
    ...(shown?.notes ?? []),
  ].filter((note) => note !== '');
  // A saved picture is read out of context, so it names the question, and the rows that it was drawn from.
  const coverage = [coverageOfPicture(run, view, value), furtherCoverage ?? []].flat().join(' ');
  const legend = bars?.series ?? [];
  const span = question.kind === 'time' && bars ? allOf(bars.spread) : null;
  const source = sourceWords(run, resource, { count: value?.count ?? 0, span });
  const keep = (filter: Filter): void => keepRows(tab, run.id, filter);
  const draw = (words: Wording): string | null =>
    panel.current === null
      ? null
      : pictureOf(picture(panel.current), {
          title: words.title,
          legend,
          notes: [words.source, coverage, ...(shown?.notes ?? [])],
        });
  const isDrawn = numbers !== undefined && numbers.rows.length > 0;
  const chosenBars = chosen === null || bars === undefined ? null : { ...bars, chosen };
  return (
    <Flex
      component="section"
      ref={ref}
      direction="column"
      miw={0}
      aria-label={title}
      className={classes.panel}
      data-wide={isWide || undefined}
      data-reveals
    >
      <Group component="header" pos="relative" gap="4px 12px" mih={32} mb={10}>
        <Text component="h3" fw={600} truncate>
          {heading}
        </Text>
        <Group gap={6} fz={12} c="var(--text-2)">
          {renderControls(drawn)}
        </Group>
        {isDrawn && (
          <Group gap={2} ms="auto">
            {/* Four charts need no eight bare icons: they are there for whoever is at a chart. */}
            <Group gap={2} data-shy>
              <Tooltip label={asTable ? 'Show as a chart' : 'Show as a table'}>
                <ActionIcon
                  aria-label={asTable ? 'Show as a chart' : 'Show as a table'}
                  onClick={() => setAsTable(!asTable)}
                >
                  {asTable ? <ChartColumn /> : <Table2 />}
                </ActionIcon>
              </Tooltip>
              <CopyNumbers numbers={numbers} />
            </Group>
            {/* A table can't be saved as a picture. */}
            {!asTable && (
              <SavePicture
                {...{ title, source, draw }}
                near={panel}
                runId={run.id}
                onOpenChange={setSaving}
              />
            )}
          </Group>
        )}
      </Group>
      {asTable && isDrawn ? (
        <NumbersTable numbers={numbers} name={`${title}, as a table`} height={height} />
      ) : (
        <Box pos="relative" mih={height}>
          {legend.length > 0 && <Legend names={legend} />}
          {!isDrawn && <Waiting {...answer} nothing={shown === null ? null : nothing} />}
          {isDrawn && bars !== undefined && (
            <Bars
              {...{ ...bars, height, chosen }}
              name={title}
              onChoose={setChosen}
              onKeep={keep}
            />
          )}
          {isDrawn && shown?.drawing}
        </Box>
      )}
      <Group gap="4px 12px" mih={32} mt={6} fz={12} lh="16px" c="dimmed">
        {chosenBars !== null && (
          <ChosenBar {...chosenBars} onKeep={keep} onClear={() => setChosen(null)} />
        )}
        {notes
          // Beside bars that are selected, only what the stars mean.
          .filter((note) => chosenBars === null || star.test(note))
          .map((note) => (
            <span key={note}>{asTable ? note.replace(star, '') : note}</span>
          ))}
      </Group>
    </Flex>
  );
}

const allOf = ({ words, bars }: Spread): string => words({ from: 0, to: bars.length - 1 });

/** Only bars have stars: a table has the notes without them. */
const star = /^\* /;

const isOf = <K extends PanelKind>(kind: K, drawn: Drawn): drawn is DrawnIn<K> =>
  drawn.kind === kind;

function ownDrawing(panel: HTMLElement): SVGSVGElement {
  const drawn = panel.querySelector<SVGSVGElement>('svg[data-picture]');
  if (drawn === null) throw new Error('Nothing is drawn');
  return drawn;
}

function CopyNumbers({ numbers }: { numbers: ChartNumbers }) {
  const [isCopied, copy] = useCopied();
  const Icon = isCopied ? Check : Copy;
  return (
    <Tooltip label={isCopied ? 'Copied' : 'Copy numbers'}>
      <ActionIcon
        aria-label={isCopied ? 'Copied' : 'Copy numbers'}
        onClick={() => copy(asTsv(numbers), asHtml(numbers))}
      >
        <Icon />
      </ActionIcon>
    </Tooltip>
  );
}

/** The colours of the series, from the bottom up. */
const Legend = ({ names }: { names: readonly string[] }) => (
  <Group component="ul" gap="4px 14px" mb={4} fz={12} c="var(--text-2)">
    {names.map((name, part) => (
      <Group component="li" key={name} gap={6} wrap="nowrap">
        <SeriesMark part={part} />
        {name}
      </Group>
    ))}
  </Group>
);
