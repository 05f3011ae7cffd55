/** *Save the service's CSV*: a file that came instead of rows, byte for byte. */
import type { Saved } from '#shared/contract/saved.ts';
import { queryFileName } from '#shared/query/words.ts';
import type { CorePorts } from '../core.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { StoreError } from '../store/store-error.ts';
import { bytesOfFile } from './bytes-of-file.ts';
import { saveContent } from './save-content.ts';
import { isoTime } from '../clock.ts';

/** @throws StoreError when the disk refuses, or the file is gone; nothing half-written is left. */
export async function saveFile(
  run: LiveRun,
  page: number,
  chooseSaveTarget: CorePorts['chooseSaveTarget'],
): Promise<Saved> {
  const { stored } = run;
  const file = stored.pages.find((candidate) => candidate.page === page)?.file ?? null;
  if (file === null) throw new ProblemError(invalidInput('There is no such file.'));
  const day = isoTime().slice(0, 10);
  const name = `${queryFileName(run.endpoint, run.query, day)}.csv`;
  return saveContent(name, kept(stored.filePath(file)), chooseSaveTarget);
}

async function* kept(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* bytesOfFile(path);
  } catch (error) {
    throw new StoreError('unreadable_run', 'The file that the service sent can’t be read.', {
      cause: error,
    });
  }
}
