import { shortNumber } from '../number-words.ts';
import { sumOf, type Bar, type BarsLayout } from './bars-layout.ts';
import classes from './Draw.module.css';

interface BarShapeProps {
  bar: Bar;
  place: number;
  layout: BarsLayout;
  /** Its parts have colours of their own. */
  isSeries: boolean;
  isLit: boolean;
  /** Others are chosen. */
  isPale: boolean;
  /** Rows of it may be missing. */
  isIncomplete: boolean;
  hasCount: boolean;
}

/** One bar, with its count above it where there is room. */
export function BarShape(props: BarShapeProps) {
  const { bar, place, layout, isSeries, isLit, isPale, isIncomplete, hasCount } = props;
  const { slot, barWidth, base, y } = layout;
  const left = layout.x(place) + (slot - barWidth) / 2;
  const sum = sumOf(bar);
  const parts = stacked(bar.parts);
  return (
    <>
      {parts.map(({ from, to, part }) => (
        <rect
          key={part}
          className={classes.bar}
          data-series={isSeries ? part + 1 : undefined}
          data-lit={isLit || undefined}
          data-pale={isPale || undefined}
          x={left}
          y={y(to)}
          width={barWidth}
          // The smallest can be seen; a hair of ground keeps parts of like colours apart.
          height={Math.max(y(from) - y(to) - (from > 0 ? 1 : 0), 1)}
          rx={to === sum && barWidth > 8 && !isSeries ? 2 : 0}
        />
      ))}
      {hasCount && sum > 0 && (
        <text
          className={classes.count}
          x={left + barWidth / 2}
          y={Math.min(y(sum), base - 1) - 5}
          textAnchor="middle"
        >
          {shortNumber(sum)}
          {isIncomplete && '*'}
        </text>
      )}
    </>
  );
}

function stacked(parts: readonly number[]): { from: number; to: number; part: number }[] {
  let sum = 0;
  return parts.flatMap((count, part) => {
    const from = sum;
    sum += count;
    return count > 0 ? [{ from, to: sum, part }] : [];
  });
}
