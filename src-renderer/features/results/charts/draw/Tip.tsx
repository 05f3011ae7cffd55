import type { ReactNode } from 'react';
import classes from './Draw.module.css';

interface TipProps {
  /** What it points at, px from the top left of the chart. */
  left: number;
  top: number;
  /** Of the chart. */
  width: number;
  children: ReactNode;
}

/** What a bar says when it is pointed at. Screen readers hear the same from the bar itself. */
export function Tip({ left, top, width, children }: TipProps) {
  const share = width === 0 ? 0 : left / width;
  return (
    <div
      aria-hidden
      className={classes.tip}
      // At the edges it stays inside the chart.
      style={{ left, top, transform: `translate(${-share * 100}%, calc(-100% - 8px))` }}
    >
      {children}
    </div>
  );
}
