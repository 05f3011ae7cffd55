/**
 * Validates a request by the catalogue's rules, as the service does: the first problem is answered with
 * 400 and a message that uses the names on the wire. Unknown parameters are ignored.
 */
import { problemOfValue } from '#shared/catalogue/parameter-kinds.ts';
import { resources } from '#shared/catalogue/resources/index.ts';
import type { DataEndpoint, Parameter } from '#shared/catalogue/types.ts';

/** Returns a given value by its name on the wire; null when it is missing. */
export type Given = (place: 'path' | 'query', name: string) => string | null;

export interface Valid {
  /** By canonical key. */
  values: Record<string, string>;
  /** Names of the members to send; null for all. */
  fields: ReadonlySet<string> | null;
}

/** Returns the values of a valid request, or a message about the problem. */
export function validate(endpoint: DataEndpoint, given: Given): Valid | string {
  const values: Record<string, string> = {};
  for (const parameter of endpoint.parameters) {
    const { key, place, wire, required } = parameter;
    const value = given(place === 'path' ? 'path' : 'query', place === 'path' ? key : wire);
    if (value === null) {
      if (required) return `\`${wire}\` is required.`;
      continue;
    }
    const problem = problemWith(parameter, value.trim());
    if (problem !== null) return problem;
    values[key] = value.trim();
  }
  const { since, until } = values;
  if (since !== undefined && until !== undefined && until < since) {
    return '`since` must not be after `until`.';
  }
  const fields = readFields(endpoint, given('query', 'fields') ?? '');
  return typeof fields === 'string' ? fields : { values, fields };
}

/** Lists that are only suggestions elsewhere are closed here: this service knows no other values. */
function problemWith({ wire, type }: Parameter, value: string): string | null {
  if (value === '') return `\`${wire}\` must not be blank.`;
  const problem = problemOfValue(
    type.kind === 'choice'
      ? {
          ...type,
          closed: true,
          choices: type.choices.map((one) => ({ ...one, label: one.value })),
        }
      : type,
    value,
  );
  return problem === null ? null : `\`${wire}\`: ${problem}`;
}

/** Returns the chosen fields, or a message about one that does not exist. */
function readFields(endpoint: DataEndpoint, list: string): ReadonlySet<string> | null | string {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return null;
  const resource = resources.find(({ id }) => id === endpoint.resource);
  const known = new Set(resource?.fields.map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (resource?.fieldsEvidence === 'documented' && unknown !== undefined) {
    return `\`fields\`: ${unknown} is not a field of this resource.`;
  }
  return new Set(names);
}
