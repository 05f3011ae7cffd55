/** Ready-made answers, with the bodies of the specification's table of errors. */
import { trialOnLiveCode } from '../facts/records.ts';
import type { Answer, Headers, JsonStyle, JsonValue } from './types.ts';

export function jsonAnswer(
  status: number,
  body: JsonValue,
  style: JsonStyle = 'compact',
  headers: Headers = {},
): Answer {
  return { kind: 'json', status, body, style, headers };
}

/** 400, 401, 404: `success` and `message`. */
export const refusal = (status: number, message: string, headers: Headers = {}): Answer =>
  jsonAnswer(status, { success: false, message }, 'compact', headers);

/** 403: also a `code`. */
export const forbidden = (code: string, message: string): Answer =>
  jsonAnswer(403, { success: false, code, message });

/** 402: nothing is specified about its body, so it has no member a client may know. */
export const outOfCredits = (headers: Headers = {}): Answer =>
  jsonAnswer(402, { blockedBy: { limit: 'credits', used: 25_000 } }, 'compact', headers);

export const trialOnLive = (): Answer =>
  forbidden(trialOnLiveCode, 'Live endpoints are not available for trial keys');
