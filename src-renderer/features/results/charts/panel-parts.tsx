import { Center, Group, Select } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { ChevronDown, Info } from 'lucide-react';
import { useState, type RefCallback } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { Column } from '#shared/contract/run.ts';
import type { NumberScale } from '#shared/contract/summary.ts';
import type { Filter } from '#shared/contract/view.ts';
import { QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { countOf } from '#renderer/components/words.ts';
import classes from './Charts.module.css';
import { sumIn, type Span, type Spread } from './draw/layout.ts';

/**
 * Returns columns as choices with their labels in the table; equal labels get the field's name in
 * addition.
 */
export function columnChoices(columns: readonly Column[]): { value: string; label: string }[] {
  return columns.map(({ field, label }) => ({
    value: field,
    label: columns.some((other) => other.field !== field && other.label === label)
      ? `${label} (${field})`
      : label,
  }));
}

/** Returns the chosen column, or the likeliest one. */
export function columnOf(columns: readonly Column[], field: string | undefined): Column | null {
  return columns.find((column) => column.field === field) ?? columns[0] ?? null;
}

interface ChoiceProps<T extends string> {
  name: string;
  choices: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** A small select within a line of text. */
export function Choice<T extends string>({ name, choices, value, onChange }: ChoiceProps<T>) {
  return (
    <Select
      className={classes.choice}
      size="xs"
      aria-label={name}
      data={[...choices]}
      value={value}
      allowDeselect={false}
      maxDropdownHeight={280}
      rightSection={<ChevronDown size={14} />}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      onChange={(next) => {
        const found = choices.find((choice) => choice.value === next);
        if (found !== undefined) onChange(found.value);
      }}
    />
  );
}

interface ChosenBarProps {
  spread: Spread;
  chosen: Span;
  onKeep: (filter: Filter) => void;
  onClear: () => void;
}

/** Actions for selected bars: "16 Nov 2026 – 18 Nov 2026 · 12 rows". */
export function ChosenBar({ spread, chosen, onKeep, onClear }: ChosenBarProps) {
  return (
    <>
      <span>
        {spread.words(chosen)} · {countOf(sumIn(spread.bars, chosen), 'row')}
      </span>
      <SmallButton size="compact-xs" onClick={() => onKeep(spread.filter(chosen))}>
        Keep these rows
      </SmallButton>
      <QuietButton size="compact-xs" onClick={onClear}>
        Clear
      </QuietButton>
    </>
  );
}

/** The choice of a scale, if there is one. */
export function ScaleChoice(props: {
  name: string;
  scales: readonly NumberScale[];
  value: NumberScale;
  onChange: (scale: NumberScale) => void;
}) {
  const { scales, ...choice } = props;
  if (scales.length < 2) return null;
  return (
    <>
      <span aria-hidden>in</span>
      <Choice {...choice} choices={scales.map((value) => ({ value, label: scaleNames[value] }))} />
    </>
  );
}

const scaleNames: Record<NumberScale, string> = { linear: 'even steps', log: 'powers of ten' };

/** The outcome of loading a chart. */
export interface Answer {
  problem: Problem | null;
  askAgain: () => void;
}

/**
 * Shown instead of the chart while it is counted, if that failed, and if there is nothing to draw.
 * `nothing`: why, once that is known.
 */
export function Waiting({
  problem,
  askAgain,
  nothing = null,
}: Answer & { nothing?: string | null }) {
  return (
    <Center h="100%" mih="inherit" c="dimmed" role={problem === null ? 'status' : 'alert'}>
      {problem === null ? (
        (nothing ?? 'Counting the rows…')
      ) : (
        <span>
          {problem.title}{' '}
          <SmallButton size="compact-xs" onClick={askAgain}>
            Try again
          </SmallButton>
        </span>
      )}
    </Center>
  );
}

/** The rows it covers, in a line above it. */
export function Coverage({ children }: { children: string }) {
  return (
    <Group gap={8} align="baseline" wrap="nowrap" c="var(--text-2)" className={classes.coverage}>
      <Info size={14} />
      {children}
    </Group>
  );
}

/** State of the selected bars, which is cleared when the bars are others. */
export function useChosen(
  spread: Spread | null | undefined,
): [chosen: Span | null, choose: (span: Span | null) => void] {
  const key = spread?.key;
  const [state, setState] = useState<{ key: string | undefined; span: Span | null }>({
    key,
    span: null,
  });
  return [state.key === key ? state.span : null, (span) => setState({ key, span })];
}

/** Whether an element is on screen, or nearly: anything further away is not loaded. */
export function useInSight(): [ref: RefCallback<HTMLElement>, isInSight: boolean] {
  const { ref, entry } = useIntersection<HTMLElement>({ rootMargin: '200px' });
  return [ref, entry?.isIntersecting === true];
}
