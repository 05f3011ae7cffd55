import { useId } from 'react';
import type { BarsLayout, Unknown } from './bars-layout.ts';
import classes from './Draw.module.css';

interface HatchProps {
  layout: BarsLayout;
  /** How many there are. */
  bars: number;
  unknown: Unknown;
  incomplete: number | null;
}

const words = 'Not fetched yet';
/** Room for the words with their ground. */
const wordsWidth = 104;

/** Where nothing is known: hatched, so that nobody takes it for nothing. */
export function Hatch({ layout, bars, unknown, incomplete }: HatchProps) {
  const id = useId();
  const { x, slot, base, top } = layout;
  const parts = [
    { key: 'before', from: -unknown.before, to: incomplete === 0 ? 1 : 0, size: unknown.before },
    {
      key: 'after',
      from: incomplete === bars - 1 ? bars - 1 : bars,
      to: bars + unknown.after,
      size: unknown.after,
    },
  ].filter(({ size }) => size > 0);
  if (parts.length === 0) return null;
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
          <line className={classes.hatchLine} x1={0} x2={0} y1={0} y2={6} />
        </pattern>
      </defs>
      {parts.map(({ key, from, to, size }) => {
        const middle = key === 'before' ? x(-size / 2) : x(bars + size / 2);
        return (
          <g key={key}>
            <rect
              x={x(from)}
              y={top}
              width={(to - from) * slot}
              height={base - top}
              fill={`url(#${id})`}
            />
            {size * slot >= wordsWidth && (
              <>
                <rect
                  className={classes.ground}
                  x={middle - wordsWidth / 2}
                  y={(top + base) / 2 - 14}
                  width={wordsWidth}
                  height={28}
                  rx={14}
                />
                <text
                  className={classes.unknown}
                  x={middle}
                  y={(top + base) / 2 + 4}
                  textAnchor="middle"
                >
                  {words}
                </text>
              </>
            )}
          </g>
        );
      })}
    </g>
  );
}
