/**
 * The guard against formulas (OWASP, CSV Injection): a cell that starts with one of these may be run by a
 * spreadsheet; some run the full-width forms too. Texts that start with an apostrophe get another one, so that
 * the guard can be undone exactly.
 */
export const formulaStarts: readonly string[] = Array.from("=+-@\t\r\n'＝＋－＠");
export const guardMark = "'";

/** For texts only: numbers are never changed. */
export const guard = (text: string): string =>
  formulaStarts.includes(text.charAt(0)) ? guardMark + text : text;
