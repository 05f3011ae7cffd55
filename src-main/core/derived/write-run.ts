/**
 * Writes a derived run: rows that were computed here instead of sent by a service. They stream into
 * the pages of an ordinary log, so that table, charts, History and exports need no special case. The
 * run appears only when its last page is on disk, so there are no partial results.
 */
import type { Derivation, DerivedFacts } from '#shared/contract/derived.ts';
import type { Resource } from '#shared/catalogue/types.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { stringifyJson } from '../json/index.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { factsMember } from '../runs/run-header.ts';
import type { RunHeader } from '../runs/run-header.ts';
import type { RunStore } from '../store/run-store.ts';
import type { StoredRun } from '../store/stored-run.ts';
import { noRoomProblem } from '../store/store-problem.ts';
import { ProblemError } from '../problem-error.ts';
import { isoTime } from '../clock.ts';

/** What a derived run is created with. Question, service and endpoint are those of its basis. */
export interface NewDerived {
  runId: string;
  name: string;
  basis: Pick<LiveRun, 'query' | 'endpoint' | 'profileId' | 'address'>;
  /** The kind of its rows, with all their columns in order. */
  resource: Resource;
  from: Derivation;
  /** Version of the application. */
  version: string;
}

/** A page takes some 10 ms to compute and write, so the program stays responsive. */
const pageRows = 1000;
const pageCharacters = 1_000_000;

/**
 * @param rows in their order; returns the resulting facts.
 * @throws ProblemError, StoreError, what `rows` throws; no run exists then.
 */
export async function writeDerived(
  store: RunStore,
  { runId, name, basis, resource, from, version }: NewDerived,
  rows: AsyncGenerator<JsonObject, DerivedFacts>,
): Promise<void> {
  const header: RunHeader = {
    query: basis.query,
    target: '',
    address: basis.address,
    profileId: basis.profileId,
    createdAt: isoTime(),
    version,
    known: { endpoint: basis.endpoint, resource },
    derived: from,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain data, as the schema has it
  const plain = header as unknown as JsonObject;
  await store.createWhole(runId, plain, name, async (run) => {
    await appendPages(run, rows);
    await run.appendRest('noMore');
  });
}

async function appendPages(
  run: StoredRun,
  rows: AsyncGenerator<JsonObject, DerivedFacts>,
): Promise<void> {
  let items: JsonObject[] = [];
  let texts: string[] = [];
  let length = 0;
  const flush = async (beside: JsonObject): Promise<void> => {
    if (!(await run.hasRoomForNextPage())) throw new ProblemError(noRoomProblem());
    const others = Object.entries(beside).map(
      ([key, value]) => `,${JSON.stringify(key)}:${stringifyJson(value)}`,
    );
    const body = Buffer.from(`{"results":[${texts.join(',')}]${others.join('')}}`);
    const page = run.pages.length + 1;
    const parsed: JsonValue = { results: items };
    await run.appendPage({ page, at: isoTime(), body, parsed });
    [items, texts, length] = [[], [], 0];
  };
  for (;;) {
    const next = await rows.next();
    if (next.done === true) {
      // The facts go with the last rows, where readers look for them: in the log's last page.
      await flush({ [factsMember]: JSON.parse(JSON.stringify(next.value)) });
      return;
    }
    if (items.length === pageRows || length > pageCharacters) await flush({});
    const text = stringifyJson(next.value);
    items.push(next.value);
    texts.push(text);
    length += text.length;
  }
}
