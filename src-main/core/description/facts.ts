/**
 * Facts: the places of the catalogue that the service's description or a person may change. A change is a
 * patch, a fact's name and its value as text; each kind of fact says how it is called, read, written and
 * what is wrong with a value.
 */
import { quoted } from '#shared/characters.ts';
import { choicesIn, limitsOf, withLimits } from '#shared/catalogue/parameter-kinds.ts';
import { defaultOptionNames } from '#shared/catalogue/types.ts';
import type {
  Catalogue,
  Endpoint,
  Evidence,
  Field,
  OptionNames,
  Parameter,
  Resource,
} from '#shared/catalogue/types.ts';
import { factKindSchema } from '#shared/contract/description.ts';
import type { Fact, FactKind, FactName } from '#shared/contract/description.ts';
import { isFieldName } from '#shared/query/values.ts';
import { isLive, keysOf, problemOfPath } from './paths.ts';

/** Names shared by all stored endpoints; they are a single fact. */
export const anyStored = 'stored';

/** Parses a fact's id; null if the text isn't one. Discovered endpoints have no facts. */
export function nameOfId(id: string): FactName | null {
  const [kind, subject, key = null, ...more] = id.split(':');
  const { data } = factKindSchema.safeParse(kind);
  return data === undefined || subject === undefined || more.length > 0
    ? null
    : { kind: data, subject, key };
}

/** Names that aren't form parameters: the list of fields, the cursor of the next page. */
export const isOption = (key: string): key is keyof OptionNames =>
  Object.hasOwn(defaultOptionNames, key);

export const listText = (values: readonly string[]): string => values.join(', ');
const readList = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== ''),
  ),
];

export const limitsText = (min: number, max: number): string => `${min}–${max}`;
/** Accepts a hyphen too, since keyboards have no key for the dash. */
function readLimits(text: string): { min: number; max: number } | null {
  const match = /^\s*(\d{1,9})\s*[–-]\s*(\d{1,15})\s*$/.exec(text);
  if (match === null) return null;
  const [min, max] = [Number(match[1]), Number(match[2])];
  return min <= max ? { min, max } : null;
}

export const requiredText = (required: boolean): string => (required ? 'required' : 'optional');

/** The source of a change. */
export type FactSource = Extract<Evidence, 'service' | 'person'>;

/** A fact of a parameter. */
interface ParameterFact {
  about: (label: string) => string;
  /** Returns null if the parameter doesn't have that fact. */
  read: (parameter: Parameter) => string | null;
  write: (parameter: Parameter, value: string, by: FactSource) => Partial<Parameter>;
  /** Returns what is wrong with a value, in a sentence; null: nothing. */
  complain: (value: string) => string | null;
}

/** Letters, digits and a few signs, which mean the same in every address. */
const wireName = /^[A-Za-z_][A-Za-z0-9_.\-[\]]{0,63}$/;

const ofParameter: Record<Exclude<FactKind, 'path' | 'fields'>, ParameterFact> = {
  name: {
    about: (label) => `The name of ${quoted(label)}`,
    read: ({ wire }) => wire,
    write: (_, wire, by) => ({ wire, evidence: by }),
    complain: (value) =>
      wireName.test(value)
        ? null
        : 'A name must begin with a letter and use only letters, digits, “_”, “-” and “.”, at most 64.',
  },
  required: {
    about: (label) => `Whether ${quoted(label)} is required`,
    read: ({ required }) => requiredText(required),
    write: (_, value, by) => ({ required: value === 'required', requiredEvidence: by }),
    complain: (value) =>
      value === 'required' || value === 'optional' ? null : 'Write “required” or “optional”.',
  },
  values: {
    about: (label) => `The values of ${quoted(label)}`,
    read: ({ type }) => {
      if (type.kind === 'text') return 'any text';
      return type.kind === 'choice' ? listText(type.choices.map(({ value }) => value)) : null;
    },
    write: (parameter, value, by) => ({ type: withValues(parameter, readList(value), by) }),
    complain: (value) => problemOfList(value, (one) => one.length <= 200, 'a value'),
  },
  default: {
    about: (label) => `The default for ${quoted(label)}`,
    read: (parameter) => parameter.default ?? '',
    write: (_, value) => ({ default: value }),
    complain: (value) => (value.length <= 200 ? null : 'At most 200 characters.'),
  },
  limits: {
    about: (label) => `The limits of ${quoted(label)}`,
    read: ({ type }) => {
      const limits = limitsOf(type);
      return limits === null ? null : limitsText(limits.min, limits.max);
    },
    write: ({ type }, value) => {
      const limits = readLimits(value);
      return limits === null ? {} : { type: withLimits(type, limits) };
    },
    complain: (value) =>
      readLimits(value) === null
        ? 'Write the smallest and the largest number, such as 1–100.'
        : null,
  },
};

function problemOfList(
  value: string,
  isGood: (one: string) => boolean,
  what: string,
): string | null {
  const list = readList(value);
  if (list.length === 0) return `Enter at least ${what}; separate several with commas.`;
  if (list.length > 500) return 'At most 500, with commas between them.';
  const wrong = list.find((one) => !isGood(one));
  return wrong === undefined ? null : `${quoted(wrong)} can’t be the name of ${what}.`;
}

const isAbout =
  ({ subject }: FactName) =>
  ({ id, kind }: Endpoint): boolean =>
    id === subject || (subject === anyStored && kind === 'stored');

/** Returns the catalogue's value of a fact; null if it has none. */
export function factValue(catalogue: Catalogue, name: FactName): string | null {
  const { kind, subject, key } = name;
  if (kind === 'fields') {
    const resource = catalogue.resources.find(({ id }) => id === subject);
    return resource === undefined ? null : listText(resource.fields.map((field) => field.name));
  }
  const endpoint = catalogue.endpoints.find(isAbout(name));
  if (endpoint === undefined) return null;
  if (kind === 'path') return endpoint.path;
  if (key === null) return null;
  if (kind === 'name' && isOption(key)) return endpoint.optionNames[key];
  const parameter = endpoint.parameters.find((one) => one.key === key);
  return parameter === undefined ? null : ofParameter[kind].read(parameter);
}

/** Returns what is wrong with a value of a fact, whoever says it, in a sentence; null if it can be applied. */
export function problemOfFact(catalogue: Catalogue, name: FactName, value: string): string | null {
  const { kind } = name;
  if (kind === 'fields') return problemOfList(value, isFieldName, 'a field');
  const endpoints = catalogue.endpoints.filter(isAbout(name));
  const [endpoint] = endpoints;
  if (endpoint === undefined) return 'There is no such question.';
  if (kind === 'path') return problemOfNewPath(catalogue, endpoint, value);
  const complaint = ofParameter[kind].complain(value);
  return complaint !== null || kind !== 'name'
    ? complaint
    : endpoints.reduce<string | null>(
        (found, one) => found ?? problemOfName(one, name, value),
        null,
      );
}

function problemOfNewPath(catalogue: Catalogue, endpoint: Endpoint, value: string): string | null {
  const complaint = problemOfPath(value);
  if (complaint !== null) return complaint;
  const keys = keysOf(endpoint.path);
  const given = keysOf(value);
  const missing = keys.find((key) => !given.includes(key));
  if (missing !== undefined) return `The path must contain {${missing}}.`;
  const unknown = given.find((key) => !keys.includes(key));
  if (unknown !== undefined) return `The path can’t contain {${unknown}}.`;
  if (isLive(value) !== (endpoint.kind === 'live')) {
    return endpoint.kind === 'live'
      ? 'The path of live data ends with /live.'
      : 'The path of stored data does not end with /live.';
  }
  // A path that only the description names is a question of its own until it is taken for another.
  const other = catalogue.endpoints.find(
    ({ id, path, discovered }) => discovered === null && id !== endpoint.id && path === value,
  );
  return other === undefined ? null : `That is the path of ${quoted(other.title)}.`;
}

function problemOfName(endpoint: Endpoint, { key }: FactName, value: string): string | null {
  const other = endpoint.parameters.find(
    (one) => one.place === 'query' && one.key !== key && one.wire === value,
  );
  if (other !== undefined) return `${quoted(other.label)} already has this name.`;
  const isReserved = Object.entries(endpoint.optionNames).some(
    ([option, wire]) => option !== key && wire === value,
  );
  return isReserved ? `${quoted(value)} is reserved.` : null;
}

export interface Patch {
  name: FactName;
  value: string;
  /** Fields that the resource may lack, as the service describes them. */
  fields?: readonly Field[] | undefined;
}

/** Returns the catalogue with one fact changed. A fact about something that it lacks changes nothing. */
export function patched(
  catalogue: Catalogue,
  { name, value, fields = [] }: Patch,
  by: FactSource,
): Catalogue {
  const { kind, subject, key } = name;
  if (kind === 'fields') {
    return {
      ...catalogue,
      resources: catalogue.resources.map((one) =>
        one.id === subject ? withFields(one, readList(value), by, fields) : one,
      ),
    };
  }
  const change = (endpoint: Endpoint): Endpoint => {
    if (kind === 'path') return { ...endpoint, path: value, pathEvidence: by };
    if (kind === 'name' && key !== null && isOption(key)) {
      return { ...endpoint, optionNames: { ...endpoint.optionNames, [key]: value } };
    }
    const parameters = endpoint.parameters.map((one) =>
      one.key === key ? { ...one, ...ofParameter[kind].write(one, value, by) } : one,
    );
    return { ...endpoint, parameters };
  };
  const concerns = isAbout(name);
  return {
    ...catalogue,
    endpoints: catalogue.endpoints.map((one) => (concerns(one) ? change(one) : one)),
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

/** Returns the question that a fact belongs to, and what it is about. */
export function aboutFact(
  catalogue: Catalogue,
  { kind, subject, key }: FactName,
): Pick<Fact, 'platform' | 'endpointId' | 'question' | 'about'> {
  if (kind === 'fields') {
    const resource = catalogue.resources.find(({ id }) => id === subject);
    return {
      platform: resource?.platform ?? null,
      endpointId: null,
      question: resource?.many ?? subject,
      about: 'The fields that can be chosen',
    };
  }
  if (subject === anyStored) {
    return {
      platform: null,
      endpointId: null,
      question: 'Further pages of stored data',
      about: key === 'pageNumber' ? 'The name of the page number' : 'The name of the table',
    };
  }
  const endpoint = catalogue.endpoints.find(({ id }) => id === subject);
  const label = endpoint?.parameters.find((one) => one.key === key)?.label ?? key ?? '';
  const title = endpoint?.title ?? subject;
  return {
    platform: endpoint?.platform ?? null,
    endpointId: subject,
    question: endpoint?.kind === 'stored' ? `${title}, stored data` : title,
    about:
      kind === 'path'
        ? 'The path'
        : ofParameter[kind].about(label === 'cursor' ? 'next page' : label),
  };
}

/** Returns what the specification leaves open. @param catalogue The built-in one. */
export const listAssumed = ({ endpoints, resources }: Catalogue): FactName[] => [
  ...endpoints.filter(({ resource }) => resource !== null).flatMap(assumedOf),
  { kind: 'name', subject: anyStored, key: 'pageNumber' },
  { kind: 'name', subject: anyStored, key: 'tableName' },
  ...resources
    .filter(({ fieldsEvidence }) => fieldsEvidence === 'assumed')
    .map(({ id }): FactName => ({ kind: 'fields', subject: id, key: null })),
];

function assumedOf({ id: subject, pathEvidence, parameters }: Endpoint): FactName[] {
  const ofParameters = parameters.flatMap(({ key, evidence, requiredEvidence, type }) => {
    const isOpen = type.kind === 'choice' && !type.closed;
    const names: (FactName | false)[] = [
      evidence === 'assumed' && { kind: 'name', subject, key },
      requiredEvidence === 'assumed' && { kind: 'required', subject, key },
      isOpen && { kind: 'values', subject, key },
    ];
    return names.filter((name) => name !== false);
  });
  return pathEvidence === 'assumed'
    ? [{ kind: 'path', subject, key: null }, ...ofParameters]
    : ofParameters;
}
