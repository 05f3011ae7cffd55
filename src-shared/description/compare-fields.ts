/** The fields of each resource, as the catalogue and the service's description have them. */
import { listText } from './facts.ts';
import type { FactName } from './facts.ts';
import type { DescribedOperation } from './described.ts';
import type { MatchedPath } from './match-paths.ts';
import type { Reconciled } from './reconciled.ts';
import type { Catalogue } from '../catalogue/types.ts';

/** The names that `fields` takes, or else those of an item, if all endpoints of it agree. */
export function compareFields(
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
          : 'The service’s description lists different ones from path to path.';
      if (isAssumed) result.notTaken.push({ name, why, candidates: different.slice(0, 5) });
      continue;
    }
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
