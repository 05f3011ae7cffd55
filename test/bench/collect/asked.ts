/** What the processes of this bench have in common. */
import type { Query } from '#shared/query/types.ts';

export const rowsPerPage = 100;

export const question: Query = {
  endpointId: 'microblog.posts.search',
  values: { q: 'city trees' },
  fields: [],
};
export const questionTarget = '/api/data/microblog/posts/live?q=city+trees';

/** Where the service is, and the key it takes. */
export interface Recorder {
  address: string;
  accessKey: string;
}

/** One round of either side. */
export interface Task extends Recorder {
  pages: number;
}

/** Node loads its `fetch` when it is first needed; the program's server has done so at its start. */
export function loadFetch(): void {
  Response.json(null);
}
