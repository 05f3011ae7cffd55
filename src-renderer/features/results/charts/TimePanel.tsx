import type { Filter } from '#shared/contract/view.ts';
import { upperFirst } from '#renderer/components/words.ts';
import { clockWords, useDateLook, useZoneName } from '../values/moments.ts';
import { Panel } from './Panel.tsx';
import { chooseChart } from './chart-choice.ts';
import { Bars } from './draw/Bars.tsx';
import { keepRows } from './keep-rows.ts';
import {
  Choice,
  ChosenBar,
  columnChoices,
  columnOf,
  useChosen,
  useDrawn,
  type ChartProps,
} from './panel-parts.tsx';
import { timeSpread, timeStory } from './bars.ts';

const height = 250;
const noSplit = '';

/** Items over time, with a mark where pages are not fetched yet. */
export function TimePanel(props: ChartProps<'time'>) {
  const { run, tab, fields, choice, resource, coverage } = props;
  const timeZone = useZoneName();
  const [{ now }] = useDateLook();
  const column = columnOf(fields.dates, choice.field);
  const splitColumn = fields.values.find(({ field }) => field === choice.splitBy) ?? null;
  const { drawn, count, panel } = useDrawn(
    props,
    {
      kind: 'time',
      field: column?.field ?? '',
      unit: choice.unit ?? null,
      splitBy: splitColumn?.field ?? null,
      timeZone,
    },
    column !== null,
  );
  const [chosen, setChosen] = useChosen(
    `${column?.field} ${drawn?.unit} ${drawn?.buckets[0]?.from}`,
  );
  if (column === null) return null;
  const { many } = resource;
  const about = { run, date: column, splitBy: splitColumn, many, count };
  const story = drawn === null ? null : timeStory(drawn, { ...about, now });
  const clock = drawn === null ? null : clockWords(drawn.unit, drawn.timeZone, drawn.areDays);
  const spread = drawn === null ? null : timeSpread(column, drawn);
  const change = (next: typeof choice): void => chooseChart(run.id, 'time', next);
  const keep = (filter: Filter): void => keepRows(tab, run.id, filter);
  const title = `${upperFirst(many)} by ${drawn?.unit ?? 'day'}`;
  return (
    <Panel
      {...{ ...panel, title, height }}
      // On screen the time zone is named once; a saved picture is read out of context.
      coverage={[coverage, clock ?? []].flat().join(' ')}
      heading={`${upperFirst(many)} over time`}
      isWide
      numbers={story?.numbers ?? null}
      legend={story?.series ?? []}
      notes={story?.notes ?? []}
      nothing="No row has a date here."
      controls={
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
            value={splitColumn?.field ?? noSplit}
            onChange={(field) => change({ splitBy: field === noSplit ? null : field })}
          />
        </>
      }
      chosen={
        chosen === null || spread === null ? null : (
          <ChosenBar {...{ spread, chosen }} onKeep={keep} onClear={() => setChosen(null)} />
        )
      }
    >
      {story === null || spread === null || spread.bars.length === 0 ? null : (
        <Bars
          {...{ spread, height, chosen }}
          name={title}
          series={story.series}
          unknown={story.gap.unknown}
          incomplete={story.gap.incomplete}
          onChoose={setChosen}
          onKeep={keep}
        />
      )}
    </Panel>
  );
}
