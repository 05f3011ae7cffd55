/** What we assumed about each fact, and where the service's description differs. */
import { quoted } from '#shared/characters.ts';
import { anyStored, factValue, nameOfId } from './facts.ts';
import {
  isDataEndpoint,
  type Catalogue,
  type DataEndpoint,
  type Parameter,
  type Platform,
} from '#shared/catalogue/types.ts';
import { problemOfCorrection } from './corrections.ts';
import type { Contradiction, Reconciled } from './reconciled.ts';
import { type Difference, factId, type FactName } from '#shared/contract/description.ts';

interface AboutFact {
  platform: Platform | null;
  endpointId: string | null;
  question: string;
  about: string;
}

export interface AssumedFact extends AboutFact {
  name: FactName;
}

/** @param catalogue The built-in one: the effective one has fewer assumptions. */
export function listAssumed(catalogue: Catalogue): AssumedFact[] {
  const names: FactName[] = [
    ...catalogue.endpoints.filter(isDataEndpoint).flatMap(assumedOf),
    { kind: 'name', subject: anyStored, key: 'pageNumber' },
    { kind: 'name', subject: anyStored, key: 'tableName' },
    ...catalogue.resources
      .filter(({ fieldsEvidence }) => fieldsEvidence === 'assumed')
      .map(({ id }): FactName => ({ kind: 'fields', subject: id, key: null })),
  ];
  return names.map((name) => Object.assign({ name }, aboutFact(catalogue, name)));
}

function assumedOf(endpoint: DataEndpoint): FactName[] {
  const subject = endpoint.id;
  return [
    ...(endpoint.pathEvidence === 'assumed' ? [{ kind: 'path', subject, key: null } as const] : []),
    ...endpoint.parameters.flatMap((parameter) => assumedOfParameter(subject, parameter)),
  ];
}

function assumedOfParameter(subject: string, parameter: Parameter): FactName[] {
  const { key, evidence, requiredEvidence, type } = parameter;
  return [
    ...(evidence === 'assumed' ? [{ kind: 'name', subject, key } as const] : []),
    ...(requiredEvidence === 'assumed' ? [{ kind: 'required', subject, key } as const] : []),
    ...(type.kind === 'choice' && !type.closed ? [{ kind: 'values', subject, key } as const] : []),
  ];
}

/** Returns the question that a fact belongs to, and what it is about. */
function aboutFact(catalogue: Catalogue, { kind, subject, key }: FactName): AboutFact {
  if (kind === 'fields') {
    const resource = catalogue.resources.find(({ id }) => id === subject);
    const platform = resource?.platform ?? null;
    return {
      platform,
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
  const parameter = endpoint?.parameters.find((one) => one.key === key);
  const title = endpoint?.title ?? subject;
  return {
    platform: endpoint?.platform ?? null,
    endpointId: subject,
    question: endpoint?.kind === 'stored' ? `${title}, stored data` : title,
    about: aboutWords[kind](parameter?.label ?? optionLabel(key)),
  };
}

const optionLabel = (key: string | null): string =>
  key === 'cursor' ? 'next page' : key === 'fields' ? 'fields' : (key ?? '');

const aboutWords: Record<Exclude<FactName['kind'], 'fields'>, (label: string) => string> = {
  path: () => 'The path',
  name: (label) => `The name of ${quoted(label)}`,
  required: (label) => `Whether ${quoted(label)} is required`,
  values: (label) => `The values of ${quoted(label)}`,
  default: (label) => `The default for ${quoted(label)}`,
  limits: (label) => `The limits of ${quoted(label)}`,
};

interface Sides {
  builtIn: Catalogue;
  /** The effective one. */
  catalogue: Catalogue;
  corrections: Readonly<Record<string, string>>;
  assumed: readonly AssumedFact[];
}

export function listDifferences(
  { contradictions, additions }: Reconciled,
  sides: Sides,
): Difference[] {
  const needed = additions.flatMap(({ endpointId, described }): Contradiction[] => {
    const endpoint = sides.catalogue.endpoints.find(({ id }) => id === endpointId);
    const parameter = endpoint?.parameters.find(({ wire }) => wire === described.name);
    if (!described.required || parameter === undefined) return [];
    return [
      {
        name: { kind: 'required', subject: endpointId, key: parameter.key },
        documented: 'not named',
        value: 'required',
        reason: 'The service’s description asks for it; the documentation doesn’t name it.',
        acceptable: true,
      },
    ];
  });
  const reported = [...contradictions, ...needed];
  return [
    ...reported.map((one) => differenceOf(one, sides)),
    ...noLongerReported(reported, sides).map((name) => acceptedBefore(name, sides)),
  ];
}

function differenceOf(
  { name, documented, value, reason, acceptable }: Contradiction,
  { catalogue, corrections }: Sides,
): Difference {
  const id = factId(name);
  return {
    id,
    kind: name.kind,
    ...aboutFact(catalogue, name),
    documented,
    service: value,
    reason,
    // What was accepted from an earlier description applies, but isn't this value.
    accepted: Object.hasOwn(corrections, id) && corrections[id] === value,
    inForce: factValue(catalogue, name) ?? documented,
    acceptable: acceptable && problemOfCorrection(catalogue, name, value) === null,
  };
}

/** Returns accepted differences that the current description doesn't have, or not yet. */
function noLongerReported(
  reported: readonly Contradiction[],
  { catalogue, corrections, assumed }: Sides,
): FactName[] {
  const known = new Set([...assumed, ...reported].map(({ name }) => factId(name)));
  return Object.keys(corrections).flatMap((id) => {
    const name = known.has(id) ? null : nameOfId(id);
    return name === null || factValue(catalogue, name) === null ? [] : [name];
  });
}

function acceptedBefore(name: FactName, { builtIn, catalogue }: Sides): Difference {
  return {
    id: factId(name),
    kind: name.kind,
    ...aboutFact(catalogue, name),
    documented: factValue(builtIn, name) ?? 'not named',
    service: 'not stated',
    reason: 'It was accepted from another description. The current one doesn’t mention it.',
    accepted: true,
    inForce: factValue(catalogue, name) ?? '',
    acceptable: false,
  };
}
