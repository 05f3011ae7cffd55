/** Every value of a column, the most common first: to tick for a filter, to keep, to copy, or to look up. */
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { quoted } from '#shared/characters.ts';
import { fold } from '#shared/fold.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import { mostFilters, type View } from '#shared/contract/view.ts';
import { QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { CopyButton } from '#renderer/components/copy.tsx';
import { DialogForm, DialogNote, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { CheckEntry, EntryList, toggled } from '#renderer/components/entries.tsx';
import { SearchBox } from '#renderer/components/SearchBox.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { open, useOpen } from '#renderer/state/open.ts';
import { useChart } from '#renderer/state/row-answers.ts';
import { asHtml, asTsv, type ChartNumbers } from './charts/chart-numbers.ts';
import { keepRows } from './charts/keep-rows.ts';
import { useRows } from './rows-scope.ts';
import { valueLookups } from './use-value/UseRows.tsx';
import { valueWords } from './values/cell-view.ts';

/** More can be found by searching. */
const most = 1000;

/** The most common values of a column in a view's rows; of lists, their items. */
function useValues(view: View, field: string, sought = '') {
  const { run } = useRows();
  // One filter more than a view may have isn't asked: then what is here is searched alone.
  const isAsked = sought !== '' && view.filters.length < mostFilters;
  const contains = { kind: 'contains', field, text: sought } as const;
  const within = isAsked ? { ...view, filters: [...view.filters, contains] } : view;
  const { value, ...asked } = useChart(
    { run, view: within },
    { kind: 'values', field, most },
    true,
  );
  const drawn = value?.drawn.kind === 'values' ? value.drawn : null;
  const values = (drawn?.values ?? []).filter(
    (one) => !one.cut && one.value !== '' && fold(one.value).includes(fold(sought)),
  );
  return { ...asked, drawn, values };
}

const pauseMs = 200;

interface ValueChecklistProps {
  /** The rows that are counted. */
  view: View;
  column: Pick<Column, 'field' | 'meaning' | 'type'>;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The most common values with their numbers of rows, to tick; any other can be searched for. */
export function ValueChecklist({ view, column, chosen, onChange }: ValueChecklistProps) {
  const [search, setSearch] = useState('');
  const [sought] = useDebouncedValue(search.trim(), pauseMs);
  const { drawn, values, isPending, problem } = useValues(view, column.field, sought);
  const countOfValue = new Map(values.map(({ value, count }) => [value, count]));
  // Chosen values remain visible, whatever is searched for.
  const others = chosen.filter((value) => !countOfValue.has(value));
  const shown = [...others, ...countOfValue.keys()];
  return (
    <div>
      <SearchBox
        size="xs"
        label="Find a value"
        search={search}
        onSearch={setSearch}
        maxLength={1000}
        data-autofocus
      />
      <EntryList
        ids={shown}
        data-scrolls="within"
        mih={120}
        mah="min(320px, calc(100dvh - 460px))"
        m="6px -8px 0"
      >
        <ul>
          {shown.map((value) => (
            <CheckEntry
              key={value}
              id={value}
              label={
                <>
                  <Text span truncate miw={0} dir="auto">
                    {valueWords(column, { value, cut: false })}
                  </Text>
                  <Text span size="xs" lh="20px" flex="none" c="dimmed">
                    {countOfValue.has(value) && grouping(countOfValue.get(value) ?? 0)}
                  </Text>
                </>
              }
              checked={chosen.includes(value)}
              onToggle={() => onChange(toggled(chosen, value))}
            />
          ))}
        </ul>
      </EntryList>
      <Text size="xs" pt={6} c="var(--text-2)" aria-live="polite">
        {problem?.title ??
          (drawn === null || isPending
            ? 'Counting…'
            : listWords(drawn.distinct, values.length, sought))}
      </Text>
    </div>
  );
}

function listWords(
  { count, exact }: { count: number; exact: boolean },
  shown: number,
  sought: string,
): string {
  if (shown === 0)
    return sought === '' ? 'No row has a value.' : `No value contains ${quoted(sought)}.`;
  const all = `${exact ? '' : 'about '}${countOf(count, 'different value')}`;
  return shown >= count
    ? `${exact ? '' : 'About '}${countOf(count, 'different value')}.`
    : `The ${grouping(shown)} most common of ${all}.`;
}

export const showValues = (field: string): void => open({ values: field });

interface AllValuesProps {
  column: Column;
  /** Number of different values. */
  distinct: ColumnSummary['distinct'];
}

/** Opens all values of a column. */
export const AllValues = ({ column, distinct: { count, exact } }: AllValuesProps) => (
  <QuietButton size="compact-xs" mt={2} ms={-8} onClick={() => showValues(column.field)}>
    {`Show all ${exact ? '' : 'about '}${grouping(count)}…`}
  </QuietButton>
);

/** *Most common values…* of a column. */
export function ValuesDialog() {
  const { columns } = useRows();
  const field = useOpen(({ values }) => values);
  return (
    <DialogOf
      of={columns.find((one) => one.field === field) ?? null}
      title={({ label }) => `Most common: ${label}`}
      size={480}
      onClose={() => open({ values: null })}
    >
      {(column) => <ColumnValues column={column} />}
    </DialogOf>
  );
}

const sizes = [10, 20, 50, most] as const;

/** Says that some of those with the last one's count are left out; null: none are. */
function tieWords(
  { values, drawn }: Pick<ReturnType<typeof useValues>, 'values' | 'drawn'>,
  size: number,
): string | null {
  const { count } = values[size - 1] ?? {};
  if (count === undefined || values[size]?.count !== count) return null;
  const equal = values.filter((one) => one.count === count).length;
  const ticked = values.slice(0, size).filter((one) => one.count === count).length;
  // Those beyond the most that are counted may have as many.
  const isAll = drawn?.values.length !== most || drawn.values.at(-1)?.count !== count;
  const them = `${isAll ? '' : 'more than '}${countOf(equal, 'value')}`;
  return `${grouping(ticked)} of ${isAll ? 'the ' : ''}${them} with ${countOf(count, 'row')} each ${ticked === 1 ? 'is' : 'are'} ticked, in alphabetical order.`;
}

function ColumnValues({ column }: { column: Column }) {
  const { run, tab, view, resource, rows } = useRows();
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const counted = useValues(view, column.field);
  const { drawn, values } = counted;
  const [size, setSize] = useState<number>(sizes[1]);
  /** Null: the first `size` ones. */
  const [ticked, setTicked] = useState<readonly string[] | null>(null);
  const chosen = ticked ?? values.slice(0, size).map(({ value }) => value);
  const tie = ticked === null ? tieWords(counted, size) : null;
  const close = (): void => open({ values: null });
  const lookups = valueLookups(catalogue, resource, { run, ...rows }, column, chosen);
  const numbers = (): ChartNumbers => ({
    head: [column.label, 'Rows'],
    rows: values
      .filter(({ value }) => chosen.includes(value))
      .map(({ value, count }) => [value, count]),
    ofValues: true,
  });
  const these = countOf(chosen.length, 'value');
  return (
    <DialogForm
      submit="Keep their rows"
      // A row’s list isn’t one value.
      isDisabled={chosen.length === 0 || drawn?.items !== false}
      act={() => {
        keepRows(tab, run.id, { kind: 'oneOf', field: column.field, values: [...chosen] });
        return null;
      }}
      before={
        <CopyButton text={() => asTsv(numbers())} html={() => asHtml(numbers())}>
          Copy
        </CopyButton>
      }
    >
      <SegmentedControl
        aria-label="How many"
        data={sizes.map((one) => ({
          value: String(one),
          label: one === most ? 'All' : `First ${one}`,
        }))}
        value={ticked === null ? String(size) : ''}
        onChange={(text) => {
          setSize(Number(text));
          setTicked(null);
        }}
      />
      {tie !== null && <DialogNote>{tie}</DialogNote>}
      <ValueChecklist {...{ view, column, chosen }} onChange={setTicked} />
      {lookups.length > 0 && (
        <Stack gap={6}>
          <DialogNote>{`Use ${these} in another question. Nothing is sent until you ask it.`}</DialogNote>
          <Group gap={8}>
            {lookups.map(({ id, label, act }) => (
              <SmallButton
                key={id}
                disabled={chosen.length === 0}
                onClick={() => {
                  close();
                  void act();
                }}
              >
                {label}
              </SmallButton>
            ))}
          </Group>
        </Stack>
      )}
    </DialogForm>
  );
}
