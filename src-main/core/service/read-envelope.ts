/** From the bytes of a 2xx answer to a live envelope, or to what is wrong with them. */
import { isUtf8 } from 'node:buffer';
import { liveEnvelopeSchema } from '#shared/service/answers.ts';
import { parseJson } from '../json/index.ts';
import type { JsonValue } from '../json/index.ts';

export type ReadEnvelope =
  | {
      ok: true;
      dataSource: string | null;
      /** Null when there is no further page: specification, Limits, rule 1. */
      cursor: string | null;
      /** The members of the envelope that are not its own: `parent_comment`. */
      others: Record<string, JsonValue>;
    }
  | { ok: false; code: 'not_json' | 'truncated' | 'wrong_shape' };

const ownMembers = new Set(['results', 'count', 'dataSource', 'has_more', 'next_page_cursor']);

export function readEnvelope(body: Uint8Array): ReadEnvelope {
  if (!isUtf8(body)) return { ok: false, code: 'not_json' };
  const text = new TextDecoder().decode(body);
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch (error) {
    return { ok: false, code: breaksOff(text, error) ? 'truncated' : 'not_json' };
  }
  const parsed = liveEnvelopeSchema.safeParse(value);
  if (!parsed.success) return { ok: false, code: 'wrong_shape' };
  const { has_more, next_page_cursor, dataSource } = parsed.data;
  return {
    ok: true,
    dataSource,
    cursor: has_more && next_page_cursor ? next_page_cursor : null,
    others: Object.fromEntries(
      Object.entries(parsed.data).filter(([name]) => !ownMembers.has(name)),
    ) as Record<string, JsonValue>,
  };
}

/**
 * JSON that is right as far as it goes. A proxy that cuts an answer off cleanly leaves no other
 * sign. V8 names the place where it gave up, or says that the text ended.
 */
function breaksOff(text: string, error: unknown): boolean {
  if (!/^\s*[{[]/.test(text) || !(error instanceof Error)) return false;
  const place = /at position (\d+)/.exec(error.message)?.[1];
  return place === undefined
    ? /end of JSON|unterminated/i.test(error.message)
    : Number(place) >= text.trimEnd().length;
}
