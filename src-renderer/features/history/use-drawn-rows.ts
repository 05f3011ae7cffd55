import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { drawnRows, rowTops } from './drawn-rows.ts';
import { rowHeight, type ListRow } from './run-rows.ts';

/** Below this, drawing every row costs less than it brings, and the browser can search them. */
const drawnWhole = 150;

/** Scrolling draws anew in steps of so many px. */
const step = 200;

interface DrawnRows {
  onScroll: () => void;
  /** Height of all rows; null when all are drawn one below the other. */
  height: number | null;
  /** Numbers and tops of the rows to draw. */
  drawn: readonly { place: number; top: number | null }[];
  /** Scrolls a row into sight, below the headings. */
  show: (place: number) => void;
}

export function useDrawnRows(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly ListRow[],
  stop: number | undefined,
): DrawnRows {
  const [scrollTop, setScrollTop] = useState(0);
  const [seen, setSeen] = useState(0);
  const tops = useMemo(() => rowTops(rows), [rows]);
  const isLong = rows.length > drawnWhole;

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = (): void => setSeen(element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);

  const onScroll = (): void => {
    const top = scroller.current?.scrollTop ?? 0;
    setScrollTop(Math.floor(top / step) * step);
  };

  const show = (place: number): void => {
    const element = scroller.current;
    const [top, bottom] = [tops[place], tops[place + 1]];
    if (!isLong || element === null || top === undefined || bottom === undefined) return;
    const lowest = bottom + rowHeight.head - element.clientHeight;
    if (top < element.scrollTop) element.scrollTo({ top });
    else if (lowest > element.scrollTop) element.scrollTo({ top: lowest });
  };

  return {
    onScroll,
    height: isLong ? (tops.at(-1) ?? 0) : null,
    drawn: isLong
      ? drawnRows(tops, scrollTop, seen + step, stop).map((place) => ({
          place,
          top: tops[place] ?? 0,
        }))
      : rows.map((_, place) => ({ place, top: null })),
    show,
  };
}
