/**
 * Compares the catalogue with the service's description: what is confirmed, what differs, what is
 * uncertain. Pure; nothing is applied here.
 */
import {
  anyStored,
  anyText,
  limitsText,
  listText,
  optionNameOf,
  optionsOf,
  readList,
  requiredText,
} from './facts.ts';
import type { FactName } from '#shared/contract/description.ts';
import type { DescribedOperation, DescribedParameter, DescribedService } from './described.ts';
import { namedFields } from './discovered-resource.ts';
import { matchParameters, type MatchedParameter } from './match-parameters.ts';
import { matchPaths, type MatchedPath } from './match-paths.ts';
import type { Reconciled } from './reconciled.ts';
import { problemOfPath } from './paths.ts';
import { describedLimits, limitsOf } from '#shared/catalogue/parameter-kinds.ts';
import type { Catalogue, Evidence, Parameter } from '#shared/catalogue/types.ts';

export function reconcile(catalogue: Catalogue, service: DescribedService): Reconciled {
  const paths = matchPaths(
    catalogue,
    service.operations.filter(({ path }) => problemOfPath(path) === null),
  );
  const result: Reconciled = {
    said: [],
    notTaken: [],
    contradictions: [],
    additions: [],
    fields: new Map(),
    others: [
      ...paths.others,
      ...service.operations.filter(({ path }) => problemOfPath(path) !== null),
    ],
  };
  const known = namesOfOptions(catalogue);
  for (const match of paths.matched) compareEndpoint(match, known, result);
  for (const { endpoint, why, candidates } of paths.missing) {
    const name: FactName = { kind: 'path', subject: endpoint.id, key: null };
    if (endpoint.pathEvidence === 'assumed') {
      result.notTaken.push({ name, why, candidates });
    } else {
      result.contradictions.push({
        name,
        documented: endpoint.path,
        value: 'not named',
        reason: why,
        acceptable: false,
      });
    }
  }
  compareOptions(paths.matched, result);
  compareFields(catalogue, paths.matched, result);
  return result;
}

/**
 * Returns the specification's names of options: none of these can be the new name of a required
 * parameter. (`q` can: many services call the search words that.)
 */
function namesOfOptions(catalogue: Catalogue): ReadonlySet<string> {
  return new Set(
    catalogue.endpoints.flatMap(({ parameters }) =>
      parameters
        .filter(
          ({ place, evidence, required }) =>
            place === 'query' && evidence === 'documented' && !required,
        )
        .map(({ wire }) => wire),
    ),
  );
}

function compareEndpoint(
  { endpoint, operation, path, reason }: MatchedPath,
  known: ReadonlySet<string>,
  result: Reconciled,
): void {
  const subject = endpoint.id;
  if (endpoint.pathEvidence === 'assumed') {
    result.said.push({ name: { kind: 'path', subject, key: null }, value: path, reason });
  }
  const { matched, missing, others } = matchParameters(endpoint, operation, known);
  for (const match of matched) compareParameter(subject, match, result);
  for (const { parameter, why, candidates } of missing) {
    const name: FactName = { kind: 'name', subject, key: parameter.key };
    const names = candidates.map((one) => one.name);
    if (parameter.evidence === 'assumed') {
      result.notTaken.push({ name, why, candidates: names });
      continue;
    }
    const [only, ...more] = names;
    const isClear = only !== undefined && more.length === 0;
    result.contradictions.push({
      name,
      documented: parameter.wire,
      value: isClear ? only : 'not named',
      reason: why,
      acceptable: isClear,
    });
  }
  for (const described of others) {
    const couldBe = missing
      .filter(({ candidates }) => candidates.includes(described))
      .map(({ parameter }) => parameter.key);
    result.additions.push({ endpointId: subject, described, couldBe });
  }
}

function compareParameter(
  subject: string,
  { parameter, described, reason }: MatchedParameter,
  result: Reconciled,
): void {
  const { key, evidence, requiredEvidence, type } = parameter;
  const report = (
    kind: FactName['kind'],
    value: string | null,
    of: { ours: string | null; evidence: Evidence },
    why: string,
  ): void => {
    if (value === null) return;
    const name: FactName = { kind, subject, key };
    if (of.evidence === 'assumed') result.said.push({ name, value, reason: why });
    else if (of.ours !== null && value !== of.ours) {
      result.contradictions.push({
        name,
        value,
        documented: of.ours,
        reason: why,
        acceptable: true,
      });
    }
  };
  if (evidence === 'assumed')
    report('name', described.name, { ours: parameter.wire, evidence }, reason);
  const says = 'The service’s description says so.';
  report(
    'required',
    requiredText(described.required),
    { ours: requiredText(parameter.required), evidence: requiredEvidence },
    says,
  );
  compareValues(parameter, described, (value, of) => report('values', value, of, says));
  const ours = limitsOf(type);
  const theirs = describedLimits(type, described);
  if (ours !== null && theirs !== null) {
    report(
      'limits',
      limitsText(theirs.min, theirs.max),
      { ours: limitsText(ours.min, ours.max), evidence: 'documented' },
      says,
    );
  }
  // Without a documented default there is nothing to contradict.
  const documentedDefault = parameter.default;
  if (documentedDefault === undefined || described.default !== documentedDefault) {
    report(
      'default',
      described.default,
      {
        ours: documentedDefault ?? '',
        evidence: documentedDefault === undefined ? 'assumed' : 'documented',
      },
      says,
    );
  }
}

/** Our values first, in our order, so that mere order isn't a difference. */
function compareValues(
  { type, evidence }: Parameter,
  described: DescribedParameter,
  report: (value: string, of: { ours: string | null; evidence: Evidence }) => void,
): void {
  const { values } = described;
  if (values === null || values.some((value) => value.includes(','))) return;
  if (type.kind === 'choice') {
    const ours = type.choices.map(({ value }) => value);
    const theirs = [
      ...ours.filter((value) => values.includes(value)),
      ...values.filter((value) => !ours.includes(value)),
    ];
    report(listText(theirs), {
      ours: listText(ours),
      evidence: type.closed ? 'documented' : 'assumed',
    });
  } else if (type.kind === 'text') {
    // Free text of which the service takes only some values: no documented fact says that it takes any.
    report(listText(values), { ours: anyText, evidence });
  }
}

/** Names that aren't form parameters. Those of stored data are assumed, and one fact for all. */
function compareOptions(matched: readonly MatchedPath[], result: Reconciled): void {
  for (const { endpoint, operation } of matched) {
    for (const key of optionsOf(endpoint)) {
      const ours = endpoint.optionNames[key];
      const theirs = optionNameOf(endpoint, operation, key);
      if (key === 'pageNumber' || key === 'tableName' || ours === null || theirs === ours) continue;
      result.contradictions.push({
        name: { kind: 'name', subject: endpoint.id, key },
        documented: ours,
        value: theirs ?? 'not named',
        reason:
          theirs === null
            ? 'The service’s description names nothing that could be this.'
            : 'Its name is the only one that mentions the same thing.',
        acceptable: theirs !== null,
      });
    }
  }
  const stored = matched.filter(({ endpoint }) => endpoint.kind === 'stored');
  for (const key of ['pageNumber', 'tableName'] as const) {
    const found = stored.map(({ endpoint, operation }) => optionNameOf(endpoint, operation, key));
    const names = [...new Set(found.filter((name) => name !== null))];
    const name: FactName = { kind: 'name', subject: anyStored, key };
    const [only, ...more] = names;
    if (only !== undefined && more.length === 0) {
      const reason = 'Every stored-data path that takes it uses this name.';
      result.said.push({ name, value: only, reason });
    } else {
      result.notTaken.push({
        name,
        why:
          names.length === 0
            ? 'The service’s description names nothing that could be this.'
            : 'The service’s description uses different names for it.',
        candidates: names,
      });
    }
  }
}

/** Compares the names that `fields` takes, or else those of an item, if all its endpoints agree. */
function compareFields(
  catalogue: Catalogue,
  matched: readonly MatchedPath[],
  result: Reconciled,
): void {
  for (const resource of catalogue.resources) {
    const of = matched.filter(({ endpoint }) => endpoint.resource === resource.id);
    const name: FactName = { kind: 'fields', subject: resource.id, key: null };
    const ours = resource.fields.map((field) => field.name);
    const listings = of.map(({ endpoint, operation }) =>
      fieldNames(endpoint.optionNames.fields, operation),
    );
    const lists = listings.filter((one) => one !== null).map((one) => inOrderOf(ours, one.names));
    const different = [...new Set(lists.map(listText))];
    const [value, ...more] = different;
    const isAssumed = resource.fieldsEvidence === 'assumed';
    if (value === undefined || more.length > 0) {
      const why =
        value === undefined
          ? 'The service’s description does not list them.'
          : 'The service’s description lists different fields for different paths.';
      if (isAssumed) result.notTaken.push({ name, why, candidates: different.slice(0, 5) });
      continue;
    }
    const operations = of.map(({ operation }) => operation);
    result.fields.set(resource.id, namedFields(catalogue, resource, readList(value), operations));
    const isAllowed = listings.some((one) => one?.isAllowed === true);
    const reason = isAllowed
      ? 'These are the names that its list of fields takes.'
      : 'These are the members of an item in its answers.';
    if (isAssumed) result.said.push({ name, value, reason });
    else if (value !== listText(ours)) {
      result.contradictions.push({
        name,
        value,
        documented: listText(ours),
        reason,
        acceptable: true,
      });
    }
  }
}

function fieldNames(
  option: string | null,
  { query, fields }: DescribedOperation,
): { names: string[]; isAllowed: boolean } | null {
  const allowed = query.find(({ name }) => name === option)?.values ?? null;
  if (allowed !== null)
    return {
      names: allowed.filter((name) => /^[A-Za-z_][A-Za-z0-9_.]*$/.test(name)),
      isAllowed: true,
    };
  return fields === null ? null : { names: fields.map(({ name }) => name), isAllowed: false };
}

const inOrderOf = (ours: readonly string[], theirs: readonly string[]): string[] => [
  ...ours.filter((name) => theirs.includes(name)),
  ...theirs.filter((name) => !ours.includes(name)),
];
