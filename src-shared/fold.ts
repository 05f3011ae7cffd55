/**
 * The one rule of which texts are the same: for search, filters, networks, pseudonyms and lists. The column
 * store does most of it once, as rows arrive; where SQL has to (`foldSql`), a test compares every character.
 */

const blank = /\p{Zs}/gu;
const dotAbove = '\u0307';
const dottedTwice = /i\u0307+/g;
const asciiOnly = /^\p{ASCII}*$/u;

/** A text in one spelling: letters and their accents composed, and every kind of blank a space. */
export const plainText = (text: string): string => text.normalize('NFC').replaceAll(blank, ' ');

/**
 * The same without regard to case; accents count. A part of a text must fold like the whole, which
 * `toLowerCase` alone does not ensure:
 * - Greek has two small sigmas, and `toLowerCase` chooses by the surrounding letters.
 * - The Turkish capital İ becomes an i with a dot over its dot, so that `istanbul` would not be found in
 *   `İstanbul`. The same dot is in texts that were lowercased by such a function.
 */
export function fold(text: string): string {
  let folded = text.toLowerCase();
  if (asciiOnly.test(folded)) return folded;
  if (folded.includes('ς')) folded = folded.replaceAll('ς', 'σ');
  if (folded.includes(dotAbove)) folded = folded.replaceAll(dottedTwice, 'i');
  return plainText(folded);
}

/** Folded, and without accents: for finding a thing by its name, where "reponses" finds "Réponses". */
export const foldAccents = (text: string): string =>
  fold(text).normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');
