/** Finds inputs that runs of this data folder have answers to: nobody should unknowingly pay twice. */
import type { KnownEndpoint } from '../description/effective-catalogue.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import type { Query } from '#shared/query/types.ts';
import { effectiveQuery } from '#shared/query/values.ts';
import { isSameService } from '#shared/service/profile.ts';
import { headerSchema } from '../runs/run-header.ts';
import type { RunStore } from '../store/run-store.ts';

interface AnsweredDeps {
  store: RunStore;
  lookUp: (endpointId: string) => KnownEndpoint | null;
  /** Of the service in use; answers of other services don't count. */
  profile: () => Profile | null;
}

/**
 * Returns the values of `keys`, joined with line feeds, for which a run of the same question has at
 * least one page. Runs that can't be read are skipped.
 * @param query everything except those values.
 */
export async function answeredInputs(
  query: Query,
  keys: readonly string[],
  { store, lookUp, profile }: AnsweredDeps,
): Promise<Set<string>> {
  const answered = new Set<string>();
  const known = lookUp(query.endpointId);
  if (known === null) return answered;
  const wanted = signature(effectiveQuery(known.endpoint, query), keys);
  for (const { id, header, pages } of await store.list()) {
    const { data } = headerSchema.safeParse(header);
    if (data === undefined || pages === 0 || !isSameService(data, profile())) continue;
    if (data.derived !== undefined) continue;
    if (signature(data.query, keys) !== wanted) continue;
    if (data.list === undefined) {
      answered.add(keys.map((key) => data.query.values[key] ?? '').join('\n'));
    } else if (data.list.keys.join() === keys.join()) {
      for (const input of await inputsOf(store, id).catch(() => [])) answered.add(input);
    }
  }
  return answered;
}

async function inputsOf(store: RunStore, runId: string): Promise<string[]> {
  const run = await store.open(runId);
  if (run.inputs === undefined) return [];
  const { all, list } = run.inputs;
  const answered: string[] = [];
  for (const record of run.contents.inputs) {
    const { reason, input, missing } = record;
    if (reason !== 'done' && reason !== 'nothing' && reason !== 'partly') continue;
    // The service leaves out inputs of a pack that it doesn't find: they weren't answered.
    const left = new Set(missing);
    for (const [at, { values }] of all.slice(input, input + list.perCall).entries()) {
      if (!left.has(input + at)) answered.push(values.join('\n'));
    }
  }
  return answered;
}

const signature = ({ endpointId, values, fields }: Query, keys: readonly string[]): string =>
  JSON.stringify([
    endpointId,
    Object.entries(values)
      .filter(([key]) => !keys.includes(key))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    fields,
  ]);
