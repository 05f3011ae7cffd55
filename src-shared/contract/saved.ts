/** What became of saving a file that is there already. */
import { z } from 'zod';

export const savedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancelled') }),
  z.object({
    kind: z.literal('saved'),
    name: z.string(),
    bytes: z.number(),
    /** Where the browser fetches the file, once; null when it is on disk already. */
    download: z.string().nullable(),
  }),
]);

export type Saved = z.infer<typeof savedSchema>;

/** The support bundle: one file that a person reads before it is saved. */
export const supportPreviewSchema = z.object({
  /** By which this very text is saved. */
  id: z.string(),
  text: z.string(),
});
export type SupportPreview = z.infer<typeof supportPreviewSchema>;
