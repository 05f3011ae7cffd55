/** Which fields are chosen. */
import { foldAccents } from '#shared/fold.ts';
import type { Field, Resource } from '#shared/catalogue/types.ts';

/**
 * All, or those of these names. In a query, no `fields` means every field, so that none is chosen can't be
 * represented there: it is a state of the form only, and can't be asked.
 */
export type Selection = 'all' | readonly string[];

export const chooseAField = 'Choose at least one field, or all of them.';

export const isNone = (selection: Selection): boolean =>
  selection !== 'all' && selection.length === 0;

/** `noneChosen` is the form's own state; fields of the query override it. */
export const selectionOf = (fields: readonly string[], noneChosen: boolean): Selection =>
  fields.length > 0 || noneChosen ? fields : 'all';

/**
 * Returns the selection of exactly these names, in the list's order, with the person's own names last.
 */
export function select(resource: Resource, names: Iterable<string>): Selection {
  const chosen = new Set(names);
  const listed = resource.fields.filter(({ name }) => chosen.delete(name)).map(({ name }) => name);
  const isAll = listed.length === resource.fields.length && chosen.size === 0;
  return isAll && listed.length > 0 ? 'all' : [...listed, ...chosen];
}

/** Returns the ticked names. */
export const chosenNames = (resource: Resource, selection: Selection): readonly string[] =>
  selection === 'all' ? resource.fields.map(({ name }) => name) : selection;

export function toggle(resource: Resource, selection: Selection, name: string): Selection {
  const names = new Set(chosenNames(resource, selection));
  if (!names.delete(name)) names.add(name);
  return select(resource, names);
}

/** Returns names that the list lacks: added by the person, or from an older list. */
export function ownNames(resource: Resource, selection: Selection): string[] {
  const listed = new Set(resource.fields.map(({ name }) => name));
  return chosenNames(resource, selection).filter((name) => !listed.has(name));
}

/** Returns the text of the closed control: "All fields", "12 of 31". */
export function selectionWords(resource: Resource, selection: Selection): string {
  if (selection === 'all') return 'All fields';
  const total = resource.fields.length + ownNames(resource, selection).length;
  return isNone(selection) ? 'None chosen' : `${selection.length} of ${total}`;
}

/** Returns the person's default; without one, the fields that a table shows by default. */
export function defaultSelection(resource: Resource, defaultNames: readonly string[]): Selection {
  if (defaultNames.length > 0) return select(resource, defaultNames);
  return select(
    resource,
    resource.fields.filter((field) => field.usual).map(({ name }) => name),
  );
}

export const isSameSelection = (resource: Resource, one: Selection, other: Selection): boolean =>
  (one === 'all') === (other === 'all') &&
  chosenNames(resource, one).join() === chosenNames(resource, other).join();

export interface FieldGroup {
  name: string;
  fields: readonly Pick<Field, 'name' | 'label'>[];
}

/**
 * Returns the list grouped by meaning, filtered by label or technical name; the person's own names are
 * last.
 */
export function fieldGroups(resource: Resource, own: readonly string[], search: string) {
  const wanted = foldAccents(search.trim());
  const groups = new Map<string, Pick<Field, 'name' | 'label'>[]>();
  const listed = resource.fields.map(({ name, label, group }) => ({ name, label, group }));
  const added = own.map((name) => ({ name, label: name, group: 'Other names' }));
  for (const { name, label, group } of [...listed, ...added]) {
    if (!foldAccents(`${label} ${name}`).includes(wanted)) continue;
    groups.set(group, [...(groups.get(group) ?? []), { name, label }]);
  }
  return [...groups].map(([name, fields]): FieldGroup => ({ name, fields }));
}
