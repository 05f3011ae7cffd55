/** Files that are saved unchanged: the service’s CSV, pictures, the pseudonym secret, the support bundle. */
import { constants, createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import type { SavedFile } from '#shared/contract/saved.ts';
import { queryFileName } from '#shared/query/words.ts';
import { isoTime } from '../clock.ts';
import { asObject } from '../json/index.ts';
import { refused } from '../problem-error.ts';
import { identityOf } from '../store/own-values.ts';
import type { FileToSave } from '../save-as.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { refuseLink } from '../store/data-folder.ts';
import { chunkLength, openRegular } from '../store/file-port.ts';
import { StoreError } from '../store/store-error.ts';
import type { Ledger } from '../store/ledger.ts';
import type { ServiceInUse } from '../service-in-use.ts';
import type { Cell } from './cells.ts';
import { csvOf } from './csv.ts';
import { mostLines } from '#shared/contract/chart.ts';
import type { Views } from '../runs/views.ts';
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
  if (derived === null) return asked;
  const { from } = derived;
  if (from.kind !== 'file') return `${asked}-${derivedNames[from.kind]}`;
  const day = isoTime().slice(0, 10);
  return isNeutral
    ? `file-${day}`
    : `${fileWords(from.name.replace(/\.[^.]*$/, '')) || 'file'}-${day}`;
}

/** The words of a name that any file may have; empty if there are none. */
export const fileWords = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50);

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

/** Returns what the service sent instead of the rows of a page. Its content throws StoreError once it is gone. */
export function serviceFile(run: LiveRun, page: number): FileToSave {
  const { stored } = run;
  const file = stored.pages.find((candidate) => candidate.page === page)?.file ?? null;
  if (file === null) throw refused('There is no such file.');
  return { name: `${runFileName(run)}.csv`, content: storedBytes(stored.filePath(file)) };
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

const inFileName = (words: string): string =>
  words
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60);

/** Returns a picture that the window drew. */
export function pictureFile(
  run: LiveRun,
  { name, picture }: Extract<SavedFile, { of: 'picture' }>,
): FileToSave {
  const content = picture.format === 'svg' ? picture.text : Buffer.from(picture.base64, 'base64');
  return { name: `${runFileName(run)}-${inFileName(name)}.${picture.format}`, content };
}

/** Returns a word in its context: a line each time that it is in a row of the view. */
export async function contextFile(
  run: LiveRun,
  views: Pick<Views, 'chart'>,
  { view, question }: Pick<Extract<SavedFile, { of: 'context' }>, 'view' | 'question'>,
): Promise<FileToSave> {
  const { drawn } = await views.chart(run, view, { ...question, most: mostLines });
  const lines = drawn.kind === 'context' ? drawn.lines : [];
  const { identity } = run.resource;
  const rows = await run.stored.rowsAt(lines.map(({ row }) => row));
  const cells = lines.map(({ row, before, word, after }, at) => {
    return [row + 1, identityOf(asObject(rows[at]), identity), before, word, after];
  });
  return {
    name: `${runFileName(run)}-${inFileName(question.word)}.csv`,
    content: csvOf(['row', identity, 'before', 'word', 'after'], [cells]),
  };
}

const callColumns = [
  'sent_at',
  'question',
  'platform',
  'run',
  'key',
  'metered',
  'outcome',
  'status',
] as const;

/** Returns every call of the service in use, as the ledger has them: one line each, in the order settled. */
export async function callsFile({
  ledger,
  service,
}: {
  ledger: Pick<Ledger, 'each'>;
  service: Pick<ServiceInUse, 'profile' | 'credentials'>;
}): Promise<FileToSave> {
  const profileId = service.profile()?.id ?? '';
  const keys = new Map(
    (await service.credentials.list(profileId)).map(({ id, name, lastFour }) => [
      id,
      [name ?? 'key', lastFour && `ending ${lastFour}`].join(' ').trim(),
    ]),
  );
  const calls: Cell[][] = [];
  await ledger.each((sent, done) => {
    if (sent.profileId !== profileId) return;
    const { at, endpointId, platform, runId, key, metered } = sent;
    const { outcome = 'unanswered', status = null } = done ?? {};
    const named = key === null ? null : (keys.get(key) ?? `removed key ${key}`);
    calls.push([at, endpointId, platform, runId, named, metered, outcome, status]);
  });
  return { name: `calls-${isoTime().slice(0, 10)}.csv`, content: csvOf(callColumns, [calls]) };
}

/** Returns the secret, readable by this user only. @throws ProblemError when there is none. */
export async function secretFile(secrets: PseudonymSecrets): Promise<FileToSave> {
  const text = await secrets.asFile();
  if (text === null)
    throw refused('There is no secret yet.', 'The first file with pseudonyms makes it.');
  return { name: 'pseudonym-secret.txt', content: text, access: 'private' };
}
