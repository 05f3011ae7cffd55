/** Saving to a file: main asks where, or the browser downloads the finished file. */
import { create } from 'zustand';
import type { MethodInput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Saved, SavedFile } from '#shared/contract/saved.ts';
import {
  type Export,
  type ExportPreview,
  type ExportState,
  isOver,
} from '#shared/contract/export/export.ts';
import type { Chain } from '#shared/contract/recipe.ts';
import type { PseudonymSecret } from '#shared/contract/export/privacy.ts';
import { host } from '../host/index.ts';
import { without } from './app.ts';

export type ExportChoice = MethodInput<'export.start'>['spec'];
export type SavedState = Extract<ExportState, { kind: 'saved' }> & Pick<Export, 'format'>;

type NotSaved = { kind: 'cancelled' } | { kind: 'problem'; problem: Problem };
export type SaveOutcome = NotSaved | { kind: 'saved'; name: string };
/** The outcome of saving rows, with everything that main reports about it. */
export type RowsOutcome = NotSaved | { kind: 'saved'; saved: SavedState };

/** Resolvers of exports that are awaited here, by export id. */
const waiting = new Map<string, (over: Export) => void>();

interface Exports {
  /** Latest state of exports under way. */
  running: Readonly<Record<string, Export>>;
  /** The id of the export under way, by the run it was started from: it outlives the dialog. */
  underWay: Readonly<Record<string, string>>;
}

const useExports = create<Exports>()(() => ({ running: {}, underWay: {} }));

/** Returns the progress of an export; null before it starts and when it is over. */
export const useExport = (exportId: string | null): Export | null =>
  useExports(({ running }) => (exportId === null ? null : (running[exportId] ?? null)));

/** Returns the id of the export under way that was started from a run; null when there is none. */
export const useExportOf = (runId: string): string | null =>
  useExports(({ underWay }) => underWay[runId] ?? null);

/**
 * Saves rows, or the steps of a recipe (`chain`). Where files are downloads, this starts the download. A caller
 * that wants to cancel passes an `exportId`.
 */
export async function saveRows(
  spec: ExportChoice,
  exportId: string = crypto.randomUUID(),
  chain?: Chain,
): Promise<RowsOutcome> {
  const [runId = ''] = spec.runIds;
  useExports.setState(({ underWay }) => ({ underWay: { ...underWay, [runId]: exportId } }));
  const outcome = await startExport({ exportId, spec, chain });
  if (useExports.getState().underWay[runId] === exportId) {
    useExports.setState(({ underWay }) => ({ underWay: without(underWay, runId) }));
  }
  return outcome;
}

async function startExport(asked: MethodInput<'export.start'>): Promise<RowsOutcome> {
  const { exportId } = asked;
  const finished = new Promise<Export>((resolve) => waiting.set(exportId, resolve));
  const started = await host.call('export.start', asked);
  if (!started.ok || started.value.kind === 'cancelled') {
    waiting.delete(exportId);
    return started.ok ? { kind: 'cancelled' } : { kind: 'problem', problem: started.error };
  }
  takeExport(started.value.export);
  return outcomeOf(await finished);
}

/** Whether *Show in folder* works on this host. */
export const canShowInFolder: boolean = host.capabilities.showsInFolder;

/** Stores the state of an export reported by main. */
export function takeExport(changed: Export): void {
  const resolve = waiting.get(changed.id);
  if (isOver(changed.state)) {
    waiting.delete(changed.id);
    useExports.setState(({ running }) => ({ running: without(running, changed.id) }));
    resolve?.(changed);
    return;
  }
  // Events and replies may overtake each other.
  const { running } = useExports.getState();
  const known = running[changed.id];
  if (known === undefined || known.revision < changed.revision)
    useExports.setState({ running: { ...running, [changed.id]: changed } });
}

/** Events may have been missed: asks for the state of all exports. */
export async function refreshExports(): Promise<void> {
  const result = await host.call('export.list', {});
  if (result.ok) for (const changed of result.value.exports) takeExport(changed);
}

/** Returns the first rows as they would be written; ends an earlier preview with this id. */
export const previewRows = (
  exportId: string,
  spec: ExportChoice,
  rows: number,
): Promise<Result<ExportPreview>> => host.call('export.preview', { exportId, spec, rows });

/** Saves one file as it is; main asks where. */
export const saveFile = async (file: SavedFile): Promise<SaveOutcome> =>
  fileOutcome(await host.call('file.save', { file }));

function outcomeOf({ format, state }: Export): RowsOutcome {
  switch (state.kind) {
    case 'saved':
      if (state.download !== null) host.download(state.download, state.name);
      return { kind: 'saved', saved: { ...state, format } };
    case 'failed':
      return { kind: 'problem', problem: state.problem };
    default:
      return { kind: 'cancelled' };
  }
}

/** Returns the outcome of saving a small file; starts a download if it is one. */
function fileOutcome(result: Result<Saved>): SaveOutcome {
  if (!result.ok) return { kind: 'problem', problem: result.error };
  if (result.value.kind === 'cancelled') return { kind: 'cancelled' };
  const { name, download } = result.value;
  if (download !== null) host.download(download, name);
  return { kind: 'saved', name };
}

/** Imports the secret from the text of its file. `replace`: even if there is another one. */
export const takePseudonymSecret = (
  text: string,
  replace: boolean,
): Promise<Result<PseudonymSecret>> => host.call('pseudonyms.useSecret', { secret: text, replace });
