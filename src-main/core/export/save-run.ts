/** *Save…*: a run's rows, streamed from the log into a file of the person's choice. */
import type { MethodInput, MethodOutput } from '#shared/contract/methods.ts';
import { queryFileName } from '#shared/query/words.ts';
import type { SaveTarget } from '../core.ts';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { JsonObject } from '../json/index.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { asRow } from '../runs/as-row.ts';
import { shownRows } from '../runs/live-run.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { atomicWrite } from '../store/atomic-write.ts';
import { csvChunks } from './csv.ts';

type Options = Omit<MethodInput<'export.save'>, 'runId' | 'view'>;

/**
 * Saves the rows with these numbers, in this order; null: all that are shown when it begins. Pages that come meanwhile wait for the next file.
 * The old file of that name stays until the new one is complete.
 *
 * @throws StoreError when the disk refuses; nothing half-written is left.
 */
export async function saveRun(
  run: LiveRun,
  seqs: Uint32Array | null,
  options: Options,
  chooseSaveTarget: (suggestedName: string) => Promise<SaveTarget | null>,
): Promise<MethodOutput<'export.save'>> {
  const { stored } = run;
  const columns = run.tally.columns().map((column) => column.field);
  const target = await chooseSaveTarget(suggestedName(run));
  if (target === null) return { kind: 'cancelled' };
  let rows = 0;
  const chosen = seqs === null ? stored.iterateRows(0, shownRows(run)) : stored.iterateRowsAt(seqs);
  async function* counted(): AsyncGenerator<JsonObject> {
    for await (const value of chosen) {
      const row = asRow(value);
      // A page damaged on disk since: the run's notices say so, and the count does too.
      if (row === null) continue;
      rows += 1;
      yield row;
    }
  }
  const bytes = await atomicWrite(
    target.path,
    csvChunks(counted(), {
      columns,
      byteOrderMark: options.byteOrderMark,
      formulaGuard: options.formulaGuard,
    }),
    { access: 'usual' },
  );
  const { download } = await target.finish();
  return { kind: 'saved', name: basename(target.path), rows, bytes, download };
}

/** *Save the service's CSV*: a file that came instead of rows, byte for byte. */
export async function saveFile(
  run: LiveRun,
  page: number,
  chooseSaveTarget: (suggestedName: string) => Promise<SaveTarget | null>,
): Promise<MethodOutput<'export.saveFile'>> {
  const { stored } = run;
  const file = stored.pages.find((candidate) => candidate.page === page)?.file ?? null;
  if (file === null) throw new ProblemError(invalidInput('There is no such file.'));
  const target = await chooseSaveTarget(suggestedName(run));
  if (target === null) return { kind: 'cancelled' };
  const content = createReadStream(stored.filePath(file));
  const bytes = await atomicWrite(target.path, content, { access: 'usual' });
  const { download } = await target.finish();
  return { kind: 'saved', name: basename(target.path), rows: 0, bytes, download };
}

function suggestedName(run: LiveRun): string {
  const day = new Date().toISOString().slice(0, 10);
  return `${queryFileName(run.endpoint, run.query, day)}.csv`;
}
