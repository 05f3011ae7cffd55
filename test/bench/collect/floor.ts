/** The least that anybody has to do: ask, read the answer, parse it, follow the cursor. */
import { report, takeTask } from '../child.ts';
import { loadFetch, questionTarget } from './asked.ts';
import type { Task } from './asked.ts';

interface Envelope {
  results: unknown[];
  next_page_cursor: string;
}

const { address, accessKey, pages } = await takeTask<Task>();
loadFetch();
const headers = { authorization: `Bearer ${accessKey}` };
let cursor: string | null = null;
let rows = 0;

const start = performance.now();
for (let page = 0; page < pages; page++) {
  const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  const response = await fetch(address + questionTarget + next, { headers });
  const envelope: Envelope = JSON.parse(await response.text());
  cursor = envelope.next_page_cursor;
  rows += envelope.results.length;
}
report({ ms: performance.now() - start, rows });
