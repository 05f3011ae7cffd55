/**
 * What rows of several runs are matched by: their ID and, if one of the runs has a list, the input they
 * are from. An account is the same input whether it was asked alone or in a list, and however written.
 */
import { fold } from '#shared/fold.ts';
import type { Endpoint } from '#shared/catalogue/types.ts';
import { inputField } from '#shared/contract/list.ts';
import { effectiveQuery } from '#shared/query/values.ts';
import { isAccount } from '../export/privacy/list-inputs.ts';
import type { JsonObject } from '../json/index.ts';
import { identityOf } from '../store/own-values.ts';
import type { LiveRun } from '../runs/live-run.ts';

export interface RowKeys {
  /** The run's inputs in their order, each the same text for all runs; one if it has no list. */
  inputs: readonly string[];
  /** Returns the input of a row; null: unknown. */
  inputOf: (row: JsonObject) => string | null;
  /** Returns what identifies a row; null if it has no ID. */
  keyOf: (row: JsonObject) => string | null;
}

/** @param runs all those whose rows are matched, `run` among them. */
export function rowKeys(run: LiveRun, runs: readonly LiveRun[]): RowKeys {
  const { list, endpoint, resource } = run;
  const keys = listedKeys(runs);
  const sent = effectiveQuery(endpoint, run.query).values;
  const input = (values: readonly string[]): string =>
    JSON.stringify(
      keys.map((key) => {
        const at = list?.inputs.list.keys.indexOf(key) ?? -1;
        return comparable(endpoint, key, at === -1 ? sent[key] : values[at]) ?? null;
      }),
    );
  const inputs = list === null ? [input([])] : list.inputs.all.map(({ values }) => input(values));
  const byText = new Map(inputs.map((one, n) => [list?.inputs.text(n) ?? null, one]));
  const textOf = (row: JsonObject): string | null =>
    list === null ? null : identityOf(row, inputField);
  const inputOf = (row: JsonObject): string | null => byText.get(textOf(row)) ?? null;
  const isByInput = isMatchedByInput(runs);
  return {
    inputs,
    inputOf,
    keyOf(row) {
      const id = identityOf(row, resource.identity);
      if (id === null || !isByInput) return id;
      // Without the file of inputs, rows only have their numbers.
      return JSON.stringify([inputOf(row) ?? textOf(row), id]);
    },
  };
}

/** Returns how many inputs only one of the runs asked for: no row of theirs is in both. */
export function inputsOfOne(a: LiveRun, b: LiveRun): number {
  const runs = [a, b];
  if (!isMatchedByInput(runs)) return 0;
  const [one, other] = runs.map((run) => new Set(rowKeys(run, runs).inputs));
  const both = [...one!].filter((input) => other!.has(input)).length;
  return one!.size + other!.size - 2 * both;
}

/**
 * Returns whether rows of the runs differ by the values that fill their lists. A question may lack such
 * a parameter, and IDs that share a call are those of the rows.
 */
function isMatchedByInput(runs: readonly LiveRun[]): boolean {
  const keys = listedKeys(runs);
  const hasInputs = ({ list, endpoint }: LiveRun): boolean =>
    (list === null || list.perCall === 1) &&
    keys.every((key) => endpoint.parameters.some((one) => one.key === key));
  return keys.length > 0 && runs.every(hasInputs);
}

/** Returns whether both asked the same question, whatever columns they chose and inputs they have. */
export function askedTheSame(a: LiveRun, b: LiveRun): boolean {
  const { endpoint } = b;
  const listed = listedKeys([a, b]);
  const [one, other] = [a, b].map(({ query }) => effectiveQuery(endpoint, query).values);
  return (
    a.query.endpointId === b.query.endpointId &&
    endpoint.parameters.every(
      ({ key }) =>
        listed.includes(key) ||
        comparable(endpoint, key, one?.[key]) === comparable(endpoint, key, other?.[key]),
    )
  );
}

/** The parameters that a list of one of the runs fills. */
const listedKeys = (runs: readonly LiveRun[]): string[] =>
  [...new Set(runs.flatMap(({ list }) => list?.inputs.list.keys ?? []))].toSorted();

/** Returns a value as it is compared: services ignore the case of usernames. */
function comparable(
  { parameters }: Endpoint,
  key: string,
  value: string | undefined,
): string | undefined {
  const isOfAccount = parameters.some((one) => one.key === key && isAccount(one));
  return isOfAccount && value !== undefined ? fold(value) : value;
}
