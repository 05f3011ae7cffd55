/** Schemas shared by many methods. */
import { z } from 'zod';

/** The input of a method that needs none. */
export const nothing = z.strictObject({});
/** The output of a method that returns nothing. */
export const done = z.object({});
