/** Reads what JSON schemas say about a parameter and about an answer's items. */
import { describedTypeSchema, mostFields, mostValues } from '../described.ts';
import type {
  DescribedField,
  DescribedOperation,
  DescribedParameter,
  DescribedType,
} from '../described.ts';
import { isObject, own, plainText, plainValue } from './read-document.ts';
import type { Resolve } from './read-document.ts';

type Schema = Record<string, unknown>;

/** How deep composed schemas (`allOf`, `anyOf`, `oneOf`) are followed. */
const deepest = 6;
const mostParts = 60;
const longestName = 200;
const longestText = 300;

type Shape = Pick<
  DescribedParameter,
  'type' | 'format' | 'values' | 'default' | 'example' | 'min' | 'max' | 'maxItems'
>;

export function shapeOf(given: unknown, resolve: Resolve): Shape {
  const schema = merged(given, resolve);
  const type = typeOf(schema);
  const items = type === 'array' ? merged(own(schema, 'items'), resolve) : schema;
  const examples = own(schema, 'examples');
  const example = own(schema, 'example') ?? (Array.isArray(examples) ? examples[0] : undefined);
  return {
    type,
    format: plainValue(own(items, 'format'), longestName),
    values: valuesOf(items),
    default: listed(own(schema, 'default')),
    example: listed(example),
    min: limit(own(schema, 'minimum'), own(schema, 'exclusiveMinimum'), 1),
    max: limit(own(schema, 'maximum'), own(schema, 'exclusiveMaximum'), -1),
    maxItems: number(own(schema, 'maxItems')),
  };
}

/** Joins a list with commas. */
const listed = (value: unknown): string | null =>
  Array.isArray(value)
    ? plainValue(value.slice(0, mostValues).map(String).join(','), longestName)
    : plainValue(value, longestName);

const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

function limit(inclusive: unknown, exclusive: unknown, step: 1 | -1): number | null {
  const beyond = number(exclusive);
  return number(inclusive) ?? (beyond === null ? null : beyond + step);
}

function valuesOf(schema: Schema): string[] | null {
  const constant = own(schema, 'const');
  const listing = constant === undefined ? own(schema, 'enum') : [constant];
  // The beginning of a longer list would rule out the rest of it.
  if (!Array.isArray(listing) || listing.length > mostValues) return null;
  const values = listing.flatMap((value) => {
    const text = value === null ? null : plainValue(value, longestName);
    return text === null || text === '' ? [] : [text];
  });
  return values.length === 0 ? null : [...new Set(values)];
}

const types: ReadonlySet<string> = new Set(describedTypeSchema.exclude(['any']).options);

function typeOf(schema: Schema): DescribedType {
  const given = own(schema, 'type');
  const names = (Array.isArray(given) ? given : [given]).filter((name) => name !== 'null');
  const [name] = names;
  if (names.length === 1 && typeof name === 'string' && types.has(name)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above
    return name as DescribedType;
  }
  if (names.length > 1) return 'any';
  if (isObject(own(schema, 'properties'))) return 'object';
  if (isObject(own(schema, 'items'))) return 'array';
  return Array.isArray(own(schema, 'enum')) ? 'string' : 'any';
}

/**
 * Merges a schema with the schemas it is composed of; the first to define a member wins. Cycles are
 * followed once.
 */
function merged(
  given: unknown,
  resolve: Resolve,
  seen: Set<Schema> = new Set(),
  depth = 0,
): Schema {
  const schema = resolve(given);
  if (schema === null || depth > deepest || seen.has(schema) || seen.size > mostParts) return {};
  seen.add(schema);
  const partsOf = (kind: string): Schema[] => {
    const parts = own(schema, kind);
    return Array.isArray(parts) ? parts.map((part) => merged(part, resolve, seen, depth + 1)) : [];
  };
  return firstOf([
    // Members beside a `$ref` count too (OpenAPI 3.1).
    ...(isObject(given) ? [given] : []),
    schema,
    ...partsOf('allOf'),
    alternatives(partsOf('anyOf')),
    alternatives(partsOf('oneOf')),
  ]);
}

/** Merges schemas in order of precedence. `properties` becomes a map. */
function firstOf(schemas: readonly Schema[]): Schema {
  const result = new Map<string, unknown>();
  const properties = new Map<string, unknown>();
  for (const [name, member] of schemas.flatMap((schema) => Object.entries(schema))) {
    if (name === 'properties' && isObject(member)) {
      for (const [field, one] of member instanceof Map ? member : Object.entries(member)) {
        if (!properties.has(field) && properties.size < mostFields) properties.set(field, one);
      }
    } else if (!result.has(name)) {
      result.set(name, member);
    }
  }
  if (properties.size > 0) result.set('properties', properties);
  // `fromEntries` defines own members, so that `__proto__` is one like any other.
  return Object.fromEntries(result);
}

/** Merges schemas of which one applies: each may add types and values, and any may leave them open. */
function alternatives(schemas: readonly Schema[]): Schema {
  const given = schemas.filter(
    (schema) => own(schema, 'type') !== 'null' && own(schema, 'const') !== null,
  );
  if (given.length === 0) return {};
  const values = given.map(valuesOf);
  const { const: _, enum: __, ...others } = firstOf(given);
  const type = [...new Set(given.map(typeOf))];
  return { ...others, type, ...(values.includes(null) ? {} : { enum: values.flat() }) };
}

/** Describes the items of the answer's `results` (specification, Response envelope), and their siblings. */
export function answerOf(
  schema: unknown,
  resolve: Resolve,
): Pick<DescribedOperation, 'fields' | 'envelope'> {
  const members = propertiesOf(merged(schema, resolve));
  if (members.size === 0) return { fields: null, envelope: null };
  const envelope = [...members.keys()].filter(isName).slice(0, 60);
  const items = own(merged(members.get('results'), resolve), 'items');
  if (items === undefined) return { fields: null, envelope };
  const fields = [...propertiesOf(merged(items, resolve))].flatMap(([name, value]) =>
    isName(name) ? [fieldOf(name, value, resolve)] : [],
  );
  return { fields: fields.length === 0 ? null : fields, envelope };
}

function propertiesOf(schema: Schema): Map<string, unknown> {
  const properties = own(schema, 'properties');
  return properties instanceof Map ? new Map<string, unknown>(properties) : new Map();
}

function fieldOf(name: string, value: unknown, resolve: Resolve): DescribedField {
  const schema = merged(value, resolve);
  return {
    name,
    type: typeOf(schema),
    format: plainValue(own(schema, 'format'), longestName),
    description: plainText(own(schema, 'description') ?? own(schema, 'title'), longestText),
  };
}

/** Returns whether an item can have this name and `fields` can list it. */
const isName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_.]{0,99}$/.test(name);
