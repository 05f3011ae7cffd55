/** Methods that read what is stored of a run. None of them calls the service. */
import { z } from 'zod';
import { chartQuestionSchema, chartSchema } from '../chart.ts';
import { maxWindowRows, rowWindowSchema, runIdSchema } from '../run.ts';
import { summarySchema, timeZoneSchema } from '../summary.ts';
import { duplicatesSchema, everyRow, openedViewSchema, viewSchema } from '../view.ts';

export const rowsMethods = {
  /**
   * Looks how many rows a view of a run has now: the number for `rows.window`. `anchor` is the
   * number of a row (from 0) to be found again in it. No view ever calls the service.
   */
  'view.open': {
    input: z.strictObject({
      runId: runIdSchema,
      view: viewSchema,
      anchor: z.number().int().min(0).nullable().default(null),
    }),
    output: openedViewSchema,
  },

  /** What the values of a view's rows are like, of `fields` or of every column (null). */
  'view.summary': {
    input: z.strictObject({
      runId: runIdSchema,
      view: viewSchema,
      fields: z.array(z.string().max(1000)).max(1000).nullable(),
      /** Whose days and months dates are counted by. */
      timeZone: timeZoneSchema.default('UTC'),
    }),
    output: summarySchema,
  },

  /** What a picture of a view's rows is drawn from. */
  'view.chart': {
    input: z.strictObject({ runId: runIdSchema, view: viewSchema, question: chartQuestionSchema }),
    output: chartSchema,
  },

  /** How many rows came more than once. */
  'view.duplicates': {
    input: z.strictObject({ runId: runIdSchema }),
    output: duplicatesSchema,
  },

  /**
   * Rows of a view of the run's first `rows` rows (null: of those it has now); with `page`, of that
   * page only, as they arrived (`offset` then counts within it).
   */
  'rows.window': {
    input: z.strictObject({
      runId: runIdSchema,
      page: z.number().int().min(1).nullable(),
      view: viewSchema.default(everyRow),
      rows: z.number().int().min(0).nullable().default(null),
      offset: z.number().int().min(0),
      count: z.number().int().min(1).max(maxWindowRows),
    }),
    output: rowWindowSchema,
  },
} as const;
