/** Runs derived from others, and datasets reopened as tables. None of this asks the service. */
import {
  type Comparable,
  isDatasetFile,
  mostSentBytes,
  type OpenDataset,
} from '#shared/contract/derived.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';
import type { RunReply } from '#shared/contract/run.ts';
import { host } from '../host/index.ts';
import { problemOf } from './asked.ts';
import { loadHistory } from './history.ts';
import { open, type Open } from './open.ts';
import { takeReply } from './runs.ts';
import { openRunTab } from './workspace.ts';
import { base64Of, contentOf, entriesOf, type Entry } from './chosen-file.ts';

export const startDeriving = (deriving: Open['deriving']): void => open({ deriving });
export const stopDeriving = (): void => open({ deriving: null });

export const readComparable = (runIds: readonly [string, string]): Promise<Result<Comparable>> =>
  host.call('compare.look', { runIds: [...runIds] });

interface Comparing {
  runId: string;
  runIds: readonly [string, string];
  fields: readonly string[];
  name: string;
}

/** Compares two runs and shows the result in a tab. */
export function compareRuns({ runIds, fields, ...asked }: Comparing): Promise<Problem | null> {
  const input = { ...asked, runIds: [...runIds] satisfies [string, string], fields: [...fields] };
  return showDerived(host.call('compare.open', input), asked.name);
}

/** Combines collections in one table and shows it in a tab. */
export const joinCollections = (
  runId: string,
  runIds: readonly string[],
  name: string,
): Promise<Problem | null> =>
  showDerived(host.call('collections.open', { runId, runIds: [...runIds], name }), name);

export async function cancelDeriving(runId: string): Promise<void> {
  await host.call('derived.cancel', { runId });
}

/** Shows a derived run in a tab of this name. */
const showDerived = (asked: Promise<Result<RunReply>>, name: string): Promise<Problem | null> =>
  problemOf(asked, (reply) => {
    takeReply(reply);
    const { id, query } = reply.run;
    openRunTab(id, query, name);
    void loadHistory();
  });

export const showDatasetDialog = (dataset: boolean): void => open({ dataset });

/** For hosts that can choose a folder. Null: cancelled. */
export async function chooseDataset(): Promise<Result<OpenDataset | null>> {
  const result = await host.call('dataset.choose', {});
  return result.ok ? { ok: true, value: result.value.dataset } : result;
}

/**
 * For hosts that can't: sends the contents of a dataset’s archive in parts, and has it examined. Null:
 * aborted by the signal.
 * @param onShare called with the share read so far, from 0 to 1.
 */
export async function sendDataset(
  file: Blob,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<Result<OpenDataset | null>> {
  const datasetId = crypto.randomUUID();
  const files = datasetFiles(await entriesOf(file).catch(() => []));
  const all = files.reduce((sum, [, { size }]) => sum + size, 0);
  let done = 0;
  const onRead = (bytes: number): void => onShare((done += bytes) / all);
  for (const [name, entry] of files) {
    const content = await contentOf(file, entry, { onRead, signal });
    const problem = signal.aborted ? null : await sendFile(datasetId, name, content);
    if (problem !== null) {
      await closeDataset(datasetId);
      return { ok: false, error: problem };
    }
  }
  const examined = signal.aborted ? null : await host.call('dataset.look', { datasetId });
  if (examined?.ok === true && !signal.aborted) return examined;
  await closeDataset(datasetId);
  return signal.aborted || examined === null ? { ok: true, value: null } : examined;
}

/**
 * Entries by their names in the dataset, which is in a folder of the archive. Files that the system or a
 * person added are left out: main would refuse the dataset for them.
 */
function datasetFiles(entries: readonly Entry[]): [name: string, entry: Entry][] {
  const record = entries.find(({ name }) => /(?:^|\/)_complete\/[\w-]+\.json$/.test(name));
  if (record === undefined) return [];
  const folder = record.name.slice(0, record.name.indexOf('_complete/'));
  return entries
    .filter(({ name }) => name.startsWith(folder))
    .map((entry): [string, Entry] => [entry.name.slice(folder.length), entry])
    .filter(([name]) => isDatasetFile(name));
}

async function sendFile(
  datasetId: string,
  file: string,
  content: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<Problem | null> {
  const part = new Uint8Array(mostSentBytes);
  let filled = 0;
  let offset = 0;
  const send = async (): Promise<Problem | null> => {
    const base64 = base64Of(part.subarray(0, filled));
    const result = await host.call('dataset.send', { datasetId, file, offset, base64 });
    offset += filled;
    filled = 0;
    return result.ok ? null : result.error;
  };
  const reader = content.getReader();
  for (;;) {
    // Invalid compression ends the stream early: main detects that the file isn't what was saved.
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    if (value === undefined) return send();
    for (let from = 0; from < value.length;) {
      const bytes = value.subarray(from, from + part.length - filled);
      part.set(bytes, filled);
      filled += bytes.length;
      from += bytes.length;
      const problem = filled === part.length ? await send() : null;
      if (problem !== null) {
        await reader.cancel().catch(() => undefined);
        return problem;
      }
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
  return showDerived(host.call('dataset.open', asked), asked.name);
}

export async function closeDataset(datasetId: string): Promise<void> {
  await host.call('dataset.close', { datasetId });
}

/** Whether a folder can be chosen; otherwise an archive is. */
export const { savesToDisk: asksForFolder } = host.capabilities;
