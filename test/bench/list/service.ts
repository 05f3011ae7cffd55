/**
 * The service of this bench, in a process of its own: one page for each account, but for `many`, which
 * has as many as asked for. Rows differ in their IDs only.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '#test/support/listen.ts';
import { takeTask } from '../child.ts';
import type { ListTask } from './ours.ts';

const members = 30;

const { pages, rowsPerPage } = await takeTask<Pick<ListTask, 'pages' | 'rowsPerPage'>>();
const fill = Array.from({ length: members }, (_, at) => `"member_${at}":"value ${at}"`).join();

function answer({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  const name = /users?\/([^/]+)/.exec(pathname)?.[1] ?? '';
  const page = Number(searchParams.get('cursor') ?? '1');
  const hasMore = name === 'many' && page < pages;
  const rows = Array.from(
    { length: rowsPerPage },
    (_, at) => `{"id":"${name}/${page}/${at}",${fill}}`,
  );
  const next = hasMore ? `"${page + 1}"` : 'null';
  response.setHeader('content-type', 'application/json');
  response.end(`{"results":[${rows.join()}],"has_more":${hasMore},"next_page_cursor":${next}}`);
}

const { address } = await listen(answer);
process.send?.({ address });
process.on('disconnect', () => process.exit());
