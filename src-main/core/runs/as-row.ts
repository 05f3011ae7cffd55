/** From stored values to rows, and to what the window gets of them. */
import { deepestShown, isDeeper, isExactNumber, parseJson, stringifyJson } from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import type { StoredRun } from '../store/stored-run.ts';

/** A stored value as a row; null for one that can't be read any more (a damaged page). */
export function asRow(value: JsonValue | undefined): JsonObject | null {
  return typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !isExactNumber(value)
    ? value
    : null;
}

/** As in views: the text of a cell; rows in which it is empty are all different. */
export function identityOf(row: JsonObject | null, field: string): string | null {
  if (row === null || !Object.hasOwn(row, field)) return null;
  const value = row[field] ?? null;
  if (value === null || value === '') return null;
  return typeof value === 'string' ? value : stringifyJson(value);
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

// The envelope of the last stored page: what it says beside its rows decides what follows.

/** Null when there is no page, or when it can't be read. */
export async function lastEnvelope(stored: StoredRun): Promise<JsonObject | null> {
  const last = stored.pages.at(-1);
  const body = last === undefined ? undefined : await stored.pageBody(last.page);
  if (body === undefined) return null;
  const answer = asRow(parseJson(body.toString('utf8')));
  // The page of an operation is in its result.
  return asRow(answer?.['result']) ?? answer;
}
