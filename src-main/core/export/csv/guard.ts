/**
 * OWASP, CSV Injection: a cell that starts with one of these may be run by a spreadsheet, the wide
 * forms in some. Texts that start with an apostrophe get one too, so that the guard can be undone
 * exactly. The column store's worker has the same list in SQL.
 */
const guardedStart = /^[=+\-@\t\r\n'＝＋－＠]/;

/** Texts only: numbers are never touched. */
export function guard(text: string): string {
  return guardedStart.test(text) ? `'${text}` : text;
}
