/** [26] An answer that isn't read keeps no cursor, however its chunks are cut. */
import { expect, it } from 'vitest';
import { withoutCursors } from '#main/core/runs/streamed-answer.ts';

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

it.each([
  [
    '{"results":[{"a":"]}\\""},null], "next_page_cursor" : "c\\"é"}',
    '{"results":[{"a":"]}\\""},null], "next_page_cursor":"<cursor>"}',
    'c"é',
  ],
  ['{"next_page_cursor":"a","result":{}}', '{"next_page_cursor":"<cursor>","result":{}}', 'a'],
  ['{"results":["\\"next_page_cursor\\":\\"x\\""],"next_page_cursor":null}', null, null],
  ['{"a":"next_page_cursor","next_page":"x","next_page_', null, null],
  ['{"next_page_cursor":"cut o', '{"next_page_cursor":"<cursor>"', null],
  ['id,text\n1,"next_page_cu', null, null],
])('%s', async (text, stored, cursor) => {
  for (let size = 1; size <= Buffer.byteLength(text); size++) {
    const parts: Uint8Array[] = [];
    let found: string | null = null;
    const onCursor = (one: string): void => {
      found = one;
    };
    for await (const part of withoutCursors(chunksOf(text, size), onCursor)) parts.push(part);
    const seen = Buffer.concat(parts).toString();
    expect({ seen, found }, `in chunks of ${size}`).toEqual({
      seen: stored ?? text,
      found: cursor,
    });
  }
});
