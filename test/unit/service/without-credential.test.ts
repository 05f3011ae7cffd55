/** [17] The credential is hidden in a body that streams, wherever the chunks are cut. */
import { describe, expect, it } from 'vitest';
import { withoutCredential, withoutCredentialIn } from '#main/core/service/send.ts';

const key = 'sk_kkabcsk_kkdef';

async function* chunksOf(body: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

async function read(chunks: AsyncIterable<Uint8Array>): Promise<{ text: string; error: unknown }> {
  const parts: Uint8Array[] = [];
  let error: unknown = null;
  try {
    for await (const part of chunks) parts.push(part);
  } catch (thrown) {
    error = thrown;
  }
  return { text: Buffer.concat(parts).toString(), error };
}

describe('a body that streams', () => {
  const text = `id,who\n1,${key}\n2,${key.slice(0, 9)}${key}${key},é\n`;
  const clean = `id,who\n1,${'*'.repeat(16)}\n2,${key.slice(0, 9)}${'*'.repeat(32)},é\n`;

  it('has no credential in it, wherever it is cut, and is otherwise as it was', async () => {
    const body = Buffer.from(text);
    for (let size = 1; size <= body.length; size++) {
      const seen = await read(withoutCredentialIn(chunksOf(body, size), key));
      expect(seen, `in chunks of ${size}`).toEqual({ text: clean, error: null });
    }
    expect(body.toString()).toBe(text);
  });

  it.each([
    ['as JSON has it', 'ab"cd\\efgh', JSON.stringify('ab"cd\\efgh').slice(1, -1)],
    ['with escaped slashes', 'sk/ab+cd=ef', String.raw`sk\/ab+cd=ef`],
    ['percent-encoded', 'sk/ab+cd=ef', 'sk%2Fab%2Bcd%3Def'],
    ['percent-encoded in small letters', 'sk/ab+cd=ef', 'sk%2fab%2bcd%3def'],
    ['in letters beyond ASCII', 'sk-ümlaut-é', 'sk-%C3%BCmlaut-%C3%A9'],
  ])('%s', async (_, odd, written) => {
    const hidden = `"${'*'.repeat(written.length)}"`;
    for (let size = 1; size <= written.length + 2; size++) {
      const { text: seen } = await read(
        withoutCredentialIn(chunksOf(Buffer.from(`"${written}"`), size), odd),
      );
      expect(seen).toBe(hidden);
    }
    expect(withoutCredential(Buffer.from(`"${written}"`), odd).toString()).toBe(hidden);
  });

  it('that breaks off inside the credential keeps the rest, and tells why', async () => {
    const broken = new Error('reset');
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`id\n1,${key.slice(0, 12)}`);
      throw broken;
    }
    expect(await read(withoutCredentialIn(breaking(), key))).toEqual({
      text: `id\n1,${'*'.repeat(12)}`,
      error: broken,
    });
  });

  it.each([
    ['that ends with a few letters of the credential, as any text may,', 'a,sk_kk', key],
    ['where there is no credential', 'a,short', null],
    ['where it is too short to be one', 'a,short', 'short'],
  ])('%s is as it was', async (_, written, of) => {
    const chunks = chunksOf(Buffer.from(written), 2);
    expect(await read(withoutCredentialIn(chunks, of))).toEqual({ text: written, error: null });
  });
});
