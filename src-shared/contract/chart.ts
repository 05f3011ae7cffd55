/**
 * The data that a chart of a view's rows is drawn from: a few hundred numbers, whatever the run's size.
 */
import type { ColumnSummary, DateUnit, NumberBucket, NumberScale } from './summary.ts';
import { z } from 'zod';
import { dateUnitSchema, numberScaleSchema, timeZoneSchema } from './summary.ts';

const fieldName = z.string().max(1000);

/** With more points than this, rows are counted in cells of a grid. */
export const mostPoints = 5000;

export const chartQuestionSchema = z.discriminatedUnion('kind', [
  /** Rows in each hour, day, month… of `field`. */
  z.strictObject({
    kind: z.literal('time'),
    field: fieldName,
    /**
     * Null: whichever gives at most about sixty bars. A unit that gives too many is replaced by a
     * larger one.
     */
    unit: dateUnitSchema.nullable(),
    /** Counts its most frequent values separately. */
    splitBy: fieldName.nullable(),
    timeZone: timeZoneSchema,
  }),
  /** The most frequent values; for lists, the most frequent items. */
  z.strictObject({
    kind: z.literal('values'),
    field: fieldName,
    most: z.number().int().min(1).max(100),
  }),
  z.strictObject({
    kind: z.literal('numbers'),
    field: fieldName,
    /** Null: whichever shows more. */
    scale: numberScaleSchema.nullable(),
  }),
  /** Two numbers of each row, plotted against each other. */
  z.strictObject({
    kind: z.literal('scatter'),
    x: fieldName,
    y: fieldName,
    /** Of both axes; null: whichever shows more, for each axis. */
    scale: numberScaleSchema.nullable(),
    /** Up to this number of rows, each is a point. */
    most: z.number().int().min(1).max(mostPoints).default(mostPoints),
  }),
]);
export type ChartQuestion = z.infer<typeof chartQuestionSchema>;

export interface ChartAxis {
  min: number;
  max: number;
  /** `log`: positions are log(1 + number), so that 0 has one. */
  scale: NumberScale;
}

export type Drawn =
  | {
      kind: 'time';
      /** Number of rows with a date. */
      dated: number;
      unit: DateUnit;
      /** Units that wouldn't give too many bars. */
      units: DateUnit[];
      /** The requested time zone; UTC if all texts are days without a time. */
      timeZone: string;
      /** Whether all texts are such days, which have no hours. */
      areDays: boolean;
      /** The series: a value's text, or null for all others. One series without `splitBy`. */
      series: (string | null)[];
      /** Without gaps; `counts` has an entry for each series. Empty without dates. */
      buckets: { from: string; to: string; counts: number[] }[];
      /**
       * The time that all rows examined cover, whether the view has them or not: ISO 8601, UTC. In order
       * of time they end at the last one that arrived, whatever a few strays say. Null if the view has
       * no dates.
       */
      earliest: string | null;
      latest: string | null;
      /** The order of arrival of all rows examined; a few out of order are ignored. */
      arrived: 'newestFirst' | 'oldestFirst' | 'mixed';
    }
  | {
      kind: 'values';
      /** Number of rows with a value, as in `ColumnSummary`. */
      filled: number;
      /** Whether lists were split: a row then counts once for each distinct item. */
      items: boolean;
      distinct: ColumnSummary['distinct'];
      values: ColumnSummary['top'];
    }
  | {
      kind: 'numbers';
      /** Number of rows with a number. */
      counted: number;
      scale: NumberScale;
      scales: NumberScale[];
      median: number | null;
      buckets: NumberBucket[];
    }
  | {
      kind: 'scatter';
      /** Number of rows with both numbers. */
      counted: number;
      /** Null without such rows. */
      x: ChartAxis | null;
      y: ChartAxis | null;
      scales: NumberScale[];
      /** `x` and `y` of each row; empty if there are too many. */
      points: [number, number][];
      /** Instead of points: rows by grid cell, non-empty cells only; null if there are points. */
      grid: {
        /** Edges of its columns and rows, ascending; the last cell includes the last edge. */
        xEdges: number[];
        yEdges: number[];
        cells: { x: number; y: number; count: number }[];
      } | null;
    };
export type DrawnOf<K extends Drawn['kind']> = Extract<Drawn, { kind: K }>;

export interface Chart {
  /** Number of rows examined: the run's first ones. */
  rows: number;
  /** Rows that the run had; more than `rows` if the columns lagged far behind. */
  of: number;
  /** Those of them that match the view. */
  count: number;
  drawn: Drawn;
}
