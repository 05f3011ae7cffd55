/** What files and pictures have to know about characters. */

const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]/g;

/** Returns the length of a text as it is seen: East Asian characters are as wide as two others. */
export const shownLength = (text: string): number => text.length + (text.match(wide)?.length ?? 0);

/** Characters that XML 1.0 can't contain, for the brackets of a regular expression. */
export const notInXml = String.raw`\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF`;

/** Returns a picture of such a character, so that different texts remain different. */
export function inXml(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x24_00 + code) : '\uFFFD';
}

/** A text in quotation marks: in single ones if it has its own, such as the phrase of a search. */
export const quoted = (text: string): string => (/["“”„«»]/.test(text) ? `‘${text}’` : `“${text}”`);
