/**
 * Parses text or bytes into values without rounding. The text of a long answer would take as much
 * memory as its bytes, and twice that where numbers are kept exactly, so its items are parsed in parts.
 */
import { isExactNumber, lookAlikes, numberShape } from './json-value.ts';
import type { JsonValue } from './json-value.ts';
import type { EnvelopePath } from './scan-items.ts';
import { countItems, itemRange, scanItems } from './scan-items.ts';

/**
 * Parses JSON text, accepting exactly what JSON.parse accepts (of duplicate members the last one
 * wins). A number becomes `{ $n: "<characters>" }` when it is an integer of 16 or more digits, or when
 * it has 16 or more characters or an exponent and `number` would not print it as it was sent: `1e400`,
 * `1E5`, `0.1000000000000000055`. Shorter ones keep their value but not always their spelling (`1.0`
 * is 1), so this is for what the program itself reads, not for what is shown or saved. A member named
 * `__proto__` is an ordinary member.
 *
 * @throws SyntaxError when the text is not JSON.
 */
export const parseJson = (text: string): JsonValue => parse(text, roundedNumber, isRounded);

/**
 * Parses rows the same way, but every number that would be printed differently becomes
 * `{ $n: "<characters>" }`, `1.50`, `1.0` and `-0` too.
 *
 * @throws SyntaxError when the text is not JSON.
 */
export const parseAsSent = (text: string): JsonValue => parse(text, respelledNumber, isRespelled);

/*
 * Match numbers that may need their characters. They require the character before a value, so ids in
 * strings rarely match; a text where they do match inside a string is only parsed more slowly.
 */
const roundedNumber = /(?:^|[:[,])\s*-?\d(?:[\d.]{15}|[\d.]*[eE])/;
/**
 * Also matches a trailing decimal 0, a minus before 0, and what is printed with an exponent. The
 * lookahead after such a decimal excludes times of day: nearly every row has a `08:10:05.000Z`.
 */
const respelledNumber =
  /(?:^|[:[,])\s*(?:-?(?:\d(?:[\d.]{15}|[\d.]*[eE]|\d*\.\d*0(?=[\s,\]}]|$))|0\.0{6})|-0(?![.\d]))/;

/** Depends on the number alone and not on its page, so that a column doesn't change between pages. */
function isRounded(lexeme: string): boolean {
  const unsigned = lexeme.startsWith('-') ? lexeme.slice(1) : lexeme;
  if (/^\d+$/.test(unsigned)) return unsigned.length >= 16;
  return (unsigned.length >= 16 || /e/i.test(unsigned)) && String(Number(lexeme)) !== lexeme;
}

const isRespelled = (lexeme: string): boolean =>
  /^-?\d{16}/.test(lexeme) || String(Number(lexeme)) !== lexeme;

function parse(
  text: string,
  risky: RegExp,
  needsCharacters: (lexeme: string) => boolean,
): JsonValue {
  const value = risky.test(text) ? parseExactly(text, needsCharacters) : parsePlainly(text);
  if (markName.test(text)) recordLookAlikes(parsePlainly(text), value);
  return value;
}

function parsePlainly(text: string): JsonValue {
  const value: JsonValue = JSON.parse(text);
  return value;
}

/** Parses only once: long answers hold many objects. */
function parseExactly(text: string, needsCharacters: (lexeme: string) => boolean): JsonValue {
  try {
    return parsePlainly(withCharacters(text, needsCharacters));
  } catch {
    // Throws an error whose position is in this text, not in the rewritten one.
    return parsePlainly(text);
  }
}

/** The name `$n`, with or without escapes. */
const markName = /"(?:\$|\\u0024)(?:n|\\u006e)"/i;

/** Records the look-alikes: what looks like a number in `value` but is an object in `plain`. */
function recordLookAlikes(plain: JsonValue, value: JsonValue): void {
  const pairs: [JsonValue, JsonValue][] = [[plain, value]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [before, after] = pair;
    if (typeof before !== 'object' || before === null) continue;
    if (isExactNumber(after)) lookAlikes.add(after);
    const members = Object.values(after ?? {});
    for (const [index, member] of Object.values(before).entries()) {
      pairs.push([member, members[index] ?? null]);
    }
  }
}

/** Rewrites numbers as `{"$n":"…"}`. Invalid numbers stay, for the parser to reject. */
function withCharacters(text: string, needsCharacters: (lexeme: string) => boolean): string {
  const stringOrNumber = /"|-?\d[\d.eE+-]*/g;
  let exact = '';
  let from = 0;
  for (let found = stringOrNumber.exec(text); found !== null; found = stringOrNumber.exec(text)) {
    const [lexeme] = found;
    if (lexeme === '"') {
      stringOrNumber.lastIndex = endOfString(text, found.index + 1);
    } else if (needsCharacters(lexeme) && numberShape.test(lexeme)) {
      exact += `${text.slice(from, found.index)}{"$n":"${lexeme}"}`;
      from = stringOrNumber.lastIndex;
    }
  }
  return exact + text.slice(from);
}

/** Returns the index after the closing quote of the string that begins at `start`, or the text's end. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); ; quote = text.indexOf('"', quote + 1)) {
    if (quote === -1) return text.length;
    let slashes = 0;
    while (quote - slashes > start && text[quote - slashes - 1] === '\\') slashes++;
    if (slashes % 2 === 0) return quote + 1;
  }
}

/**
 * Applies `parseText` to UTF-8 bytes, without a byte order mark.
 *
 * @param path where the items are, if there are any.
 * @param partBytes the longest text of a part that has more than one item, in bytes.
 * @throws SyntaxError when they are not JSON; its position is in the whole text.
 */
export function parseBytes(
  bytes: Uint8Array,
  parseText: (text: string) => JsonValue,
  path: EnvelopePath = ['results'],
  partBytes = 1024 * 1024,
): JsonValue {
  const { buffer, byteOffset, length } = bytes;
  const body = Buffer.from(buffer, byteOffset, length);
  const isMarked = length >= 3 && body.readUIntBE(0, 3) === 0xefbbbf;
  const json = isMarked ? body.subarray(3) : body;
  const inParts =
    length > 2 * partBytes ? parseInParts(json, parseText, path, partBytes) : undefined;
  return inParts ?? parseText(new TextDecoder().decode(bytes));
}

/** Returns undefined when a part isn't valid JSON or there are no items: parsing the whole says why. */
function parseInParts(
  json: Buffer,
  parseText: (text: string) => JsonValue,
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
    const around = parseText(before + after);
    const items = listAt(around, path);
    // The list must end after the last item: another value would be taken for an item.
    if (items?.length !== 0) return undefined;
    for (let first = 0; first < count;) {
      let next = first + 1;
      while (next < count && end(next) - start(first) <= partBytes) next++;
      const part = parseText(`[${json.toString('utf8', start(first), end(next - 1))}]`);
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

/** Parses plain JSON, such as that of our own files; undefined for any other text. */
export const jsonIn = (text: string): unknown => orUndefined(() => JSON.parse(text));

/** Parses as `parseAsSent` does; undefined for what is no JSON. */
export const asSentIn = (text: string): JsonValue | undefined =>
  orUndefined(() => parseAsSent(text));

function orUndefined<T>(parsed: () => T): T | undefined {
  try {
    return parsed();
  } catch {
    return undefined;
  }
}

/** Parses short JSON in UTF-8, as `parseJson` does; undefined when the bytes are none. */
export const parseOrUndefined = ({
  buffer,
  byteOffset,
  length,
}: Uint8Array): JsonValue | undefined =>
  orUndefined(() => parseJson(Buffer.from(buffer, byteOffset, length).toString('utf8')));
