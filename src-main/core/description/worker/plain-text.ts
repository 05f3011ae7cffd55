/** Words of a stranger's document, as plain text in one line. */

/** Control characters, and those that turn the direction of what follows. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu;

/**
 * Without tags, control characters and line breaks, cut to `most` characters. Nothing here makes
 * text safe to be put into HTML: nobody may do that. It makes it readable.
 */
export function plainText(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  const words = value
    .slice(0, most * 20)
    .replaceAll(/<\/?[A-Za-z!][^<>]{0,200}>/g, ' ')
    .replaceAll(invisible, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(words);
  return characters.length <= most ? words : `${characters.slice(0, most - 1).join('')}…`;
}

/** A value as it would be written in an address; null for what can't be. */
export function plainValue(value: unknown, most: number): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.length > most) return null;
  // Here nothing is made readable: a changed value would be another value.
  return invisibleOrHalf.test(value) ? null : value;
}

const invisibleOrHalf = /[\p{Cc}\p{Cs}]/u;
