/**
 * Methods that read rows: those of a run, or the inputs of its list (`inputsOf`), which change instead of
 * becoming more: there, `rows` and `of` of an answer count the changes (`RunList`). None calls the service.
 */
import type { Duplicates, OpenedView } from '../view.ts';
import type { Summary } from '../summary.ts';
import type { Chart } from '../chart.ts';
import type { RowWindow } from '../run.ts';
import { z } from 'zod';
import { chartQuestionSchema } from '../chart.ts';
import { maxWindowRows, rowsIdSchema } from '../run.ts';
import { timeZoneSchema } from '../summary.ts';
import { everyRow, viewSchema } from '../view.ts';
import { reply } from './parts.ts';

export const rowsMethods = {
  /**
   * Counts the current rows of a view of a run: the number for `rows.window`. `anchor` is the number of
   * a row (from 0) to find in it. No view ever calls the service.
   */
  'view.open': {
    input: z.strictObject({
      runId: rowsIdSchema,
      view: viewSchema,
      anchor: z.number().int().min(0).nullable().default(null),
    }),
    output: reply<OpenedView>(),
  },

  /** Summarises the values of a view's rows, of `fields` or of every column (null). */
  'view.summary': {
    input: z.strictObject({
      runId: rowsIdSchema,
      view: viewSchema,
      fields: z.array(z.string().max(1000)).max(1000).nullable(),
      /** The time zone of the days and months that dates are counted by. */
      timeZone: timeZoneSchema.default('UTC'),
    }),
    output: reply<Summary>(),
  },

  /** Returns the data for a chart of a view's rows. */
  'view.chart': {
    input: z.strictObject({ runId: rowsIdSchema, view: viewSchema, question: chartQuestionSchema }),
    output: reply<Chart>(),
  },

  /** Counts repeated rows. */
  'view.duplicates': {
    input: z.strictObject({ runId: rowsIdSchema }),
    output: reply<Duplicates>(),
  },

  /**
   * Returns rows of a view of the run's first `rows` rows (null: of all current ones).
   */
  'rows.window': {
    input: z.strictObject({
      runId: rowsIdSchema,
      view: viewSchema.default(everyRow),
      rows: z.number().int().min(0).nullable().default(null),
      offset: z.number().int().min(0),
      count: z.number().int().min(1).max(maxWindowRows),
    }),
    output: reply<RowWindow>(),
  },
} as const;
