/**
 * Hostile values, and JSON with one member replaced by one of them: written as text, because some of
 * them are nothing that `JSON.stringify` would write.
 */
import { crc32 } from 'node:zlib';
import { maxHeader } from '#main/core/store/record.ts';

export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
/** From the outside in. */
type Path = readonly (string | number)[];

/** JSON texts of 40 values. @param origin of the service in use. */
export const hostileValues = (origin: string): string[] => [
  'null',
  'true',
  '-1',
  '0',
  '1.5',
  '1e308',
  String(2 ** 53),
  '9'.repeat(400),
  '1e999',
  ...[
    '',
    ' ',
    '..',
    '../outside',
    '../../outside/x',
    '/etc/passwd',
    String.raw`C:\x`,
    String.raw`\\host\share`,
    'a/b',
    '\u0000',
    '\ud800',
    'x'.repeat(1_000_000),
    '__proto__',
    'constructor',
    '^(?:a+)+$',
    'http://127.0.0.1:9/',
    'https://evil.test/',
    `${origin}/base/api/data/microblog/posts/live?q=x#`,
    'file:///etc/passwd',
    'javascript:alert(1)',
    '=1+1',
    '2026-13-45',
    '<script>',
    '%2e%2e',
    '+275760-09-13T00:00:00.000Z',
    'op_1',
  ].map((text) => JSON.stringify(text)),
  '{}',
  '[]',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `[${'0,'.repeat(99_999)}0]`,
  '{"__proto__":{"x":1}}',
];

/**
 * Paths of all members, outer ones first; of lists those of the first two items, of a page's items of
 * the first.
 */
function membersOf(value: Json, path: Path = []): Path[] {
  const own = path.length === 0 ? [] : [path];
  if (typeof value !== 'object' || value === null) return own;
  const most = path.at(-1) === 'results' ? 1 : 2;
  const inner = Array.isArray(value) ? [...value.entries()].slice(0, most) : Object.entries(value);
  return [...own, ...inner.flatMap(([name, member]) => membersOf(member, [...path, name]))];
}

/** A member, and the JSON that takes its place. */
export type Change = readonly [path: Path, by: string];

/** JSON of `value` with some members changed. */
export function changed(value: Json, changes: readonly Change[], depth = 0): string {
  if (changes.length === 0) return JSON.stringify(value);
  const here = changes.find(([path]) => path.length === depth);
  if (here !== undefined) return here[1];
  const inner = (member: Json, name: string | number): string =>
    changed(
      member,
      changes.filter(([path]) => path[depth] === name),
      depth + 1,
    );
  if (Array.isArray(value)) return `[${value.map(inner).join(',')}]`;
  const members = Object.entries(value as object) as [string, Json][];
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${inner(one, name)}`).join(',')}}`;
}

/**
 * A line of a page log: the members of its header without those that follow from others, its body, and the
 * members after that.
 */
export interface LogLine {
  header: { [member: string]: Json };
  body: Json;
  tail: { [member: string]: Json };
}

const afterBody = ['places', 'types', 'inputs'];

export function readLogLine(text: string): LogLine {
  const {
    body,
    head: _,
    tail: _tail,
    ...others
  } = JSON.parse(text) as {
    body: Json;
    [member: string]: Json;
  };
  const isAfter = ([name]: [string, Json]): boolean => afterBody.includes(name);
  const members = Object.entries(others);
  return {
    header: Object.fromEntries(members.filter((one) => !isAfter(one))),
    body,
    tail: Object.fromEntries(members.filter(isAfter)),
  };
}

/**
 * The line with members changed and checksums that fit it; null: its header would be too long to be
 * read.
 */
export function logLine(
  { header, body, tail }: LogLine,
  changes: Partial<Record<keyof LogLine, readonly Change[]>> = {},
): string | null {
  const bodyText = changed(body, changes.body ?? []);
  const bytes = Buffer.from(bodyText);
  const after = changed(tail, changes.tail ?? []).slice(1, -1);
  const tailText = after === '' ? '' : `,${after}`;
  const tailBytes = Buffer.from(tailText);
  const checked: LogLine['header'] =
    after === '' ? {} : { tail: [tailBytes.length, hex(crc32(tailBytes))] };
  const fields: LogLine['header'] = {
    ...header,
    len: bytes.length,
    crc: hex(crc32(bytes)),
    ...checked,
  };
  const start = changed(fields, changes.header ?? []).slice(0, -1);
  const head = `${start},"head":"${hex(crc32(start))}"`;
  if (Buffer.byteLength(head) > maxHeader) return null;
  return `${head},"body":${bodyText}${tailText}}\n`;
}

const hex = (crc: number): string => crc.toString(16).padStart(8, '0');

/** A file in which members were replaced, and which, by what. */
export interface Fuzzed {
  name: string;
  text: string;
}

/**
 * The file's text with each member replaced by each value in turn, or by `most` of them, other ones for
 * each member.
 * @param write gives the text for a change; null: there is none.
 */
export function* fuzzed(
  about: string,
  value: Json,
  values: readonly string[],
  most: number,
  write: (changes: readonly Change[]) => string | null = (changes) => changed(value, changes),
): Generator<Fuzzed> {
  for (const [at, path] of membersOf(value).entries()) {
    for (const by of inTurn(values, valueAt(value, path), at).slice(0, most)) {
      const text = write([[path, by]]);
      if (text === null) continue;
      yield { name: `${about} ${path.join('.')} = ${by.slice(0, 60)}`, text };
    }
  }
}

const typeOf = (text: string): string => {
  if (text.startsWith('"')) return 'string';
  if (/^[-\d]/.test(text)) return 'number';
  return text === 'true' ? 'boolean' : 'object';
};

/** The values, first those of the same type: a schema that asks for no more lets them pass. */
function inTurn(values: readonly string[], given: unknown, from: number): string[] {
  const isSame = (text: string): boolean => typeOf(text) === typeof given;
  return [values.filter(isSame), values.filter((text) => !isSame(text))].flatMap((some) =>
    some.map((_, at) => some[(from + at) % some.length]!),
  );
}

function valueAt(value: Json, path: Path): unknown {
  let found: unknown = value;
  for (const name of path) found = (found as Record<string | number, unknown>)[name];
  return found;
}
