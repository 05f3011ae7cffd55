/** The inputs of a run with their statuses, as CSV. */
import type { Saved } from '#shared/contract/saved.ts';
import { queryFileName } from '#shared/query/words.ts';
import { isoTime } from '../clock.ts';
import type { CorePorts } from '../core.ts';
import { inputsCsv } from '../export/inputs-file.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { saveContent } from '../save-as.ts';

/** @throws ProblemError where the run has no list; StoreError when the disk refuses. */
export async function saveInputs(
  run: LiveRun,
  chooseSaveTarget: CorePorts['chooseSaveTarget'],
): Promise<Saved> {
  const { list, endpoint, query } = run;
  if (list === null) throw new ProblemError(invalidInput('This run has no list.'));
  const name = `${queryFileName(endpoint, query, isoTime().slice(0, 10))}-inputs.csv`;
  return saveContent(name, inputsCsv([{ run, label: '' }]), chooseSaveTarget);
}
