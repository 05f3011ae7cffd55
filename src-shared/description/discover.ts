/** Endpoints that only the service's description has, as endpoints like any other. */
import { anyStored, inWords, isOption } from './facts.ts';
import type { DescribedField, DescribedOperation, DescribedParameter } from './described.ts';
import { complainAboutPath, isLive, keysOf, platformOf, shapeOf, wordsOfPath } from './paths.ts';
import { usualOptionNames } from '../catalogue/types.ts';
import type {
  Catalogue,
  DataEndpoint,
  Field,
  Meaning,
  Parameter,
  Resource,
} from '../catalogue/types.ts';

export interface Discovered {
  operation: DescribedOperation;
  /** Null where no form can be made. */
  found: { endpoint: DataEndpoint; resource: Resource } | null;
  /** Why there is none, in a sentence. */
  leftOut: string | null;
}

/** The same whatever its keys are called, so that tabs and runs find it again. */
export const discoveredId = (path: string): string =>
  `discovered:${shapeOf(path).replace(/^\/api\/data\//, '')}`;

/** 15 digits: a number that every reader of JSON holds exactly. */
const mostNumber = 999_999_999_999_999;

/** Of what a query can hold. */
const longestId = 200;

export const isDiscoveredId = (id: string): boolean => id.startsWith('discovered:');

export function discover(catalogue: Catalogue, operation: DescribedOperation): Discovered {
  const leftOut = whyLeftOut(operation);
  if (leftOut !== null) return { operation, found: null, leftOut };
  const resource = resourceOf(catalogue, operation);
  return { operation, found: { endpoint: endpointOf(operation, resource), resource }, leftOut };
}

function whyLeftOut({ path, needs, envelope, fields, query }: DescribedOperation): string | null {
  if (complainAboutPath(path) !== null) {
    return 'Its path has characters that this program doesn’t ask for.';
  }
  if (discoveredId(path).length > longestId) return 'Its path is too long.';
  if (needs !== null) return `It needs “${needs}”, which a form here can’t give.`;
  if (envelope !== null && fields === null && !envelope.includes('results')) {
    return 'Its answer is no list of results. Ask for it on the Request page.';
  }
  const unnamed = query.find(({ required, name }) => required && isOption(name));
  return unnamed === undefined ? null : `It needs “${unnamed.name}”, which a form here can’t give.`;
}

function endpointOf(operation: DescribedOperation, resource: Resource): DataEndpoint {
  const { path, query, envelope } = operation;
  const names = new Set<string>(query.map(({ name }) => name));
  const isStored = names.has('responseType');
  const keys = keysOf(path);
  const ofForm = query.filter(({ name }) => !isOption(name));
  const cursor = query.find(({ name }) => name === usualOptionNames.cursor);
  const parameters = withOwnKeys([
    ...operation.pathParameters.map((one, at) => parameterOf(one, 'path', `path${at + 1}`)),
    ...ofForm.map((one, at) => parameterOf(one, 'query', `value${at + 1}`)),
  ]);
  const title = operation.title === '' ? titleOf(path) : operation.title;
  return {
    id: discoveredId(path),
    kind: isStored ? anyStored : 'live',
    platform: platformOf(path),
    method: 'GET',
    path: withKeys(path, keys, parameters),
    pathEvidence: 'service',
    discovered: 'described',
    optionNames: {
      ...usualOptionNames,
      fields: names.has('fields') ? 'fields' : null,
    },
    title,
    description:
      operation.description === ''
        ? 'The service’s own description names this; the specification doesn’t.'
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
    usualPage: null,
    pageRule: null,
    notes: [],
    example: exampleOf(parameters, operation),
  };
}

/** A name may stand in the path and in the query: the second gets another key. */
const withOwnKeys = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.map((one, at) =>
    parameters.findIndex(({ key }) => key === one.key) === at
      ? one
      : { ...one, key: `${one.key}_${at + 1}` },
  );

/** Required ones first, each group in the service's order. */
const arranged = (parameters: readonly Parameter[]): Parameter[] => [
  ...parameters.filter(({ required }) => required),
  ...parameters.filter(({ required }) => !required),
];

function withKeys(path: string, keys: readonly string[], parameters: readonly Parameter[]): string {
  const ofPath = parameters.filter(({ place }) => place === 'path');
  return keys.reduce(
    (result, key, at) => result.replace(`{${key}}`, () => `{${ofPath[at]?.key ?? key}}`),
    path,
  );
}

/** Names that can stand as keys anywhere. `fields` is the field picker's. */
const isPlainKey = (name: string): boolean =>
  /^[A-Za-z][A-Za-z0-9_]{0,60}$/.test(name) && !(name in {}) && !isOption(name);

/** A parameter of a form, from its description. */
export function parameterOf(
  described: DescribedParameter,
  place: 'path' | 'query',
  otherKey: string,
): Parameter {
  const { name, required, description, repeated } = described;
  const label = inWords(name);
  return {
    key: isPlainKey(name) ? name : otherKey,
    wire: name,
    place,
    required,
    type: typeOf(described),
    label,
    ...(description === '' ? {} : { help: shorten(description, 160) }),
    ...(described.example === null ? {} : { placeholder: shorten(described.example, 60) }),
    ...(described.default === null ? {} : { default: described.default }),
    ...(repeated && place === 'query' ? { repeated } : {}),
    missing: `Fill in “${label}”.`,
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
      max: limit(maxItems, 1, 1000),
      pattern: {
        source: values === null ? '^\\S+$' : `^(?:${values.map(escape).join('|')})$`,
        message:
          values === null ? 'A value has no spaces.' : `Use ${values.slice(0, 12).join(', ')}.`,
      },
    };
  }
  if (values !== null) return choices(values);
  switch (type) {
    case 'boolean':
      return choices(['true', 'false']);
    case 'integer':
      return min !== null && min < 0
        ? numeric('^-?\\d{1,15}$', 'Use a whole number.')
        : {
            kind: 'integer',
            min: limit(min, 0, mostNumber, 0),
            max: limit(max, 0, mostNumber),
          };
    case 'number':
      return numeric('^-?\\d+(?:\\.\\d+)?$', 'Use a number, with a point before decimals.');
    default:
      return format === 'date' ? { kind: 'date' } : { kind: 'text' };
  }
}

const numeric = (source: string, message: string): Parameter['type'] => ({
  kind: 'text',
  pattern: { source, message },
});

const choices = (values: readonly string[]): Parameter['type'] => ({
  kind: 'choice',
  closed: true,
  choices: values.map((value) => ({ value, label: inWords(value) })),
});

function limit(given: number | null, least: number, most: number, otherwise = most): number {
  return given === null ? otherwise : Math.min(most, Math.max(least, Math.trunc(given)));
}

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

const titleOf = (path: string): string => inWords(wordsOfPath(path)) || path;

function shorten(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** One of ours if its items have exactly the same fields; otherwise one of its own. */
function resourceOf(catalogue: Catalogue, operation: DescribedOperation): Resource {
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
  const shown = fields.some(({ usual }) => usual) ? fields : fields.map(shownAt);
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

/** Of fields that nobody knows, the first few are shown from the start. */
const shownAt = (field: Field, at: number): Field => ({ ...field, usual: at < 8 });

const allowedFields = ({ query }: DescribedOperation): string[] | null =>
  query.find(({ name }) => name === 'fields')?.values ?? null;

/** Names that may be asked for, with what the answer's description knows of them. */
function fieldsOf(operation: DescribedOperation): DescribedField[] {
  const described = operation.fields ?? [];
  const allowed = allowedFields(operation)?.filter((name) =>
    /^[A-Za-z_][A-Za-z0-9_.]*$/.test(name),
  );
  return (
    allowed?.map(
      (name) =>
        described.find((one) => one.name === name) ?? {
          name,
          type: 'any',
          format: null,
          description: '',
        },
    ) ?? described
  );
}

/** A field of this name is called and shown as elsewhere on its platform. */
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
