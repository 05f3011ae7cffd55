/** A summary of the values of a view's rows, column by column. */
import { z } from 'zod';
import { isTimeZone } from '../time-zone.ts';
import type { Column } from './run.ts';

/** The last bucket includes `to`, the others don't. */
export interface NumberBucket {
  from: number;
  to: number;
  count: number;
}

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
interface DateBucket {
  from: string;
  to: string;
  count: number;
}

/** The name of a time zone that this computer knows: `Europe/Berlin`. */
export const timeZoneSchema = z.string().max(100).refine(isTimeZone);

export interface ColumnSummary {
  field: string;
  /** Of the whole run, whatever the view's rows. */
  type: Column['type'];
  /** Rows with a value: neither missing, null, nor an empty text, list or object. */
  filled: number;
  /** Distinct values among the filled ones. Estimated if `exact` is false. */
  distinct: { count: number; exact: boolean };
  /**
   * The most frequent values as texts (truncated to 200 characters, then `cut`), most frequent first,
   * then by text. The counts are exact; if `distinct` is estimated, only values of a substantial share of
   * the rows are certain to be included.
   */
  top: { value: string; cut: boolean; count: number }[];
  /** Lengths in characters, for texts, lists and objects. */
  text: { shortest: number; longest: number } | null;
  /** If all values are numbers and no moments. Minimum and maximum as sent. */
  numbers: {
    min: string;
    max: string;
    /** Of those that fit a `number`. */
    median: number | null;
    scale: NumberScale;
    /** Also of those; empty if there are none. */
    buckets: NumberBucket[];
  } | null;
  /** If all texts are ISO 8601 dates, or all values of a date's column numbers. In UTC. */
  dates: {
    min: string;
    max: string;
    median: string;
    unit: DateUnit;
    /** The requested time zone; UTC if all texts are days without a time. */
    timeZone: string;
    /** Without gaps: empty units have count 0. */
    buckets: DateBucket[];
  } | null;
}

export interface Summary {
  /** Number of rows examined: the run's first ones. */
  rows: number;
  /** Rows that the run had; more than `rows` if the columns lagged far behind. */
  of: number;
  /** Those of them that match the view. */
  count: number;
  columns: ColumnSummary[];
}
