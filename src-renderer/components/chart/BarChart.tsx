/**
 * Stacked bars with a scale, in the program's look. For screen readers the chart is one image described
 * by one sentence: callers must also offer the numbers as a table.
 */
import { useWidth } from '../hooks.ts';
import { grouping } from '../words.ts';
import classes from './BarChart.module.css';

interface Bar {
  key: string;
  /** "19 November": shown on hover. */
  label: string;
  /** Below the bar; null if there would be too many. */
  tick: string | null;
  /** From the bottom up, one for each series. */
  parts: readonly number[];
}

interface BarChartProps {
  bars: readonly Bar[];
  /** Names of the series, from the bottom up; five at most. */
  series: readonly string[];
  /** What the chart shows, in a sentence. */
  summary: string;
  /** Only the bars, as high as two lines of text: without a scale and labels. */
  isSmall?: boolean;
}

const large = { height: 130, top: 10, bottom: 24, left: 38 };
const small = { height: 48, top: 0, bottom: 1, left: 0 };
/** Until it is measured. */
const defaultWidth = 640;
const widestBar = 44;

export function BarChart({ bars, series, summary, isSmall = false }: BarChartProps) {
  const { height, ...room } = isSmall ? small : large;
  const { ref, width: measured } = useWidth();
  const width = measured > 0 ? measured : defaultWidth;
  const ticks = countTicks(Math.max(0, ...bars.map(sumOf)));
  const highest = (isSmall ? Math.max(...bars.map(sumOf)) : ticks.at(-1)) || 1;
  const bottom = height - room.bottom;
  const y = (value: number): number => bottom - (value / highest) * (bottom - room.top);
  const slot = (width - room.left) / Math.max(bars.length, 1);
  const barWidth = Math.min(widestBar, slot - Math.max(2, slot * 0.14));
  return (
    <div ref={ref} className={classes.chart}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, not loaded */}
      <svg role="img" aria-label={summary} width={width} height={height}>
        {(isSmall ? [0] : ticks).map((tick) => (
          <g key={tick}>
            <line
              className={tick === 0 ? classes.base : classes.line}
              x1={room.left}
              x2={width}
              y1={y(tick) + 0.5}
              y2={y(tick) + 0.5}
            />
            {!isSmall && (
              <text className={classes.scale} x={room.left - 8} y={y(tick) + 4} textAnchor="end">
                {grouping(tick)}
              </text>
            )}
          </g>
        ))}
        {bars.map((bar, index) => {
          const left = room.left + slot * index + (slot - barWidth) / 2;
          return (
            <g key={bar.key} className={classes.bar}>
              <title>{barWords(bar, series)}</title>
              {/* Empty days can be hovered too. */}
              <rect
                className={classes.ground}
                x={room.left + slot * index}
                y={room.top}
                width={slot}
                height={bottom - room.top}
              />
              {stacked(bar.parts).map(({ from, to, part }) => (
                <rect
                  key={part}
                  style={{ fill: colourOf(part) }}
                  x={left}
                  y={y(to)}
                  width={barWidth}
                  // A gap of 1 px separates parts of similar colours.
                  height={Math.max(y(from) - y(to) - (from > 0 ? 1 : 0), 1)}
                />
              ))}
              {bar.tick !== null && (
                <text
                  className={classes.scale}
                  x={tickX(left + barWidth / 2, width)}
                  y={height - 7}
                  textAnchor="middle"
                >
                  {bar.tick}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

const colourOf = (part: number): string => `var(--series-${part + 1})`;

const sumOf = ({ parts }: Bar): number => parts.reduce((sum, value) => sum + value, 0);

/** Half the width of a label below a bar, which keeps the last one inside. */
const halfTick = 22;
const tickX = (middle: number, width: number): number => Math.min(middle, width - halfTick);

/** Returns the visible parts, stacked. */
export function stacked(parts: readonly number[]): { from: number; to: number; part: number }[] {
  let sum = 0;
  return parts.flatMap((value, part) => {
    const from = sum;
    sum += value;
    return value > 0 ? [{ from, to: sum, part }] : [];
  });
}

/** "19 November: 162 (Microblog 103, Forum 7)". */
function barWords(bar: Bar, series: readonly string[]): string {
  const parts = bar.parts.flatMap((value, part) =>
    value > 0 ? [`${series[part] ?? ''} ${grouping(value)}`] : [],
  );
  const sum = `${bar.label}: ${grouping(sumOf(bar))}`;
  return parts.length === 0 ? sum : `${sum} (${parts.join(', ')})`;
}

/** The colour of a part, for a legend. */
export function SeriesMark({ part }: { part: number }) {
  return <span aria-hidden className={classes.mark} style={{ background: colourOf(part) }} />;
}

/** Returns the ticks of a scale: a few whole numbers, the highest at or above the largest bar. */
export function countTicks(largest: number): readonly number[] {
  const step = wholeStep(Math.max(largest, 1) / 3);
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < Math.max(largest, 1)) ticks.push(step * ticks.length);
  return ticks;
}

/** Returns the next of 1, 2, 3, 4, 5, 6, 8, 10, 20, 30… at or above `least`. */
function wholeStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(least, 1))));
  const factor = [1, 2, 3, 4, 5, 6, 8, 10].find((one) => one * power >= least) ?? 10;
  return factor * power;
}
