/** Saving to a file: main asks where, or the browser fetches the finished file. */
import type { MethodInput, MethodOutput, Result } from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { host } from '../host/index.ts';

export type SaveOptions = Omit<MethodInput<'export.save'>, 'runId'>;

export type SaveOutcome =
  | { kind: 'cancelled' }
  | { kind: 'saved'; name: string; rows: number }
  | { kind: 'problem'; problem: Problem };

/** Saves every row of a run. Where files arrive as downloads, the download is started here. */
export async function saveRows(runId: string, options: SaveOptions): Promise<SaveOutcome> {
  return outcomeOf(await host.call('export.save', { runId, ...options }));
}

/** Saves a file that the service made instead of rows, byte for byte. `page` from 1. */
export async function saveServiceFile(runId: string, page: number): Promise<SaveOutcome> {
  return outcomeOf(await host.call('export.saveFile', { runId, page }));
}

export type PictureToSave = Omit<MethodInput<'export.savePicture'>, 'runId'>;

/** Saves a picture that was drawn here, into a file named after the run and what it shows. */
export async function savePicture(runId: string, picture: PictureToSave): Promise<SaveOutcome> {
  return outcomeOf(await host.call('export.savePicture', { runId, ...picture }));
}

/** What the window tells of a save; a download is started here. */
export function outcomeOf(result: Result<MethodOutput<'export.save'>>): SaveOutcome {
  if (!result.ok) return { kind: 'problem', problem: result.error };
  if (result.value.kind === 'cancelled') return { kind: 'cancelled' };
  const { name, rows, download } = result.value;
  if (download !== null) host.download(download, name);
  return { kind: 'saved', name, rows };
}
