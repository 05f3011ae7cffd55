/**
 * JSON as the service sends it, without losing a digit. `parseJson` turns text into values,
 * `parseBytes` a long answer's bytes a part at a time, `scanItems` finds where the items of a page
 * lie in its bytes. Pure functions, no files, no network; everything in `core` may import this
 * folder, and it imports nothing of ours.
 */
export { hasMoreValues } from './scan-items.ts';
export { deepestShown, isDeeper } from './json-value.ts';
export { isExactNumber } from './json-value.ts';
export type { ExactNumber, JsonObject, JsonValue } from './json-value.ts';
export { parseBytes } from './parse-json.ts';
export { parseAsSent, parseJson } from './parse-json.ts';
export { countItems, itemRange, scanItems } from './scan-items.ts';
export type { ByteRange, EnvelopePath, ItemScan } from './scan-items.ts';
export { streamEnvelope } from './stream-envelope.ts';
export { differenceOf, isSameValue } from './same-value.ts';
export { stringifyJson } from './stringify-json.ts';
