/** Converts stored values to rows, and rows to what the window gets. */
import { readMoment } from '#shared/moment.ts';
import {
  deepestShown,
  isDeeper,
  isExactNumber,
  parseAsSent,
  parseJson,
  stringifyJson,
} from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { readEnvelope } from '../service/read-envelope.ts';
import type { ReadEnvelope } from '../service/read-envelope.ts';
import type { PageRecord } from '../store/log-contents.ts';
import type { StoredRun } from '../store/stored-run.ts';

/** Returns a stored value as a row; null for one that can't be read any more (a damaged page). */
export function asRow(value: JsonValue | undefined): JsonObject | null {
  return typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !isExactNumber(value)
    ? value
    : null;
}

/** Returns a row's ID as text, as in views; null if it is empty, since such rows are all different. */
export function identityOf(row: JsonObject | null, field: string): string | null {
  if (row === null || !Object.hasOwn(row, field)) return null;
  const value = row[field] ?? null;
  if (value === null || value === '') return null;
  return typeof value === 'string' ? value : stringifyJson(value);
}

/**
 * Returns a row for the window. Very deeply nested members become JSON text, because nothing on the
 * way can carry them and the run could not be opened. The log keeps them unchanged.
 */
export function forWindow(row: JsonObject): JsonObject {
  if (!isDeeper(row, deepestShown)) return row;
  return mapMembers(row, (value) =>
    isDeeper(value, deepestShown - 1) ? stringifyJson(value) : value,
  );
}

/** Does the same for the objects beside the rows. */
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

/**
 * Returns the envelope of the last stored page, which decides what follows; null when there is no page
 * or it can't be read.
 */
export async function lastEnvelope(stored: StoredRun): Promise<JsonObject | null> {
  const last = stored.pages.at(-1);
  return last === undefined ? null : envelopeAsSent(stored, last, parseJson);
}

/** Returns a page's envelope as it is; null when it can't be read. */
export async function envelopeAsSent(
  stored: StoredRun,
  { page }: PageRecord,
  parse: (text: string) => JsonValue = parseAsSent,
): Promise<JsonObject | null> {
  const body = await stored.pageBody(page);
  if (body === undefined) return null;
  const answer = asRow(parsed(body, parse));
  // An operation's page is under `result`.
  return asRow(answer?.['result']) ?? answer;
}

/** A page from somebody else may be no JSON, though its checksum is right. */
function parsed(body: Buffer, parse: (text: string) => JsonValue): JsonValue {
  try {
    return parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/** Returns a live page's envelope; null when it can't be read. */
export async function envelopeOf(
  stored: StoredRun,
  { page }: PageRecord,
): Promise<Extract<ReadEnvelope, { ok: true }> | null> {
  const body = await stored.pageBody(page);
  const envelope = body === undefined ? null : readEnvelope(body);
  return envelope?.ok === true ? envelope : null;
}

/** Returns a time in milliseconds since 1970; null if it isn't a time or has no time zone. */
export function momentOf(value: JsonValue | undefined): number | null {
  const moment = typeof value === 'string' ? readMoment(value) : null;
  return moment?.hasOffset === true ? moment.ms : null;
}
