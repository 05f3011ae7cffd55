/** The result of a method call, which never throws. */
import type { Problem } from './problem.ts';

export type Result<T> = { ok: true; value: T } | { ok: false; error: Problem };
