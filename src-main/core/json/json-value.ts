/** The values of JSON, and the form in which a number crosses that JavaScript can't hold. */

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/**
 * Names come from the service, so any name may be there: `constructor` and `__proto__` are then
 * ordinary members of the object itself. Ask with `Object.hasOwn` before reading a name that may
 * be missing, and copy with spread or `Object.fromEntries`, never by assigning to `[name]`.
 */
export interface JsonObject {
  [name: string]: JsonValue;
}

/** A number that `number` would not hold, or print, exactly: its characters in the service's bytes. */
export interface ExactNumber extends JsonObject {
  $n: string;
}

/** A number as JSON has it. */
export const numberShape = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Objects of the service that look like exact numbers and are none: `parseJson` notes them. */
export const lookAlikes = new WeakSet<object>();

/** Tells an exact number from an object of the service, whatever members that has. */
export function isExactNumber(value: JsonValue | undefined): value is ExactNumber {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  const lexeme = value['$n'];
  const looksLikeOne = names.length === 1 && typeof lexeme === 'string' && numberShape.test(lexeme);
  return looksLikeOne && !lookAlikes.has(value);
}

// How deeply values are nested: the service decides, and most of what walks values is a recursion.

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
