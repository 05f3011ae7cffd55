/** What the search finds in a text, as a pattern. Pure. */

const special = /[\\^$.*+?()[\]{}|/]/g;
/** However it is written; main's search takes all of them for an i. */
const dottedI = /[iIİ]\u0307*/g;

/**
 * Matches what main's search matches, letter by letter without regard to case; null for nothing.
 * In a pattern without regard to case the Turkish İ is a letter of its own, so it is named.
 */
export function matchPattern(search: string): RegExp | null {
  if (search === '') return null;
  const letters = search.replaceAll(special, String.raw`\$&`);
  return new RegExp(letters.replaceAll(dottedI, '[iİ]\u0307*'), 'giu');
}
