/** The most common words of texts, those typical of two groups, and a word in its context. */
import { ActionIcon, Box, Group, Text, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { TextSearch } from 'lucide-react';
import { useState } from 'react';
import {
  mostStopWords,
  wordKinds,
  type DrawnOf,
  type WordKind,
  type ContextLine,
} from '#shared/contract/chart.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import { type Filter, isEveryRow } from '#shared/contract/view.ts';
import { quoted } from '#shared/characters.ts';
import { QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { Choice } from '#renderer/components/popups.tsx';
import { PanelPopover } from '#renderer/components/dialog/Dialog.tsx';
import { countOf, grouping, upperFirst } from '#renderer/components/words.ts';
import { useSummary, unsorted, useChart } from '#renderer/state/row-answers.ts';
import { useRows } from '../rows-scope.ts';
import { valueWords } from '../values/cell-view.ts';
import { momentWords, useZoneName } from '../values/moments.ts';
import { chooseChart, useChartChoice, type WordsChoice, type ContextSort } from './chart-choice.ts';
import { valueNumbers } from './chart-numbers.ts';
import { CountedValues, type CountedValue } from './draw/CountedValues.tsx';
import { keepRows, valueFilter } from './keep-rows.ts';
import { columnChoices, columnOf, Waiting } from './panel-parts.tsx';
import { itemsWords, Panel, useItemWords, type ChartProps } from './panels.tsx';
import { valuesPicture } from './picture.ts';
import classes from './Charts.module.css';
import { useAction } from '#renderer/components/hooks.ts';
import { saveAndReport } from '#renderer/components/notices/NoticeStrip.tsx';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { saveFile } from '#renderer/state/exports.ts';
import { positionOfRow } from '#renderer/state/rows.ts';
import { showRow } from '../view-state.ts';

const most = 20;
const height = 290;

const kindWords: Readonly<Record<WordKind, string>> = {
  words: 'words',
  pairs: 'pairs of words',
  hashtags: 'hashtags',
  mentions: 'mentions',
  emoji: 'emoji',
  sites: 'sites linked to',
};

/** What a filter is given: of a site, any link. */
const asWord = (of: WordKind, text: string): string => (of === 'sites' ? `https://${text}` : text);

const noSplit = '';
/** No value: those are written in front of it. */
const allOthers = ' all others';

export function WordsPanel(props: ChartProps) {
  const { fields } = props;
  const { run, tab, view } = useRows();
  const choice = useChartChoice(run.id).words;
  const { many } = useItemWords();
  const column = columnOf(fields.texts, choice.field);
  const splits = [...fields.values.filter(({ type }) => type !== 'list'), ...fields.dates].filter(
    ({ field }) => field !== column?.field,
  );
  const split = splits.find(({ field }) => field === choice.splitBy) ?? null;
  const options = useGroups({ run, view }, split);
  if (column === null) return null;
  const { of = 'words', by = 'rows' } = choice;
  const change = (next: WordsChoice): void => chooseChart(run.id, 'words', next);
  const one = options.find(({ value }) => value === choice.one) ?? options[0];
  const other = options.find(({ value }) => value === choice.other && value !== one?.value) ?? null;
  const groups = one === undefined ? null : { one: one.filter, other: other?.filter ?? null };
  const names = [one?.label ?? '', other?.label ?? 'All others'];
  const hasStopWords = of === 'words' || of === 'pairs';
  /** A button for each word, and one that shows it in its context. */
  const valueOf = (text: string, count: number, ...within: readonly Filter[]): CountedValue => {
    const word = asWord(of, text);
    const filter: Filter = { kind: 'hasWord', field: column.field, word };
    return {
      key: text,
      text,
      count,
      onKeep: () => {
        change({ word });
        keepRows(tab, run.id, ...within, filter);
      },
      beside: (
        <ActionIcon
          size="sm"
          aria-label={`${quoted(text)} in its context`}
          title="In its context"
          onClick={() => change({ word })}
        >
          <TextSearch size={14} />
        </ActionIcon>
      ),
    };
  };
  const contextOf = (first: string | undefined) => (
    <WordContext
      {...{ column, change }}
      word={choice.word ?? (first === undefined ? '' : asWord(of, first))}
      sort={choice.sort ?? 'after'}
    />
  );
  const title = `Most common ${kindWords[of]}: ${column.label}`;
  return (
    <Panel
      {...{ ...props, title, height }}
      question={{
        kind: 'words',
        field: column.field,
        of,
        by,
        most,
        stopWords: hasStopWords && choice.stopWords ? [...choice.stopWords] : null,
        groups,
      }}
      heading={groups === null ? 'Most common' : 'Typical'}
      isWide
      nothing={groups === null ? `No ${kindWords[of]} here.` : 'Nothing sets these groups apart.'}
      renderControls={(drawn) => (
        <>
          <Choice
            name="What to count"
            choices={wordKinds.map((value) => ({ value, label: kindWords[value] }))}
            value={of}
            onChange={(next) => change({ of: next })}
          />
          <span aria-hidden>in</span>
          <Choice
            name="Texts of"
            choices={columnChoices(fields.texts)}
            value={column.field}
            onChange={(field) => change({ field })}
          />
          {groups === null && (
            <Choice
              name="Count by"
              choices={[
                { value: 'rows', label: `by ${many} with it` },
                { value: 'times', label: 'by each time' },
              ]}
              value={by}
              onChange={(next) => change({ by: next })}
            />
          )}
          <span aria-hidden>compared by</span>
          <Choice
            name="Compare by"
            choices={[{ value: noSplit, label: 'nothing' }, ...columnChoices(splits)]}
            value={split?.field ?? noSplit}
            onChange={(field) => change({ splitBy: field === noSplit ? null : field })}
          />
          {one !== undefined && (
            <>
              <Choice
                name="One group"
                choices={options}
                value={one.value}
                onChange={(value) => change({ one: value })}
              />
              <span aria-hidden>with</span>
              <Choice
                name="The other group"
                choices={[
                  { value: allOthers, label: 'all others' },
                  ...options.filter(({ value }) => value !== one.value),
                ]}
                value={other?.value ?? allOthers}
                onChange={(value) => change({ other: value === allOthers ? null : value })}
              />
            </>
          )}
          {hasStopWords && drawn !== null && <StopWords {...{ drawn, change }} />}
        </>
      )}
      renderChart={(drawn) => {
        const notes = readNotes(drawn, many);
        if (drawn.groups !== null && one !== undefined) {
          const sides = [drawn.groups.one, drawn.groups.other].map((group, at) => {
            const { rows, times, typical } = group;
            const within = [one.filter, other?.filter]
              .slice(at, at + 1)
              .filter((filter) => filter !== undefined);
            const values = typical.map(({ text, count }) => valueOf(text, count, ...within));
            return { rows, times, typical, values, name: names[at] ?? '' };
          });
          return {
            title: `${upperFirst(kindWords[of])} typical of ${names.join(' / ')}: ${column.label}`,
            numbers: {
              ofValues: true,
              head: ['Word', 'Typical of', 'Times', 'Times in the other group', 'Log-likelihood'],
              rows: sides.flatMap(({ typical, name }) =>
                typical.map(({ text, count, elsewhere, score }) => [
                  text,
                  name,
                  count,
                  elsewhere,
                  Number(score.toFixed(2)),
                ]),
              ),
            },
            notes: [likelihoodWords, ...notes],
            drawing: (
              <>
                <div className={classes.sides}>
                  {sides.map(({ name, values, times, rows }) => (
                    <div key={name}>
                      <Text size="xs" c="var(--text-2)" mb={4}>
                        {`${name}: ${countOf(times, 'word')} in ${countOf(rows, 'row')}`}
                      </Text>
                      <CountedValues name={`Typical of ${name}`} values={values} of={times} />
                    </div>
                  ))}
                </div>
                {contextOf(sides[0]?.typical[0]?.text)}
              </>
            ),
            picture: (near) =>
              valuesPicture(
                near,
                sides.flatMap(({ values, name }) =>
                  values.map((value) => ({ ...value, text: `${value.text} (${name})` })),
                ),
                drawn.times,
              ),
          };
        }
        const values = drawn.values.map(({ text, count }) => valueOf(text, count));
        const whole = by === 'rows' ? drawn.filled : drawn.times;
        return {
          numbers: valueNumbers(
            {
              values: drawn.values.map(({ text, count }) => ({ value: text, cut: false, count })),
              filled: whole,
            },
            { label: upperFirst(kindWords[of]), many: by === 'rows' ? upperFirst(many) : 'Times' },
          ),
          notes: [
            drawn.distinct > values.length
              ? `${values.length} of ${drawn.exact ? '' : 'at least '}${grouping(drawn.distinct)} different ones.`
              : '',
            by === 'rows'
              ? itemsWords(drawn.filled, many)
              : `Percentages are of all ${grouping(drawn.times)}.`,
            ...notes,
          ],
          drawing: (
            <>
              <div className={classes.twoColumns}>
                <CountedValues name={title} values={values} of={whole} />
              </div>
              {contextOf(drawn.values[0]?.text)}
            </>
          ),
          picture: (near) => valuesPicture(near, values, whole),
        };
      }}
    />
  );
}

/** What isn't counted, or not for certain. */
function readNotes({ filled, read, exact, stopWords }: DrawnOf<'words'>, many: string): string[] {
  return [
    read < filled
      ? `Counted in ${grouping(read)} of ${grouping(filled)} ${many}: counting stops after some seconds. A filter leaves fewer to count.`
      : '',
    exact ? '' : 'There are too many different ones to remember all, so rare ones may be missing.',
    stopWords.length === 0 ? '' : `${countOf(stopWords.length, 'word')} left out.`,
  ];
}

const likelihoodWords =
  'Sorted by log-likelihood, 2 × (a × ln(a ÷ E₁) + b × ln(b ÷ E₂)), where a and b are how often a word is in either ' +
  'group, and E₁ and E₂ how often it would be if it were equally common in both (Rayson and Garside 2000). ' +
  'Above 15.13, chance makes such a difference in fewer than 1 of 10,000 cases.';

interface GroupOption {
  value: string;
  label: string;
  filter: Filter;
}

/** The values of a column of which two can be compared; for dates, days or months. Empty without a column. */
function useGroups(
  of: Parameters<typeof useSummary>[0],
  column: Column | null,
): readonly GroupOption[] {
  const timeZone = useZoneName();
  const { value } = useSummary(of, { field: column?.field ?? '', timeZone }, column !== null);
  const summary = value?.columns.find(({ field }) => field === column?.field);
  if (column === null || summary === undefined) return [];
  return summary.dates === null ? valuesOf(column, summary) : timesOf(column, summary.dates);
}

const valuesOf = (column: Column, { top }: ColumnSummary): GroupOption[] =>
  top.flatMap((counted) => {
    const filter = valueFilter(column, counted);
    return filter === null
      ? []
      : [{ value: counted.value, label: valueWords(column, counted), filter }];
  });

/** Of longer times, months; and of those the last ones. */
const mostDays = 60;
const dayMs = 86_400_000;

function timesOf(
  { field }: Column,
  { min, max, timeZone }: NonNullable<ColumnSummary['dates']>,
): GroupOption[] {
  const [first = '', last = ''] = [min, max].map((at) => momentWords(at, timeZone, true));
  const areMonths = Date.parse(last) - Date.parse(first) > mostDays * dayMs;
  const times: GroupOption[] = [];
  for (let to = last; to >= first && times.length < mostDays;) {
    const from = areMonths ? `${to.slice(0, 7)}-01` : to;
    const value = areMonths ? to.slice(0, 7) : to;
    times.push({ value, label: value, filter: { kind: 'date', field, from, to, timeZone } });
    to = new Date(Date.parse(from) - dayMs).toISOString().slice(0, 10);
  }
  return times;
}

const together = new Intl.ListFormat('en-GB');
const languageNames = new Intl.DisplayNames('en-GB', { type: 'language' });

interface StopWordsProps {
  drawn: DrawnOf<'words'>;
  change: (choice: WordsChoice) => void;
}

/** The words that are left out: shown, and changed. */
function StopWords({ drawn, change }: StopWordsProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { stopWords, languages } = drawn;
  const close = (): void => setTyped(null);
  const choose = (words: readonly string[] | null): void => {
    change({ stopWords: words });
    close();
  };
  const names = languages.map((language) => languageNames.of(language) ?? language);
  return (
    <PanelPopover
      label="Words left out"
      opened={typed !== null}
      onChange={close}
      width={320}
      target={
        <QuietButton
          size="compact-xs"
          onClick={() => setTyped(typed === null ? stopWords.join('\n') : null)}
        >
          Words left out…
        </QuietButton>
      }
    >
      <Box p="md">
        <Textarea
          size="xs"
          label="Words left out"
          description={
            names.length > 0
              ? `The common words of ${together.format(names)}, which these texts are in. One on each line.`
              : 'One on each line.'
          }
          rows={10}
          value={typed ?? ''}
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <Group gap={8} mt={12} justify="flex-end">
          <QuietButton onClick={() => choose([])}>Leave nothing out</QuietButton>
          <QuietButton onClick={() => choose(null)}>Use the kept lists</QuietButton>
          <SmallButton onClick={() => choose(wordsIn(typed ?? ''))}>Leave these out</SmallButton>
        </Group>
      </Box>
    </PanelPopover>
  );
}

const wordsIn = (typed: string): string[] =>
  [...new Set(typed.split(/[\n,;]/).map((word) => word.trim().slice(0, 100)))]
    .filter((word) => word !== '')
    .slice(0, mostStopWords);

/** Lines on screen; a file has all. */
const shownLines = 100;

const sorts = [
  { value: 'after', label: 'what follows' },
  { value: 'before', label: 'what precedes' },
  { value: 'row', label: 'row' },
] as const;

interface WordContextProps {
  column: Column;
  word: string;
  sort: ContextSort;
  change: (choice: WordsChoice) => void;
}

/** A word in its context: lines that are aligned at it, sorted, saved, and each a way to its row. */
function WordContext({ column, word, sort, change }: WordContextProps) {
  const { run, view } = useRows();
  const asked = { kind: 'context', field: column.field, word: word || ' ', sort } as const;
  const { value, ...answer } = useChart({ run, view }, { ...asked, most: shownLines }, word !== '');
  const drawn = value?.drawn.kind === 'context' ? value.drawn : null;
  const { problem, run: act } = useAction();
  const save = () =>
    saveFile({ of: 'context', runId: run.id, view: unsorted(view), question: asked });
  const lines = drawn?.lines ?? [];
  return (
    <Box component="section" mt={14} aria-label="A word in its context">
      <Group gap="4px 8px" mb={6} fz={12} c="var(--text-2)">
        <form
          key={word}
          onSubmit={(event) => {
            event.preventDefault();
            const typed = new FormData(event.currentTarget).get('word');
            if (typeof typed === 'string' && typed.trim() !== '') change({ word: typed.trim() });
          }}
        >
          <TextInput
            size="xs"
            w={180}
            aria-label="Word to show in its context"
            name="word"
            defaultValue={word}
            maxLength={1000}
            spellCheck={false}
            autoComplete="off"
          />
        </form>
        <span>in its context, sorted by</span>
        <Choice
          name="Sort lines by"
          choices={sorts}
          value={sort}
          onChange={(next) => change({ sort: next })}
        />
        {drawn !== null && <span aria-live="polite">{contextWords(drawn)}</span>}
        {lines.length > 0 && (
          <SmallButton
            ms="auto"
            size="compact-xs"
            onClick={() => act(() => saveAndReport(save(), { what: 'the lines' }))}
          >
            Save as CSV
          </SmallButton>
        )}
      </Group>
      {problem !== null && <ProblemText problem={problem} />}
      {drawn === null && word !== '' && <Waiting {...answer} />}
      {lines.length > 0 && <Lines {...{ lines, field: column.field }} />}
    </Box>
  );
}

function contextWords({ times, rows, filled, read, lines }: DrawnOf<'context'>): string {
  const found = `${countOf(times, 'time')} in ${countOf(rows, 'row')}`;
  const cut = times > lines.length ? `; here are ${grouping(lines.length)}` : '';
  return read < filled ? `At least ${found}: reading stops after some seconds` : `${found}${cut}`;
}

const rightToLeft = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u;

function Lines({ lines, field }: { lines: readonly ContextLine[]; field: string }) {
  const { rows } = useRows();
  const show = async (number: number): Promise<void> => {
    const { view } = rows;
    const position = isEveryRow(view.view)
      ? ({ ok: true, value: number } as const)
      : await positionOfRow(view, number);
    if (!position.ok || position.value === null) return;
    showRow(view, position.value, field);
  };
  return (
    <Box component="ul" data-scrolls="within" mah={260} bdrs="md" bd="1px solid var(--line)">
      {lines.map(({ row, before, word, after }, at) => (
        // The same words may be in a row several times.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${row} ${at}`}>
          <UnstyledButton
            className={classes.contextLine}
            data-hovers
            dir={rightToLeft.test(word) ? 'rtl' : 'ltr'}
            title={`Show row ${grouping(row + 1)}`}
            onClick={() => void show(row)}
          >
            <span>
              <bdi>{before}</bdi>
            </span>
            <b>{word}</b>
            <span>{after}</span>
          </UnstyledButton>
        </li>
      ))}
    </Box>
  );
}
