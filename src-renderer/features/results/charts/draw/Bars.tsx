// oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn here: a list's own elements can't be SVG
/**
 * Bars over time or over numbers. To keys and screen readers they are a list of which some can be
 * chosen, one or several beside each other, as with the pointer.
 */
import { useElementSize } from '@mantine/hooks';
import {
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { Filter } from '#shared/contract/view.ts';
import { grouping } from '#renderer/components/words.ts';
import classes from './Draw.module.css';
import { AxisBelow, BarShape, Hatch, Scale } from './bar-parts.tsx';
import {
  barAt,
  choosingAfter,
  isIn,
  layOut,
  spanOf,
  sumOf,
  type Bar,
  type Choosing,
  type Span,
  type Spread,
  type Unknown,
} from './layout.ts';

interface BarsProps {
  /** What the picture shows, in a few words. */
  name: string;
  spread: Spread;
  /** Names of the parts, from the bottom up; empty where there is one. */
  series?: readonly string[];
  height: number;
  /** Without a scale at the side and with less room below. */
  isSmall?: boolean;
  unknown?: Unknown;
  /** The first or last bar, of which rows may be missing. */
  incomplete?: number | null;
  chosen: Span | null;
  onChoose: (span: Span | null) => void;
  /** Enter on what is chosen. */
  onKeep: (filter: Filter) => void;
}

/** Before it was measured. */
const defaultWidth = 320;
const nothingUnknown: Unknown = { before: 0, after: 0 };
/** Two lines of words. */
const roomBelow = 36;
const smallRoomBelow = 18;

export function Bars(props: BarsProps) {
  const { name, spread, series = [], height, isSmall = false } = props;
  const { unknown = nothingUnknown, incomplete = null, chosen, onChoose, onKeep } = props;
  const { bars, ticks } = spread;
  const { ref, width: measured } = useElementSize();
  const id = useId();
  const [active, setActive] = useState<number | null>(null);
  const choosing = useRef<Choosing | null>(null);
  const isDragging = useRef(false);
  const width = measured > 0 ? measured : defaultWidth;
  const bottom = isSmall ? smallRoomBelow : roomBelow;
  const layout = layOut({ bars, unknown, width, height, isSmall, bottom });

  const choose = (next: Choosing): void => {
    choosing.current = next;
    setActive(next.moving);
    onChoose(spanOf(next));
  };
  const placeOf = (event: PointerEvent<HTMLElement>): number =>
    barAt(layout, bars.length, event.clientX - event.currentTarget.getBoundingClientRect().left);
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || bars.length === 0) return;
    const place = placeOf(event);
    const isSame = chosen?.from === place && chosen.to === place;
    if (isSame) return onChoose(null);
    event.currentTarget.setPointerCapture(event.pointerId);
    isDragging.current = true;
    choose({ anchor: place, moving: place });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (bars.length === 0) return;
    const place = placeOf(event);
    if (isDragging.current && choosing.current !== null) {
      choose({ anchor: choosing.current.anchor, moving: place });
    } else {
      setActive(place);
    }
  };
  const onPointerEnd = (): void => {
    isDragging.current = false;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && chosen !== null) {
      // Else it would also stop the run.
      event.stopPropagation();
      onChoose(null);
      return;
    }
    if (event.key === 'Enter' && chosen !== null) {
      event.preventDefault();
      onKeep(spread.filter(chosen));
      return;
    }
    const before =
      chosen === null ? null : (choosing.current ?? { anchor: chosen.from, moving: chosen.to });
    const next = choosingAfter(before, event, bars.length);
    if (next === null || bars.length === 0) return;
    event.preventDefault();
    choose(next);
  };

  const optionId = (place: number): string => `${id}-${place}`;
  const isNamed = active !== null && active < bars.length;
  const tipped = isNamed ? bars[active] : undefined;
  return (
    <div
      ref={ref}
      role="listbox"
      aria-label={name}
      aria-multiselectable
      aria-orientation="horizontal"
      aria-activedescendant={isNamed ? optionId(active) : undefined}
      tabIndex={0}
      className={classes.chart}
      style={{ height }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onPointerLeave={() => setActive(null)}
      onBlur={() => setActive(null)}
    >
      <svg role="presentation" width={width} height={height} data-picture>
        {isSmall ? (
          <line
            className={classes.base}
            x1={0}
            x2={width}
            y1={layout.base + 0.5}
            y2={layout.base + 0.5}
          />
        ) : (
          <Scale {...layout} right={width} hasBase />
        )}
        <Hatch layout={layout} bars={bars.length} unknown={unknown} incomplete={incomplete} />
        {bars.map((bar, place) => (
          <g
            key={bar.key}
            role="option"
            id={optionId(place)}
            aria-label={barWords(bar, series)}
            aria-selected={isIn(chosen, place)}
          >
            <BarShape
              bar={bar}
              place={place}
              layout={layout}
              isSeries={series.length > 1}
              isLit={place === active || isIn(chosen, place)}
              isPale={chosen !== null && !isIn(chosen, place)}
              isIncomplete={place === incomplete}
              hasCount={!isSmall && layout.slot >= 40 && bars.length <= 24}
            />
          </g>
        ))}
        <AxisBelow {...{ layout, width, isSmall }} ticks={ticks(layout.slot)} />
      </svg>
      {tipped !== undefined && (
        <Tip
          left={layout.x(active ?? 0) + layout.slot / 2}
          top={layout.y(sumOf(tipped))}
          width={width}
        >
          {tipped.label} · <strong>{grouping(sumOf(tipped))}</strong>
          {series.length > 1 && <span>{partsWords(tipped, series)}</span>}
        </Tip>
      )}
    </div>
  );
}

function partsWords({ parts }: Bar, series: readonly string[]): string {
  return parts
    .flatMap((count, part) => (count > 0 ? [`${series[part] ?? ''} ${grouping(count)}`] : []))
    .join(', ');
}

/** "Tue 17 Nov 2026: 72 (English 40, Spanish 32)". */
function barWords(bar: Bar, series: readonly string[]): string {
  const sum = `${bar.label}: ${grouping(sumOf(bar))}`;
  return series.length > 1 && sumOf(bar) > 0 ? `${sum} (${partsWords(bar, series)})` : sum;
}

interface TipProps {
  /** What it points at, px from the top left of the chart. */
  left: number;
  top: number;
  /** Of the chart. */
  width: number;
  children: ReactNode;
}

/** What a bar says when it is pointed at. Screen readers hear the same from the bar itself. */
function Tip({ left, top, width, children }: TipProps) {
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
