/** A dataset's archive on its way to main: whatever packed it, main gets the bytes of its files. */
// happy-dom’s is never read in pieces.
import { Blob as PiecedBlob } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { mostSentBytes } from '#shared/contract/derived.ts';
import { sendDataset } from '#renderer/state/derived.ts';
import { answer, asked, inputsOf, methods, ok, refuse, resetHost } from '../fake-host.ts';

const record = '_complete/run-00000001.json';
const rows = 'microblog-post/collected=2026-11-18/run-00000001-0000.parquet';

async function archive(folder: string, files: Record<string, Buffer>): Promise<Blob> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(files)) {
    zip.addBuffer(bytes, folder + name, { compress: name === rows });
  }
  zip.end();
  const bytes = await buffer(zip.outputStream);
  const step = 100_000;
  // Read in pieces, as a file is.
  const count = Math.ceil(bytes.length / step);
  const pieces = Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * step, (at + 1) * step),
  );
  return new PiecedBlob(pieces) as unknown as Blob;
}

/** What main got, file by file; offsets say whether in order. */
function received(): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  for (const input of inputsOf('dataset.send')) {
    const { file, offset, base64 } = input as { file: string; offset: number; base64: string };
    const before = files[file] ?? Buffer.alloc(0);
    const bytes = Buffer.from(base64, 'base64');
    expect([offset, bytes.length <= mostSentBytes]).toEqual([before.length, true]);
    files[file] = Buffer.concat([before, bytes]);
  }
  return files;
}

const send = (
  file: Blob,
  onShare: (share: number) => void = () => undefined,
  { signal } = new AbortController(),
): ReturnType<typeof sendDataset> => sendDataset(file, onShare, signal);

const content = randomBytes(2.5 * mostSentBytes);
const files = { [record]: Buffer.from('{}'), [rows]: content };

it('is sent file by file, in parts that a call takes, and nothing else of the archive', async () => {
  // One is the person’s, two are of macOS.
  const copy = '_complete/._run-00000001.json';
  const others = ['ro-crate-metadata.json', 'mine.parquet', `__MACOSX/${copy}`, copy];
  const more = Object.fromEntries(others.map((name) => [name, Buffer.from('{}')]));
  const shares: number[] = [];
  await send(await archive('study.dataset/', { ...more, ...files }), (share) => shares.push(share));
  const got = received();
  expect(Object.keys(got)).toEqual([record, rows]);
  expect(got[rows]?.equals(content)).toBe(true);
  expect(asked.at(-1)?.method).toBe('dataset.look');
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
  expect([shares.length > 2, shares.at(-1)]).toEqual([true, 1]);
});

it('is forgotten where the person stops it', async () => {
  const stopping = new AbortController();
  const stop = (share: number): void => (share > 0.1 ? stopping.abort() : undefined);
  const result = await send(await archive('', files), stop, stopping);
  expect(result).toEqual({ ok: true, value: null });
  expect(asked.at(-1)?.method).toBe('dataset.close');
  expect(received()[rows]?.length ?? 0).toBeLessThan(2 * mostSentBytes);
});

it('is forgotten where main refuses a file or the whole; another file is not sent at all', async () => {
  answer('dataset.send', refuse('The disk is full.'));
  expect(await send(await archive('', files))).toMatchObject({ ok: false });
  expect(methods()).toEqual(['dataset.send', 'dataset.close']);
  resetHost();
  answer('dataset.look', refuse('A file of the dataset is damaged.'));
  expect(await send(await archive('', { [record]: Buffer.from('{}') }))).toMatchObject({
    ok: false,
  });
  expect(methods().slice(-2)).toEqual(['dataset.look', 'dataset.close']);
  resetHost();
  answer('dataset.look', () => ok({}));
  await send(new Blob(['id,text\n1,a']));
  expect(received()).toEqual({});
});

it('is not unpacked where its files share bytes: a small one could become gigabytes', async () => {
  const whole = Buffer.from(await (await archive('', files)).arrayBuffer());
  const directory = whole.readUInt32LE(whole.length - 22 + 16);
  const second = whole.indexOf('PK\u0001\u0002', directory + 4);
  for (const [at, offset] of [
    [second, 0],
    [second, 20],
    [directory, whole.readUInt32LE(second + 42) + 100],
  ] as const) {
    const shared = Buffer.from(whole);
    shared.writeUInt32LE(offset, at + 42);
    resetHost();
    answer('dataset.look', refuse('This archive isn’t a dataset.'));
    const result = await send(new PiecedBlob([shared]) as unknown as Blob);
    expect(result).toMatchObject({ ok: false });
    expect(inputsOf('dataset.send').length).toBe(0);
  }
});

it('is not looked into where it lists more than any of ours does', async () => {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('{}'), record);
  // Each takes as many bytes in the list as an entry can.
  const long = { compress: false, fileComment: ' '.repeat(65_535) };
  for (let n = 0; n < 62; n++) zip.addBuffer(Buffer.from(''), `${n}`, long);
  zip.end();
  answer('dataset.look', refuse('This archive isn’t a dataset.'));
  const bytes = await buffer(zip.outputStream);
  expect(await send(new PiecedBlob([bytes]) as unknown as Blob)).toMatchObject({ ok: false });
  expect(received()).toEqual({});
});
