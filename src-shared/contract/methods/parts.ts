/** What many methods share. */
import { z } from 'zod';

/** The input of a method that needs none. */
export const nothing = z.strictObject({});
/**
 * What a method replies: a type alone. Main is built together with whoever calls it, so nobody parses
 * an answer a second time.
 */
export const reply = <T>(): z.ZodType<T> => z.custom<T>();
/** The output of a method that returns nothing. */
export const done = reply<object>();
