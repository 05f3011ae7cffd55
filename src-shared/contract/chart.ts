/**
 * The data that a chart of a view's rows is drawn from: a few hundred numbers, whatever the run's size.
 */
import { z } from 'zod';
import {
  columnSummarySchema,
  dateUnitSchema,
  numberBucketSchema,
  numberScaleSchema,
  timeZoneSchema,
} from './summary.ts';

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

const axisSchema = z.object({
  min: z.number(),
  max: z.number(),
  /** `log`: positions are log(1 + number), so that 0 has one. */
  scale: numberScaleSchema,
});
export type ChartAxis = z.infer<typeof axisSchema>;

const drawnSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('time'),
    /** Number of rows with a date. */
    dated: z.number(),
    unit: dateUnitSchema,
    /** Units that wouldn't give too many bars. */
    units: z.array(dateUnitSchema),
    /** The requested time zone; UTC if all texts are days without a time. */
    timeZone: z.string(),
    /** Whether all texts are such days, which have no hours. */
    areDays: z.boolean(),
    /** The series: a value's text, or null for all others. One series without `splitBy`. */
    series: z.array(z.string().nullable()),
    /** Without gaps; `counts` has an entry for each series. Empty without dates. */
    buckets: z.array(z.object({ from: z.string(), to: z.string(), counts: z.array(z.number()) })),
    /**
     * The time that all rows examined cover, whether the view has them or not: ISO 8601, UTC. In order
     * of time they end at the last one that arrived, whatever a few strays say. Null if the view has
     * no dates.
     */
    earliest: z.string().nullable(),
    latest: z.string().nullable(),
    /** The order of arrival of all rows examined; a few out of order are ignored. */
    arrived: z.enum(['newestFirst', 'oldestFirst', 'mixed']),
  }),
  z.object({
    kind: z.literal('values'),
    /** Number of rows with a value, as in `ColumnSummary`. */
    filled: z.number(),
    /** Whether lists were split: a row then counts once for each distinct item. */
    items: z.boolean(),
    distinct: columnSummarySchema.shape.distinct,
    values: columnSummarySchema.shape.top,
  }),
  z.object({
    kind: z.literal('numbers'),
    /** Number of rows with a number. */
    counted: z.number(),
    scale: numberScaleSchema,
    scales: z.array(numberScaleSchema),
    median: z.number().nullable(),
    buckets: z.array(numberBucketSchema),
  }),
  z.object({
    kind: z.literal('scatter'),
    /** Number of rows with both numbers. */
    counted: z.number(),
    /** Null without such rows. */
    x: axisSchema.nullable(),
    y: axisSchema.nullable(),
    scales: z.array(numberScaleSchema),
    /** `x` and `y` of each row; empty if there are too many. */
    points: z.array(z.tuple([z.number(), z.number()])),
    /** Instead of points: rows by grid cell, non-empty cells only; null if there are points. */
    grid: z
      .object({
        /** Edges of its columns and rows, ascending; the last cell includes the last edge. */
        xEdges: z.array(z.number()),
        yEdges: z.array(z.number()),
        cells: z.array(z.object({ x: z.number(), y: z.number(), count: z.number() })),
      })
      .nullable(),
  }),
]);
export type Drawn = z.infer<typeof drawnSchema>;
export type DrawnOf<K extends Drawn['kind']> = Extract<Drawn, { kind: K }>;

export const chartSchema = z.object({
  /** Number of rows examined: the run's first ones. */
  rows: z.number(),
  /** Rows that the run had; more than `rows` if the columns lagged far behind. */
  of: z.number(),
  /** Those of them that match the view. */
  count: z.number(),
  drawn: drawnSchema,
});
export type Chart = z.infer<typeof chartSchema>;
