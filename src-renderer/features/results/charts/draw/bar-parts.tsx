import { useId } from 'react';
import {
  rectsOf,
  sumOf,
  type Bar,
  type BarsLayout,
  type Unknown,
} from '#renderer/components/chart/bars.ts';
import { axisNumbers, shortNumber } from '#renderer/features/results/values/figures.ts';
import classes from './Draw.module.css';
import type { Span, Tick } from './layout.ts';

interface ScaleProps {
  ticks: readonly number[];
  /** Converts a number to px from the top. */
  y: (tick: number) => number;
  left: number;
  right: number;
  /** Whether bars start at zero. */
  hasBase?: boolean;
}

/** Lines across the chart, with their numbers at the left. */
export function Scale({ ticks, y, left, right, hasBase = false }: ScaleProps) {
  const labels = axisNumbers(ticks);
  return ticks.map((tick, index) => (
    <g key={tick}>
      <line
        stroke={hasBase && tick === 0 ? 'var(--border-input)' : 'var(--line)'}
        x1={left}
        x2={right}
        y1={Math.round(y(tick)) + 0.5}
        y2={Math.round(y(tick)) + 0.5}
      />
      <text className={classes.scale} x={left - 8} y={y(tick) + 4} textAnchor="end">
        {labels[index]}
      </text>
    </g>
  ));
}

interface AxisBelowProps {
  layout: BarsLayout;
  ticks: readonly Tick[];
  width: number;
  /** Whether there is room for one line only. */
  isSmall: boolean;
}

/** Labels below the bars, kept inside the chart. */
export function AxisBelow({ layout, ticks, width, isSmall }: AxisBelowProps) {
  const { x, slot, base } = layout;
  return ticks.map(({ at, main, around: second = '' }) => {
    const around = isSmall ? '' : second;
    const position = insideOf(x(0) + at * slot, width, Math.max(main.length, around.length));
    return (
      <g key={at}>
        <text className={classes.scale} y={base + (isSmall ? 14 : 15)} {...position}>
          {main}
        </text>
        {around !== '' && (
          <text className={classes.around} y={base + 30} {...position}>
            {around}
          </text>
        )}
      </g>
    );
  });
}

/** Half the width of a letter at 11 px, at most. */
const halfLetter = 3.1;

function insideOf(
  middle: number,
  width: number,
  letters: number,
): { x: number; textAnchor: 'start' | 'middle' | 'end' } {
  const half = letters * halfLetter;
  if (middle - half < 0) return { x: Math.max(0, Math.min(middle, 2)), textAnchor: 'start' };
  if (middle + half > width) return { x: width, textAnchor: 'end' };
  return { x: middle, textAnchor: 'middle' };
}

interface BarShapeProps {
  bar: Bar;
  index: number;
  layout: BarsLayout;
  /** Whether its parts have different colours. */
  isSeries: boolean;
  isLit: boolean;
  /** Whether other bars are selected. */
  isPale: boolean;
  /** Whether rows may be missing from it. */
  isIncomplete: boolean;
  hasCount: boolean;
}

/** One bar, with its count above it if there is room. */
export function BarShape(props: BarShapeProps) {
  const { bar, index, layout, isSeries, isLit, isPale, isIncomplete, hasCount } = props;
  const { slot, barWidth, base, y } = layout;
  const sum = sumOf(bar);
  const rects = rectsOf(bar, index, layout);
  return (
    <>
      {rects.map(({ part, ...rect }, place) => (
        <rect
          key={part}
          className={classes.bar}
          style={isSeries ? { fill: `var(--series-${part + 1})` } : undefined}
          data-lit={isLit || undefined}
          data-pale={isPale || undefined}
          {...rect}
          rx={place === rects.length - 1 && barWidth > 8 && !isSeries ? 2 : 0}
        />
      ))}
      {((hasCount && sum > 0) || isIncomplete) && (
        <text
          className={classes.count}
          x={layout.x(index) + slot / 2}
          y={Math.min(y(sum), base - 1) - 5}
          textAnchor="middle"
        >
          {hasCount && sum > 0 && shortNumber(sum)}
          {isIncomplete && '*'}
        </text>
      )}
    </>
  );
}

interface HatchProps {
  layout: BarsLayout;
  unknown: Unknown;
  incomplete: Span;
}

/** Hatches parts that aren't known, so that they aren't mistaken for zero. */
export function Hatch({ layout, unknown, incomplete }: HatchProps) {
  const id = useId();
  const { x, slot, base, top } = layout;
  const from = incomplete.from - unknown.before;
  const to = incomplete.to + 1 + unknown.after;
  // Of a single bar, its star says enough.
  if (to - from === 1) return null;
  return (
    <g data-unknown>
      <defs>
        <pattern
          id={id}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line stroke="var(--border-button)" strokeWidth={2} x1={0} x2={0} y1={0} y2={6} />
        </pattern>
      </defs>
      <rect
        x={x(from)}
        y={top}
        width={(to - from) * slot}
        height={base - top}
        fill={`url(#${id})`}
      />
    </g>
  );
}
