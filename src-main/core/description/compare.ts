/**
 * Compares the catalogue with the service's description: what it says about each fact, which names it
 * has for one that it doesn't settle, and what only it has. Pure; nothing is applied here.
 */
import { quoted } from '#shared/characters.ts';
import { describedLimits, fitsType } from '#shared/catalogue/parameter-kinds.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import type {
  Catalogue,
  DataEndpoint,
  Endpoint,
  OptionNames,
  Parameter,
  Resource,
} from '#shared/catalogue/types.ts';
import type { FactName } from '#shared/contract/description.ts';
import type { DescribedOperation, DescribedParameter, DescribedService } from './described.ts';
import { namedFields, namesOfFields, parameterOf } from './discover.ts';
import { anyStored, isOption, limitsText, listText, requiredText } from './facts.ts';
import type { Patch } from './facts.ts';
import {
  isLive,
  keysOf,
  platformOf,
  problemOfPath,
  shapeOf,
  withOurKeys,
  wordsOfPath,
} from './paths.ts';

/** What the description says about a fact. */
export interface Finding extends Omit<Patch, 'value'> {
  /** Null: nothing, or nothing certain. */
  value: string | null;
  /** How it was recognised, or why nothing was, in a sentence. */
  why: string;
  /** What a person can choose from; none if omitted. */
  candidates?: readonly string[];
}

export interface Comparison {
  findings: Finding[];
  /** Parameters of our endpoints that only the description has. */
  additions: { endpointId: string; parameter: Parameter }[];
  /** Endpoints that only the description has. */
  others: DescribedOperation[];
}

/** One of our endpoints, as the description has it. */
interface Described {
  endpoint: DataEndpoint;
  operation: DescribedOperation;
}

export function compare(catalogue: Catalogue, { operations }: DescribedService): Comparison {
  const usable = operations.filter(({ path }) => problemOfPath(path) === null);
  const paths = comparePaths(catalogue.endpoints.filter(isDataEndpoint), usable);
  const taken = reservedNames(catalogue);
  const parameters = paths.described.map((one) => compareParameters(one, taken));
  return {
    findings: [
      ...paths.findings,
      ...parameters.flatMap(({ findings }) => findings),
      ...paths.described.flatMap(compareOptions),
      ...compareStoredOptions(paths.described),
      ...catalogue.resources.flatMap((one) => compareFields(catalogue, one, paths.described)),
    ],
    additions: parameters.flatMap(({ additions }) => additions),
    others: [...paths.others, ...operations.filter((one) => !usable.includes(one))],
  };
}

interface Match<Theirs> {
  /** Null: several could be it, or none. */
  theirs: Theirs | null;
  /** All that could be it and aren't another of ours, most likely first. */
  candidates: Theirs[];
}

/**
 * Finds for each of ours the one of theirs that alone has the most marks of it. What could as well be
 * another is left open: a person decides.
 *
 * @param marksOf Returns how much speaks for it; null: it can't be this.
 * @param least Marks without which it isn't even if it is the only one.
 */
function match<Ours, Theirs>(
  ours: readonly Ours[],
  theirs: readonly Theirs[],
  marksOf: (one: Ours, other: Theirs) => number | null,
  least: number,
): Map<Ours, Match<Theirs>> {
  const rankings = ours.map((one) => {
    const ranking = theirs
      .map((other) => ({ other, marks: marksOf(one, other) ?? -1 }))
      .filter(({ marks }) => marks >= 0)
      .toSorted((a, b) => b.marks - a.marks);
    const [first, second] = ranking;
    const isClear = first !== undefined && first.marks >= least && first.marks !== second?.marks;
    return { one, best: isClear ? first.other : null, ranking };
  });
  const isTaken = (other: Theirs): boolean =>
    rankings.filter(({ best }) => best === other).length === 1;
  return new Map(
    rankings.map(({ one, best, ranking }) => {
      const own = best !== null && isTaken(best) ? best : null;
      const candidates = ranking
        .map(({ other }) => other)
        .filter((other) => other === own || !isTaken(other));
      return [one, { theirs: own, candidates }];
    }),
  );
}

/** Returns why nothing was taken. @param what is looked for: "path", "thing". */
function whyOpen(what: 'path' | 'thing', candidates: number): string {
  const names = 'The service’s description names';
  if (candidates === 0) {
    return `${names} ${what === 'path' ? 'no path' : 'nothing'} that could be this.`;
  }
  return candidates === 1
    ? `${names} one ${what} that might be this, but it isn’t certain.`
    : `${names} ${candidates} ${what}s that could be this.`;
}

/** By shape first, whatever the names of a path's parameters; then, if assumed, by what it takes and its words. */
function comparePaths(
  ours: readonly DataEndpoint[],
  operations: readonly DescribedOperation[],
): { described: Described[]; findings: Finding[]; others: DescribedOperation[] } {
  const byShape = new Map<string, DescribedOperation[]>();
  for (const one of operations) {
    const shape = shapeOf(one.path);
    byShape.set(shape, [...(byShape.get(shape) ?? []), one]);
  }
  const sameShape = ({ path }: DataEndpoint): DescribedOperation[] =>
    byShape.get(shapeOf(path)) ?? [];
  const shapes = new Set(ours.map(({ path }) => shapeOf(path)));
  const free = operations.filter(({ path }) => !shapes.has(shapeOf(path)));
  const open = ours.filter(
    (one) => one.pathEvidence !== 'documented' && sameShape(one).length === 0,
  );
  const matches = match(open, free, marksOfPath, 1);
  const described: Described[] = [];
  const findings = ours.map((endpoint): Finding => {
    const name: FactName = { kind: 'path', subject: endpoint.id, key: null };
    const keys = keysOf(endpoint.path);
    const [same, ...more] = sameShape(endpoint);
    // Two paths of the same shape are one path to the service, and contradict each other.
    if (more.length > 0) {
      const why = 'The service’s description names this path more than once.';
      return { name, value: null, why };
    }
    const { theirs = null, candidates = [] } = matches.get(endpoint) ?? {};
    const operation = same ?? theirs;
    const paths = candidates.slice(0, 20).map(({ path }) => withOurKeys(path, keys));
    if (operation === null) {
      return { name, value: null, why: whyOpen('path', candidates.length), candidates: paths };
    }
    described.push({ endpoint, operation });
    if (same !== undefined) return { name, value: endpoint.path, why: 'The path is the same.' };
    const value = withOurKeys(operation.path, keys);
    return { name, value, why: whyPath(endpoint, operation), candidates: paths };
  });
  const taken = new Set(described.map(({ operation }) => operation));
  return { described, findings, others: free.filter((one) => !taken.has(one)) };
}

const takes = ({ query }: DescribedOperation, wanted: string): boolean =>
  query.some(({ name }) => name === wanted);

/** Names of nearly every endpoint don't distinguish them. */
const everywhere = new Set(['since', 'until', 'responseType']);

/** Returns the documented names by which an endpoint can be recognised. */
const ownNames = ({ parameters }: Endpoint): string[] =>
  parameters
    .filter(
      ({ place, evidence, key }) =>
        place === 'query' && evidence === 'documented' && !everywhere.has(key),
    )
    .map(({ wire }) => wire);

const takesOwnNames = (endpoint: Endpoint, operation: DescribedOperation): boolean => {
  const names = ownNames(endpoint);
  return names.length > 0 && names.every((name) => takes(operation, name));
};

const hasOurWords = (ours: Endpoint, { path }: DescribedOperation): boolean => {
  const words = wordsOfPath(path);
  return wordsOfPath(ours.path).every((word) => words.includes(word));
};

/** Same platform, same family, same number of keys, and every documented name that is required. */
function marksOfPath(endpoint: DataEndpoint, operation: DescribedOperation): number | null {
  const { path, needs } = operation;
  const isPossible =
    needs === null &&
    platformOf(path) === endpoint.platform &&
    isLive(path) === (endpoint.kind === 'live') &&
    keysOf(path).length === keysOf(endpoint.path).length &&
    endpoint.parameters.every(
      ({ place, required, evidence, wire }) =>
        place !== 'query' || !required || evidence !== 'documented' || takes(operation, wire),
    ) &&
    (endpoint.kind === 'live' || takes(operation, 'responseType'));
  if (!isPossible) return null;
  return Number(takesOwnNames(endpoint, operation)) + Number(hasOurWords(endpoint, operation));
}

function whyPath(endpoint: Endpoint, operation: DescribedOperation): string {
  const best = 'Of the paths left, it fits best:';
  return takesOwnNames(endpoint, operation)
    ? `${best} it takes ${ownNames(endpoint).join(', ')}.`
    : `${best} its words are ${wordsOfPath(endpoint.path).map(quoted).join(', ')}.`;
}

/**
 * Returns the specification's names of options: a parameter called `lang` is not the keyword, whatever
 * else is missing. (`q` can be: many services call the search words that.)
 */
const reservedNames = ({ endpoints }: Catalogue): ReadonlySet<string> =>
  new Set(
    endpoints.flatMap(({ parameters }) =>
      parameters
        .filter((one) => one.place === 'query' && one.evidence === 'documented' && !one.required)
        .map(({ wire }) => wire),
    ),
  );

/** By name first; then by type, values and whether it is required. */
function compareParameters(
  { endpoint, operation }: Described,
  reserved: ReadonlySet<string>,
): Pick<Comparison, 'findings' | 'additions'> {
  const ours = endpoint.parameters.filter(({ place }) => place === 'query');
  const options = new Set(optionsOf(endpoint).map((key) => optionNameOf(endpoint, operation, key)));
  const theirs = operation.query.filter(({ name }) => !options.has(name) && !isOption(name));
  const sameName = ({ wire }: Parameter): DescribedParameter | undefined =>
    theirs.find(({ name }) => name === wire);
  const free = theirs.filter(({ name }) => !ours.some(({ wire }) => wire === name));
  const matches = match(
    ours.filter((one) => sameName(one) === undefined),
    free.filter(({ name }) => !reserved.has(name)),
    marksOfParameter,
    0,
  );
  const subject = endpoint.id;
  const findings = ours.flatMap((parameter): Finding[] => {
    const name: FactName = { kind: 'name', subject, key: parameter.key };
    const { theirs: matched = null, candidates = [] } = matches.get(parameter) ?? {};
    const described = sameName(parameter) ?? matched;
    const names = candidates.map((one) => one.name);
    if (described === null) {
      return [{ name, value: null, why: whyOpen('thing', names.length), candidates: names }];
    }
    const why = matched === null ? 'It has the same name.' : whyParameter(parameter, described);
    const found: Finding = { name, value: described.name, why, candidates: names };
    // What is documented must be accepted as this parameter before it counts as it.
    const isAccepted = matched === null || parameter.evidence !== 'documented';
    return [found].concat(isAccepted ? factsOfParameter(subject, parameter, described) : []);
  });
  /** What is, or could be, one of ours isn't new. */
  const isNew = (one: DescribedParameter): boolean =>
    ![...matches.values()].some(({ theirs: matched, candidates }) =>
      matched === null ? candidates.includes(one) : matched === one,
    );
  const keys = new Set(endpoint.parameters.map(({ key }) => key));
  const additions = free
    .filter(isNew)
    .map((described, index) => {
      // Optional, so that they change no request.
      const parameter = parameterOf(
        { ...described, required: false },
        'query',
        `value${index + 1}`,
      );
      return { endpointId: subject, parameter, isNeeded: described.required };
    })
    .filter(({ parameter }) => !keys.has(parameter.key));
  const needed = additions
    .filter(({ isNeeded }) => isNeeded)
    .map(({ parameter: { key } }): Finding => {
      const why = 'The service’s description asks for it; the documentation doesn’t name it.';
      return { name: { kind: 'required', subject, key }, value: 'required', why };
    });
  return {
    findings: [...findings, ...needed],
    additions,
  };
}

/** Another type rules it out; our values and whether it is required speak for it. */
function marksOfParameter(parameter: Parameter, described: DescribedParameter): number | null {
  if (!fitsType(parameter.type, described)) return null;
  return (
    2 * Number(ourValues(parameter, described).length > 0) +
    Number(described.required === parameter.required)
  );
}

const ourValues = ({ type }: Parameter, { values }: DescribedParameter): string[] =>
  type.kind === 'choice'
    ? type.choices.flatMap(({ value }) => (values?.includes(value) === true ? [value] : []))
    : [];

function whyParameter(parameter: Parameter, described: DescribedParameter): string {
  const values = ourValues(parameter, described);
  return values.length > 0
    ? `It fits best: it takes ${values.join(', ')}.`
    : 'It is the best match of those left.';
}

function factsOfParameter(
  subject: string,
  { key, type }: Parameter,
  described: DescribedParameter,
): Finding[] {
  const limits = describedLimits(type, described);
  const says = {
    required: requiredText(described.required),
    values: valuesText(type, described),
    limits: limits === null ? null : limitsText(limits.min, limits.max),
    default: described.default,
  };
  return (['required', 'values', 'limits', 'default'] as const).flatMap((kind): Finding[] => {
    const value = says[kind];
    const why = 'The service’s description says so.';
    return value === null ? [] : [{ name: { kind, subject, key }, value, why }];
  });
}

/** Returns our values first, in our order, so that mere order isn't a difference. */
function valuesText(type: Parameter['type'], { values }: DescribedParameter): string | null {
  if (values === null || values.some((value) => value.includes(','))) return null;
  if (type.kind === 'text') return listText(values);
  return type.kind === 'choice'
    ? listText(
        inOrderOf(
          type.choices.map(({ value }) => value),
          values,
        ),
      )
    : null;
}

const inOrderOf = (ours: readonly string[], theirs: readonly string[]): string[] => [
  ...ours.filter((name) => theirs.includes(name)),
  ...theirs.filter((name) => !ours.includes(name)),
];

type OptionKey = keyof OptionNames;

/** Patterns of the names that options can have. */
const optionNamePatterns: Readonly<Record<OptionKey, RegExp>> = {
  cursor: /cursor/i,
  fields: /^(fields?|attributes?|select)$/i,
  pageNumber: /page.?(number|no|index)|^page$/i,
  tableName: /table/i,
};

/** Returns the options that this kind of endpoint may take. */
const optionsOf = ({ pages, kind, optionNames }: Endpoint): OptionKey[] => [
  ...(pages ? (['cursor'] as const) : []),
  ...(optionNames.fields === null ? [] : (['fields'] as const)),
  ...(kind === 'stored' ? storedOptions : []),
];

/** Their names are assumed, and one fact for all. */
const storedOptions = ['pageNumber', 'tableName'] as const;

/** Returns the service's name of an option: ours, or the only one that matches its pattern; otherwise null. */
function optionNameOf(
  { optionNames, parameters }: Endpoint,
  { query }: DescribedOperation,
  key: OptionKey,
): string | null {
  const names = query.map(({ name }) => name);
  const ours = optionNames[key];
  if (ours !== null && names.includes(ours)) return ours;
  const [only, ...more] = names.filter(
    (name) => optionNamePatterns[key].test(name) && !parameters.some(({ wire }) => wire === name),
  );
  return only !== undefined && more.length === 0 ? only : null;
}

const compareOptions = ({ endpoint, operation }: Described): Finding[] =>
  (['cursor', 'fields'] as const)
    .filter((key) => optionsOf(endpoint).includes(key))
    .map((key) => {
      const value = optionNameOf(endpoint, operation, key);
      const why =
        value === null
          ? whyOpen('thing', 0)
          : 'Its name is the only one that mentions the same thing.';
      return { name: { kind: 'name', subject: endpoint.id, key }, value, why };
    });

const compareStoredOptions = (described: readonly Described[]): Finding[] =>
  storedOptions.map((key) => {
    const found = described
      .filter(({ endpoint }) => endpoint.kind === anyStored)
      .map(({ endpoint, operation }) => optionNameOf(endpoint, operation, key));
    const candidates = [...new Set(found.filter((name) => name !== null))];
    const name: FactName = { kind: 'name', subject: anyStored, key };
    const [only, ...more] = candidates;
    if (only !== undefined && more.length === 0) {
      const why = 'Every stored-data path that takes it uses this name.';
      return { name, value: only, why };
    }
    const why =
      only === undefined
        ? whyOpen('thing', 0)
        : 'The service’s description uses different names for it.';
    return { name, value: null, why, candidates };
  });

/** Compares the names that `fields` takes, or else those of an item, if all its endpoints agree. */
function compareFields(
  catalogue: Catalogue,
  resource: Resource,
  described: readonly Described[],
): Finding[] {
  const of = described.filter(({ endpoint }) => endpoint.resource === resource.id);
  const ours = resource.fields.map((field) => field.name);
  const lists = of.flatMap(({ endpoint, operation }) => {
    const names = namesOfFields(operation, endpoint.optionNames.fields);
    return names === null ? [] : [inOrderOf(ours, names)];
  });
  const name: FactName = { kind: 'fields', subject: resource.id, key: null };
  const different = [...new Map(lists.map((list) => [listText(list), list]))];
  const [only, ...more] = different;
  if (only === undefined || more.length > 0) {
    if (resource.fieldsEvidence === 'documented') return [];
    const why =
      only === undefined
        ? 'The service’s description does not list them.'
        : 'The service’s description lists different fields for different paths.';
    return [{ name, value: null, why, candidates: different.slice(0, 5).map(([text]) => text) }];
  }
  const [value, names] = only;
  const operations = of.map(({ operation }) => operation);
  const fields = namedFields(catalogue, resource, names, operations);
  const why = 'These are the names that the service’s description lists.';
  return [{ name, value, why, fields }];
}
