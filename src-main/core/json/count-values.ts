/** How many values JSON has: what it takes in memory depends on them more than on its length. */

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBrace = 0x7b;
/** `{` and `[` differ in this bit only. */
const braceBit = 0x20;

/**
 * Whether the JSON in `bytes` has more than `most` commas, lists and objects outside its texts.
 * Looks no further than it needs to.
 */
export function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  if (bytes.length <= most) return false;
  let count = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (inString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === comma || (byte | braceBit) === openBrace) {
      count += 1;
      if (count > most) return true;
    }
  }
  return false;
}
