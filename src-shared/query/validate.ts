/** The rules of the form, shared by the window and main. */
import { problemOfValue } from '../catalogue/parameter-kinds.ts';
import type { Endpoint, Parameter, Resource } from '../catalogue/types.ts';
import { grouping } from '../counts.ts';
import { maxValueLength, type Query } from './types.ts';
import { parameterApplies, sentValue } from './values.ts';

/** Messages by canonical key; `fields` for the field picker. Empty if the query is valid. */
export type Complaints = Readonly<Record<string, string>>;

/**
 * Checks every value against its parameter's rule.
 * Source: specification, Parameter conventions and Limits; the messages are the catalogue's.
 */
export function validateQuery(
  endpoint: Endpoint,
  query: Query,
  resource: Resource | null,
): Complaints {
  const complaints: Record<string, string> = {};
  for (const parameter of endpoint.parameters) {
    const complaint = problemOf(parameter, query);
    if (complaint !== null) complaints[parameter.key] = complaint;
  }
  if (!complaints['since'] && !complaints['until'] && endsBeforeItBegins(endpoint, query)) {
    complaints['until'] = '“Until” must not be before “From”.';
  }
  const fields = problemOfFields(query.fields, resource);
  if (fields !== null) complaints['fields'] = fields;
  return complaints;
}

/** Compares what is sent: a value of another question or a stray space must not matter. */
function endsBeforeItBegins(endpoint: Endpoint, query: Query): boolean {
  const [since, until] = ['since', 'until'].map((key) => {
    const parameter = endpoint.parameters.find((candidate) => candidate.key === key);
    return parameter ? sentValue(parameter, query) : null;
  });
  return since != null && until != null && until < since;
}

function problemOf(parameter: Parameter, query: Query): string | null {
  if (!parameterApplies(parameter, query)) return null;
  const value = (query.values[parameter.key] ?? '').trim();
  if (value === '') return parameter.required ? parameter.missing : null;
  if (value.length > maxValueLength) {
    return `Enter at most ${grouping(maxValueLength)} characters; you entered ${grouping(value.length)}.`;
  }
  // encodeURIComponent throws on a lone surrogate, which no service could expect.
  if (/\p{Surrogate}/u.test(value)) return 'This contains a broken character. Type it again.';
  // In an address these mean "this folder" and "parent folder": another endpoint.
  if (parameter.place === 'path' && /^\.{1,2}$/.test(value)) {
    return `“${value}” has a meaning of its own in an address and can’t be asked for.`;
  }
  return problemOfValue(parameter.type, value);
}

function problemOfFields(fields: readonly string[], resource: Resource | null): string | null {
  if (fields.length === 0 || resource === null) return null;
  const malformed = fields.find((name) => !isFieldName(name));
  if (malformed !== undefined) return `“${malformed}” can’t be the name of a field.`;
  if (!resource.fieldsClosed) return null;
  const known = new Set(resource.fields.map((field) => field.name));
  const unknown = fields.find((name) => !known.has(name));
  return unknown === undefined ? null : `The service has no field “${unknown}” here.`;
}

/** Whether the text is a valid name in `fields`: a comma or a space would make two names of one. */
export function isFieldName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_.]*$/.test(text);
}
