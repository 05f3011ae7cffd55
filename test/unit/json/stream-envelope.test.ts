/** An envelope read while its bytes stream past, however the chunks are cut. */
import { expect, it } from 'vitest';
import { streamEnvelope } from '#main/core/json/index.ts';

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(
  text: string,
  size: number,
): Promise<[onward: string, envelope: string | null]> {
  const stream = streamEnvelope(Buffer.from('"<cursor>"'));
  const parts: Uint8Array[] = [];
  for await (const part of stream.pass(chunksOf(text, size))) parts.push(part);
  return [Buffer.concat(parts).toString(), stream.envelope()?.toString() ?? null];
}

const hidden = (text: string): string =>
  text.replaceAll(/"c[\\"]*é"|\{"c":\[1\]\}|77/g, '"<cursor>"');

it.each([
  [
    '{"results":[{"a":"]}\\""},[1],null], "has_more":true,"next_page_cursor":"c\\"é"}',
    '{"results":[], "has_more":true,"next_page_cursor":"c\\"é"}',
  ],
  [
    '{"next_page_cursor":{"c":[1]},"x":{"results":[9],"next_page_cursor":"stays"},"r\\u0065sults":[ 1 ]}\n',
    '{"next_page_cursor":{"c":[1]},"x":{"results":[9],"next_page_cursor":"stays"},"r\\u0065sults":[]}\n',
  ],
  [
    '\u{FEFF}{"status":"success","result":{"results":[1,2],"next_page_cursor":77 },"next_page_cursor":null}',
    '\u{FEFF}{"status":"success","result":{"results":[],"next_page_cursor":77 },"next_page_cursor":null}',
  ],
  ['{}', '{}'],
  ['{"results":[{"a":1}', null],
  ['{"results":[]} x', null],
  ['[{"results":[1]}]', null],
  ['id,text\n1,"{"', null],
])('%s', async (text, envelope) => {
  for (let size = 1; size <= Buffer.byteLength(text); size++) {
    expect(await read(text, size), `in chunks of ${size}`).toEqual([hidden(text), envelope]);
  }
});

it('keeps no envelope of more than a few megabytes', async () => {
  expect((await read(`{"x":"${'y'.repeat(5_000_000)}"}`, 65_536))[1]).toBeNull();
});
