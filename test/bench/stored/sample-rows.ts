/** Rows of the sample service's own generator, without the service: a million posts of 32 members. */
import { createMemory } from '#main/sample-service/data/memory.ts';
import type { Rows } from '#main/sample-service/data/rows.ts';
import { questionFor } from '#main/sample-service/questions/index.ts';
import { liveEndpoints } from '#shared/catalogue/index.ts';

/** The moment of asking, in seconds since 1970: the same rows on every day. */
const now = Date.UTC(2026, 10, 20, 19, 30) / 1000;

/** Posts that a search for "harbour" finds, newest first; the same ones in every process. */
export function sampleRows(count: number): Rows {
  const search = liveEndpoints.find(({ id }) => id === 'microblog.posts.search');
  if (search === undefined) throw new Error('The catalogue has no search for posts.');
  const world = { seed: 'bench', memory: createMemory(), searchTotal: count };
  const found = questionFor(search)({ world, now, values: { q: 'harbour' } });
  if (found.kind !== 'rows' || found.total < count) {
    throw new Error(`The sample service's generator has no ${count} rows.`);
  }
  return found;
}
