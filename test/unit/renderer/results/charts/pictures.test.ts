/** Bars, axes and the numbers behind them, which columns suit a chart, and charts saved as pictures. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chartFields } from '#renderer/features/results/charts/chart-choice.ts';
import { layOut, rectsOf, sumOf } from '#renderer/components/chart/bars.ts';
import * as behind from '#renderer/features/results/charts/chart-numbers.ts';
import {
  barAt,
  choosingAfter,
  spanOf,
  linearAxis,
  logAxis,
  positionOn,
} from '#renderer/features/results/charts/draw/layout.ts';
import {
  numberBars,
  numberSpan,
  numberSpread,
  numberTicks,
  timeSpanWords,
  timeTicks,
} from '#renderer/features/results/charts/bars.ts';
import {
  pictureOf,
  valuesPicture,
  type PictureWords,
} from '#renderer/features/results/charts/picture.ts';
import type { DrawnOf } from '#shared/contract/chart.ts';
import type { DateUnit } from '#shared/contract/summary.ts';
import { offsetsOf } from '#shared/time-zone.ts';
import { calendarOf } from '#main/core/store/columns/worker/calendar.ts';
import { count as runs } from '#test/support/thorough.ts';
import { makeColumn, makeTime } from './make-chart.ts';

const numRuns = runs(25, 100);

type Bucket = DrawnOf<'time'>['buckets'][number];

/** Bars of an answer of main, from the one that has the moment `start`. */
function barsOver(unit: DateUnit, start: string, count: number, timeZone: string): Bucket[] {
  const calendar = calendarOf(timeZone);
  let from = calendar.startOf(unit, Date.parse(start));
  return Array.from({ length: count }, () => {
    const to = calendar.nextOf(unit, from);
    const bar = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), counts: [1] };
    from = to;
    return bar;
  });
}

/** What clocks and calendars show, each in units of its own. */
interface Clock {
  words: string;
  /** They aren't changed on this day or beside it. */
  isSteady: boolean;
  hours: number;
  days: number;
  months: number;
}

function clockOf(iso: string, offsetAt: (at: number) => number): Clock {
  const at = Date.parse(iso);
  const wall = at + offsetAt(at);
  const date = new Date(wall);
  return {
    words: date.toISOString().slice(0, 16),
    isSteady: offsetAt(at - 86_400_000) === offsetAt(at + 86_400_000),
    hours: wall / 3_600_000,
    days: Math.floor(wall / 86_400_000),
    months: date.getUTCFullYear() * 12 + date.getUTCMonth(),
  };
}

const barsOf = (counts: readonly number[]) =>
  counts.map((count, place) => ({ key: `${place}`, label: `${place}`, parts: [count] }));
const counts = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 400 });
const unknown = fc.record({ before: fc.nat(5), after: fc.nat(5) });

test('bars stand inside the picture, one beside the other, none above its scale', () => {
  fc.assert(
    fc.property(counts, unknown, fc.integer({ min: 200, max: 2000 }), (list, gap, width) => {
      const bars = barsOf(list);
      const room = { left: 44, top: 18, bottom: 36 };
      const size = { width, height: 250, isSmall: false, room };
      const layout = layOut({ bars, unknown: gap, ...size });
      for (const [place, bar] of bars.entries()) {
        expect(layout.x(place)).toBeGreaterThanOrEqual(layout.left - 1e-6);
        expect(layout.x(place) + layout.slot).toBeLessThanOrEqual(width + 1e-6);
        expect(layout.barWidth).toBeLessThanOrEqual(layout.slot);
        expect(layout.y(sumOf(bar))).toBeGreaterThanOrEqual(layout.top - 1e-6);
        // In two parts, of which the upper ends where the whole does.
        const [all = 0] = bar.parts;
        const rects = rectsOf({ parts: [1, 0, all] }, place, layout);
        expect(rects.map(({ part }) => part)).toEqual(all > 0 ? [0, 2] : [0]);
        expect(rects.at(-1)?.y).toBeCloseTo(layout.y(1 + all), 6);
        for (const { x, width: wide, height } of rects) {
          expect(x).toBeGreaterThanOrEqual(layout.x(place) - 1e-6);
          expect(x + wide).toBeLessThanOrEqual(layout.x(place) + layout.slot + 1e-6);
          expect(height).toBeGreaterThanOrEqual(1);
        }
        expect(barAt(layout, bars.length, layout.x(place) + layout.slot / 2)).toBe(place);
      }
      expect(barAt(layout, bars.length, -50)).toBe(0);
      expect(barAt(layout, bars.length, width + 50)).toBe(bars.length - 1);
    }),
    { numRuns },
  );
});

test('bars are chosen by keys: one, more with Shift, and no further than the last', () => {
  const press = (keys: readonly [string, boolean?][]) =>
    keys.reduce<ReturnType<typeof choosingAfter>>(
      (chosen, [key, shiftKey = false]) => choosingAfter(chosen, { key, shiftKey }, 5) ?? chosen,
      null,
    );
  expect(press([['ArrowRight']])).toEqual({ anchor: 0, moving: 0 });
  expect(press([['ArrowLeft']])).toEqual({ anchor: 4, moving: 4 });
  const back = press([['End'], ['ArrowLeft', true], ['ArrowLeft', true]]);
  expect(spanOf(back!)).toEqual({ from: 2, to: 4 });
  expect(choosingAfter(null, { key: 'x', shiftKey: false }, 5)).toBeNull();
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

  test('name each day, though its first hour is too near the day before', () => {
    // From Tuesday 22:00 on, every hour.
    const start = Date.UTC(2026, 10, 3, 22);
    const iso = (hour: number): string => new Date(start + hour * 3_600_000).toISOString();
    const buckets = Array.from({ length: 30 }, (_, n) => ({
      from: iso(n),
      to: iso(n + 1),
      counts: [1],
    }));
    const ticks = timeTicks({ unit: 'hour', timeZone: 'UTC', buckets }, 24);
    const named = ticks.flatMap(({ around = '' }) => around || []);
    expect(named).toEqual(['Tue 3 Nov', 'Wed 4 Nov', 'Thu 5 Nov']);
  });

  describe.each(['hour', 'day', 'week', 'month', 'year'] as const)('of each %s', (unit) => {
    const start: Record<string, string> = {
      UTC: '2026-11-03T04:00:00Z',
      // Clocks are put back on 25 October, and forward on 28 March.
      'Europe/Berlin': '2026-10-20T19:00:00Z',
      'America/New_York': '2027-03-08T05:00:00Z',
      // A day that began at one o’clock.
      'America/Sao_Paulo': '2018-10-30T10:00:00Z',
      'Asia/Kolkata': '2026-12-30T00:00:00Z',
    };
    const counted = [1, 2, 7, 24, 30, 60, 100, 240, 384, 400];
    const widths = [320, 560, 700, 900];
    const table = counted.flatMap((bars) => widths.map((width) => [bars, width] as const));
    const zones = Object.keys(start);

    test.each(zones)('in %s are apart, in even steps, and no name is left out', (timeZone) => {
      const bars = barsOver(unit, start[timeZone]!, 400, timeZone);
      for (const [count, width] of table) expectRegular(bars.slice(0, count), width, timeZone);
    });

    function expectRegular(buckets: Bucket[], width: number, timeZone: string): void {
      const count = buckets.length;
      const offsetAt = offsetsOf(timeZone);
      const room = width - 44;
      const slot = room / count;
      const ticks = timeTicks({ unit, timeZone, buckets }, slot);
      expect(ticks.length).toBeGreaterThan(0);
      const ends = { main: -Infinity, around: -Infinity };
      for (const { at, main, around = '' } of ticks) {
        for (const [line, words] of [['main', main] as const, ['around', around] as const]) {
          if (words === '') continue;
          // Kept inside at the right.
          const half = (words.length * 6) / 2;
          const middle = Math.min(at * slot, room - half);
          if (middle - half < ends[line] + 3) expect.fail(`${words} overlaps at ${at}`);
          ends[line] = middle + half;
        }
      }

      const clocks = ticks.map(({ at }) => clockOf(buckets[at - 0.5]!.from, offsetAt));
      const steps = (units: (clock: Clock) => number): Set<number> =>
        new Set(
          clocks.slice(1).flatMap((clock, before) => {
            const last = clocks[before]!;
            // When clocks change, an hour is missing or comes twice.
            return last.isSteady && clock.isSteady ? units(clock) - units(last) : [];
          }),
        );
      const fewest = Math.min(
        ...[
          ({ hours }: Clock) => hours,
          ({ days }: Clock) => days,
          ({ months }: Clock) => months,
        ].map((units) => steps(units).size),
      );
      expect(fewest, clocks.map(({ words }) => words).join()).toBeLessThan(2);

      // A name that is said once for several labels is said wherever it changes, but at the end.
      const period = ({ days, months }: Clock, main: string): number =>
        /:/.test(main) ? days : /\d/.test(main) ? months : Math.floor(months / 12);
      const periods = new Set(ticks.map(({ main }, at) => period(clocks[at]!, main)));
      const named = ticks.filter(({ around = '' }) => around !== '').length;
      const areYears = /^\d{4}$/.test(ticks[0]!.main);
      if (!areYears) expect([periods.size, periods.size - 1]).toContain(named);
    }
  });

  test('name every day of ten and sixteen days of hours', () => {
    const said = (count: number, width: number): string[] => {
      const buckets = barsOver('hour', '2026-11-03T00:00:00Z', count, 'UTC');
      return timeTicks({ unit: 'hour', timeZone: 'UTC', buckets }, (width - 44) / count).map(
        ({ main, around }) => (around === undefined ? main : `${main} ${around}`),
      );
    };
    expect(said(240, 900).slice(0, 3)).toEqual([
      '00:00 Tue 3 Nov',
      '00:00 Wed 4 Nov',
      '00:00 Thu 5 Nov',
    ]);
    expect(said(240, 900)).toHaveLength(10);
    expect(said(384, 900).slice(0, 3)).toEqual(['Tue 3 Nov 2026', 'Wed 4', 'Thu 5']);
    expect(said(384, 900)).toHaveLength(16);
    // No room for each: every second one, to the end.
    expect(said(384, 700).slice(0, 3)).toEqual(['Tue 3 Nov 2026', 'Thu 5', 'Sat 7']);
  });

  test('powers of ten are told where buckets grow by them', () => {
    const edges = [0, 1, 2, 5, 10, 20, 50, 100];
    const buckets = edges.slice(1).map((to, place) => ({ from: edges[place]!, to, count: 1 }));
    const numbers = { buckets, scale: 'log' as const, isWhole: true };
    expect(numberTicks(numbers, 60).map(({ main }) => main)).toEqual(['0', '1', '10', '100']);
    const labels = numberBars(numbers).map(({ label }) => label);
    expect(labels.join(' ')).toBe('0 1 2–4 5–9 10–19 20–49 50–100');
    expect(numberSpan(numbers, { from: 2, to: 3 })).toEqual({ from: 2, to: 9 });
  });

  test('labels far from zero differ, and keep their distance', () => {
    const mains = (edges: readonly number[], slot: number): string[] => {
      const buckets = edges.slice(1).map((to, at) => ({ from: edges[at]!, to, count: 1 }));
      return numberTicks({ buckets, scale: 'linear', isWhole: true }, slot).map(({ main }) => main);
    };
    const near = [1000, 1010, 1020, 1030, 1040, 1050];
    expect(mains(near, 50)).toEqual(['1,000', '1,010', '1,020', '1,030', '1,040', '1,050']);
    const far = near.map((edge) => edge + 1_000_000);
    expect(mains(far, 50)).toEqual(['1,001,000', '1,001,020', '1,001,040']);
    expect(mains([1000, 1001, 1002], 50)).toEqual(['1,000', '1,001']);
    expect(mains([1000, 2000, 3000], 50)).toEqual(['1k', '2k', '3k']);
  });

  test('bars of one whole number each are named by it, the last one too', () => {
    const buckets = [3, 4].map((from) => ({ from, to: from + 1, count: 1 }));
    const spread = numberSpread(makeColumn({ type: 'integer' }), { buckets, scale: 'linear' });
    expect(spread.bars.map(({ label }) => label)).toEqual(['3', '4']);
    expect(spread.filter({ from: 1, to: 1 })).toMatchObject({ min: '4', max: '4' });
  });

  test('a bar of decimals keeps the numbers that it counts: its end is in the next one', () => {
    const buckets = [-0.5, 0, 0.5].map((from) => ({ from, to: from + 0.5, count: 1 }));
    const { filter } = numberSpread(makeColumn({ type: 'number' }), { buckets, scale: 'linear' });
    const maxOf = (at: number): number => {
      const kept = filter({ from: at, to: at });
      return kept.kind === 'number' ? Number(kept.max) : Number.NaN;
    };
    for (const at of [0, 1]) {
      expect(maxOf(at)).toBeLessThan(buckets[at]!.to);
      expect(maxOf(at)).toBeCloseTo(buckets[at]!.to, 14);
    }
    expect(maxOf(2)).toBe(1);
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
        expect(positionOn(axis, axis.from)).toBe(0);
        expect(positionOn(axis, axis.to)).toBe(1);
        expect(axis.ticks.length).toBeLessThanOrEqual(14);
      }
    }),
  );
});

test('the numbers behind a chart over time: when each bar begins, and its count or counts', () => {
  const drawn = makeTime([4, 11]);
  const names = { date: 'Posted', many: 'Posts', series: [] };
  const { head, rows } = behind.timeNumbers(drawn, names);
  expect([head, ...rows]).toEqual([
    ['Posted, day', 'Posts'],
    ['2026-11-03', 4],
    ['2026-11-04', 11],
  ]);
  const hours = behind.timeNumbers({ ...drawn, unit: 'hour', timeZone: 'Europe/Berlin' }, names);
  expect(hours.head[0]).toBe('Posted, hour (Europe/Berlin)');
  expect(hours.rows[0]).toEqual(['2026-11-03 01:00', 4]);
  const split = behind.timeNumbers(drawn, { ...names, series: ['en', 'All others'] });
  expect(split.head).toEqual(['Posted, day', 'en', 'All others']);
});

test('the numbers behind a chart of values, of a spread, of points and of a grid', () => {
  const many = 'Posts';
  const [en, long] = [
    { value: 'en', cut: false, count: 22 },
    { value: 'Once', cut: true, count: 1 },
  ];
  const values = { values: [en, long], filled: 50 };
  const named = { label: 'Language', many, say: (value: string) => value };
  expect(behind.valueNumbers(values, named).rows).toEqual([
    ['en', 22, '44.0%'],
    // A part of a value must not be taken for it.
    ['Once…', 1, '2.0%'],
  ]);
  const buckets = [3, 1].map((count, at) => ({ from: at * 5, to: at * 5 + 5, count }));
  expect(behind.spreadNumbers({ buckets }, { label: 'Likes', many, isWhole: true }).rows).toEqual([
    [0, 4, 3],
    [5, 10, 1],
  ]);
  const names = { x: 'Likes', y: 'Views', many };
  expect(behind.scatterNumbers({ points: [[1, 2]], grid: null }, names)).toEqual({
    head: ['Likes', 'Views'],
    rows: [[1, 2]],
  });
  const grid = { xEdges: [0, 5, 10], yEdges: [0, 1], cells: [{ x: 1, y: 0, count: 7 }] };
  expect(behind.scatterNumbers({ points: [], grid }, names).rows).toEqual([[5, 10, 0, 1, 7]]);
});

test('[30] names and values behind a chart are pasted as texts, its dates and shares are for calculating', () => {
  const cellsOf = (numbers: behind.ChartNumbers) =>
    [...behind.asHtml(numbers).matchAll(/<td( style="mso[^>]*)?>(.*?)<\/td>/g)].map(
      ([, marked, text]) => [text, marked !== undefined],
    );
  const id = '1986934512780812345';
  const values = [id, '=1+1'].map((value) => ({ value, cut: false, count: 2 }));
  expect(
    cellsOf(behind.valueNumbers({ values, filled: 4 }, { label: '@x', many: 'Posts' })),
  ).toEqual([
    ['@x', true],
    ['Posts', false],
    ['Share', false],
    [id, true],
    ['2', false],
    ['50.0%', false],
    ['=1+1', true],
    ['2', false],
    ['50.0%', false],
  ]);
  const series = ['=2', 'All others'];
  const names = { date: 'Posted', many: 'Posts', series };
  expect(cellsOf(behind.timeNumbers(makeTime([4]), names))).toEqual([
    ['Posted, day', false],
    ['=2', true],
    ['All others', false],
    ['2026-11-03', false],
    ['4', false],
  ]);
});

test('charts get moments by meaning or name, numbers that are no names, values that come again', () => {
  const { dates, numbers, values } = chartFields([
    makeColumn({ field: 'id', meaning: 'id', type: 'text' }),
    makeColumn({ field: 'text', meaning: 'text', type: 'text' }),
    makeColumn({ field: 'lang', meaning: 'code', type: 'text' }),
    makeColumn({ field: 'hashtags', meaning: 'list', type: 'list' }),
    makeColumn(),
    makeColumn({ field: 'createdAt', meaning: 'date', type: 'text' }),
    makeColumn({ field: 'createdAtTimestamp', meaning: 'number', usual: false }),
    makeColumn({ field: 'updated_at', meaning: 'text', type: 'text', usual: false }),
    makeColumn({ field: 'authorId', meaning: 'id', type: 'integer' }),
    makeColumn({ field: 'quotes', type: 'empty' }),
  ]);
  const fieldsOf = (list: readonly { field: string }[]) => list.map(({ field }) => field).join();
  expect(fieldsOf(dates)).toBe('createdAt,createdAtTimestamp,updated_at');
  expect(fieldsOf(numbers)).toBe('likeCount');
  // Texts last, no ids.
  expect(fieldsOf(values)).toBe('lang,hashtags,text');
});

describe('a saved picture', () => {
  const saved = (content: string, words: Partial<PictureWords> = {}): string => {
    document.body.innerHTML = `<svg width="500" height="90">${content}</svg>`;
    const chart = document.querySelector('svg')!;
    return pictureOf(chart, { title: 'Posts', legend: [], notes: [], ...words });
  };

  test('refers to no colours of the page', () => {
    expect(saved('<rect style="fill: var(--series-1)" />')).not.toContain('var(');
  });

  test('has nothing that XML can’t contain, wherever it is from', () => {
    const svg = saved('<text>a\u0002\uFFFF</text>', { title: 'b\u0001\uD83D' });
    expect(svg).toMatch(/b␁�<.*a␂�</);
  });

  test('has room for Chinese words, which are twice as wide and have no spaces', () => {
    const svg = saved('', { legend: ['城市树木', 'sea'], notes: ['城'.repeat(60)] });
    expect(svg).toMatch(/x="36" y="60">城市树木<.*<rect x="(?:9|1\d)\d\.\d+" y="51"/);
    expect(svg).toMatch(/>城{39}<.*>城{21}</);
    const value = { key: '', text: '城'.repeat(16), count: 1 };
    expect(valuesPicture(document.body, [value], 1).textContent).toMatch(/^城{14}…1/);
  });
});
