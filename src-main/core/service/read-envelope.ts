/** Parses the bytes of a 2xx answer into an envelope, or says what is wrong with them. */
import { isUtf8 } from 'node:buffer';
import { liveEnvelopeSchema, storedEnvelopeSchema } from '#shared/service/answers.ts';
import { parseAsSent, parseBytes } from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import type { Unreadable } from './problems.ts';

export type ReadEnvelope =
  | {
      ok: true;
      /** The whole answer, parsed. */
      value: JsonValue;
      items: JsonObject[];
      dataSource: string | null;
      /** What the service says, with or without a cursor. */
      hasMore: boolean;
      /** Null when there is no next page: specification, Limits, rule 1. */
      cursor: string | null;
      /** The envelope's non-standard members: `parent_comment`. */
      others: Record<string, JsonValue>;
    }
  | { ok: false; code: Unreadable };

const ownMembers = new Set(['results', 'count', 'dataSource', 'has_more', 'next_page_cursor']);

const schemas = { live: liveEnvelopeSchema, stored: storedEnvelopeSchema };

/** @param known the parsed `body`, if known; its numbers may be spelled differently. */
export function readEnvelope(
  body: Uint8Array,
  known: JsonValue = null,
  from: keyof typeof schemas = 'live',
): ReadEnvelope {
  if (!isUtf8(body)) return { ok: false, code: 'not_json' };
  let value: JsonValue;
  try {
    value = known ?? parseBytes(body, parseAsSent);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const text = new TextDecoder().decode(body);
    if (text.trim() === '') return { ok: false, code: 'empty' };
    return { ok: false, code: breaksOff(text, error) ? 'truncated' : 'not_json' };
  }
  const parsed = schemas[from].safeParse(value);
  if (!parsed.success || !isObject(value)) return { ok: false, code: 'wrong_shape' };
  const { has_more, next_page_cursor, dataSource } = parsed.data;
  const results = value['results'];
  return {
    ok: true,
    value,
    // From the value itself: a schema returns a copy, which may lack members.
    items: Array.isArray(results) ? results.filter(isObject) : [],
    dataSource,
    hasMore: has_more === true,
    cursor: has_more && canBeSent(next_page_cursor) ? next_page_cursor : null,
    others: Object.fromEntries(Object.entries(value).filter(([name]) => !ownMembers.has(name))),
  };
}

/** A cursor with half a surrogate pair can't be encoded, so it is useless. */
const canBeSent = (cursor: string | null | undefined): cursor is string =>
  Boolean(cursor) && !/\p{Surrogate}/u.test(cursor ?? '');

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns whether a text is valid JSON up to its end but incomplete. A proxy that cuts an answer off
 * cleanly leaves no other sign. V8 reports the position of the error, or that the text ended.
 */
function breaksOff(text: string, error: unknown): boolean {
  if (!/^\s*[{[]/.test(text) || !(error instanceof Error)) return false;
  const position = /at position (\d+)/.exec(error.message)?.[1];
  return position === undefined
    ? /end of JSON|unterminated/i.test(error.message)
    : Number(position) >= text.trimEnd().length;
}
