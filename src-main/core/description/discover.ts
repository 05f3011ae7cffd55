/** Endpoints that only the service's description has, converted to ordinary endpoints with their resources. */
import { quoted } from '#shared/characters.ts';
import { mostIds } from '#shared/catalogue/parameter-kinds.ts';
import { anyStored, inWords, isOption } from './facts.ts';
import { mostValues } from './described.ts';
import type { DescribedField, DescribedOperation, DescribedParameter } from './described.ts';
import {
  problemOfPath,
  discoveredId,
  isLive,
  platformOf,
  withOurKeys,
  wordsOfPath,
} from './paths.ts';
import { defaultOptionNames, isLookupKey } from '#shared/catalogue/types.ts';
import type {
  Catalogue,
  DataEndpoint,
  Field,
  Meaning,
  Parameter,
  Resource,
} from '#shared/catalogue/types.ts';
import { isFieldName } from '#shared/query/values.ts';

export interface Discovered {
  operation: DescribedOperation;
  /** Null if no form can be made. */
  found: { endpoint: DataEndpoint; resource: Resource } | null;
  /** Why there is no form, in a sentence. */
  leftOut: string | null;
}

/** 15 digits: a number that every JSON parser represents exactly. */
const mostNumber = 999_999_999_999_999;

/** Limit of a query's endpoint id. */
const longestId = 200;

export function discover(catalogue: Catalogue, operation: DescribedOperation): Discovered {
  const leftOut = whyLeftOut(operation);
  if (leftOut !== null) return { operation, found: null, leftOut };
  const resource = resourceOf(catalogue, operation);
  return { operation, found: { endpoint: endpointOf(operation, resource), resource }, leftOut };
}

function whyLeftOut({ path, needs, envelope, fields, query }: DescribedOperation): string | null {
  if (problemOfPath(path) !== null) {
    return 'Its path has characters that this program doesn’t support.';
  }
  if (discoveredId(path).length > longestId) return 'Its path is too long.';
  if (needs !== null) return `It needs ${quoted(needs)}, which a form here can’t provide.`;
  if (envelope !== null && fields === null && !envelope.includes('results')) {
    return 'Its answer isn’t a list of results. Ask for it on the Request page.';
  }
  const unnamed = query.find(({ required, name }) => required && isOption(name));
  return unnamed === undefined
    ? null
    : `It needs ${quoted(unnamed.name)}, which a form here can’t provide.`;
}

function endpointOf(operation: DescribedOperation, resource: Resource): DataEndpoint {
  const { path, query, envelope } = operation;
  const names = new Set<string>(query.map(({ name }) => name));
  const isStored = names.has('responseType');
  const ofForm = query.filter(({ name }) => !isOption(name));
  const cursor = query.find(({ name }) => name === defaultOptionNames.cursor);
  const parameters = withOwnKeys([
    ...operation.pathParameters.map((one, index) => parameterOf(one, 'path', `path${index + 1}`)),
    ...ofForm.map((one, index) => parameterOf(one, 'query', `value${index + 1}`)),
  ]);
  const title = operation.title === '' ? titleOf(path) : operation.title;
  return {
    id: discoveredId(path),
    kind: isStored ? anyStored : 'live',
    platform: platformOf(path),
    method: 'GET',
    path: withOurKeys(
      path,
      parameters.filter(({ place }) => place === 'path').map(({ key }) => key),
    ),
    pathEvidence: 'service',
    discovered: 'described',
    optionNames: {
      ...defaultOptionNames,
      fields: names.has('fields') ? 'fields' : null,
    },
    title,
    description:
      operation.description === ''
        ? 'The service’s own description names this; the documentation doesn’t.'
        : operation.description,
    noun: shorten(title, 24),
    parameters: arranged(parameters),
    resource: resource.id,
    envelope: isStored ? 'stored' : 'live',
    extra: null,
    credential: 'accessKey',
    // Specification, Endpoint families: only live data is refused to trial keys.
    metered: true,
    trialAllowed: !isLive(path),
    pages:
      !isStored &&
      cursor !== undefined &&
      (envelope === null || envelope.includes('next_page_cursor')),
    counted: [],
    usualPage: null,
    pageRule: null,
    newestFirst: null,
    notes: [],
    example: exampleOf(parameters, operation),
  };
}

/** A name may occur in the path and in the query: the second one gets another key. */
const withOwnKeys = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.map((one, index) =>
    parameters.findIndex(({ key }) => key === one.key) === index
      ? one
      : { ...one, key: `${one.key}_${index + 1}` },
  );

/** Required ones first; otherwise in the service's order. */
const arranged = (parameters: readonly Parameter[]): Parameter[] => [
  ...parameters.filter(({ required }) => required),
  ...parameters.filter(({ required }) => !required),
];

/** Whether a name is usable as a key anywhere. `fields` belongs to the field picker. */
const isPlainKey = (name: string): boolean =>
  /^[A-Za-z][A-Za-z0-9_]{0,60}$/.test(name) && isLookupKey(name) && !isOption(name);

/** Returns a form's parameter, from its description. */
export function parameterOf(
  described: DescribedParameter,
  location: 'path' | 'query',
  otherKey: string,
): Parameter {
  const { name, required, description, repeated } = described;
  const label = inWords(name);
  return {
    key: isPlainKey(name) ? name : otherKey,
    wire: name,
    place: location,
    required,
    type: typeOf(described),
    label,
    ...(description === '' ? {} : { help: shorten(description, 160) }),
    ...(described.example === null ? {} : { placeholder: shorten(described.example, 60) }),
    ...(described.default === null ? {} : { default: described.default }),
    ...(repeated && location === 'query' ? { repeated } : {}),
    missing: `Enter ${quoted(label)}.`,
    takes: [],
    evidence: 'service',
    requiredEvidence: 'service',
  };
}

function typeOf({
  type,
  values,
  format,
  min,
  max,
  maxItems,
}: DescribedParameter): Parameter['type'] {
  if (type === 'array') {
    return {
      kind: 'ids',
      max: limit(maxItems, 1, mostIds),
      pattern:
        values === null
          ? anyId
          : {
              source: `^(?:${values.map(escape).join('|')})$`,
              message: `Use ${values.slice(0, 12).join(', ')}.`,
            },
    };
  }
  if (values !== null) return choices(values);
  switch (type) {
    case 'boolean':
      return choices(['true', 'false']);
    case 'integer': {
      const hasSign = min !== null && min < 0;
      // Without an upper limit it may be an ID, which is longer than a number that a field can hold.
      const isLong = max === null || max > mostNumber;
      return hasSign || isLong
        ? numeric(hasSign ? integer : digits, 'Use a whole number.')
        : {
            kind: 'integer',
            min: limit(min, 0, mostNumber, 0),
            max: limit(max, 0, mostNumber),
          };
    }
    case 'number':
      return numeric(decimal, 'Use a number, with a point before decimals.');
    default:
      return format === 'date' ? { kind: 'date' } : { kind: 'text' };
  }
}

/** For IDs about which nothing else is known. */
export const anyId = { source: '^\\S+$', message: 'A value has no spaces.' };

const [integer, digits, decimal] = ['^-?\\d+$', '^\\d+$', '^-?\\d+(?:\\.\\d+)?$'] as const;
const oneOf = /^\^\(\?:(?:[^\\^$.*+?()[\]{}/]|\\[\\^$.*+?()[\]{}|/])*\)\$$/u;
const longestOneOf = mostValues * 401 + 6;

/** Whether the pattern is one that `discover` makes: none takes long, whatever the value. */
export const isDiscoveredPattern = (source: string): boolean =>
  [anyId.source, integer, digits, decimal].includes(source) ||
  (source.length <= longestOneOf && oneOf.test(source));

const numeric = (source: string, message: string): Parameter['type'] => ({
  kind: 'text',
  pattern: { source, message },
});

const choices = (values: readonly string[]): Parameter['type'] => ({
  kind: 'choice',
  closed: true,
  choices: values.map((value) => ({ value, label: inWords(value) })),
});

const limit = (given: number | null, least: number, most: number, fallback = most): number =>
  given === null ? fallback : Math.min(most, Math.max(least, Math.trunc(given)));

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function exampleOf(
  parameters: readonly Parameter[],
  { pathParameters, query }: DescribedOperation,
): Record<string, string> {
  const described = [...pathParameters, ...query];
  return Object.fromEntries(
    parameters.flatMap(({ key, wire, required }) => {
      const one = described.find(({ name }) => name === wire);
      const value = one?.example ?? (required ? (one?.default ?? one?.values?.[0]) : null);
      return value == null ? [] : [[key, value]];
    }),
  );
}

const titleOf = (path: string): string => inWords(wordsOfPath(path).join(' ')) || path;

function shorten(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

// Resources and fields that only the description has.

/** Returns one of our resources if its items have exactly the same fields; otherwise a new one. */
function resourceOf(catalogue: Catalogue, operation: DescribedOperation): Resource {
  const platform = platformOf(operation.path);
  const names = new Set(namesOfFields(operation));
  const ours = catalogue.resources.filter((one) => one.platform === platform);
  const same = ours.find(
    ({ fields }) => fields.length === names.size && fields.every(({ name }) => names.has(name)),
  );
  if (same !== undefined) return same;
  const known = ours.flatMap(({ fields }) => fields);
  const fields = [...names].map((name) => fieldOf(describedAs(name, operation.fields), known));
  const shown = fields.some(({ usual }) => usual) ? fields : fields.map(withDefaultsByIndex);
  return {
    id: discoveredId(operation.path),
    platform,
    one: 'row',
    many: 'rows',
    fields: shown,
    identity: identityOf(shown),
    fieldsEvidence: 'service',
    fieldsClosed: operation.query.some(({ name, values }) => name === 'fields' && values !== null),
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

/** Returns the names that the option takes, or else those of an item; null if neither is described. */
export function namesOfFields(
  { query, fields }: DescribedOperation,
  option: string | null = 'fields',
): string[] | null {
  const allowed = query.find(({ name }) => name === option)?.values;
  return allowed?.filter(isFieldName) ?? fields?.map(({ name }) => name) ?? null;
}

const describedAs = (name: string, described: readonly DescribedField[] | null): DescribedField =>
  described?.find((one) => one.name === name) ?? {
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
