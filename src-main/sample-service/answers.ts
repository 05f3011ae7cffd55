/** Answers: JSON with the error bodies of the specification's Errors table, and CSV. */
import { HTTPException } from 'hono/http-exception';

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

export const answerText = (body: string, type: string, status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': `${type}; charset=utf-8` } });

export const answerJson = (status: number, body: Json): Response =>
  answerText(writeJson(body), 'application/json', status);

const messages: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'The access key is missing or not valid.',
  402: 'No credits are left. They are renewed with the next period of your plan.',
  403: 'This is not available for your key.',
  404: 'There is nothing at this address.',
};

/** Answers with the body that the specification defines for a status. */
export function refuse(status: number, message = messages[status], code = 'forbidden'): Response {
  if (message === undefined) {
    return answerJson(status, {
      success: false,
      message: 'The request could not be fulfilled. Please try again after a short pause.',
      error: `Upstream error (${status})`,
    });
  }
  return answerJson(status, { success: false, ...(status === 403 && { code }), message });
}

/** The same, to be thrown. */
export const refusal = (status: number, message?: string, code?: string): HTTPException =>
  new HTTPException(undefined, { message: message ?? '', res: refuse(status, message, code) });

/** Writes JSON with exact integers: an id beyond 2^53 is a bigint here and plain digits on the wire. */
function writeJson(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  const members = Object.entries(value);
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${writeJson(one)}`).join(',')}}`;
}

/** `Array.isArray` does not narrow a readonly list. */
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Writes lists and objects as JSON; a missing or null value leaves the cell empty. */
function cell(value: Json = null): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : writeJson(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** CSV as the service writes it: RFC 4180, UTF-8, a header line and one line per row. */
export function writeCsv(names: readonly string[], rows: readonly Item[]): string {
  const lines = rows.map((row) => names.map((name) => cell(row[name])).join(','));
  return [names.join(','), ...lines, ''].join('\r\n');
}
