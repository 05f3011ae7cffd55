/** What an extra object is made of. Specification: `parent_comment` beside a comment's replies. */
import type { Meaning, Resource } from '#shared/catalogue/types.ts';
import type { Column } from '#shared/contract/run.ts';

const titles: Readonly<Record<string, string>> = { parent_comment: 'Replying to' };

/** "Replying to"; for a name we don't know, the name in words. */
export function extraTitle(name: string): string {
  return titles[name] ?? name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
}

/** Its members as columns; an extra that is no object is one nameless value. */
export function extraColumns(value: unknown, resource: Resource | null): Column[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [toColumn('value', 'Value', 'text')];
  }
  const known = new Map(resource?.fields.map((field) => [field.name, field]));
  return Object.keys(value).map((name) => {
    const field = known.get(name);
    return toColumn(name, field?.label ?? name, field?.meaning ?? 'text');
  });
}

const toColumn = (field: string, label: string, meaning: Meaning): Column => ({
  field,
  label,
  meaning,
  type: 'mixed',
  usual: true,
});

/** The line that says what it is: its text, who wrote it and when. */
export function summaryParts(
  value: unknown,
  columns: readonly Column[],
): { text: Column | null; author: Column | null; date: Column | null } {
  const filled = columns.filter(({ field }) => isFilled(value, field));
  const find = (meaning: Meaning): Column | null =>
    filled.find((column) => column.meaning === meaning) ?? null;
  return { text: find('text'), author: find('username'), date: find('date') };
}

function isFilled(value: unknown, field: string): boolean {
  if (typeof value !== 'object' || value === null) return value !== null;
  const member: unknown = Reflect.get(value, field);
  return member !== null && member !== undefined && member !== '';
}
