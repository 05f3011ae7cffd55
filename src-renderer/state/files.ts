/**
 * Files from elsewhere: chosen, dropped on the window, or given to the program at its start. They are sent to
 * main, which alone reads them. None of this asks the service.
 */
import { create } from 'zustand';
import { quoted } from '#shared/characters.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';
import { base64Of } from '../host/hosts.ts';
import { host } from '../host/index.ts';
import { useApp } from './app.ts';
import { showDerived } from './derived.ts';
import { open, type GivenFile, type SentFile } from './open.ts';
import { chooseService } from './service.ts';
import { type OpenedFile, isDatasetFile, mostSentBytes } from '#shared/contract/open-file.ts';

export const showOpenFile = (given: GivenFile | null = null): void => open({ file: { given } });
export const closeOpenFile = (): void => open({ file: null });

/** The shares of files that are read, by the run that they become. */
export const useReading = create<Readonly<Record<string, number>>>()(() => ({}));
export const takeProgress = ({ runId, share }: { runId: string; share: number }): void =>
  useReading.setState({ [runId]: share });

interface Monitor {
  /** Called with the share sent so far, from 0 to 1. */
  onShare?: (share: number) => void;
  signal?: AbortSignal;
}

/** Sends a file, or those of a folder, and returns what it is. Aborted: a problem that nobody needs to see. */
export async function lookAtFile(
  files: readonly SentFile[],
  name: string,
  { onShare, signal }: Monitor = {},
): Promise<Result<OpenedFile>> {
  const fileId = crypto.randomUUID();
  const all = files.reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  for (const one of files) {
    const problem = await send(fileId, one, (bytes) => onShare?.((done += bytes) / all), signal);
    if (problem === null) continue;
    await closeFile(fileId);
    return { ok: false, error: problem };
  }
  const close = (): void => void closeFile(fileId);
  signal?.addEventListener('abort', close);
  const looked = await host.call('open.look', { fileId, name });
  signal?.removeEventListener('abort', close);
  if (!looked.ok) await closeFile(fileId);
  return looked;
}

async function send(
  fileId: string,
  { file, path }: SentFile,
  onSent: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<Problem | null> {
  for (let offset = 0; offset < file.size || offset === 0; offset += mostSentBytes) {
    if (signal?.aborted === true) return stopped;
    const part = await file
      .slice(offset, offset + mostSentBytes)
      .arrayBuffer()
      .catch(() => null);
    if (part === null) return notReadable(file.name);
    const base64 = base64Of(new Uint8Array(part));
    const result = await host.call('open.send', { fileId, path, offset, base64 });
    if (!result.ok) return result.error;
    onSent(part.byteLength);
  }
  return null;
}

const ownProblem = (title: string, advice: string): Problem => ({
  code: 'invalid_input',
  title,
  advice,
  call: 'noCall',
  remedies: [],
  details: null,
});

const stopped = ownProblem('Stopped. Nothing was saved.', 'Open it again at any time.');
const notReadable = (name: string): Problem =>
  ownProblem(
    `${quoted(name)} can’t be read.`,
    'Check that it is still there, that it is a file and not a shortcut, and that you may read it.',
  );

/** Returns the files of a chosen folder that may belong to a dataset, by their paths in it. */
export const datasetFiles = (files: readonly File[]): SentFile[] =>
  files
    .map((file) => ({ file, path: file.webkitRelativePath.replace(/^[^/]*\//, '') }))
    .filter(({ path }) => isDatasetFile(path));

/** Opens what was dropped: one file, or the folder of a dataset. */
export async function openDropped(dropped: DataTransfer): Promise<void> {
  // Both must be asked for before anything is awaited.
  const [entry] = Array.from(dropped.items).flatMap((item) => item.webkitGetAsEntry() ?? []);
  const [file, ...others] = Array.from(dropped.files);
  if (file === undefined) return;
  if (others.length > 0) {
    const error = ownProblem('Several files were dropped.', 'Drop one file at a time.');
    showOpenFile({ kind: 'looked', result: { ok: false, error } });
    return;
  }
  const files =
    entry !== undefined && isFolder(entry)
      ? (await filesIn(entry, '')).filter(({ path }) => isDatasetFile(path ?? ''))
      : [{ file, path: null }];
  if (files.length > 0) showOpenFile({ kind: 'sent', files, name: file.name });
  else showOpenFile({ kind: 'looked', result: { ok: false, error: noDataset } });
}

export const noDataset = ownProblem(
  'This folder isn’t a dataset.',
  'Choose one that was saved for a data platform: it has the folders “_complete” and “methods” in it.',
);

// Chromium has no names for these classes.
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

async function filesIn(folder: FileSystemDirectoryEntry, before: string): Promise<SentFile[]> {
  const reader = folder.createReader();
  const found: SentFile[] = [];
  for (;;) {
    // A browser gives at most a hundred at a time.
    const entries = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (entries.length === 0) return found;
    for (const entry of entries) {
      const path = `${before}${entry.name}`;
      // A dataset is three folders deep.
      if (isFolder(entry)) {
        if (path.split('/').length < 4) found.push(...(await filesIn(entry, `${path}/`)));
      } else if (isFile(entry)) {
        const file = await new Promise<File | null>((resolve) =>
          entry.file(resolve, () => resolve(null)),
        );
        if (file !== null) found.push({ file, path });
      }
    }
  }
}

/** Shows the file that the program was opened with, if there is one. */
export async function takeGivenFile(): Promise<void> {
  const result = await host.call('open.take', {});
  if (!result.ok) showOpenFile({ kind: 'looked', result });
  else if (result.value.opened !== null) showOpened(result.value.opened);
}

/** Shows what a file is: its recipe, if that is all, or its tables. */
export function showOpened(opened: OpenedFile): void {
  if (opened.tables.length > 0) {
    showOpenFile({ kind: 'looked', result: { ok: true, value: opened } });
    return;
  }
  closeOpenFile();
  void closeFile(opened.id);
  useApp.setState({ givenRecipe: opened.recipe });
  void leaveWelcome();
}

/** Tabs belong to a service: whoever has only a file yet has the one that needs no key. */
async function leaveWelcome(): Promise<Problem | null> {
  const isWelcome = useApp.getState().snapshot?.profile === null;
  return isWelcome ? chooseService({ kind: 'sample' }) : null;
}

/** Reads a table of a file and shows it in a tab. */
export const openTable = async (asked: {
  runId: string;
  fileId: string;
  table: string;
  name: string;
}): Promise<Problem | null> =>
  (await leaveWelcome()) ?? showDerived(host.call('open.table', asked), asked.name);

/** Forgets a file; nothing that was sent of it stays. */
export async function closeFile(fileId: string): Promise<void> {
  await host.call('open.close', { fileId });
}
