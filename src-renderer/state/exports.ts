/** Saving to a file: main asks where, or the browser fetches the finished file. */
import type { MethodInput, MethodOutput, Result } from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { isOver } from '#shared/export/export.ts';
import type { Export } from '#shared/export/export.ts';
import { host } from '../host/index.ts';

export type ExportChoice = MethodInput<'export.start'>['spec'];

export type SaveOutcome =
  | { kind: 'cancelled' }
  | { kind: 'saved'; name: string; rows: number }
  | { kind: 'problem'; problem: Problem };

/** Who waits for an export to be over, by its id. */
const waiting = new Map<string, (over: Export) => void>();

/** Saves rows. Where files arrive as downloads, the download is started here. */
export async function saveRows(spec: ExportChoice): Promise<SaveOutcome> {
  const exportId = crypto.randomUUID();
  const over = new Promise<Export>((resolve) => waiting.set(exportId, resolve));
  const started = await host.call('export.start', { exportId, spec });
  if (!started.ok || started.value.kind === 'cancelled') {
    waiting.delete(exportId);
    return started.ok ? { kind: 'cancelled' } : { kind: 'problem', problem: started.error };
  }
  takeExport(started.value.export);
  return outcomeOf(await over);
}

/** Takes over what main says of an export. */
export function takeExport(told: Export): void {
  if (!isOver(told.state)) return;
  waiting.get(told.id)?.(told);
  waiting.delete(told.id);
}

/** Events may have been missed: asks how the exports stand that are waited for. */
export async function refreshExports(): Promise<void> {
  if (waiting.size === 0) return;
  const result = await host.call('export.list', {});
  if (result.ok) for (const told of result.value.exports) takeExport(told);
}

/** Saves a file that the service made instead of rows, byte for byte. `page` from 1. */
export async function saveServiceFile(runId: string, page: number): Promise<SaveOutcome> {
  return fileOutcome(await host.call('export.saveFile', { runId, page }));
}

export type PictureToSave = Omit<MethodInput<'export.savePicture'>, 'runId'>;

/** Saves a picture that was drawn here, into a file named after the run and what it shows. */
export async function savePicture(runId: string, picture: PictureToSave): Promise<SaveOutcome> {
  return fileOutcome(await host.call('export.savePicture', { runId, ...picture }));
}

function outcomeOf({ state }: Export): SaveOutcome {
  switch (state.kind) {
    case 'saved':
      if (state.download !== null) host.download(state.download, state.name);
      return { kind: 'saved', name: state.name, rows: state.rows };
    case 'failed':
      return { kind: 'problem', problem: state.problem };
    default:
      return { kind: 'cancelled' };
  }
}

/** What the window tells of a small file; a download is started here. */
export function fileOutcome(result: Result<MethodOutput<'export.saveFile'>>): SaveOutcome {
  if (!result.ok) return { kind: 'problem', problem: result.error };
  if (result.value.kind === 'cancelled') return { kind: 'cancelled' };
  const { name, download } = result.value;
  if (download !== null) host.download(download, name);
  return { kind: 'saved', name, rows: 0 };
}
