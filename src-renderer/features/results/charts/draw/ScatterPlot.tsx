// oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn here, not loaded
/** Two numbers of each row against each other. The panel's table shows the same for screen readers. */
import type { ChartAxis, DrawnOf } from '#shared/contract/chart.ts';
import { useWidth } from '#renderer/components/hooks.ts';
import { grouping } from '#renderer/components/words.ts';
import { axisNumbers, fullNumber } from '#renderer/features/results/values/figures.ts';
import classes from './Draw.module.css';
import { Scale } from './bar-parts.tsx';
import { linearAxis, logAxis, positionOn, type Axis } from './layout.ts';

interface ScatterPlotProps {
  drawn: DrawnOf<'scatter'>;
  xName: string;
  yName: string;
  height: number;
}

const room = { left: 56, right: 12, top: 22, bottom: 40 };
const point = { r: 3, fill: 'var(--bar-highlight)', fillOpacity: 0.45 };
/** Of a label, in px, at most. */
const digitWidth = 6.2;

export function ScatterPlot({ drawn, xName, yName, height }: ScatterPlotProps) {
  const { ref, width } = useWidth(640);
  if (drawn.x === null || drawn.y === null) return null;
  const axes = { x: axisOf(drawn.x, Math.floor(width / 90)), y: axisOf(drawn.y, 6) };
  const xLabels = axisNumbers(axes.x.ticks);
  const yDigits = Math.max(...axisNumbers(axes.y.ticks).map((label) => label.length));
  const left = Math.max(room.left, yDigits * digitWidth + 8);
  const bottom = height - room.bottom;
  const x = (value: number): number =>
    left + positionOn(axes.x, value) * (width - left - room.right);
  const y = (value: number): number => bottom - positionOn(axes.y, value) * (bottom - room.top);
  return (
    <div ref={ref} className={classes.chart} style={{ height }}>
      <svg
        role="img"
        aria-label={`${yName} against ${xName}: ${grouping(drawn.counted)} rows`}
        {...{ width, height }}
        data-picture
      >
        <Scale ticks={axes.y.ticks} y={y} left={left} right={width - room.right} />
        {axes.x.ticks.map((tick, index) => (
          <g key={tick}>
            <line
              stroke="var(--line)"
              x1={Math.round(x(tick)) + 0.5}
              x2={Math.round(x(tick)) + 0.5}
              y1={room.top}
              y2={bottom}
            />
            <text className={classes.scale} x={x(tick)} y={bottom + 15} textAnchor="middle">
              {xLabels[index]}
            </text>
          </g>
        ))}
        <text className={classes.scale} fontWeight={500} x={0} y={10}>
          {yName}
        </text>
        <text
          className={classes.scale}
          fontWeight={500}
          x={width - room.right}
          y={height - 6}
          textAnchor="end"
        >
          {xName}
        </text>
        {drawn.points.map(([one, other], index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other name here
          <circle key={index} {...point} cx={x(one)} cy={y(other)} />
        ))}
        {drawn.grid !== null && <Fields grid={drawn.grid} x={x} y={y} />}
      </svg>
    </div>
  );
}

/** Fields of the grid, darker for more rows: by the logarithm, as perceived. */
function Fields(props: {
  grid: NonNullable<DrawnOf<'scatter'>['grid']>;
  x: (value: number) => number;
  y: (value: number) => number;
}) {
  const { x, y } = props;
  const { xEdges, yEdges, cells } = props.grid;
  const most = Math.max(...cells.map(({ count }) => count));
  return cells.map((cell) => {
    const [left, right] = [xEdges[cell.x] ?? 0, xEdges[cell.x + 1] ?? 0];
    const [low, high] = [yEdges[cell.y] ?? 0, yEdges[cell.y + 1] ?? 0];
    return (
      <rect
        key={`${cell.x} ${cell.y}`}
        fill="var(--bar-highlight)"
        x={x(left)}
        y={y(high)}
        width={Math.max(1, x(right) - x(left) - 0.5)}
        height={Math.max(1, y(low) - y(high) - 0.5)}
        fillOpacity={0.15 + 0.85 * (Math.log1p(cell.count) / Math.log1p(most))}
      >
        <title>{`${grouping(cell.count)} rows: ${fullNumber(left)} to ${fullNumber(right)}, ${fullNumber(low)} to ${fullNumber(high)}`}</title>
      </rect>
    );
  });
}

const axisOf = ({ min, max, scale }: ChartAxis, most: number): Axis =>
  scale === 'log' ? logAxis(min, max) : linearAxis(min, max, Math.max(2, most));
