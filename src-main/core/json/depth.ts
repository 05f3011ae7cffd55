/** How deeply values are nested: the service decides, and most of what walks values is a recursion. */
import type { JsonValue } from './json-value.ts';

/**
 * Deeper values go to the window as JSON text. Real ones have a handful of levels; JSON.stringify,
 * structured clones and what draws a tree give up somewhere after a thousand.
 */
export const deepestShown = 200;

/** Whether lists and objects lie in each other more than `levels` deep. */
export function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const member of Object.values(value)) if (isDeeper(member, levels - 1)) return true;
  return false;
}
