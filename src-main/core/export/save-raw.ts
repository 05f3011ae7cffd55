/**
 * Raw pages: each page's JSON as it lies in the log, a line each with where it came from. What came
 * as a file (CSV made by the service, damaged answers) is no page, and is counted.
 */
import { changesOf } from './changes.ts';
import { rowsDiffer } from './deliver.ts';
import { LineCounter } from './save-json-lines.ts';
import type { ExportWork, Outcome } from './work.ts';

export async function saveRaw(work: ExportWork): Promise<Outcome> {
  const { selection, progress } = work;
  const severalRuns = selection.length > 1;
  const pages = selection.reduce((sum, { run }) => sum + run.stored.pages.length, 0);
  let rows = 0;
  let left = 0;

  async function* content(): AsyncGenerator<Uint8Array> {
    for (const { run, label } of selection) {
      for (const { page, at, dataSource, rows: count } of run.stored.pages) {
        const body = await run.stored.pageBody(page);
        if (body === undefined) {
          left += 1;
          continue;
        }
        const head = { ...(severalRuns ? { run: label } : {}), page, at, dataSource };
        yield Buffer.concat([
          Buffer.from(`${JSON.stringify(head).slice(0, -1)},"body":`),
          body,
          Buffer.from('}\n'),
        ]);
        rows += count;
      }
    }
  }

  const counter = new LineCounter();
  const file = await work.deliver(counter.pass(content()), {
    onBytes: (bytes) => progress.writing({ rows, bytes }),
    check: () => rowsDiffer(counter.lines, pages - left),
  });
  return { file, rows, columns: [], changes: changesOf({ unreadablePages: left }) };
}
