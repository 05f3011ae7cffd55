/** A service whose items change between two collections, and a core that compares them. */
import { onTestFinished } from 'vitest';
import type { Run } from '#shared/contract/run.ts';
import type { Query } from '#shared/query/types.ts';
import { askIn, mintRunId, rowsIn, startTestCore } from '#test/support/core.ts';
import type { TestCore, TestCoreOptions } from '#test/support/core.ts';
import { serve } from '#test/support/serve.ts';
import { search } from '#test/support/run-core.ts';

export type Item = Record<string, unknown> & { id?: string };

/** A service that has these items now, and a core that asks it. */
export async function world(ports: TestCoreOptions = {}) {
  let has: readonly string[] = [];
  const size = 1000;
  const serviceAddress = await serve((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service');
    const from = Number(searchParams.get('cursor') ?? 0);
    const next = from + size;
    const more = next < has.length;
    response.setHeader('content-type', 'application/json');
    const cursor = more ? `"${next}"` : 'null';
    const results = has.slice(from, next).join(',');
    response.end(`{"results":[${results}],"has_more":${more},"next_page_cursor":${cursor}}`);
  });
  const core = await startTestCore({ serviceAddress, accessKey: 'a-key-of-this-test', ...ports });
  onTestFinished(() => core.close());
  /** What it has from now on. */
  const serveItems = (items: readonly (Item | string)[]): void => {
    has = items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  };
  /** Asks for all that it has now. */
  const collect = (
    items: readonly (Item | string)[],
    query: Query = search,
    pages: number | null = null,
  ): Promise<Run> => {
    serveItems(items);
    return askIn(core, query, { pages, rows: null });
  };
  return { core, serveItems, collect };
}

export const compared = ['text', 'likeCount', 'lang', 'score'];

export async function compare(
  core: TestCore,
  one: Run,
  other: Run,
  fields = compared,
): Promise<Run> {
  const { run } = await core.value('compare.open', {
    runId: mintRunId(),
    runIds: [one.id, other.id],
    fields,
    name: 'Last week and this',
  });
  return run;
}

/** The runs together as one table. */
export async function together(core: TestCore, runs: readonly Run[], name = 'All'): Promise<Run> {
  const runIds = runs.map(({ id }) => id);
  return (await core.value('collections.open', { runId: mintRunId(), runIds, name })).run;
}

export const allRows = (core: TestCore, { id }: Run): Promise<Item[]> => rowsIn(core, id);

export const post = (n: number): Item => ({
  id: `p${n}`,
  text: `Post ${n}`,
  likeCount: n,
  lang: n % 7 === 0 ? null : 'en',
  mediaUrls: [`https://pictures.example/${n}?signature=1`],
});
