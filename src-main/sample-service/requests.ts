/**
 * What a request for data asks: validated by the catalogue's rules, as the service does. The first problem is
 * answered with 400 and a message that uses the names on the wire. Unknown parameters are ignored.
 */
import type { Context } from 'hono';
import { problemOfValue } from '#shared/catalogue/parameter-kinds.ts';
import { resources } from '../catalogue/resources/index.ts';
import type { DataEndpoint, Parameter } from '#shared/catalogue/types.ts';
import { refusal } from './answers.ts';
import type { Item } from './answers.ts';

export interface Asked {
  /** By canonical key. */
  values: Record<string, string>;
  query: Readonly<Record<string, string>>;
  /** The same for all pages of a question: everything except the parameters that select one of them. */
  identity: string;
  /** Reduces an item to the members named in `fields` (specification, Resources). */
  trim: (item: Item) => Item;
  /** The members of an item, in order. */
  columns: readonly string[];
}

/** Parameters that select a page. */
const leading = new Set(['cursor', 'responseType', 'pageNumber', 'tableName']);

/** @throws a refusal with the first problem. */
export function readRequest(c: Context, endpoint: DataEndpoint): Asked {
  const query = c.req.query();
  const values: Record<string, string> = {};
  for (const parameter of endpoint.parameters) {
    const { key, place, required, wire } = parameter;
    const value = (place === 'path' ? c.req.param(key) : query[wire])?.trim();
    if (value === undefined && required) throw refusal(400, `\`${wire}\` is required.`);
    if (value !== undefined) values[key] = checked(parameter, value);
  }
  const { since, until } = values;
  if (since !== undefined && until !== undefined && until < since) {
    throw refusal(400, '`since` must not be after `until`.');
  }
  const { fields = [], fieldsEvidence } =
    resources.find(({ id }) => id === endpoint.resource) ?? {};
  const known = fields.map(({ name }) => name);
  const chosen = (query['fields'] ?? '').split(',').map((name) => name.trim());
  const names = new Set(chosen.filter((name) => name !== ''));
  const unknown = [...names].find((name) => !known.includes(name));
  if (fieldsEvidence === 'documented' && unknown !== undefined) {
    throw refusal(400, `\`fields\`: ${unknown} is not a field of this resource.`);
  }
  const isSent = (name: string): boolean => names.size === 0 || names.has(name);
  const parameters = Object.entries(query).filter(([name]) => !leading.has(name));
  const sorted = parameters.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    values,
    query,
    identity: JSON.stringify([c.req.path, sorted]),
    trim: (item) => Object.fromEntries(Object.entries(item).filter(([name]) => isSent(name))),
    columns: known.filter(isSent),
  };
}

/** Lists that are only suggestions elsewhere are closed here: this service knows no other values. */
function checked({ type, wire }: Parameter, value: string): string {
  if (value === '') throw refusal(400, `\`${wire}\` must not be blank.`);
  const closed =
    type.kind === 'choice'
      ? {
          ...type,
          closed: true,
          choices: type.choices.map((one) => ({ ...one, label: one.value })),
        }
      : type;
  const problem = problemOfValue(closed, value);
  if (problem !== null) throw refusal(400, `\`${wire}\`: ${problem}`);
  return value;
}
