/** From stored values to rows, and to what the window gets of them. */
import { deepestShown, isDeeper, isExactNumber, stringifyJson } from '../json/index.ts';
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

/**
 * A row as it leaves for the window: members that are nested very deeply are JSON text, because
 * nothing on the way could carry them, and the run could not be opened. The log keeps them whole.
 */
export function forWindow(row: JsonObject): JsonObject {
  if (!isDeeper(row, deepestShown)) return row;
  return mapMembers(row, (value) =>
    isDeeper(value, deepestShown - 1) ? stringifyJson(value) : value,
  );
}

/** The same of what came beside the rows: objects like them. */
export function extrasForWindow(extras: JsonObject): JsonObject {
  return mapMembers(extras, (value) => {
    const row = asRow(value);
    if (row !== null) return forWindow(row);
    return isDeeper(value, deepestShown) ? stringifyJson(value) : value;
  });
}

function mapMembers(object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
