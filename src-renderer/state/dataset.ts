/** *Open dataset…*: a folder that was saved, as a table again. None of this asks the service. */
import { create } from 'zustand';
import { mostSentBytes } from '#shared/contract/derived.ts';
import type { OpenDataset } from '#shared/contract/derived.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';
import { host } from '../host/index.ts';
import { base64Of, contentOf, entriesOf } from './chosen-file.ts';
import type { Entry } from './chosen-file.ts';
import { showDerived } from './derived.ts';

/** Whether its dialog is open. */
export const useDatasetDialog = create<{ opened: boolean }>()(() => ({ opened: false }));

export const showDatasetDialog = (opened: boolean): void => useDatasetDialog.setState({ opened });

/** Where the host can be asked for a folder. Null: cancelled. */
export async function chooseDataset(): Promise<Result<OpenDataset | null>> {
  const result = await host.call('dataset.choose', {});
  return result.ok ? { ok: true, value: result.value.dataset } : result;
}

/** Where it can't: sends what a dataset’s archive holds, part by part, and has it looked at. */
export async function sendDataset(file: Blob): Promise<Result<OpenDataset>> {
  const datasetId = crypto.randomUUID();
  const entries = await entriesOf(file).catch(() => []);
  for (const [name, entry] of datasetFiles(entries)) {
    const problem = await sendFile(datasetId, name, await contentOf(file, entry));
    if (problem !== null) {
      await closeDataset(datasetId);
      return { ok: false, error: problem };
    }
  }
  return host.call('dataset.look', { datasetId });
}

/** By their names in the dataset, which lies in a folder of the archive. */
function datasetFiles(entries: readonly Entry[]): [name: string, entry: Entry][] {
  const record = entries.find(({ name }) => /(?:^|\/)_complete\/[^/]+\.json$/.test(name));
  if (record === undefined) return [];
  const folder = record.name.slice(0, record.name.indexOf('_complete/'));
  return entries
    .filter(({ name }) => name.startsWith(folder))
    .map((entry): [string, Entry] => [entry.name.slice(folder.length), entry])
    .filter(([name]) => /^(?:_complete|methods)\/[^/]+\.json$|\.parquet$/.test(name));
}

async function sendFile(
  datasetId: string,
  file: string,
  content: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<Problem | null> {
  let offset = 0;
  let waiting = new Blob([]);
  const send = async (most: number): Promise<Problem | null> => {
    while (waiting.size >= most) {
      const bytes = new Uint8Array(await waiting.slice(0, mostSentBytes).arrayBuffer());
      const base64 = base64Of(bytes);
      const result = await host.call('dataset.send', { datasetId, file, offset, base64 });
      if (!result.ok) return result.error;
      offset += bytes.length;
      waiting = waiting.slice(mostSentBytes);
    }
    return null;
  };
  const reader = content.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (value !== undefined) waiting = new Blob([waiting, value]);
    const problem = await send(done ? 1 : mostSentBytes);
    if (problem !== null || done) {
      await reader.cancel().catch(() => undefined);
      return problem;
    }
  }
}

/** Reads one of its tables and shows it in a tab. */
export async function openDatasetTable(asked: {
  runId: string;
  datasetId: string;
  table: string;
  name: string;
}): Promise<Problem | null> {
  return showDerived(await host.call('dataset.open', asked), asked.name);
}

export async function closeDataset(datasetId: string): Promise<void> {
  await host.call('dataset.close', { datasetId });
}

/** Whether a folder can be chosen; else an archive is. */
export const { savesToDisk: asksForFolder } = host.capabilities;
