/** JSON with exact integers: an id beyond 2^53 is a bigint here and plain digits on the wire. */

export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/** One item of a result, with its members in the specification's order. */
export type Item = Readonly<Record<string, Json>>;

export function writeJson(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`,
    );
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** `Array.isArray` does not narrow a readonly list. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
