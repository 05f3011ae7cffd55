/** Headers of every answer, refusals included. No CORS header is ever sent (checklist 36). */
import { cacheControl, windowHeaders } from '../../bundle/window-headers.ts';
import type { Guard } from './types.ts';

/** What every answer carries; files that never change replace `Cache-Control`. */
export const answerHeaders: Readonly<Record<string, string>> = {
  ...windowHeaders,
  'Cache-Control': cacheControl(false),
};

export const addHeaders: Guard = async (c, next) => {
  for (const [name, value] of Object.entries(answerHeaders)) c.header(name, value);
  await next();
};
