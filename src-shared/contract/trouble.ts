/** What the service reports of its platforms, where that is trouble. */
import { z } from 'zod';
import { platformSchema } from '../catalogue/types.ts';

export const troubleSchema = z.object({
  /** Null: of the whole service, where it tells nothing of its platforms. */
  platform: platformSchema.nullable(),
  /** As the service spells it. */
  state: z.string(),
  phase: z.enum(['trouble', 'down']),
  message: z.string().nullable(),
});
export type Trouble = z.infer<typeof troubleSchema>;
