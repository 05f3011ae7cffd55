/** *Use this value in…*: from a value in a row to the questions it answers a parameter of. Pure. */
import { isDataEndpoint } from '../catalogue/types.ts';
import type { Catalogue, DataEndpoint, Parameter, Resource, Taken } from '../catalogue/types.ts';
import { dataFromOf, liveId, storedId } from '../catalogue/data-from.ts';
import type { Query } from './types.ts';
import { validateQuery } from './validate.ts';

/** A question that a value leads to, filled in as far as the row goes. */
export interface Use {
  endpoint: DataEndpoint;
  /** The parameter that takes the value. */
  key: string;
  values: Readonly<Record<string, string>>;
  /** The first required parameter that is still to be filled in; null: it could be asked. */
  missing: string | null;
}

/** A row and the question it came from. */
export interface UseSource {
  resource: Resource;
  /** The values of a member of the row as text; several for a list, none where it is empty. */
  texts: (field: string) => readonly string[];
  query: Query;
}

/** The questions that one value of a field leads to, in the catalogue's order. */
export function usesOf(
  catalogue: Catalogue,
  source: UseSource,
  field: string,
  text: string,
): Use[] {
  const asked = catalogue.endpoints.find(({ id }) => id === source.query.endpointId);
  return endpointsFor(catalogue, source).flatMap((endpoint) => {
    const taking = endpoint.parameters.flatMap((parameter) => {
      const taken = parameter.takes.find((one) => isFrom(one, source.resource, field));
      return taken !== undefined && isUsable(taken, source) ? [{ parameter, taken }] : [];
    });
    return taking.flatMap(({ parameter, taken }): Use[] => {
      const given = { [parameter.key]: asTaken(taken, text) };
      const values = filledIn(endpoint, source, asked?.parameters ?? [], given);
      const query = { endpointId: endpoint.id, values, fields: [] };
      const complaints = validateQuery(endpoint, query, null);
      if (parameter.key in complaints || isSame(source.query, query)) return [];
      const missing = endpoint.parameters.find(({ key }) => key in complaints)?.key ?? null;
      return [{ endpoint, key: parameter.key, values, missing }];
    });
  });
}

/**
 * The questions about the item itself that need nothing else but a choice: one each. Not the one
 * that would only bring the same item again.
 */
export function questionsAbout(catalogue: Catalogue, source: UseSource): Use[] {
  const found = new Map<string, Use>();
  for (const field of namingFields(source.resource)) {
    for (const text of source.texts(field).slice(0, 1)) {
      for (const use of usesOf(catalogue, source, field, text)) {
        const { endpoint, missing } = use;
        const isItself = !endpoint.pages && endpoint.resource === source.resource.id;
        const isAskable = missing === null || isChoice(endpoint, missing);
        // Words that an item consists of don't name it.
        const isByName = endpoint.path.includes(`{${use.key}}`);
        if (isAskable && isByName && !isItself && !found.has(liveId(endpoint.id))) {
          found.set(liveId(endpoint.id), use);
        }
      }
    }
  }
  return [...found.values()];
}

/** Accounts go by their name first: people read it. */
const namingFields = ({ id, identity }: Resource): string[] =>
  id.endsWith('.user') ? ['username', identity] : [identity];

const isChoice = ({ parameters }: DataEndpoint, key: string): boolean =>
  parameters.some((parameter) => parameter.key === key && parameter.type.kind === 'choice');

/** Of the same platform and, where there is such a variant, from the same data. */
function endpointsFor(catalogue: Catalogue, { resource, query }: UseSource): DataEndpoint[] {
  const ofPlatform = catalogue.endpoints
    .filter(isDataEndpoint)
    .filter(({ platform }) => platform === resource.platform);
  const live = ofPlatform.filter(({ id }) => dataFromOf(id) === 'live');
  if (dataFromOf(query.endpointId) === 'live') return live;
  const stored = new Map(ofPlatform.map((endpoint) => [endpoint.id, endpoint]));
  return live.map((endpoint) => stored.get(storedId(endpoint.id)) ?? endpoint);
}

const isFrom = (taken: Taken, resource: Resource, field: string): boolean =>
  taken.resource === resource.id && taken.field === field;

const isUsable = ({ whileEmpty }: Taken, { texts }: UseSource): boolean =>
  whileEmpty === undefined || texts(whileEmpty).length === 0;

function asTaken({ prefix = '', without = '' }: Taken, text: string): string {
  const bare = without !== '' && text.startsWith(without) ? text.slice(without.length) : text;
  return bare.startsWith(prefix) ? bare : prefix + bare;
}

/** The other parameters of the path: from the same row, else as they were asked for. */
function filledIn(
  { parameters }: DataEndpoint,
  source: UseSource,
  asked: readonly Parameter[],
  given: Record<string, string>,
): Record<string, string> {
  const values = { ...given };
  for (const { key, place, takes } of parameters) {
    if (place !== 'path' || key in values) continue;
    const fromRow = takes
      .filter((taken) => taken.resource === source.resource.id && isUsable(taken, source))
      .flatMap((taken) => source.texts(taken.field).map((text) => asTaken(taken, text)));
    const isAskedFor = asked.some(
      (one) => one.key === key && JSON.stringify(one.takes) === JSON.stringify(takes),
    );
    const value = fromRow[0] ?? (isAskedFor ? source.query.values[key] : undefined);
    if (value !== undefined) values[key] = value;
  }
  return values;
}

/** The very question that the row came from. */
const isSame = (asked: Query, { endpointId, values }: Query): boolean =>
  asked.endpointId === endpointId &&
  Object.entries(values).every(([key, value]) => asked.values[key]?.trim() === value);
