/** Files that are saved unchanged: the service’s CSV, pictures, the pseudonym secret, the support bundle. */
import { constants, createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import type { Saved } from '#shared/contract/saved.ts';
import { queryFileName } from '#shared/query/words.ts';
import type { MethodInput } from '#shared/contract/methods.ts';
import { isoTime } from '../clock.ts';
import { refused } from '../problem-error.ts';
import type { SaveAs } from '../save-as.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { refuseLink } from '../store/data-folder.ts';
import { chunkLength, openRegular } from '../store/file-port.ts';
import { StoreError } from '../store/store-error.ts';
import type { PseudonymSecrets } from './privacy/secret.ts';

/** Suggests a file name, without extension. `isNeutral`: leaves out values, which may name a person. */
export function runFileName(
  { endpoint, query, derived }: LiveRun,
  { isNeutral = false } = {},
): string {
  const asked = queryFileName(
    endpoint,
    isNeutral ? { ...query, values: {} } : query,
    isoTime().slice(0, 10),
  );
  return derived === null ? asked : `${asked}-${derivedNames[derived.from.kind]}`;
}

/** Suffixes that distinguish a derived table from an answer to its question. */
const derivedNames = {
  compare: 'compared',
  collections: 'collections',
  dataset: 'dataset',
} as const;

/**
 * Yields the bytes of a file. It is opened with the first byte requested, and closed with the last: a
 * stream created beforehand would keep it open when nothing reads it, and would end the program if the
 * file is missing, because nothing listens for its error yet.
 */
export async function* bytesOfFile(path: string): AsyncGenerator<Buffer> {
  const fd = openRegular(path, constants.O_RDONLY);
  yield* createReadStream(path, { fd, highWaterMark: chunkLength }) as AsyncIterable<Buffer>;
}

/** @throws StoreError when the disk refuses, or the file is gone; no partial file is left. */
export async function saveFile(run: LiveRun, page: number, saveAs: SaveAs): Promise<Saved> {
  const { stored } = run;
  const file = stored.pages.find((candidate) => candidate.page === page)?.file ?? null;
  if (file === null) throw refused('There is no such file.');
  return saveAs(`${runFileName(run)}.csv`, storedBytes(stored.filePath(file)));
}

async function* storedBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    await refuseLink(dirname(path));
    yield* bytesOfFile(path);
  } catch (error) {
    throw new StoreError('unreadable_run', 'The file that the service sent can’t be read.', {
      cause: error,
    });
  }
}

type Picture = Omit<MethodInput<'export.savePicture'>, 'runId'>;

/** @throws StoreError when the disk refuses; no partial file is left. */
export async function savePicture(
  run: LiveRun,
  { name, picture }: Picture,
  saveAs: SaveAs,
): Promise<Saved> {
  const about = name.normalize('NFC').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const file = `${runFileName(run)}-${about}.${picture.format}`;
  const content = picture.format === 'svg' ? picture.text : Buffer.from(picture.base64, 'base64');
  return saveAs(file, content);
}

/** Saves the secret, readable by this user only. @throws ProblemError when there is none; StoreError. */
export async function saveSecret(secrets: PseudonymSecrets, saveAs: SaveAs): Promise<Saved> {
  const text = await secrets.asFile();
  if (text === null)
    throw refused('There is no secret yet.', 'The first file with pseudonyms makes it.');
  return saveAs('pseudonym-secret.txt', text, 'private');
}
