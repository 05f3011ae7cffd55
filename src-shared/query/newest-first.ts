/** Whether rows come newest first: the same in the window and in main. */
import type { Endpoint } from '../catalogue/types.ts';
import type { Query } from './types.ts';

/** Returns the field by whose time a live question's rows are sorted, newest first; null: they aren't. */
export function newestFirstField(
  { kind, newestFirst }: Pick<Endpoint, 'kind' | 'newestFirst'>,
  { values }: Query,
): string | null {
  if (kind !== 'live' || newestFirst === null) return null;
  const { field, unless } = newestFirst;
  return unless !== null && unless.values.includes(values[unless.key] ?? '') ? null : field;
}
