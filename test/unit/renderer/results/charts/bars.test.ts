import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barAt, layOut, sumOf } from '#renderer/features/results/charts/draw/bars-layout.ts';
import { choosingAfter, spanOf } from '#renderer/features/results/charts/draw/selection.ts';
import { linearAxis, logAxis, placeOn } from '#renderer/features/results/charts/draw/ticks.ts';
import {
  numberBars,
  numberSpan,
  numberTicks,
} from '#renderer/features/results/charts/number-bars.ts';
import { timeSpanWords, timeTicks } from '#renderer/features/results/charts/time-bars.ts';
import { makeTime } from './make-chart.ts';

const barsOf = (counts: readonly number[]) =>
  counts.map((count, place) => ({ key: `${place}`, label: `${place}`, parts: [count] }));
const counts = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 400 });
const unknown = fc.record({ before: fc.nat(5), after: fc.nat(5) });

describe('bars', () => {
  test('stand inside the picture, one beside the other, none above its scale', () => {
    fc.assert(
      fc.property(counts, unknown, fc.integer({ min: 200, max: 2000 }), (list, gap, width) => {
        const bars = barsOf(list);
        const layout = layOut({
          bars,
          unknown: gap,
          width,
          height: 250,
          isSmall: false,
          bottom: 36,
        });
        for (const [place, bar] of bars.entries()) {
          expect(layout.x(place)).toBeGreaterThanOrEqual(layout.left - 1e-6);
          expect(layout.x(place) + layout.slot).toBeLessThanOrEqual(width + 1e-6);
          expect(layout.barWidth).toBeLessThanOrEqual(layout.slot);
          expect(layout.y(sumOf(bar))).toBeGreaterThanOrEqual(layout.top - 1e-6);
          expect(barAt(layout, bars.length, layout.x(place) + layout.slot / 2)).toBe(place);
        }
        expect(barAt(layout, bars.length, -50)).toBe(0);
        expect(barAt(layout, bars.length, width + 50)).toBe(bars.length - 1);
      }),
    );
  });

  test('are chosen by keys: one, more with Shift, and no further than the last', () => {
    const press = (keys: readonly [string, boolean?][]) =>
      keys.reduce<ReturnType<typeof choosingAfter>>(
        (chosen, [key, shiftKey = false]) => choosingAfter(chosen, { key, shiftKey }, 5) ?? chosen,
        null,
      );
    expect(press([['ArrowRight']])).toEqual({ anchor: 0, moving: 0 });
    expect(press([['ArrowLeft']])).toEqual({ anchor: 4, moving: 4 });
    expect(press([['End'], ['ArrowRight']])).toEqual({ anchor: 4, moving: 4 });
    const back = press([['End'], ['ArrowLeft', true], ['ArrowLeft', true]]);
    expect(spanOf(back!)).toEqual({ from: 2, to: 4 });
    expect(choosingAfter(null, { key: 'x', shiftKey: false }, 5)).toBeNull();
  });
});

describe('words below', () => {
  test('days name their month once, and hours their day', () => {
    const ticks = timeTicks(makeTime(Array.from({ length: 30 }, () => 1)), 40);
    expect(ticks).toHaveLength(30);
    expect(ticks.filter(({ around }) => around !== '' && around !== undefined)).toEqual([
      { at: 0.5, main: '3', around: 'Nov 2026' },
      { at: 28.5, main: '1', around: 'Dec 2026' },
    ]);
  });

  test('keep apart, however many bars there are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 200, max: 1500 }),
        (n, px) => {
          const slot = px / n;
          const ticks = timeTicks(makeTime(Array.from({ length: n }, () => 1)), slot);
          const places = ticks.map(({ at }) => at * slot);
          for (const [place, at] of places.slice(1).entries()) {
            expect(at - places[place]!).toBeGreaterThan(34 - 1e-9);
          }
        },
      ),
    );
  });

  test('powers of ten are told where buckets grow by them', () => {
    const edges = [0, 1, 2, 5, 10, 20, 50, 100];
    const buckets = edges.slice(1).map((to, place) => ({ from: edges[place]!, to, count: 1 }));
    const numbers = { buckets, scale: 'log' as const, isWhole: true };
    expect(numberTicks(numbers, 60).map(({ main }) => main)).toEqual(['0', '1', '10', '100']);
    expect(numberBars(numbers).map(({ label }) => label)).toEqual([
      '0',
      '1',
      '2–4',
      '5–9',
      '10–19',
      '20–49',
      '50–100',
    ]);
    expect(numberSpan(numbers, { from: 2, to: 3 })).toEqual({ from: 2, to: 9 });
  });

  test('a bar for each whole number has its word under it', () => {
    const buckets = [0, 1, 2].map((from) => ({ from, to: from + 1, count: 1 }));
    expect(numberTicks({ buckets, scale: 'linear', isWhole: true }, 80)).toEqual([
      { at: 0.5, main: '0' },
      { at: 1.5, main: '1' },
      { at: 2.5, main: '2' },
    ]);
  });

  test('what is chosen is named by its ends', () => {
    const time = makeTime([1, 2, 3]);
    expect(timeSpanWords(time, { from: 1, to: 1 })).toBe('Wed 4 Nov 2026');
    expect(timeSpanWords(time, { from: 0, to: 2 })).toBe('Tue 3 Nov 2026 – Thu 5 Nov 2026');
  });
});

test('an axis covers its numbers, and its ends are lines', () => {
  const number = fc.double({ noNaN: true, min: -1e12, max: 1e12 });
  fc.assert(
    fc.property(number, number, (one, other) => {
      const [min, max] = [Math.min(one, other), Math.max(one, other)];
      const slack = Math.max(Math.abs(min), Math.abs(max), 1e-300) * 1e-9;
      for (const axis of [linearAxis(min, max, 6), ...(min >= 0 ? [logAxis(min, max)] : [])]) {
        expect(axis.from).toBeLessThanOrEqual(min + slack);
        expect(axis.to).toBeGreaterThanOrEqual(max - slack);
        expect(axis.to).toBeGreaterThan(axis.from);
        expect(placeOn(axis, axis.from)).toBe(0);
        expect(placeOn(axis, axis.to)).toBe(1);
        expect(axis.ticks.length).toBeLessThanOrEqual(14);
      }
    }),
  );
});
