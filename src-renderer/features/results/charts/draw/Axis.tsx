import { shortNumber } from '../number-words.ts';
import type { BarsLayout } from './bars-layout.ts';
import classes from './Draw.module.css';

export interface Tick {
  /** In slots from the first bar's left edge. */
  at: number;
  main: string;
  /** In a second line; blank for none. */
  around?: string;
}

/** Lines across the picture, with their counts at the left. */
export function Scale({ layout, width }: { layout: BarsLayout; width: number }) {
  const { ticks, left, y } = layout;
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        className={tick === 0 ? classes.base : classes.line}
        x1={left}
        x2={width}
        y1={Math.round(y(tick)) + 0.5}
        y2={Math.round(y(tick)) + 0.5}
      />
      <text className={classes.scale} x={left - 8} y={y(tick) + 4} textAnchor="end">
        {shortNumber(tick)}
      </text>
    </g>
  ));
}

interface AxisBelowProps {
  layout: Pick<BarsLayout, 'x' | 'slot' | 'left' | 'base'>;
  ticks: readonly Tick[];
  width: number;
  height: number;
  isSmall: boolean;
}

/** Words below, those at the ends kept inside. */
export function AxisBelow({ layout, ticks, width, isSmall }: AxisBelowProps) {
  const { x, slot, base } = layout;
  return ticks.map(({ at, main, around = '' }) => {
    const middle = x(0) + at * slot;
    const place = { ...insideOf(middle, width, Math.max(main.length, around.length)) };
    return (
      <g key={at}>
        <text className={classes.scale} y={base + (isSmall ? 14 : 15)} {...place}>
          {main}
        </text>
        {around !== '' && (
          <text className={classes.around} y={base + 30} {...place}>
            {around}
          </text>
        )}
      </g>
    );
  });
}

/** Less than this is a letter's half width at 11 px. */
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
