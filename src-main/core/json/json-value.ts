/** JSON values, how a number is represented that JavaScript can't hold, and both as text again. */

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/**
 * The service chooses the names, so any name is possible: `constructor` and `__proto__` are ordinary
 * own members. Check with `Object.hasOwn` before reading a name that may be missing, and copy with
 * spread or `Object.fromEntries`, never by assigning to `[name]`.
 */
export interface JsonObject {
  [name: string]: JsonValue;
}

/** A number that `number` would not hold or print exactly, as the characters that the service sent. */
export interface ExactNumber extends JsonObject {
  $n: string;
}

/** JSON's number syntax. */
export const numberShape = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Objects from the service that only look like exact numbers. `parseJson` adds them. */
export const lookAlikes = new WeakSet<object>();

/** Returns whether a value is an exact number and not an object that the service sent. */
export function isExactNumber(value: JsonValue | undefined): value is ExactNumber {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const lexeme = value['$n'];
  if (typeof lexeme !== 'string' || Object.keys(value).length > 1) return false;
  return numberShape.test(lexeme) && !lookAlikes.has(value);
}

/** The value when it is an object: not null, a list or an exact number. */
export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return isExactNumber(value) ? undefined : value;
}

/** The items when the value is a list of objects only. */
export function asObjects(value: JsonValue | undefined): JsonObject[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const objects = value.map(asObject).filter((item) => item !== undefined);
  return objects.length === value.length ? objects : undefined;
}

/**
 * Values nested deeper go to the window as JSON text. The service decides the depth, and most code
 * that walks values is recursive: JSON.stringify, structured clones and the tree view fail somewhere
 * beyond a thousand levels. Real values have a handful.
 */
export const deepestShown = 200;

/** Returns whether lists and objects are nested more than `levels` deep. */
export function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const member of Object.values(value)) if (isDeeper(member, levels - 1)) return true;
  return false;
}

/**
 * Returns compact JSON; exact numbers are written as their characters. Iterative, since the service
 * decides the depth.
 */
export function stringifyJson(value: JsonValue): string {
  if (isScalar(value)) return scalarText(value);
  let text = '';
  const around: Begun[] = [];
  let begun: Begun | undefined = begin(value);
  while (begun !== undefined) {
    const { names, values, next } = begun;
    if (next === 0) text += names === null ? '[' : '{';
    const member = values[next];
    if (member === undefined) {
      text += names === null ? ']' : '}';
      begun = around.pop();
      continue;
    }
    begun.next += 1;
    if (next > 0) text += ',';
    if (names !== null) text += `${JSON.stringify(names[next])}:`;
    if (isScalar(member)) text += scalarText(member);
    else {
      around.push(begun);
      begun = begin(member);
    }
  }
  return text;
}

/** A list or object whose first `next` members are written. */
interface Begun {
  /** Null for a list. */
  names: readonly string[] | null;
  values: readonly JsonValue[];
  next: number;
}

type Scalar = Exclude<JsonValue, JsonValue[] | JsonObject> | ExactNumber;

const begin = (value: JsonValue[] | JsonObject): Begun =>
  Array.isArray(value)
    ? { names: null, values: value, next: 0 }
    : { names: Object.keys(value), values: Object.values(value), next: 0 };

const isScalar = (value: JsonValue): value is Scalar =>
  typeof value !== 'object' || value === null || isExactNumber(value);

const scalarText = (value: Scalar): string =>
  isExactNumber(value) ? value.$n : JSON.stringify(value);
