/** A file on its way to main: it gets its bytes, in parts that a call takes. */
// happy-dom’s is never read in pieces.
import { File as PiecedFile } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { datasetFiles, lookAtFile } from '#renderer/state/files.ts';
import type { SentFile } from '#renderer/state/open.ts';
import { answer, inputsOf, methods, ok, refuse, resetHost } from '../fake-host.ts';
import { mostSentBytes } from '#shared/contract/open-file.ts';

const record = '_complete/run-00000001.json';
const rows = 'microblog-post/collected=2026-11-18/run-00000001-0000.parquet';

const fileOf = (bytes: Buffer, name = 'a.csv'): File =>
  new PiecedFile([bytes], name) as unknown as File;

/** What main got, by path; offsets say whether in order. */
function received(): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  for (const input of inputsOf('open.send')) {
    const { path, offset, base64 } = input as {
      path: string | null;
      offset: number;
      base64: string;
    };
    const before = files[path ?? ''] ?? Buffer.alloc(0);
    const bytes = Buffer.from(base64, 'base64');
    expect([offset, bytes.length <= mostSentBytes]).toEqual([before.length, true]);
    files[path ?? ''] = Buffer.concat([before, bytes]);
  }
  return files;
}

const content = randomBytes(2.5 * mostSentBytes);
const one: SentFile[] = [{ file: fileOf(content), path: null }];

it('is sent in parts that a call takes, and then looked at', async () => {
  answer('open.look', () => ok({ id: 'file-00000001' }));
  const shares: number[] = [];
  const looked = await lookAtFile(one, 'a.csv', { onShare: (share) => shares.push(share) });
  expect(looked).toMatchObject({ ok: true });
  expect(received()['']?.equals(content)).toBe(true);
  expect(inputsOf('open.look')).toMatchObject([{ name: 'a.csv' }]);
  expect(shares).toEqual([0.4, 0.8, 1]);
});

it('is sent file by file if it is a dataset’s folder, and nothing else in there', async () => {
  answer('open.look', () => ok({ id: 'file-00000001' }));
  const others = ['ro-crate-metadata.json', 'mine.parquet', '_complete/._run-00000001.json'];
  const chosen = [record, rows, ...others].map((path) =>
    Object.assign(fileOf(Buffer.from(path)), { webkitRelativePath: `study/${path}` }),
  );
  await lookAtFile(datasetFiles(chosen), 'study');
  expect(received()).toEqual({ [record]: Buffer.from(record), [rows]: Buffer.from(rows) });
});

it('is forgotten where the person stops it', async () => {
  const stopping = new AbortController();
  const onShare = (): void => stopping.abort();
  const result = await lookAtFile(one, 'a.csv', { onShare, signal: stopping.signal });
  expect(result).toMatchObject({ ok: false });
  expect(methods()).toEqual(['open.send', 'open.close']);
});

it('is forgotten where main refuses a part or the whole, and said where it is gone', async () => {
  answer('open.send', refuse('The disk is full.'));
  expect(await lookAtFile(one, 'a.csv')).toMatchObject({ error: { title: 'The disk is full.' } });
  expect(methods()).toEqual(['open.send', 'open.close']);
  resetHost();
  answer('open.look', refuse('This is a PDF.'));
  expect(await lookAtFile(one, 'a.csv')).toMatchObject({ error: { title: 'This is a PDF.' } });
  expect(methods().slice(-2)).toEqual(['open.look', 'open.close']);
  resetHost();
  const gone = fileOf(content, 'gone.csv');
  gone.slice = () => ({ arrayBuffer: () => Promise.reject(new Error()) }) as unknown as Blob;
  const [file] = [{ file: gone, path: null }];
  expect(await lookAtFile([file], 'gone.csv')).toMatchObject({
    error: { title: '“gone.csv” can’t be read.' },
  });
});
