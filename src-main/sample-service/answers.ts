/** Answers: JSON with the error bodies of the specification's Errors table, and CSV. */
import { trialLiveCode } from '#shared/service/answers.ts';

const jsonType = 'application/json; charset=utf-8';

export function answerJson(status: number, body: Json) {
  return new Response(writeJson(body), { status, headers: { 'content-type': jsonType } });
}

const messages: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'The access key is missing or not valid.',
  402: 'No credits are left. They are renewed with the next period of your plan.',
  403: 'This is not available for your key.',
  404: 'There is nothing at this address.',
};

/** The body that the specification defines for a status. */
function refusalBody(status: number, message = messages[status]): Json {
  if (status === 403) {
    return { success: false, code: 'forbidden', message: message ?? '' };
  }
  if (message !== undefined) return { success: false, message };
  return {
    success: false,
    message: 'The request could not be fulfilled. Please try again after a short pause.',
    error: `Upstream error (${status})`,
  };
}

export function refuse(status: number, message?: string): Response {
  return answerJson(status, refusalBody(status, message));
}

/** Specification, Authentication, rule 3. */
export const refuseTrial = (): Response =>
  answerJson(403, {
    success: false,
    code: trialLiveCode,
    message: 'Live endpoints are not available with a trial key.',
  });

export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/** One item of a result, with its members in the specification's order. */
export type Item = Readonly<Record<string, Json>>;

/** Writes JSON with exact integers: an id beyond 2^53 is a bigint here and plain digits on the wire. */
function writeJson(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`,
    );
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** `Array.isArray` does not narrow a readonly list. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Writes lists and objects as JSON; a missing or null value leaves the cell empty. */
function cell(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : writeJson(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** CSV as the service writes it: RFC 4180, UTF-8, a header line and one line per row. */
export function writeCsv(names: readonly string[], rows: readonly Item[]): string {
  const lines = rows.map((row) => names.map((name) => cell(row[name])).join(','));
  return [names.join(','), ...lines, ''].join('\r\n');
}
