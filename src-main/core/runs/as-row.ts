import { isExactNumber } from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';

/** A stored value as a row; null for one that can't be read any more (a damaged page). */
export function asRow(value: JsonValue | undefined): JsonObject | null {
  return typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !isExactNumber(value)
    ? value
    : null;
}
