/** What a picture of a view's rows is drawn from: a few hundred numbers, whatever the run's size. */
import { z } from 'zod';
import {
  columnSummarySchema,
  dateUnitSchema,
  numberBucketSchema,
  numberScaleSchema,
  timeZoneSchema,
} from './summary.ts';

const fieldName = z.string().max(1000);

/** More bars than this are no picture. */
export const mostBars = 400;
/** More points than this are counted by fields of a grid. */
export const mostPoints = 5000;
/** Values that are told apart in `splitBy`; all others are one. */
export const mostSeries = 3;

export const chartQuestionSchema = z.discriminatedUnion('kind', [
  /** How many rows lie in each hour, day, month… of `field`. */
  z.strictObject({
    kind: z.literal('time'),
    field: fieldName,
    /** Null: whichever gives some sixty bars at most. Where it gives too many, a larger one. */
    unit: dateUnitSchema.nullable(),
    /** Counts its commonest values apart. */
    splitBy: fieldName.nullable(),
    timeZone: timeZoneSchema,
  }),
  /** The commonest values; of lists, the commonest items. */
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
  /** Two numbers of each row against each other. */
  z.strictObject({
    kind: z.literal('scatter'),
    x: fieldName,
    y: fieldName,
    /** Of both; null: whichever shows more, each for itself. */
    scale: numberScaleSchema.nullable(),
    /** Rows up to this number are points of their own. */
    most: z.number().int().min(1).max(mostPoints).default(mostPoints),
  }),
]);
export type ChartQuestion = z.infer<typeof chartQuestionSchema>;

const axisSchema = z.object({
  min: z.number(),
  max: z.number(),
  /** `log`: places go by log(1 + number), so that 0 has one. */
  scale: numberScaleSchema,
});
export type ChartAxis = z.infer<typeof axisSchema>;

export const drawnSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('time'),
    /** Rows that have a moment. */
    dated: z.number(),
    unit: dateUnitSchema,
    /** Units that would not give too many bars. */
    units: z.array(dateUnitSchema),
    /** The one that was asked for; UTC where all texts are days without a time. */
    timeZone: z.string(),
    /** Such days have no hours. */
    areDays: z.boolean(),
    /** What is counted apart: a value's text, or null for all others. One without `splitBy`. */
    series: z.array(z.string().nullable()),
    /** Without gaps; `counts` as there are series. Empty when there are no moments. */
    buckets: z.array(z.object({ from: z.string(), to: z.string(), counts: z.array(z.number()) })),
    /** First and last moment: ISO 8601, UTC. Null when there are none. */
    earliest: z.string().nullable(),
    latest: z.string().nullable(),
    /** In which order the rows came; a few that are out of order don't count. */
    arrived: z.enum(['newestFirst', 'oldestFirst', 'mixed']),
  }),
  z.object({
    kind: z.literal('values'),
    /** Rows in which there is a value; of lists, at least one item. */
    filled: z.number(),
    /** Whether lists were taken apart: a row then counts once for each different item. */
    items: z.boolean(),
    distinct: columnSummarySchema.shape.distinct,
    values: columnSummarySchema.shape.top.shape.values,
  }),
  z.object({
    kind: z.literal('numbers'),
    /** Rows that have a number. */
    counted: z.number(),
    scale: numberScaleSchema,
    scales: z.array(numberScaleSchema),
    median: z.number().nullable(),
    buckets: z.array(numberBucketSchema),
  }),
  z.object({
    kind: z.literal('scatter'),
    /** Rows that have both numbers. */
    counted: z.number(),
    /** Null when there are none. */
    x: axisSchema.nullable(),
    y: axisSchema.nullable(),
    scales: z.array(numberScaleSchema),
    /** `x` and `y` of each row; empty where there are too many. */
    points: z.array(z.tuple([z.number(), z.number()])),
    /** Then rows by fields of a grid, those that have any; null for points. */
    grid: z
      .object({
        /** Edges of its columns and rows, ascending; the last edge belongs to the last field. */
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
  /** Rows of the run that were looked at: its first ones. */
  rows: z.number(),
  /** Rows the run had; more than `rows` when the columns were far behind. */
  of: z.number(),
  /** Rows of the view among them. */
  count: z.number(),
  drawn: drawnSchema,
});
export type Chart = z.infer<typeof chartSchema>;
