import { Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { View } from '#shared/contract/view.ts';
import { useFieldSummary, type FieldSummary } from '#renderer/state/field-summary.ts';
import { countOf, grouping } from '../../../components/words.ts';
import classes from './Filter.module.css';
import type { ValueControlProps } from './ValueControl.tsx';

const pauseMs = 200;

/** The commonest values with the rows that have them, and any other by its letters. */
export function ValueList({ runId, view, draft, onChange }: ValueControlProps) {
  const [search, setSearch] = useState('');
  const [sought] = useDebouncedValue(search.trim(), pauseMs);
  const { field, values: chosen } = draft;
  const within: View =
    sought === ''
      ? view
      : { ...view, filters: [...view.filters, { kind: 'contains', field, text: sought }] };
  const { summary, isPending, problem } = useFieldSummary(runId, within, field);
  const common = summary?.column.top.values.filter(({ value, cut }) => !cut && value !== '') ?? [];
  const countOfValue = new Map(common.map(({ value, count }) => [value, count]));
  // What was chosen stays in sight, wherever the search has led.
  const others = chosen.filter((value) => !countOfValue.has(value));
  const shown = [...others, ...countOfValue.keys()];
  const [lastFocused, setLastFocused] = useState<string | null>(null);
  const tabStop = lastFocused !== null && shown.includes(lastFocused) ? lastFocused : shown[0];
  const toggle = (value: string): void =>
    onChange({
      values: chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value],
    });
  return (
    <div>
      <TextInput
        size="xs"
        aria-label="Find a value"
        placeholder="Find a value"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        leftSection={<Search size={14} strokeWidth={1.75} aria-hidden />}
        maxLength={1000}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={classes.values} onKeyDown={moveFocus}>
        {shown.map((value) => {
          const count = countOfValue.get(value);
          return (
            <Checkbox
              key={value}
              className={classes.value}
              classNames={{ body: classes.valueBody, labelWrapper: classes.valueLabel }}
              label={
                <>
                  <span dir="auto" className={classes.word}>
                    {value}
                  </span>
                  {count !== undefined && <span className={classes.count}>{grouping(count)}</span>}
                </>
              }
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
              onFocus={() => setLastFocused(value)}
              tabIndex={value === tabStop ? 0 : -1}
            />
          );
        })}
      </div>
      <p className={classes.note} aria-live="polite">
        {problem?.title ?? listWords(summary, countOfValue.size, sought, isPending)}
      </p>
    </div>
  );
}

function listWords(
  summary: FieldSummary | null,
  shown: number,
  sought: string,
  isPending: boolean,
): string {
  if (summary === null || isPending) return 'Counting…';
  const { count, exact } = summary.column.distinct;
  if (count === 0) return sought === '' ? 'No row has a value.' : `No value contains “${sought}”.`;
  const all = `${exact ? '' : 'about '}${countOf(count, 'different value')}`;
  return shown >= count
    ? `${exact ? '' : 'About '}${countOf(count, 'different value')}.`
    : `The ${grouping(shown)} commonest of ${all}.`;
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')];
  const next = boxes[boxes.findIndex((box) => box === document.activeElement) + step];
  event.preventDefault();
  next?.focus();
}
