/** A row as a source of further questions. */
import { memberOf, type Catalogue, type Resource } from '#shared/catalogue/types.ts';
import { queriesOfRow } from '#shared/contract/derived.ts';
import { inputField } from '#shared/contract/list.ts';
import type { Row, Run } from '#shared/contract/run.ts';
import type { Query } from '#shared/query/types.ts';
import type { UseSource } from '#shared/query/use-value.ts';
import { exactDigits } from '#renderer/components/json/exact-json.ts';

/** Number of values in a list that are offered one by one; the others take a few more clicks. */
const mostValues = 12;

export interface RowSource extends UseSource {
  run: Pick<Run, 'id' | 'query'>;
  /** Keys of the parameters that the run's list fills; undefined without a list. */
  list?: readonly string[] | undefined;
}

export const sourceOf = (
  row: Row,
  resource: Resource,
  run: Pick<Run, 'id' | 'query' | 'list' | 'derived'>,
): RowSource => {
  const texts = (field: string): string[] => textsOf(memberOf(row, field));
  const { query, derived, list } = run;
  const asked = queriesOfRow(
    { query, keys: list?.keys ?? [], derived },
    (field) => texts(field)[0],
  );
  return { resource, texts, query: inCommon(asked) ?? query, run, list: list?.keys };
};

/** What a row answers for certain: the values that all the questions it may be from have in common. */
const inCommon = ([first, ...others]: readonly Query[]): Query | undefined =>
  first && {
    ...first,
    values: Object.fromEntries(
      Object.entries(first.values).filter(([key, value]) =>
        others.every(
          ({ endpointId, values }) => endpointId === first.endpointId && values[key] === value,
        ),
      ),
    ),
  };

/**
 * Returns a value of a row, and what it is of: an input is of the kind that it was asked as, such as
 * the name of an account; null: nothing else takes it.
 */
export function valueSource(
  { endpoints, resources }: Catalogue,
  source: RowSource,
  field: string,
): { source: RowSource; field: string } | null {
  if (field !== inputField) return { source, field };
  const parameters = endpoints.find(({ id }) => id === source.query.endpointId)?.parameters ?? [];
  // No single parameter takes an input of several values.
  const [only, ...others] = source.list ?? [];
  const asked = parameters.find(({ key }) => key === only);
  const own = asked?.takes.find((one) => one.whileEmpty === undefined);
  const resource = resources.find(({ id }) => id === own?.resource);
  if (own === undefined || resource === undefined || others.length > 0) return null;
  const texts = (name: string): readonly string[] =>
    name === own.field ? source.texts(inputField) : [];
  return { source: { ...source, resource, texts }, field: own.field };
}

/** Returns a value as text, or each value of a list; empty if no parameter could take it. */
export function textsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return textOf(value);
  return [...new Set(value.flatMap(textOf))].slice(0, mostValues);
}

function textOf(value: unknown): string[] {
  const text =
    typeof value === 'string'
      ? value.trim()
      : typeof value === 'number'
        ? String(value)
        : exactDigits(value);
  return text === null || text === '' ? [] : [text];
}
