/** What the values of a view's rows are like, column by column. */
import { z } from 'zod';
import { columnTypeSchema } from './run.ts';

/** The last bucket includes `to`, the others end before it. */
export const numberBucketSchema = z.object({ from: z.number(), to: z.number(), count: z.number() });
export type NumberBucket = z.infer<typeof numberBucketSchema>;

export const dateUnits = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export const dateUnitSchema = z.enum(dateUnits);
export type DateUnit = z.infer<typeof dateUnitSchema>;

/** `log`: buckets grow by powers of ten, since most numbers are small and a few very large. */
export const numberScaleSchema = z.enum(['linear', 'log']);
export type NumberScale = z.infer<typeof numberScaleSchema>;

/**
 * `from` is where the unit begins, `to` where the next one does: moments in ISO 8601, UTC. Weeks
 * begin on Monday; days and months are those of the time zone that was asked for.
 */
export const dateBucketSchema = z.object({ from: z.string(), to: z.string(), count: z.number() });

/** A name of a time zone that this computer knows: `Europe/Berlin`. */
export const timeZoneSchema = z.string().max(100).refine(isTimeZone);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const columnSummarySchema = z.object({
  field: z.string(),
  /** Of the whole run, whatever the view leaves. */
  type: columnTypeSchema,
  /** Rows in which the member is there and not null. */
  filled: z.number(),
  /** Empty texts, which count as filled. */
  blank: z.number(),
  /** Different values among the filled ones. Estimated where `exact` is false. */
  distinct: z.object({ count: z.number(), exact: z.boolean() }),
  /**
   * Commonest values as their texts (cut to 200 characters, then `cut`), most frequent first,
   * then by text. The counts are exact; where `complete` is false, another value may be as
   * frequent as the last one; where `distinct` is estimated, only values that make up a good
   * part of the rows are sure to be there.
   */
  top: z.object({
    values: z.array(z.object({ value: z.string(), cut: z.boolean(), count: z.number() })),
    complete: z.boolean(),
  }),
  /** Lengths in characters, for texts, lists and objects. */
  text: z.object({ shortest: z.number(), longest: z.number() }).nullable(),
  /** Where all values are numbers. The least and the greatest as they were sent. */
  numbers: z
    .object({
      min: z.string(),
      max: z.string(),
      /** Of those that fit a `number`. */
      median: z.number().nullable(),
      scale: numberScaleSchema,
      /** The same; empty when there are none. */
      buckets: z.array(numberBucketSchema),
    })
    .nullable(),
  /** Where all texts are dates in ISO 8601. In UTC. */
  dates: z
    .object({
      min: z.string(),
      max: z.string(),
      median: z.string(),
      unit: dateUnitSchema,
      /** The one that was asked for; UTC where all texts are days without a time. */
      timeZone: z.string(),
      /** Without gaps: units in which nothing lies have count 0. */
      buckets: z.array(dateBucketSchema),
    })
    .nullable(),
});
export type ColumnSummary = z.infer<typeof columnSummarySchema>;

export const summarySchema = z.object({
  /** Rows of the run that were looked at: its first ones. */
  rows: z.number(),
  /** Rows the run had; more than `rows` when the columns were far behind. */
  of: z.number(),
  /** Rows of the view among them. */
  count: z.number(),
  columns: z.array(columnSummarySchema),
});
export type Summary = z.infer<typeof summarySchema>;
