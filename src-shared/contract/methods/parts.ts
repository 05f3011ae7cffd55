/** What many methods have in common. */
import { z } from 'zod';

/** The input of a method that needs none. */
export const nothing = z.strictObject({});
/** The output of a method that only says that it was done. */
export const done = z.object({});
