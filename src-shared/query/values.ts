/** From typed text to the text that is sent. */
import { type ParameterType, valuesIn } from '../catalogue/parameter-kinds.ts';
import type { Endpoint, Parameter } from '../catalogue/types.ts';
import type { Query } from './types.ts';

/** What is sent for a parameter, or null when nothing is: blank optional values are left out. */
export function sentValue(parameter: Parameter, query: Query): string | null {
  if (!parameterApplies(parameter, query)) return null;
  const typed = (query.values[parameter.key] ?? '').trim();
  if (typed === '') return standingValue(parameter);
  return valuesIn(parameter.type, typed).join(',');
}

/** What is sent while nothing is chosen; null unless the parameter always has a value. */
export function standingValue({ type }: Parameter): string | null {
  return type.kind === 'choice' && type.always === true ? (type.choices[0]?.value ?? null) : null;
}

/** Whether the parameter matters, given the others (`time` matters only for some `sort`). */
export function parameterApplies(parameter: Parameter, query: Query): boolean {
  const condition = parameter.appliesWhen;
  if (condition === undefined) return true;
  return condition.values.includes((query.values[condition.key] ?? '').trim());
}

/** Whether both queries lead to the same request. */
export function isSameQuestion(endpoint: Endpoint, one: Query, other: Query): boolean {
  const [a, b] = [effectiveQuery(endpoint, one), effectiveQuery(endpoint, other)];
  return (
    a.endpointId === b.endpointId &&
    a.fields.join() === b.fields.join() &&
    endpoint.parameters.every(({ key }) => a.values[key] === b.values[key])
  );
}

/** The query reduced to what decides the request, for comparing two queries. */
export function effectiveQuery(endpoint: Endpoint, query: Query): Query {
  const values: Record<string, string> = {};
  for (const parameter of endpoint.parameters) {
    const value = sentValue(parameter, query);
    if (value !== null) values[parameter.key] = value;
  }
  return { endpointId: query.endpointId, values, fields: query.fields };
}

/** The value that was meant; as typed where it is in no other known form. */
export function readValue(type: ParameterType, typed: string): string {
  if (!('written' in type) || type.written === undefined) return typed;
  const patterns = type.written.map((source) => new RegExp(source, 'u'));
  const read = (text: string): string => {
    for (const pattern of patterns) {
      const meant = pattern.exec(text)?.[1];
      if (meant !== undefined) return meant;
    }
    return text;
  };
  const values = valuesIn(type, typed.trim());
  return values.some((value) => read(value) !== value) ? values.map(read).join(' ') : typed;
}

/** The query with the values that were meant; itself where nothing is written in another form. */
export function readQuery(endpoint: Endpoint, query: Query): Query {
  const changed = endpoint.parameters.flatMap(({ key, type }): [string, string][] => {
    const typed = query.values[key] ?? '';
    const meant = readValue(type, typed);
    return meant === typed ? [] : [[key, meant]];
  });
  if (changed.length === 0) return query;
  return { ...query, values: { ...query.values, ...Object.fromEntries(changed) } };
}
