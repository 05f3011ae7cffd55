/**
 * Facts about the service that may differ from the catalogue: how they are identified, written as text
 * and applied. One fact, one id, one text.
 */
import type {
  Catalogue,
  Endpoint,
  Evidence,
  Field,
  OptionNames,
  Parameter,
  Resource,
} from '#shared/catalogue/types.ts';
import { choicesIn, limitsOf, withLimits } from '#shared/catalogue/parameter-kinds.ts';
import { type FactKind, factKindSchema, type FactName } from '#shared/contract/description.ts';
import type { DescribedOperation } from './described.ts';

/** Names shared by all stored endpoints; they are a single fact. */
export const anyStored = 'stored';

const kinds: readonly FactKind[] = factKindSchema.options;

/** Parses a fact's id; null if the text isn't one. Discovered endpoints have no facts. */
export function nameOfId(id: string): FactName | null {
  const [kind, subject, key = null, ...more] = id.split(':');
  const known = kinds.find((one) => one === kind);
  return known === undefined || subject === undefined || more.length > 0
    ? null
    : { kind: known, subject, key };
}

const optionKeys: ReadonlySet<string> = new Set<keyof OptionNames>([
  'fields',
  'cursor',
  'pageNumber',
  'tableName',
]);
export const isOption = (key: string): key is keyof OptionNames => optionKeys.has(key);

export const listText = (values: readonly string[]): string => values.join(', ');
export const readList = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== ''),
  ),
];

/** The values of a parameter that takes any. */
export const anyText = 'any text';

export const limitsText = (min: number, max: number): string => `${min}–${max}`;
/** Accepts a hyphen too, since keyboards have no key for the dash. */
export function readLimits(text: string): { min: number; max: number } | null {
  const match = /^\s*(\d{1,9})\s*[–-]\s*(\d{1,15})\s*$/.exec(text);
  if (match === null) return null;
  const [min, max] = [Number(match[1]), Number(match[2])];
  return min <= max ? { min, max } : null;
}

export const requiredText = (required: boolean): string => (required ? 'required' : 'optional');

/** Returns the catalogue's value of a fact; null if it has none. */
export function factValue(catalogue: Catalogue, name: FactName): string | null {
  if (name.kind === 'fields') {
    const resource = catalogue.resources.find(({ id }) => id === name.subject);
    return resource === undefined ? null : listText(resource.fields.map((field) => field.name));
  }
  const endpoint = catalogue.endpoints.find(
    ({ id, kind }) => id === name.subject || (name.subject === anyStored && kind === 'stored'),
  );
  if (endpoint === undefined) return null;
  if (name.kind === 'path') return endpoint.path;
  if (name.key === null) return null;
  if (name.kind === 'name' && isOption(name.key)) return endpoint.optionNames[name.key];
  const parameter = endpoint.parameters.find(({ key }) => key === name.key);
  return parameter === undefined ? null : parameterFacts[name.kind].read(parameter);
}

/** How a fact of a parameter is read and written. */
interface ParameterFact {
  /** Returns null if the parameter doesn't have that fact. */
  read: (parameter: Parameter) => string | null;
  write: (parameter: Parameter, value: string, by: FactSource) => Partial<Parameter>;
}

const parameterFacts: Record<Exclude<FactKind, 'path' | 'fields'>, ParameterFact> = {
  name: {
    read: ({ wire }) => wire,
    write: (_, wire, by) => ({ wire, evidence: by }),
  },
  required: {
    read: ({ required }) => requiredText(required),
    write: (_, value, by) => ({ required: value === 'required', requiredEvidence: by }),
  },
  values: {
    read: ({ type }) => {
      if (type.kind === 'text') return anyText;
      return type.kind === 'choice' ? listText(type.choices.map(({ value }) => value)) : null;
    },
    write: (parameter, value, by) => ({ type: withValues(parameter, readList(value), by) }),
  },
  default: {
    read: (parameter) => parameter.default ?? '',
    write: (_, value) => ({ default: value }),
  },
  limits: {
    read: ({ type }) => {
      const limits = limitsOf(type);
      return limits === null ? null : limitsText(limits.min, limits.max);
    },
    write: ({ type }, value) => {
      const limits = readLimits(value);
      return limits === null ? {} : { type: withLimits(type, limits) };
    },
  },
};

/** The source of a fact. */
export type FactSource = Extract<Evidence, 'service' | 'person'>;

/**
 * Returns the catalogue with one fact applied. A fact about something that it lacks changes nothing.
 * @param described fields that the resource may lack, as the service describes them.
 */
export function withFact(
  catalogue: Catalogue,
  name: FactName,
  value: string,
  by: FactSource,
  described: readonly Field[] = [],
): Catalogue {
  const { kind: what } = name;
  if (what === 'fields') {
    return {
      ...catalogue,
      resources: catalogue.resources.map((one) =>
        one.id === name.subject ? withFields(one, readList(value), by, described) : one,
      ),
    };
  }
  const concerns = ({ id, kind }: Endpoint): boolean =>
    id === name.subject || (name.subject === anyStored && kind === 'stored');
  return {
    ...catalogue,
    endpoints: catalogue.endpoints.map((one) =>
      concerns(one) ? withEndpointFact(one, { ...name, kind: what }, value, by) : one,
    ),
  };
}

function withEndpointFact(
  endpoint: Endpoint,
  { kind, key }: FactName & { kind: Exclude<FactKind, 'fields'> },
  value: string,
  by: FactSource,
): Endpoint {
  if (kind === 'path') return { ...endpoint, path: value, pathEvidence: by };
  if (key === null) return endpoint;
  if (kind === 'name' && isOption(key)) {
    return { ...endpoint, optionNames: { ...endpoint.optionNames, [key]: value } };
  }
  return {
    ...endpoint,
    parameters: endpoint.parameters.map((one) =>
      one.key === key ? { ...one, ...parameterFacts[kind].write(one, value, by) } : one,
    ),
  };
}

/** The service's list is complete; a person's may not be. */
function withValues({ type }: Parameter, values: string[], by: FactSource): Parameter['type'] {
  const known = choicesIn(type);
  return {
    ...(type.kind === 'choice' ? type : { kind: 'choice' }),
    closed: by === 'service',
    choices: values.map(
      (value) => known.find((one) => one.value === value) ?? { value, label: inWords(value) },
    ),
  };
}

function withFields(
  resource: Resource,
  names: string[],
  by: FactSource,
  described: readonly Field[],
): Resource {
  const known = [...resource.fields, ...described];
  const fields = names.map(
    (name) =>
      known.find((field) => field.name === name) ?? {
        name,
        label: inWords(name),
        group: 'Others',
        meaning: 'text' as const,
        usual: true,
      },
  );
  return { ...resource, fields, fieldsEvidence: by };
}

/** `replyCount` → "Reply count", `most_liked` → "Most liked". */
export function inWords(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_\-.[\]]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Names that aren't form parameters: the list of fields, the cursor of the next page. */
type OptionKey = keyof OptionNames;

/** Patterns of the names that options can have. */
const optionNamePatterns: Readonly<Record<OptionKey, RegExp>> = {
  cursor: /cursor/i,
  fields: /^(fields?|attributes?|select)$/i,
  pageNumber: /page.?(number|no|index)|^page$/i,
  tableName: /table/i,
};

/** Returns the options that this kind of endpoint may take. */
export function optionsOf({ pages, kind, optionNames }: Endpoint): OptionKey[] {
  return [
    ...(pages ? (['cursor'] as const) : []),
    ...(optionNames.fields === null ? [] : (['fields'] as const)),
    ...(kind === 'stored' ? (['pageNumber', 'tableName'] as const) : []),
  ];
}

/**
 * Returns the service's name of an option: ours, or the only one that matches its pattern; otherwise
 * null.
 */
export function optionNameOf(
  endpoint: Endpoint,
  { query }: DescribedOperation,
  key: OptionKey,
): string | null {
  const names = query.map(({ name }) => name);
  const ours = endpoint.optionNames[key];
  if (ours !== null && names.includes(ours)) return ours;
  const known = new Set(endpoint.parameters.map(({ wire }) => wire));
  const [only, ...more] = names.filter(
    (name) => optionNamePatterns[key].test(name) && !known.has(name),
  );
  return only !== undefined && more.length === 0 ? only : null;
}
