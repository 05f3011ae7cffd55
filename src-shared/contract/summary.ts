/** A summary of the values of a view's rows, column by column. */
import { z } from 'zod';
import { isTimeZone } from '../time-zone.ts';
import { columnTypeSchema } from './run.ts';

/** The last bucket includes `to`, the others don't. */
export const numberBucketSchema = z.object({ from: z.number(), to: z.number(), count: z.number() });
export type NumberBucket = z.infer<typeof numberBucketSchema>;

export const dateUnits = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export const dateUnitSchema = z.enum(dateUnits);
export type DateUnit = z.infer<typeof dateUnitSchema>;

/** `log`: buckets grow by powers of ten, since most numbers are small and a few very large. */
export const numberScaleSchema = z.enum(['linear', 'log']);
export type NumberScale = z.infer<typeof numberScaleSchema>;

/**
 * `from` is the start of the unit, `to` that of the next one: ISO 8601, UTC. Weeks begin on Monday;
 * days and months are those of the requested time zone.
 */
const dateBucketSchema = z.object({ from: z.string(), to: z.string(), count: z.number() });

/** The name of a time zone that this computer knows: `Europe/Berlin`. */
export const timeZoneSchema = z.string().max(100).refine(isTimeZone);

export const columnSummarySchema = z.object({
  field: z.string(),
  /** Of the whole run, whatever the view's rows. */
  type: columnTypeSchema,
  /** Rows with a value: neither missing, null, nor an empty text, list or object. */
  filled: z.number(),
  /** Distinct values among the filled ones. Estimated if `exact` is false. */
  distinct: z.object({ count: z.number(), exact: z.boolean() }),
  /**
   * The most frequent values as texts (truncated to 200 characters, then `cut`), most frequent first,
   * then by text. The counts are exact; if `distinct` is estimated, only values of a substantial share of
   * the rows are certain to be included.
   */
  top: z.array(z.object({ value: z.string(), cut: z.boolean(), count: z.number() })),
  /** Lengths in characters, for texts, lists and objects. */
  text: z.object({ shortest: z.number(), longest: z.number() }).nullable(),
  /** If all values are numbers and no moments. Minimum and maximum as sent. */
  numbers: z
    .object({
      min: z.string(),
      max: z.string(),
      /** Of those that fit a `number`. */
      median: z.number().nullable(),
      scale: numberScaleSchema,
      /** Also of those; empty if there are none. */
      buckets: z.array(numberBucketSchema),
    })
    .nullable(),
  /** If all texts are ISO 8601 dates, or all values of a date's column numbers. In UTC. */
  dates: z
    .object({
      min: z.string(),
      max: z.string(),
      median: z.string(),
      unit: dateUnitSchema,
      /** The requested time zone; UTC if all texts are days without a time. */
      timeZone: z.string(),
      /** Without gaps: empty units have count 0. */
      buckets: z.array(dateBucketSchema),
    })
    .nullable(),
});
export type ColumnSummary = z.infer<typeof columnSummarySchema>;

export const summarySchema = z.object({
  /** Number of rows examined: the run's first ones. */
  rows: z.number(),
  /** Rows that the run had; more than `rows` if the columns lagged far behind. */
  of: z.number(),
  /** Those of them that match the view. */
  count: z.number(),
  columns: z.array(columnSummarySchema),
});
export type Summary = z.infer<typeof summarySchema>;
