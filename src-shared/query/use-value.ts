/**
 * *Use in…*: from a value in a row to the questions with a parameter that takes it. Pure.
 */
import { answersWithOne, isDataEndpoint } from '../catalogue/types.ts';
import type { Catalogue, DataEndpoint, Parameter, Resource, Taken } from '../catalogue/types.ts';
import { type DataFrom, dataFromOf, liveId, storedId } from '../catalogue/data-from.ts';
import { isListable } from './list.ts';
import type { Query } from './types.ts';
import { readValue, validateQuery } from './values.ts';

/** A question that a value leads to, filled in as far as the row allows. */
export interface Use {
  endpoint: DataEndpoint;
  /** The parameter that takes the value. */
  key: string;
  values: Readonly<Record<string, string>>;
  /** The choice made in `values`, in words ("Followers"); null: there is none. */
  choice: string | null;
  /** The number of its rows, as given by the row; null: not given. */
  count: string | null;
  /** The first required parameter that is still missing; null: it could be asked. */
  missing: string | null;
}

/** A row and the question it is from. */
export interface UseSource {
  resource: Resource;
  /** The values of a row's member as text; several for a list, none if it is empty. */
  texts: (field: string) => readonly string[];
  query: Query;
}

/** A question with a parameter that takes a field’s value, and how it takes the value. */
export interface Taking {
  endpoint: DataEndpoint;
  parameter: Parameter;
  taken: Taken;
}

/**
 * Returns which questions take this field’s value, in the catalogue’s order; used for one value of a
 * row (`usesOf`) and for a whole column. Limited to the same platform and, where a question has such a
 * variant, to the same data. A list of values must still leave out rows where `taken.whileEmpty` has a
 * value.
 */
export const questionsTaking = (
  catalogue: Catalogue,
  resource: Resource,
  field: string,
  from: DataFrom = 'live',
): Taking[] =>
  endpointsFor(catalogue, resource, from).flatMap((endpoint) =>
    endpoint.parameters.flatMap((parameter) => {
      const taken = parameter.takes.find(
        (one) => one.resource === resource.id && one.field === field,
      );
      return taken === undefined ? [] : [{ endpoint, parameter, taken }];
    }),
  );

/**
 * Returns which questions can be asked for a list of this field’s values. Excludes those that need
 * something else in their path which a row doesn’t have, such as one comment of each post.
 */
export const questionsTakingList = (
  catalogue: Catalogue,
  resource: Resource,
  field: string,
  from: DataFrom = 'live',
): Taking[] =>
  questionsTaking(catalogue, resource, field, from).filter(
    ({ endpoint, parameter }) =>
      isListable(endpoint, parameter) &&
      endpoint.parameters.every(
        ({ key, place, takes }) =>
          key === parameter.key ||
          place !== 'path' ||
          takes.some((taken) => taken.resource === resource.id),
      ),
  );

/**
 * Returns the questions that one value of a field leads to; a question with a choice, once for each.
 */
export function usesOf(
  catalogue: Catalogue,
  source: UseSource,
  field: string,
  text: string,
): Use[] {
  const { resource, query: asked } = source;
  const parameters = catalogue.endpoints.find(({ id }) => id === asked.endpointId)?.parameters;
  return questionsTaking(catalogue, resource, field, dataFromOf(asked.endpointId))
    .filter(({ taken }) => isUsable(taken, source))
    .flatMap(({ endpoint, parameter: { key, type }, taken }): Use[] => {
      const given = { [key]: readValue(type, asTaken(taken, text)) };
      const row = filledIn(endpoint, source, parameters ?? [], given);
      return choicesOf(endpoint, row).flatMap(({ values, choice }): Use[] => {
        const query = { endpointId: endpoint.id, values, fields: [] };
        const complaints = validateQuery(endpoint, query, null);
        if (key in complaints || isSame(asked, query)) return [];
        const missing = endpoint.parameters.find((one) => one.key in complaints)?.key ?? null;
        const isOfItem = namingFields(resource).includes(field);
        const count = isOfItem ? countOf(endpoint, values, source) : null;
        return [{ endpoint, key, values, choice, count, missing }];
      });
    });
}

/**
 * Returns the questions about the item itself that need nothing else, those with a known number of rows
 * first. Excludes the one that would only return the same item again.
 */
export function questionsAbout(catalogue: Catalogue, source: UseSource): Use[] {
  const found = new Map<string, Use>();
  for (const field of namingFields(source.resource)) {
    for (const text of source.texts(field).slice(0, 1)) {
      for (const use of usesOf(catalogue, source, field, text)) {
        const { endpoint, missing, choice } = use;
        const isItself = answersWithOne(endpoint) && endpoint.resource === source.resource.id;
        // Words in an item don’t identify it.
        const isByName = endpoint.path.includes(`{${use.key}}`);
        const name = `${liveId(endpoint.id)} ${choice}`;
        if (missing === null && isByName && !isItself && !found.has(name)) found.set(name, use);
      }
    }
  }
  return [...found.values()].toSorted(
    (one, other) => Number(one.count === null) - Number(other.count === null),
  );
}

/**
 * Returns the questions that a cell leads to: those whose rows it counts, otherwise those that take its
 * value.
 */
export function questionsOfCell(catalogue: Catalogue, source: UseSource, field: string): Use[] {
  const { resource } = source;
  const counting = questionsAbout(catalogue, source).filter(({ endpoint, values }) =>
    endpoint.counted.some(
      (one) => one.resource === resource.id && one.field === field && isChosen(one.values, values),
    ),
  );
  if (counting.length > 0) return counting;
  const [text, ...others] = source.texts(field);
  return text === undefined || others.length > 0 ? [] : usesOf(catalogue, source, field, text);
}

/**
 * Returns the field that identifies the item's author; null if the item is an account, or has no
 * author.
 */
export const authorField = ({ id, fields }: Resource): string | null =>
  id.endsWith('.user')
    ? null
    : (fields.find(({ meaning }) => meaning === 'username')?.name ?? null);

/** Returns the noun for the item: "comment", or "reply" if no question takes it because it is one. */
export function itemWord(catalogue: Catalogue, source: UseSource): string {
  const { resource } = source;
  const ofReply = questionsTaking(catalogue, resource, resource.identity).find(
    ({ taken }) => !isUsable(taken, source),
  );
  return ofReply?.taken.otherwise ?? resource.one;
}

/** Accounts are identified by their username first, because people can read it. */
const namingFields = ({ id, identity }: Resource): string[] =>
  id.endsWith('.user') ? ['username', identity] : [identity];

interface Choosing {
  values: Record<string, string>;
  choice: string | null;
}

/** Returns the values with each choice of an open required parameter; unchanged if there is none. */
/** Returns the values that a question is asked with for each of its choices, if it has to be chosen. */
export function choicesOf(
  { parameters }: DataEndpoint,
  values: Record<string, string>,
): Choosing[] {
  for (const { key, type, required } of parameters) {
    if (!required || type.kind !== 'choice' || key in values) continue;
    return type.choices.map(({ value, label }) => ({
      values: { ...values, [key]: value },
      choice: label,
    }));
  }
  return [{ values, choice: null }];
}

const isChosen = (
  choices: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): boolean => Object.entries(choices).every(([key, value]) => values[key] === value);

function countOf(
  { counted }: DataEndpoint,
  values: Readonly<Record<string, string>>,
  { resource, texts }: UseSource,
): string | null {
  const count = counted.find((one) => one.resource === resource.id && isChosen(one.values, values));
  return (count === undefined ? undefined : texts(count.field)[0]) ?? null;
}

/** Returns the platform's endpoints, with the same kind of data where there is such a variant. */
function endpointsFor(catalogue: Catalogue, resource: Resource, from: DataFrom): DataEndpoint[] {
  const ofPlatform = catalogue.endpoints
    .filter(isDataEndpoint)
    .filter(({ platform }) => platform === resource.platform);
  const live = ofPlatform.filter(({ id }) => dataFromOf(id) === 'live');
  if (from === 'live') return live;
  const stored = new Map(ofPlatform.map((endpoint) => [endpoint.id, endpoint]));
  return live.map((endpoint) => stored.get(storedId(endpoint.id)) ?? endpoint);
}

const isUsable = ({ whileEmpty }: Taken, { texts }: UseSource): boolean =>
  whileEmpty === undefined || texts(whileEmpty).length === 0;

function asTaken({ prefix = '', without = '' }: Taken, text: string): string {
  const bare = without !== '' && text.startsWith(without) ? text.slice(without.length) : text;
  return bare.startsWith(prefix) ? bare : prefix + bare;
}

/** Fills in the other parameters of the path: from the same row, otherwise from the asked question. */
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

/** Whether it is the very question that the row is from. */
const isSame = (asked: Query, { endpointId, values }: Query): boolean =>
  asked.endpointId === endpointId &&
  Object.entries(values).every(([key, value]) => asked.values[key]?.trim() === value);
