// oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn here: a list's own elements can't be SVG
/**
 * Bars over time or over numbers. For keys and screen readers they are a list in which one bar or
 * several adjacent ones can be selected, as with the pointer.
 */
import {
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { Filter } from '#shared/contract/view.ts';
import {
  layOut,
  partsWords,
  sumOf,
  type Bar,
  type Unknown,
} from '#renderer/components/chart/bars.ts';
import { useWidth } from '#renderer/components/hooks.ts';
import { grouping } from '#renderer/components/words.ts';
import classes from './Draw.module.css';
import { AxisBelow, BarShape, Hatch, Scale } from './bar-parts.tsx';
import {
  barAt,
  choosingAfter,
  isIn,
  spanOf,
  type Choosing,
  type Span,
  type Spread,
} from './layout.ts';

export interface BarsProps {
  /** What the chart shows, in a few words. */
  name: string;
  spread: Spread;
  /** Names of the series, from the bottom up; empty if there is one. */
  series?: readonly string[];
  height: number;
  /** Without a scale at the side, and with less space below. */
  isSmall?: boolean;
  unknown?: Unknown;
  /** The bars from which rows may be missing, up to the first or the last one. */
  incomplete?: Span | null;
  /** Others from which rows may be missing. */
  unasked?: ReadonlySet<number>;
  chosen: Span | null;
  onChoose: (span: Span | null) => void;
  /** Called on Enter if bars are selected. */
  onKeep: (filter: Filter) => void;
}

const nothingUnknown: Unknown = { before: 0, after: 0 };
/** Below: two lines of labels, or one. */
const large = { left: 44, top: 18, bottom: 36 };
const small = { left: 0, top: 2, bottom: 18 };

export function Bars(props: BarsProps) {
  const { name, spread, series = [], height, isSmall = false } = props;
  const { unknown = nothingUnknown, incomplete = null, unasked, chosen, onChoose, onKeep } = props;
  const { bars, ticks } = spread;
  const { ref, width } = useWidth(320);
  const id = useId();
  const [active, setActive] = useState<number | null>(null);
  const choosing = useRef<Choosing | null>(null);
  const isDragging = useRef(false);
  const room = isSmall ? small : large;
  const layout = layOut({ bars, unknown, width, height, isSmall, room });
  const { slot } = layout;
  const labels = useMemo(() => ticks(slot), [ticks, slot]);

  const choose = (next: Choosing): void => {
    choosing.current = next;
    setActive(next.moving);
    onChoose(spanOf(next));
  };
  const indexAt = (event: PointerEvent<HTMLElement>): number =>
    barAt(layout, bars.length, event.clientX - event.currentTarget.getBoundingClientRect().left);
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || bars.length === 0) return;
    const index = indexAt(event);
    const isSame = chosen?.from === index && chosen.to === index;
    if (isSame) return onChoose(null);
    event.currentTarget.setPointerCapture(event.pointerId);
    isDragging.current = true;
    choose({ anchor: index, moving: index });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (bars.length === 0) return;
    const index = indexAt(event);
    if (isDragging.current && choosing.current !== null) {
      choose({ anchor: choosing.current.anchor, moving: index });
    } else {
      setActive(index);
    }
  };
  const onPointerEnd = (): void => {
    isDragging.current = false;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && chosen !== null) {
      // Otherwise it would also stop the run.
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

  const optionId = (index: number): string => `${id}-${index}`;
  const isNamed = active !== null && active < bars.length;
  const activeBar = isNamed ? bars[active] : undefined;
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
            stroke="var(--border-input)"
            x1={0}
            x2={width}
            y1={layout.base + 0.5}
            y2={layout.base + 0.5}
          />
        ) : (
          <Scale {...layout} right={width} hasBase />
        )}
        {incomplete !== null && <Hatch {...{ layout, unknown, incomplete }} />}
        {bars.map((bar, index) => (
          <g
            key={bar.key}
            role="option"
            id={optionId(index)}
            aria-label={barWords(bar, series)}
            aria-selected={isIn(chosen, index)}
          >
            <BarShape
              {...{ bar, index, layout }}
              isSeries={series.length > 1}
              isLit={index === active || isIn(chosen, index)}
              isPale={chosen !== null && !isIn(chosen, index)}
              isIncomplete={isIn(incomplete, index) || unasked?.has(index) === true}
              hasCount={!isSmall && layout.slot >= 40 && bars.length <= 24}
            />
          </g>
        ))}
        <AxisBelow {...{ layout, width, isSmall }} ticks={labels} />
      </svg>
      {activeBar !== undefined && (
        <Tip
          left={layout.x(active ?? 0) + layout.slot / 2}
          top={layout.y(sumOf(activeBar))}
          width={width}
        >
          {activeBar.label} · <strong>{grouping(sumOf(activeBar))}</strong>
          {series.length > 1 && <span>{partsWords(activeBar, series)}</span>}
        </Tip>
      )}
    </div>
  );
}

/** "Tue 17 Nov 2026: 72 (English 40, Spanish 32)". */
function barWords(bar: Bar, series: readonly string[]): string {
  const sum = `${bar.label}: ${grouping(sumOf(bar))}`;
  return series.length > 1 && sumOf(bar) > 0 ? `${sum} (${partsWords(bar, series)})` : sum;
}

interface TipProps {
  /** The position it points at, in px from the top left of the chart. */
  left: number;
  top: number;
  /** Width of the chart. */
  width: number;
  children: ReactNode;
}

/** The tooltip of a bar. Screen readers get the same from the bar itself. */
function Tip({ left, top, width, children }: TipProps) {
  const share = width === 0 ? 0 : left / width;
  return (
    <div
      aria-hidden
      className={classes.tip}
      // Near the edges it stays inside the chart.
      style={{ left, top, transform: `translate(${-share * 100}%, calc(-100% - 8px))` }}
    >
      {children}
    </div>
  );
}
