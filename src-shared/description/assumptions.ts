/** Everything that the catalogue assumes, in its order, with what it is about in plain words. */
import { anyStored } from './facts.ts';
import type { FactName } from './facts.ts';
import { isDataEndpoint } from '../catalogue/types.ts';
import type { Catalogue, DataEndpoint, Parameter, Platform } from '../catalogue/types.ts';

export interface AboutFact {
  platform: Platform | null;
  endpointId: string | null;
  question: string;
  about: string;
}

export interface AssumedFact extends AboutFact {
  name: FactName;
}

/** @param catalogue The built-in one: what is in force assumes less. */
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

/** Which question a fact belongs to, and what of it. */
export function aboutFact(catalogue: Catalogue, { kind, subject, key }: FactName): AboutFact {
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
      about: key === 'pageNumber' ? 'The name of the page’s number' : 'The name of the table',
    };
  }
  const endpoint = catalogue.endpoints.find(({ id }) => id === subject);
  const parameter = endpoint?.parameters.find((one) => one.key === key);
  const title = endpoint?.title ?? subject;
  return {
    platform: endpoint?.platform ?? null,
    endpointId: subject,
    question: endpoint?.kind === 'stored' ? `${title}, stored data` : title,
    about: aboutWords(kind, parameter?.label ?? optionLabel(key)),
  };
}

const optionLabel = (key: string | null): string =>
  key === 'cursor' ? 'next page' : key === 'fields' ? 'fields' : (key ?? '');

function aboutWords(kind: Exclude<FactName['kind'], 'fields'>, label: string): string {
  switch (kind) {
    case 'path':
      return 'The path';
    case 'name':
      return `The name of “${label}”`;
    case 'required':
      return `Whether “${label}” must be given`;
    case 'values':
      return `The values of “${label}”`;
    case 'default':
      return `What counts when “${label}” is left out`;
    case 'limits':
      return `The limits of “${label}”`;
    default:
      return kind satisfies never;
  }
}
