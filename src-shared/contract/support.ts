/** The support bundle: one file that a person reads before it is saved. */
import { z } from 'zod';

export const supportPreviewSchema = z.object({
  /** By which this very text is saved. */
  id: z.string(),
  text: z.string(),
});
export type SupportPreview = z.infer<typeof supportPreviewSchema>;
