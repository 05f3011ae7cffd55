/** The outcome of saving a file that already exists. */
import { z } from 'zod';

export const savedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancelled') }),
  z.object({
    kind: z.literal('saved'),
    name: z.string(),
    bytes: z.number(),
    /** The address for the browser's one-time download; null if it is already on disk. */
    download: z.string().nullable(),
  }),
]);

export type Saved = z.infer<typeof savedSchema>;

/** The support bundle: one file that a person reads before saving it. */
export const supportPreviewSchema = z.object({
  /** Identifies this text, so that exactly this is saved. */
  id: z.string(),
  text: z.string(),
});
export type SupportPreview = z.infer<typeof supportPreviewSchema>;
