/** Rows of the sample service's own generator, without the service: a million posts of 32 members. */
import { createMemory } from '#main/sample-service/data/memory.ts';
import type { Rows } from '#main/sample-service/data/rows.ts';
import { questions } from '#main/sample-service/questions/index.ts';

/** The moment of asking, in seconds since 1970: the same rows on every day. */
const now = Date.UTC(2026, 10, 20, 19, 30) / 1000;

/** Posts that a search for "harbour" finds, newest first; the same ones in every process. */
export function sampleRows(count: number): Rows {
  const search = questions['microblog.posts.search'];
  const world = { seed: 'bench', memory: createMemory(), searchTotal: count };
  const found = search?.({ world, now, values: { q: 'harbour' } });
  if (found?.kind !== 'rows' || found.total < count) {
    throw new Error(`The sample service's generator has no ${count} rows.`);
  }
  return found;
}
