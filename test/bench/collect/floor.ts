/** The least that anybody has to do: ask, read the answer, parse it, follow the cursor. */
import type { JsonObject } from '#main/core/json/index.ts';
import { report, takeTask } from '../child.ts';
import { mainThread, since } from '../processor.ts';
import { loadFetch, questionTarget, rowsPerPage, spotRows } from './asked.ts';
import type { FloorReport, Task } from './asked.ts';

interface Envelope {
  results: JsonObject[];
  next_page_cursor: string;
}

const { address, accessKey, pages } = await takeTask<Task>();
loadFetch();
const wanted = new Set(spotRows(pages));
const spots: JsonObject[] = [];
const headers = { authorization: `Bearer ${accessKey}` };
let cursor: string | null = null;
let bytes = 0;

const processor = process.cpuUsage();
const thread = mainThread();
const start = performance.now();
for (let page = 0; page < pages; page++) {
  const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  const response = await fetch(address + questionTarget + next, { headers });
  const body = await response.text();
  bytes += body.length;
  const envelope: Envelope = JSON.parse(body);
  cursor = envelope.next_page_cursor;
  for (let row = 0; row < rowsPerPage; row++) {
    if (wanted.has(page * rowsPerPage + row)) spots.push(envelope.results[row]!);
  }
}
const ms = performance.now() - start;
const { waited } = since(thread);
const { user, system } = process.cpuUsage(processor);

const told: FloorReport = { ms, processorMs: (user + system) / 1000, waited, bytes, spots };
report(told);
