/** Values in the forms in which people have them: with an @, with a prefix, as an address. */
import type { Endpoint, ParameterType } from '../catalogue/types.ts';
import type { Query } from './types.ts';
import { splitIds } from './values.ts';

/** The value that was meant; as typed where it is in no other known form. */
export function readValue(type: ParameterType, typed: string): string {
  if (!('written' in type) || type.written === undefined) return typed;
  const patterns = type.written.map((source) => new RegExp(source, 'u'));
  const read = (text: string): string => {
    for (const pattern of patterns) {
      const meant = pattern.exec(text)?.[1];
      if (meant !== undefined) return meant;
    }
    return text;
  };
  if (type.kind === 'text') {
    const meant = read(typed.trim());
    return meant === typed.trim() ? typed : meant;
  }
  const ids = splitIds(typed);
  return ids.some((id) => read(id) !== id) ? ids.map(read).join(' ') : typed;
}

/** The query with the values that were meant; itself where nothing is written in another form. */
export function readQuery(endpoint: Endpoint, query: Query): Query {
  const changed = endpoint.parameters.flatMap(({ key, type }): [string, string][] => {
    const typed = query.values[key] ?? '';
    const meant = readValue(type, typed);
    return meant === typed ? [] : [[key, meant]];
  });
  if (changed.length === 0) return query;
  return { ...query, values: { ...query.values, ...Object.fromEntries(changed) } };
}
