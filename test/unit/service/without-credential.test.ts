/** [17] The credential is hidden in a body that streams, wherever the chunks are cut. */
import { describe, expect, it } from 'vitest';
import { withoutCredential, withoutCredentialIn } from '#main/core/service/without-credential.ts';

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
    ['as CSV has it', '"ab"cdefgh"', '""ab""cdefgh""'],
  ])('%s', async (_, odd, written) => {
    const hidden = `"${'*'.repeat(written.length)}"`;
    for (const size of [1, 5, 100]) {
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

  it('that ends with a few letters of it, as any text may, is as it was', async () => {
    const { text: seen } = await read(
      withoutCredentialIn(chunksOf(Buffer.from('a,sk_kk'), 2), key),
    );
    expect(seen).toBe('a,sk_kk');
  });

  it.each([null, 'short'])('without a credential (%s) is as it was', async (none) => {
    const { text: seen } = await read(
      withoutCredentialIn(chunksOf(Buffer.from('a,short'), 3), none),
    );
    expect(seen).toBe('a,short');
  });
});
