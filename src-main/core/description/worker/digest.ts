/** Reduces a description to the digest that is stored. Junk is dropped; nothing is guessed. */
import { grouping } from '#shared/counts.ts';
import {
  describedTypeSchema,
  mostEntries,
  mostFields,
  mostOperations,
  mostParameters,
  mostPaths,
  mostValues,
} from '../described.ts';
import type {
  DescribedField,
  DescribedOperation,
  DescribedParameter,
  DescribedService,
  DescribedType,
} from '../described.ts';
import {
  Unreadable,
  createResolve,
  isObject,
  own,
  plainText,
  plainValue,
} from './read-document.ts';
import type { Resolve } from './read-document.ts';

const longestWords = 500;
const longestPath = 500;

/** Whether a path is a data endpoint's; operations have no form. */
const isData = (path: string): boolean =>
  path.startsWith('/api/data/') &&
  !path.startsWith('/api/data/operations/') &&
  path.length <= longestPath;

/**
 * @param basePath The path of the service's address. Of the description's own path prefix only what
 *   goes beyond it counts.
 * @throws Unreadable when there is more than a person could look through.
 */
export function digest(document: Record<string, unknown>, basePath: string): DescribedService {
  const resolve = createResolve(document);
  const given = own(document, 'paths');
  const entries = isObject(given) ? Object.entries(given) : [];
  if (entries.length > mostPaths) {
    throw new Unreadable(`names more than ${grouping(mostPaths)} paths.`);
  }
  const before = prefixOf(document, basePath);
  let left = mostEntries;
  const operations = entries.flatMap(([path, item]) => {
    const operation = isData(`${before}${path}`)
      ? operationOf(`${before}${path}`, resolve(item), resolve)
      : null;
    left -= operation === null ? 0 : entriesOf(operation);
    if (left < 0) throw new Unreadable('is too large to read.');
    return operation === null ? [] : [operation];
  });
  if (operations.length > mostOperations) {
    throw new Unreadable(`names more than ${grouping(mostOperations)} data paths.`);
  }
  const info = resolve(own(document, 'info'));
  return {
    title: plainText(own(info, 'title'), 200),
    version: plainText(own(info, 'version'), 50),
    paths: entries.length,
    operations,
  };
}

const entriesOf = ({ query, pathParameters, fields, envelope }: DescribedOperation): number =>
  [...query, ...pathParameters].reduce((sum, { values }) => sum + 1 + (values?.length ?? 0), 0) +
  (fields?.length ?? 0) +
  (envelope?.length ?? 0);

/** Returns the first server's path beyond the address's own. Its host is ignored: we have the address. */
function prefixOf(document: Record<string, unknown>, basePath: string): string {
  const servers = own(document, 'servers');
  const url = Array.isArray(servers) ? own(servers[0], 'url') : undefined;
  if (typeof url !== 'string') return '';
  try {
    const { pathname } = new URL(url, 'https://service.invalid');
    const path = pathname.replace(/\/+$/, '');
    return `${path}/`.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
  } catch {
    return '';
  }
}

function operationOf(
  path: string,
  item: Record<string, unknown> | null,
  resolve: Resolve,
): DescribedOperation | null {
  const operation = resolve(own(item, 'get'));
  if (operation === null) return null;
  const parameters = [
    ...parametersOf(own(operation, 'parameters'), resolve),
    ...parametersOf(own(item, 'parameters'), resolve),
  ];
  // The operation's parameters take precedence over its path's.
  const locatedIn = (location: string): Given[] =>
    parameters.filter(
      (one, at) =>
        one.location === location &&
        parameters.findIndex((other) => other.name === one.name && other.location === location) ===
          at,
    );
  const names = [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name]) => name ?? '');
  const ofPath = locatedIn('path');
  return {
    path,
    title: plainText(own(operation, 'summary') ?? own(item, 'summary'), 120),
    description: plainText(own(operation, 'description') ?? own(item, 'description'), longestWords),
    pathParameters: names
      .slice(0, 20)
      .map((name) => ofPath.find((one) => one.name === name)?.described ?? unknown(name)),
    query: locatedIn('query')
      .filter(({ sendable }) => sendable)
      .slice(0, mostParameters)
      .map(({ described }) => described),
    needs: neededOf(parameters),
    ...answerOf(answerSchema(operation, resolve), resolve),
  };
}

/** Returns the name of a required parameter that an address can't carry as a simple value. */
function neededOf(parameters: readonly Given[]): string | null {
  const needed = parameters.find(
    ({ location, described, sendable, name }) =>
      described.required &&
      (location === 'cookie' ||
        (location === 'header' && !/^(authorization|accept|content-type)$/i.test(name)) ||
        (location === 'query' && !sendable)),
  );
  return needed?.name ?? null;
}

interface Given {
  name: string;
  /** OpenAPI's `in`. */
  location: string;
  described: DescribedParameter;
  /** Whether it is a simple value or a list of simple values. */
  sendable: boolean;
}

function parametersOf(list: unknown, resolve: Resolve): Given[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, mostParameters * 4).flatMap((one) => {
    const parameter = resolve(one);
    const name = plainValue(own(parameter, 'name'), 100);
    const location = own(parameter, 'in');
    if (parameter === null || name === null || typeof location !== 'string') return [];
    const shape = shapeOf(own(parameter, 'schema'), resolve);
    const style = own(parameter, 'style') ?? 'form';
    const described: DescribedParameter = {
      name,
      required: location === 'path' || own(parameter, 'required') === true,
      description: plainText(own(parameter, 'description'), longestWords),
      ...shape,
      example: plainValue(own(parameter, 'example'), 200) ?? shape.example,
      // OpenAPI: a list in the query is repeated unless the description says otherwise.
      repeated: shape.type === 'array' && own(parameter, 'explode') !== false,
    };
    const sendable =
      shape.type !== 'object' &&
      (location !== 'query' || style === 'form') &&
      own(parameter, 'content') === undefined &&
      isWireName(name);
    return [{ name, location, described, sendable }];
  });
}

/** Returns whether a name needs no encoding in an address. */
const isWireName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_.\-[\]]{0,63}$/.test(name);

const unknown = (name: string): DescribedParameter => ({
  name: name.slice(0, 100),
  required: true,
  description: '',
  type: 'string',
  format: null,
  values: null,
  default: null,
  example: null,
  min: null,
  max: null,
  maxItems: null,
  repeated: false,
});

/** Returns the schema of a successful JSON answer. */
function answerSchema(operation: Record<string, unknown>, resolve: Resolve): unknown {
  const responses = own(operation, 'responses');
  const response = resolve(own(responses, '200') ?? own(responses, '2XX'));
  const content = own(response, 'content');
  if (!isObject(content)) return null;
  const json = Object.entries(content).find(([type]) =>
    /^application\/([\w.+-]+\+)?json\b/i.test(type),
  );
  return own(json?.[1], 'schema');
}

// Reads what JSON schemas say about a parameter and about an answer's items.

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

function shapeOf(given: unknown, resolve: Resolve): Shape {
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
function answerOf(
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
