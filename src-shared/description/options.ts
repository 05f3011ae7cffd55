/** Names that are of no form: the list of fields, the way to the next page. */
import type { DescribedOperation } from './described.ts';
import type { Endpoint, OptionNames } from '../catalogue/types.ts';

type OptionKey = keyof OptionNames;

/** Names that such a thing can have. */
const words: Readonly<Record<OptionKey, RegExp>> = {
  cursor: /cursor/i,
  fields: /^(fields?|attributes?|select)$/i,
  pageNumber: /page.?(number|no|index)|^page$/i,
  tableName: /table/i,
};

/** What an endpoint of this kind may take. */
export function optionsOf({ pages, kind, optionNames }: Endpoint): OptionKey[] {
  return [
    ...(pages ? (['cursor'] as const) : []),
    ...(optionNames.fields === null ? [] : (['fields'] as const)),
    ...(kind === 'stored' ? (['pageNumber', 'tableName'] as const) : []),
  ];
}

/** What the service calls it: our name, or the only one that speaks of the same; null otherwise. */
export function optionNameOf(
  endpoint: Endpoint,
  { query }: DescribedOperation,
  key: OptionKey,
): string | null {
  const names = query.map(({ name }) => name);
  const ours = endpoint.optionNames[key];
  if (ours !== null && names.includes(ours)) return ours;
  const known = new Set(endpoint.parameters.map(({ wire }) => wire));
  const [only, ...more] = names.filter((name) => words[key].test(name) && !known.has(name));
  return only !== undefined && more.length === 0 ? only : null;
}
