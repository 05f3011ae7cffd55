// oxlint-disable jsx-a11y/prefer-tag-over-role -- a list that is searched beside its input
/**
 * Creates or changes what restricts the rows, below the clicked button: a filter (first its column, then the
 * condition), or a random sample.
 */
import { quoted } from '#shared/characters.ts';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import {
  ActionIcon,
  Box,
  Button,
  Group,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { ChevronLeft, Dices } from 'lucide-react';
import { foldAccents } from '#shared/fold.ts';
import { mostDrawn, mostSeed, type Filter, type Sample, type View } from '#shared/contract/view.ts';
import { SearchBox } from '#renderer/components/SearchBox.tsx';
import { Choice } from '#renderer/components/popups.tsx';
import { DialogNote, PanelPopover } from '#renderer/components/dialog/Dialog.tsx';
import { FieldName, TechnicalName } from '#renderer/components/texts.tsx';
import { QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { NumberInSentence, wholeNumber } from '#renderer/components/numbers.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { kept } from '#renderer/state/kept.ts';
import { useFieldSummary } from '#renderer/state/row-answers.ts';
import type { FieldSummary } from '#renderer/state/row-answers.ts';
import { arrangeColumns } from '../grid/columns.ts';
import { useRows } from '../rows-scope.ts';
import { useZoneName } from '../values/moments.ts';
import { conditionsOf, conditionWords, draftOf, newDraft, readDraft } from './draft.ts';
import type { AskedColumn, Condition, Draft } from './draft.ts';
import classes from './Filter.module.css';
import { ValueControl } from './ValueControl.tsx';

interface FilterPopoverProps {
  /** Index of the filter in the view, or its sample; null for a new one. */
  index: number | 'sample' | null;
  /** The button that opens it. */
  children: (isOpen: boolean, toggle: () => void) => ReactNode;
}

/** The popover for a new filter or for one that is changed. */
export function FilterPopover({ index, children }: FilterPopoverProps) {
  const { run, view, setView } = useRows();
  const [isOpened, setOpened] = useState(false);
  const asked = requested.use(run.id, (of) => of.what);
  const what = index === null ? asked : null;
  const isOpen = isOpened || what !== null;
  const setOpen = (wanted: boolean): void => {
    setOpened(wanted);
    if (!wanted && what !== null) requested.change(run.id, { what: null });
  };
  const change = (changed: Partial<View>): void => {
    setOpen(false);
    setView({ ...view, ...changed });
  };
  return (
    <PanelPopover
      label={panelName(index)}
      opened={isOpen}
      onChange={setOpen}
      width={348}
      target={children(isOpen, () => setOpen(!isOpen))}
    >
      <FilterPanel
        key={what?.field ?? what?.kind}
        {...{ what, index }}
        onFilter={(filter) =>
          change({
            filters:
              typeof index === 'number'
                ? view.filters.with(index, filter)
                : [...view.filters, filter],
          })
        }
        // What restricted the rows is part of the sample now; what follows applies within it.
        onDraw={(sample) => change({ ...(view.sample ? {} : { filters: [], search: '' }), sample })}
        onCancel={() => setOpen(false)}
      />
    </PanelPopover>
  );
}

const panelName = (index: FilterPopoverProps['index']): string => {
  if (index === null) return 'Filter';
  return index === 'sample' ? 'Change the sample' : 'Change the filter';
};

/** A sample, or a filter of a column if it is known. */
type Wanted = { kind: 'sample'; field?: never } | { kind: 'filter'; field: string };

interface FilterPanelProps extends Pick<FilterPopoverProps, 'index'> {
  what: Wanted | null;
  onFilter: (filter: Filter) => void;
  onDraw: (sample: Sample) => void;
  onCancel: () => void;
}

/** First the column, then the conditions that fit its values. */
function FilterPanel({ index, what, onFilter, onDraw, onCancel }: FilterPanelProps) {
  const { run, view } = useRows();
  const before = typeof index === 'number' ? view.filters[index] : undefined;
  const columnOf = (name: string) => run.columns.find((column) => column.field === name) ?? null;
  const clock = useZoneName();
  const [draft, setDraft] = useState<Draft | null>(() => {
    if (before !== undefined) return draftOf(before, columnOf(before.field), clock);
    const column = columnOf(what?.field ?? '');
    return column === null ? null : newDraft(column, clock);
  });
  const isOfSample = index === 'sample' || what?.kind === 'sample';
  const [isDrawing, setDrawing] = useState(isOfSample);
  if (isDrawing) {
    const onBack = isOfSample ? null : () => setDrawing(false);
    return <SampleForm {...{ onDraw, onBack, onCancel }} />;
  }
  if (draft === null) {
    return (
      <ColumnChoice
        columns={arrangeColumns(run.columns, run.resource, run.query.fields)}
        onChoose={(column) => setDraft(newDraft(column, clock))}
        onSample={view.sample === undefined ? () => setDrawing(true) : null}
      />
    );
  }
  return (
    <ConditionForm
      others={{
        ...view,
        sort: [],
        filters: view.filters.filter((_filter, at) => at !== index),
      }}
      column={columnOf(draft.field)}
      verb={index === null ? 'Add filter' : 'Change filter'}
      onChange={setDraft}
      {...{ draft, onFilter, onCancel }}
    />
  );
}

/** By run: what was requested elsewhere. */
const requested = kept<{ what: Wanted | null }>('filter', { what: null });

export const askToFilter = (runId: string, field: string): void =>
  requested.change(runId, { what: { kind: 'filter', field } });

export const askForSample = (runId: string): void =>
  requested.change(runId, { what: { kind: 'sample' } });

interface ColumnChoiceProps {
  columns: readonly AskedColumn[];
  onChoose: (column: AskedColumn) => void;
  /** Null: there is a sample. */
  onSample: (() => void) | null;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The choice of a column, searchable by its label or name. Arrow keys move, Enter chooses. */
function ColumnChoice({ columns, onChoose, onSample }: ColumnChoiceProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const choice = useRef<HTMLDivElement>(null);
  useNextFocus(choice);
  const found = findColumns(columns, search);
  const chosen = found[active];
  useLayoutEffect(() => {
    // Only the element knows the position of the chosen one.
    if (chosen === undefined) return;
    choice.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const onKey = (key: string): boolean => {
    const step = steps[key];
    if (step !== undefined) setActive(Math.max(0, Math.min(found.length - 1, active + step)));
    else if (key === 'Enter' && chosen !== undefined) onChoose(chosen);
    return step !== undefined || key === 'Enter';
  };
  return (
    <div ref={choice}>
      <Box p={8} data-line="bottom">
        <SearchBox
          role="combobox"
          label="Find a column"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${active}`}
          {...{ search, onKey }}
          onSearch={(typed) => {
            setSearch(typed);
            setActive(0);
          }}
          data-autofocus
        />
      </Box>
      <Box
        id={`${id}-list`}
        role="listbox"
        aria-label="Columns"
        data-scrolls="within"
        mih={120}
        mah="min(320px, calc(100dvh - 380px))"
        p={4}
      >
        {found.map((column, index) => (
          // The input has the focus and handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={column.field}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classes.column}
            onClick={() => onChoose(column)}
          >
            <FieldName label={column.label} field={column.field} />
          </div>
        ))}
      </Box>
      {found.length === 0 && (
        <Text c="var(--text-2)" px={16} pb={16}>
          No columns match {quoted(search.trim())}.
        </Text>
      )}
      {onSample !== null && (
        <Box p="10px 12px" data-line="top">
          <QuietButton leftSection={<Dices />} onClick={onSample}>
            Random sample…
          </QuietButton>
        </Box>
      )}
    </div>
  );
}

/**
 * Returns matching columns: those that start with the search first, else in the given order, so
 * “posted” finds *Posted* first.
 */
export function findColumns(columns: readonly AskedColumn[], search: string): AskedColumn[] {
  const sought = foldAccents(search.trim());
  const rank = ({ label, field }: AskedColumn): number => {
    const names = [label, field].map(foldAccents);
    if (names.some((name) => name.startsWith(sought))) return 0;
    return names.some((name) => name.includes(sought)) ? 1 : 2;
  };
  return [0, 1].flatMap((wanted) => columns.filter((column) => rank(column) === wanted));
}

/** Height of what is between the head of the panel and its buttons. */
const mostBody = 'max(200px, calc(100dvh - 380px))';

interface ConditionFormProps {
  /** The view without this filter: values are counted in the rows that the other filters leave. */
  others: View;
  draft: Draft;
  /** Null if the run has no such column. */
  column: AskedColumn | null;
  /** The label of the button. */
  verb: string;
  /** Null: the person wants another column. */
  onChange: (draft: Draft | null) => void;
  onFilter: (filter: Filter) => void;
  onCancel: () => void;
}

/** The form for a filter's condition and values. */
function ConditionForm(props: ConditionFormProps) {
  const { others, draft, column, verb, onChange, onFilter, onCancel } = props;
  const { run } = useRows();
  const form = useRef<HTMLFormElement>(null);
  useNextFocus(form);
  const { value: summary } = useFieldSummary(run.id, others, draft.field);
  const { filter, ...messages } = readDraft(draft, column);
  const fitting = column === null ? [] : conditionsOf(column, summary?.column ?? null);
  // A condition that was created elsewhere can still be changed.
  const offered = fitting.includes(draft.condition) ? fitting : [draft.condition, ...fitting];
  const change = (changed: Partial<Draft>): void => onChange({ ...draft, ...changed });
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (filter !== null) onFilter(filter);
      }}
    >
      <PanelHead label={column?.label ?? draft.field} onBack={() => onChange(null)}>
        <TechnicalName label={column?.label ?? draft.field} field={draft.field} />
      </PanelHead>
      <Stack gap={12} px={16} py={12} mah={mostBody} data-scrolls="within">
        <ConditionChoice
          conditions={offered}
          chosen={draft.condition}
          summary={summary}
          onChoose={(condition) => change({ condition })}
        />
        <ValueControl view={others} {...{ draft, column, summary, messages }} onChange={change} />
      </Stack>
      <Group gap={8} justify="flex-end" p="10px 12px" data-line="top">
        <SmallButton onClick={onCancel}>Cancel</SmallButton>
        <Button size="xs" type="submit" disabled={filter === null}>
          {verb}
        </Button>
      </Group>
    </form>
  );
}

interface ConditionChoiceProps {
  conditions: readonly Condition[];
  chosen: Condition;
  /** Null until it is known. */
  summary: FieldSummary | null;
  onChoose: (condition: Condition) => void;
}

/** The choice of a condition; if it needs no value, with the number of matching rows. */
function ConditionChoice({ conditions, chosen, summary, onChoose }: ConditionChoiceProps) {
  const name = useId();
  // The chosen one gets the focus if there is nothing to type.
  const isWithoutValue = !needsValue(chosen);
  return (
    <SimpleGrid component="fieldset" cols={2} spacing={12} verticalSpacing={6}>
      <VisuallyHidden component="legend">Condition</VisuallyHidden>
      {conditions.map((condition) => {
        const count = summary === null ? null : rowsOf(condition, summary);
        return (
          <Radio
            key={condition}
            name={name}
            styles={{ body: { alignItems: 'center' } }}
            label={
              <>
                {conditionWords[condition]}
                {count !== null && (
                  <Text span size="xs" lh="20px" c="dimmed">
                    {' '}
                    {grouping(count)}
                  </Text>
                )}
              </>
            }
            checked={condition === chosen}
            onChange={() => onChoose(condition)}
            data-autofocus={(isWithoutValue && condition === chosen) || undefined}
          />
        );
      })}
    </SimpleGrid>
  );
}

/** Whether a condition needs a value. */
const needsValue = (condition: Condition): boolean =>
  !['isYes', 'isNo', 'isEmpty', 'isNotEmpty', 'hasMedia', 'differs', 'names'].includes(condition);

/** Returns how many rows match; null if that depends on the value. */
function rowsOf(condition: Condition, { count, column }: FieldSummary): number | null {
  const { filled, top } = column;
  const times = (value: string): number => top.find((one) => one.value === value)?.count ?? 0;
  switch (condition) {
    case 'isYes':
      return times('true');
    case 'isNo':
      return times('false');
    case 'isEmpty':
      return count - filled;
    case 'isNotEmpty':
      return filled;
    default:
      return null;
  }
}

/** Short enough to be read aloud and typed again. */
const newSeed = (): number => 1 + Math.floor(Math.random() * 99_999);

/** What most people code by hand in a day. */
const usualSize = 50;

interface SampleFormProps {
  onDraw: (sample: Sample) => void;
  /** Null: there is nothing to go back to. */
  onBack: (() => void) | null;
  onCancel: () => void;
}

/** Draws a random sample of the rows shown, or changes the one that is shown. */
function SampleForm({ onDraw, onBack, onCancel }: SampleFormProps) {
  const { run, view, onScreen } = useRows();
  const before = view.sample;
  const form = useRef<HTMLFormElement>(null);
  useNextFocus(form);
  const [size, setSize] = useState(`${before?.size ?? usualSize}`);
  const [by, setBy] = useState(before?.by ?? null);
  const [seed, setSeed] = useState(() => `${before?.seed ?? newSeed()}`);
  const [sizeNow, seedNow] = [wholeNumber(size, mostDrawn), wholeNumber(seed, mostSeed, 0)];
  const { opened } = onScreen.shown ?? {};
  const columns = arrangeColumns(run.columns, run.resource, run.query.fields).filter(
    ({ type }) => type !== 'empty',
  );
  // Another sample is drawn from what this one was drawn from.
  const from = before === undefined ? countOf(opened?.count ?? 0, 'row') : 'the same rows';
  const draw = (): void => {
    if (sizeNow === null || seedNow === null || opened === undefined) return;
    const { filters, search, hideDuplicatesBy, acrossInputs } = view;
    onDraw({
      rows: opened.rows,
      filters,
      search,
      hideDuplicatesBy,
      ...(acrossInputs === true ? { acrossInputs } : {}),
      ...before,
      size: sizeNow,
      by,
      seed: seedNow,
    });
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        draw();
      }}
    >
      <PanelHead label="Random sample" onBack={onBack} />
      <Stack gap={12} px={16} py={12} mah={mostBody} data-scrolls="within">
        <NumberInSentence
          label="Size of the sample"
          before="Draw"
          after={by === null ? `of ${from}` : 'rows each'}
          value={size}
          most={mostDrawn}
          isWrong={sizeNow === null}
          onType={setSize}
          data-autofocus
        />
        <Choice
          size="xs"
          label="From"
          value={by ?? ''}
          choices={[
            { value: '', label: 'All of them' },
            ...columns.map(({ field, label }) => ({ value: field, label: `Each ${label}` })),
          ]}
          onChange={(value) => setBy(value === '' ? null : value)}
        />
        <Group gap={8} wrap="nowrap">
          <NumberInSentence
            label="Seed"
            before="Seed"
            after=""
            value={seed}
            most={mostSeed}
            isWrong={seedNow === null}
            onType={setSeed}
          />
          <QuietButton size="compact-xs" onClick={() => setSeed(`${newSeed()}`)}>
            New seed
          </QuietButton>
        </Group>
        <DialogNote>
          The same seed draws the same rows on every computer. Saved files say how they were drawn.
          Rows that arrive later are not part of it.
        </DialogNote>
      </Stack>
      <Group gap={8} justify="flex-end" p="10px 12px" data-line="top">
        <SmallButton onClick={onCancel}>Cancel</SmallButton>
        <Button
          size="xs"
          type="submit"
          leftSection={<Dices size={14} />}
          disabled={sizeNow === null || seedNow === null || opened === undefined}
        >
          Draw
        </Button>
      </Group>
    </form>
  );
}

interface PanelHeadProps {
  label: string;
  /** Null: there is nothing to go back to. */
  onBack: (() => void) | null;
  children?: ReactNode;
}

/** The column of the filter, and a button to choose another one. */
const PanelHead = ({ label, onBack, children }: PanelHeadProps) => (
  <Group gap={6} wrap="nowrap" p={8} data-line="bottom" className={classes.head}>
    {onBack !== null && (
      <ActionIcon size="sm" aria-label="Choose another column" onClick={onBack}>
        <ChevronLeft size={16} />
      </ActionIcon>
    )}
    <Text component="h2" fw={600} truncate flex="none" maw="70%">
      {label}
    </Text>
    {children}
  </Group>
);

/**
 * Focuses the first control of a part that replaced another, with which the focus went. When the panel
 * opens, that is `PanelPopover`'s: whoever is faster makes Mantine return the focus into the closed panel.
 */
const useNextFocus = (part: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    part.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [part]);
