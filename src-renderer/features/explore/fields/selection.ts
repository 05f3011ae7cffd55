/**
 * Which fields are chosen. In a query, no `fields` means every field, so "none chosen" can't be
 * represented there: it is a state of the form only, and can't be asked.
 */
import { foldAccents } from '#shared/fold.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Field, Resource } from '#shared/catalogue/types.ts';

export type Selection =
  | { kind: 'all' }
  | { kind: 'none' }
  | { kind: 'some'; names: readonly string[] };

export const everything: Selection = { kind: 'all' };
export const nothing: Selection = { kind: 'none' };

/** `noneChosen` is the form's own state; fields of the query override it. */
export function selectionOf(fields: readonly string[], noneChosen: boolean): Selection {
  if (fields.length > 0) return { kind: 'some', names: fields };
  return noneChosen ? nothing : everything;
}

/**
 * Returns the selection of exactly these names, in the list's order, with the person's own names last.
 */
export function select(resource: Resource, names: Iterable<string>): Selection {
  const chosen = new Set(names);
  const listed = resource.fields.filter(({ name }) => chosen.delete(name)).map(({ name }) => name);
  const ordered = [...listed, ...chosen];
  if (ordered.length === 0) return nothing;
  return listed.length === resource.fields.length && chosen.size === 0
    ? everything
    : { kind: 'some', names: ordered };
}

/** Returns the ticked names. */
export function chosenNames(resource: Resource, selection: Selection): readonly string[] {
  switch (selection.kind) {
    case 'all':
      return resource.fields.map(({ name }) => name);
    case 'none':
      return [];
    case 'some':
      return selection.names;
    default:
      return assertNever(selection);
  }
}

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
  switch (selection.kind) {
    case 'all':
      return 'All fields';
    case 'none':
      return 'None chosen';
    case 'some': {
      const total = resource.fields.length + ownNames(resource, selection).length;
      return `${selection.names.length} of ${total}`;
    }
    default:
      return assertNever(selection);
  }
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
  one.kind === other.kind &&
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
