/** Values as the table shows them, in one line. */
import type { Meaning } from '#shared/catalogue/types.ts';
import type { Column } from '#shared/contract/run.ts';
import { groupDigits } from '../values/cell-view.ts';

type ValueOf = Pick<Column, 'type' | 'meaning'>;

export function valueWords(
  { type, meaning }: ValueOf,
  { value, cut }: { value: string; cut: boolean },
): string {
  if (value === '') return 'empty';
  if (type === 'boolean') return value === 'true' ? 'Yes' : 'No';
  if (type === 'integer' && meaning !== 'id') return groupDigits(value);
  const name = meaning === 'username' && !value.startsWith('@') ? `@${value}` : value;
  return `${name.replaceAll(/\s+/g, ' ')}${cut ? '…' : ''}`;
}

const ofType: Record<Column['type'], string> = {
  integer: 'whole numbers',
  number: 'numbers',
  boolean: 'yes or no',
  text: 'text',
  list: 'lists',
  object: 'objects',
  mixed: 'mixed',
  empty: 'empty',
};

/** What the values are: dates come as text, and nobody looks for them there. */
export function kindWords({ type, meaning }: ValueOf): string {
  return (type === 'text' ? ofMeaning[meaning] : undefined) ?? ofType[type];
}

const ofMeaning: Partial<Record<Meaning, string>> = { date: 'dates', id: 'IDs', url: 'links' };
