/**
 * JSON as the service sends it, without losing a digit. `parseJson` turns text into values,
 * `parseBytes` parses a long answer's bytes in parts, `scanItems` locates the items of a page in its
 * bytes. Pure functions, no files, no network; everything in `core` may import this folder, and it
 * imports none of our own modules.
 */
export { asObject, asObjects, deepestShown, isDeeper, isExactNumber } from './json-value.ts';
export { stringifyJson } from './json-value.ts';
export type { ExactNumber, JsonObject, JsonValue } from './json-value.ts';
export {
  asSentIn,
  jsonIn,
  parseAsSent,
  parseBytes,
  parseJson,
  parseOrUndefined,
} from './parse-json.ts';
export {
  countItems,
  hasMoreValues,
  itemRange,
  renameFirstMember,
  renameMembers,
  scanItems,
} from './scan-items.ts';
export type { ByteRange, EnvelopePath, ItemScan } from './scan-items.ts';
export { differenceOf, isSameValue } from './same-value.ts';
