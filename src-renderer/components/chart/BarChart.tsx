/**
 * Stacked bars with a scale, in the program's look. For screen readers the chart is one image described
 * by one sentence: callers must also offer the numbers as a table.
 */
import { useWidth } from '../hooks.ts';
import { Dot } from '../page/Page.tsx';
import { grouping } from '../words.ts';
import { layOut, partsWords, rectsOf, sumOf, type Bar } from './bars.ts';
import classes from './BarChart.module.css';

interface LabelledBar extends Bar {
  /** Below the bar; null if there would be too many. */
  tick: string | null;
}

interface BarChartProps {
  /** Their labels, such as "19 November", are shown on hover. */
  bars: readonly LabelledBar[];
  /** Names of the series, from the bottom up; five at most. */
  series: readonly string[];
  /** What the chart shows, in a sentence. */
  summary: string;
}

const height = 130;
const room = { left: 38, top: 10, bottom: 24 };

export function BarChart({ bars, series, summary }: BarChartProps) {
  const { ref, width } = useWidth(640);
  const layout = layOut({ bars, width, height, isSmall: false, room, widest: 44 });
  const { ticks, slot, top, base, x, y } = layout;
  return (
    <div ref={ref} className={classes.chart}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, not loaded */}
      <svg role="img" aria-label={summary} width={width} height={height}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              stroke={tick === 0 ? 'var(--border-input)' : 'var(--line)'}
              x1={room.left}
              x2={width}
              y1={y(tick) + 0.5}
              y2={y(tick) + 0.5}
            />
            <text className={classes.scale} x={room.left - 8} y={y(tick) + 4} textAnchor="end">
              {grouping(tick)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <g key={bar.key} className={classes.bar}>
            <title>{barWords(bar, series)}</title>
            {/* Empty days can be hovered too. */}
            <rect
              className={classes.ground}
              x={x(index)}
              y={top}
              width={slot}
              height={base - top}
            />
            {rectsOf(bar, index, layout).map(({ part, ...rect }) => (
              <rect key={part} style={{ fill: colourOf(part) }} {...rect} />
            ))}
            {bar.tick !== null && (
              <text
                className={classes.scale}
                x={tickX(x(index) + slot / 2, width)}
                y={height - 7}
                textAnchor="middle"
              >
                {bar.tick}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

const colourOf = (part: number): string => `var(--series-${part + 1})`;

/** Half the width of a label below a bar, which keeps the last one inside. */
const halfTick = 22;
const tickX = (middle: number, width: number): number => Math.min(middle, width - halfTick);

/** "19 November: 162 (Microblog 103, Forum 7)". */
function barWords(bar: Bar, series: readonly string[]): string {
  const parts = partsWords(bar, series);
  const sum = `${bar.label}: ${grouping(sumOf(bar))}`;
  return parts === '' ? sum : `${sum} (${parts})`;
}

/** The colour of a part, for a legend. */
export const SeriesMark = ({ part }: { part: number }) => (
  <Dot aria-hidden w={10} h={10} bdrs={2} bg={colourOf(part)} />
);
