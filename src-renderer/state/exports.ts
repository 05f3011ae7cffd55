/** Saving to a file: main asks where, or the browser fetches the finished file. */
import { create } from 'zustand';
import type { MethodInput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Saved, SupportPreview } from '#shared/contract/saved.ts';
import {
  type Export,
  type ExportPreview,
  type ExportState,
  isOver,
} from '#shared/contract/export/export.ts';
import type { FoundPeople, PseudonymSecret } from '#shared/contract/export/privacy.ts';
import { host } from '../host/index.ts';
import { problemOf } from './answer.ts';
import { without } from './app.ts';

export type ExportChoice = MethodInput<'export.start'>['spec'];
export type SavedState = Extract<ExportState, { kind: 'saved' }>;

type NotSaved = { kind: 'cancelled' } | { kind: 'problem'; problem: Problem };
export type SaveOutcome = NotSaved | { kind: 'saved'; name: string };
/** What came of saving rows, with all that main tells of it. */
export type RowsOutcome = NotSaved | { kind: 'saved'; saved: SavedState };

/** Who waits for an export to be over, by its id. */
const waiting = new Map<string, (over: Export) => void>();

/** What main last told of exports that are waited for here. */
const useTold = create<Readonly<Record<string, Export>>>()(() => ({}));

/** How far an export is; null before main has begun it, and when it is over. */
export const useExport = (exportId: string | null): Export | null =>
  useTold((told) => (exportId === null ? null : (told[exportId] ?? null)));

/**
 * Saves rows. Where files arrive as downloads, the download is started here. `exportId` is minted
 * by whoever wants to look on or to cancel.
 */
export async function saveRows(
  spec: ExportChoice,
  exportId: string = crypto.randomUUID(),
): Promise<RowsOutcome> {
  const over = new Promise<Export>((resolve) => waiting.set(exportId, resolve));
  const started = await host.call('export.start', { exportId, spec });
  if (!started.ok || started.value.kind === 'cancelled') {
    waiting.delete(exportId);
    return started.ok ? { kind: 'cancelled' } : { kind: 'problem', problem: started.error };
  }
  takeExport(started.value.export);
  return outcomeOf(await over);
}

/** Ends an export; whoever waits for it gets the outcome. */
export const cancelExport = (exportId: string): Promise<Problem | null> =>
  problemOf(host.call('export.cancel', { exportId }));

/** Whether *Show in folder* works on this host. */
export const canShowInFolder: boolean = host.capabilities.showsInFolder;

/** Shows the file of an export that was saved where it lies. */
export const showInFolder = (exportId: string): Promise<Problem | null> =>
  problemOf(host.call('export.showInFolder', { exportId }));

/** Takes over what main says of an export. */
export function takeExport(told: Export): void {
  const tell = waiting.get(told.id);
  if (tell === undefined) return;
  if (isOver(told.state)) {
    waiting.delete(told.id);
    useTold.setState((all) => without(all, told.id), true);
    tell(told);
    return;
  }
  // Events and replies cross.
  const known = useTold.getState()[told.id];
  if (known === undefined || known.revision < told.revision) useTold.setState({ [told.id]: told });
}

/** Events may have been missed: asks how the exports stand that are waited for. */
export async function refreshExports(): Promise<void> {
  if (waiting.size === 0) return;
  const result = await host.call('export.list', {});
  if (result.ok) for (const told of result.value.exports) takeExport(told);
}

/** The first rows as they would be written. */
export const previewRows = (spec: ExportChoice, rows: number): Promise<Result<ExportPreview>> =>
  host.call('export.preview', { spec, rows });

/** Saves a file that the service made instead of rows, byte for byte. `page` from 1. */
export async function saveServiceFile(runId: string, page: number): Promise<SaveOutcome> {
  return fileOutcome(await host.call('export.saveFile', { runId, page }));
}

/** Saves the inputs of a run's list with their statuses. */
export async function saveInputs(runId: string): Promise<SaveOutcome> {
  return fileOutcome(await host.call('list.save', { runId }));
}

export type PictureToSave = Omit<MethodInput<'export.savePicture'>, 'runId'>;

/** Saves a picture that was drawn here, into a file named after the run and what it shows. */
export async function savePicture(runId: string, picture: PictureToSave): Promise<SaveOutcome> {
  return fileOutcome(await host.call('export.savePicture', { runId, ...picture }));
}

function outcomeOf({ state }: Export): RowsOutcome {
  switch (state.kind) {
    case 'saved':
      if (state.download !== null) host.download(state.download, state.name);
      return { kind: 'saved', saved: state };
    case 'failed':
      return { kind: 'problem', problem: state.problem };
    default:
      return { kind: 'cancelled' };
  }
}

/** What the window tells of a small file; a download is started here. */
export function fileOutcome(result: Result<Saved>): SaveOutcome {
  if (!result.ok) return { kind: 'problem', problem: result.error };
  if (result.value.kind === 'cancelled') return { kind: 'cancelled' };
  const { name, download } = result.value;
  if (download !== null) host.download(download, name);
  return { kind: 'saved', name };
}

/** The support bundle as it would be saved: main makes it, the window shows it in between. */
export const previewSupport = (withQuestions: boolean): Promise<Result<SupportPreview>> =>
  host.call('support.preview', { withQuestions });

export async function saveSupport(id: string): Promise<SaveOutcome> {
  return fileOutcome(await host.call('support.save', { id }));
}

/** The secret that pseudonyms are made with. It never comes here; only what is known of it. */
export const secretStatus = (): Promise<Result<PseudonymSecret>> =>
  host.call('pseudonyms.status', {});

/** What should become of columns so that nobody of these runs is named. */
export const findPeople = (runIds: readonly string[]): Promise<Result<FoundPeople>> =>
  host.call('export.findPeople', { runIds: [...runIds] });

/** Saves it for its owner; main asks where. */
export async function savePseudonymSecret(): Promise<SaveOutcome> {
  return fileOutcome(await host.call('pseudonyms.saveSecret', {}));
}

/** Uses the secret in the text of its file. `replace`: although there is another one. */
export async function takePseudonymSecret(
  text: string,
  replace: boolean,
): Promise<{ secret: PseudonymSecret } | { problem: Problem }> {
  const result = await host.call('pseudonyms.useSecret', { secret: text, replace });
  return result.ok ? { secret: result.value } : { problem: result.error };
}
