/**
 * Long answers, from their bytes to values. Their text would take as much memory as their bytes, and
 * once more where numbers are kept exactly; so their items are parsed a part at a time.
 */
import type { JsonValue } from './json-value.ts';
import type { EnvelopePath } from './scan-items.ts';
import { countItems, itemRange, scanItems } from './scan-items.ts';

/**
 * What `parse` makes of the text of `bytes`, which are UTF-8, a byte order mark left out.
 *
 * @param path where the items are, if there are any.
 * @param partBytes the text of a part has so many at most, or is one item.
 * @throws SyntaxError when they are not JSON; it names a place in the whole text.
 */
export function parseBytes(
  bytes: Uint8Array,
  parse: (text: string) => JsonValue,
  path: EnvelopePath = ['results'],
  partBytes = 1024 * 1024,
): JsonValue {
  const { buffer, byteOffset, length } = bytes;
  const body = Buffer.from(buffer, byteOffset, length);
  const isMarked = length >= 3 && body.readUIntBE(0, 3) === 0xefbbbf;
  const json = isMarked ? body.subarray(3) : body;
  const inParts = length > 2 * partBytes ? parseInParts(json, parse, path, partBytes) : undefined;
  return inParts ?? parse(new TextDecoder().decode(bytes));
}

/** Undefined where the parts are not whole JSON, or have no list of items: then all of it tells why. */
function parseInParts(
  json: Buffer,
  parse: (text: string) => JsonValue,
  path: EnvelopePath,
  partBytes: number,
): JsonValue | undefined {
  const scan = scanItems(json, path);
  const count = countItems(scan);
  if (count === 0) return undefined;
  const start = (item: number): number => itemRange(scan, item).start;
  const end = (item: number): number => itemRange(scan, item).end;
  const before = json.toString('utf8', 0, start(0));
  const after = json.toString('utf8', end(count - 1));
  try {
    const around = parse(before + after);
    const items = listAt(around, path);
    // What follows the last item must end the list: another value would pass for an item here.
    if (items?.length !== 0) return undefined;
    for (let first = 0; first < count;) {
      let next = first + 1;
      while (next < count && end(next) - start(first) <= partBytes) next++;
      const part = parse(`[${json.toString('utf8', start(first), end(next - 1))}]`);
      if (!Array.isArray(part)) return undefined;
      for (const item of part) items.push(item);
      first = next;
    }
    return around;
  } catch {
    return undefined;
  }
}

function listAt(value: JsonValue, path: EnvelopePath): JsonValue[] | undefined {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
    found = Object.hasOwn(found, name) ? (found[name] ?? null) : null;
  }
  return Array.isArray(found) ? found : undefined;
}
