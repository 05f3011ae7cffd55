/** Resources and fields that only the description has. */
import { discoveredId, platformOf } from './paths.ts';
import type { DescribedField, DescribedOperation } from './described.ts';
import { inWords } from './facts.ts';
import type { Catalogue, Field, Meaning, Resource } from '#shared/catalogue/types.ts';

/** Returns one of our resources if its items have exactly the same fields; otherwise a new one. */
export function resourceOf(catalogue: Catalogue, operation: DescribedOperation): Resource {
  const platform = platformOf(operation.path);
  const described = fieldsOf(operation);
  const names = new Set(described.map(({ name }) => name));
  const ours = catalogue.resources.filter((one) => one.platform === platform);
  const same = ours.find(
    ({ fields }) => fields.length === names.size && fields.every(({ name }) => names.has(name)),
  );
  if (same !== undefined) return same;
  const known = ours.flatMap(({ fields }) => fields);
  const fields = described.map((one) => fieldOf(one, known));
  const shown = fields.some(({ usual }) => usual) ? fields : fields.map(withDefaultsByIndex);
  return {
    id: discoveredId(operation.path),
    platform,
    one: 'row',
    many: 'rows',
    fields: shown,
    identity: identityOf(shown),
    fieldsEvidence: 'service',
    fieldsClosed: allowedFields(operation) !== null,
  };
}

/**
 * Returns fields of one of our resources as these operations describe them. Fields that we don't know
 * are shown by default, as they are while there is no description.
 */
export function namedFields(
  catalogue: Catalogue,
  { platform }: Resource,
  names: readonly string[],
  operations: readonly DescribedOperation[],
): Field[] {
  const known = catalogue.resources
    .filter((one) => one.platform === platform)
    .flatMap(({ fields }) => fields);
  const described = operations.flatMap(({ fields }) => fields ?? []);
  return names.map((name) => ({
    ...fieldOf(describedAs(name, described), known),
    group: 'Others',
    usual: true,
  }));
}

/** Of unknown fields, the first few are shown by default. */
const withDefaultsByIndex = (field: Field, index: number): Field => ({
  ...field,
  usual: index < 8,
});

const allowedFields = ({ query }: DescribedOperation): string[] | null =>
  query.find(({ name }) => name === 'fields')?.values ?? null;

/** Returns the allowed names, with what the description of the answer says about them. */
function fieldsOf(operation: DescribedOperation): DescribedField[] {
  const described = operation.fields ?? [];
  const allowed = allowedFields(operation)?.filter((name) =>
    /^[A-Za-z_][A-Za-z0-9_.]*$/.test(name),
  );
  return allowed?.map((name) => describedAs(name, described)) ?? described;
}

const describedAs = (name: string, described: readonly DescribedField[]): DescribedField =>
  described.find((one) => one.name === name) ?? {
    name,
    type: 'any',
    format: null,
    description: '',
  };

/** Returns a field with the label and meaning that its name has elsewhere on the platform, if any. */
function fieldOf(described: DescribedField, known: readonly Field[]): Field {
  const like = known.find(({ name }) => name === described.name);
  return (
    like ?? {
      name: described.name,
      label: inWords(described.name),
      group: 'Fields',
      meaning: meaningOf(described),
      usual: false,
    }
  );
}

function meaningOf({ name, type, format }: DescribedField): Meaning {
  if (/(^id|Id|_id)$/.test(name)) return 'id';
  if (format === 'date' || format === 'date-time') return 'date';
  if (format === 'uri' || /url$/i.test(name)) return 'url';
  switch (type) {
    case 'integer':
      return /count$/i.test(name) ? 'count' : 'number';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return 'list';
    case 'object':
      return 'object';
    default:
      return 'text';
  }
}

const identityOf = (fields: readonly Field[]): string =>
  (fields.find(({ name }) => name === 'id') ?? fields.find(({ meaning }) => meaning === 'id'))
    ?.name ?? 'id';
