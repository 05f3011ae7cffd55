/** Single files, saved as they are where the person chooses. Rows are exported: `export/`. */
import { z } from 'zod';
import { resourceIdSchema } from '../catalogue/types.ts';
import { recipeIdSchema } from './recipe.ts';
import { requestIdSchema } from './request.ts';
import { contextQuestionSchema } from './chart.ts';
import { runIdSchema } from './run.ts';
import { viewSchema } from './view.ts';

export const savedFileSchema = z.discriminatedUnion('of', [
  /** What the service sent instead of rows, byte for byte. */
  z.strictObject({ of: z.literal('page'), runId: runIdSchema, page: z.number().int().min(1) }),
  /** A picture that the window drew. */
  z.strictObject({
    of: z.literal('picture'),
    runId: runIdSchema,
    /** What it shows, for the file's name. */
    name: z.string().min(1).max(60),
    picture: z.discriminatedUnion('format', [
      z.strictObject({
        format: z.literal('svg'),
        text: z.string().max(4_000_000).startsWith('<svg '),
      }),
      z.strictObject({
        format: z.literal('png'),
        /** Starts with the signature of PNG files. */
        base64: z.base64().max(6_000_000).startsWith('iVBORw0KGgo'),
      }),
    ]),
  }),
  /** A word in its context, as CSV. */
  z.strictObject({
    of: z.literal('context'),
    runId: runIdSchema,
    view: viewSchema,
    question: contextQuestionSchema.omit({ most: true }),
  }),
  /** The inputs of a run with their statuses, as CSV. */
  z.strictObject({ of: z.literal('inputs'), runId: runIdSchema }),
  z.strictObject({ of: z.literal('recipe'), id: recipeIdSchema }),
  /** The body of an answer to a request written by hand. */
  z.strictObject({ of: z.literal('request'), requestId: requestIdSchema }),
  /** The secret of the pseudonyms, for its owner. */
  z.strictObject({ of: z.literal('secret') }),
  /** Every call that was counted for the service in use, as CSV. */
  z.strictObject({ of: z.literal('calls') }),
  /** The person's corrections to the service's description. */
  z.strictObject({ of: z.literal('corrections') }),
  /** What a person noted of a resource's items, for another coder; or what their codes mean. */
  z.strictObject({ of: z.literal('codes'), resource: resourceIdSchema }),
  z.strictObject({ of: z.literal('codebook'), resource: resourceIdSchema }),
  /** The support bundle that was previewed. */
  z.strictObject({ of: z.literal('support'), id: z.string().max(40) }),
]);
export type SavedFile = z.infer<typeof savedFileSchema>;

export type Saved =
  | { kind: 'cancelled' }
  | {
      kind: 'saved';
      name: string;
      bytes: number;
      /** The address for the browser's one-time download; null if it is already on disk. */
      download: string | null;
    };

/** The support bundle: one file that a person reads before saving it. */
export interface SupportPreview {
  /** Identifies this text, so that exactly this is saved. */
  id: string;
  text: string;
}
