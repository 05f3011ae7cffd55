/** Ready-made answers, with the bodies of the specification's table of errors. */
import { trialOnLiveCode } from '../facts/errors.ts';
import type { Answer, JsonStyle, JsonValue } from './types.ts';

export function jsonAnswer(
  status: number,
  body: JsonValue,
  style: JsonStyle = 'compact',
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { kind: 'json', status, body, style, headers };
}

/** 400, 401, 404: `success` and `message`. */
export function refusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return jsonAnswer(status, { success: false, message }, 'compact', headers);
}

/** 403: also a `code`. */
export function forbidden(code: string, message: string): Answer {
  return jsonAnswer(403, { success: false, code, message });
}

export function trialOnLive(): Answer {
  return forbidden(trialOnLiveCode, 'Live endpoints are not available for trial keys');
}

/** "500 and other": also an `error`. */
export function failure(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return jsonAnswer(
    status,
    { success: false, message, error: `second server error ${status}` },
    'compact',
    headers,
  );
}
