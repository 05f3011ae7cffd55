/** What is at the addresses of pictures, videos and subtitles in rows: real files, a few of them gone or expired. */
import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';
import { liveEndpoints } from '#main/catalogue/index.ts';
import { friday, minute, question, rowsOf, startService } from './asking.ts';
import type { TestSampleService } from '#test/support/sample-service.ts';

const origin = 'https://media.example.org/';

/** Without a key, as anybody asks. */
async function get({ address }: TestSampleService, link: string) {
  const response = await fetch(link.replace(origin, `${address}/media/`));
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), bytes };
}

const linksIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"(https:\/\/media\.example\.org\/[^"]+)"/g)].map(
    ([, link = '']) => link,
  );

const kinds: Readonly<Record<string, string>> = {
  png: 'image/png',
  mp4: 'video/mp4',
  webm: 'video/webm',
};
const endingOf = (link: string): string => /\.(\w+)(\?|$)/.exec(link)?.[1] ?? '';

describe('links in rows', () => {
  it('lead to what they say, the same each time, except those that are gone or expired', async () => {
    const [service, twin] = [await startService(), await startService()];
    const asked = await Promise.all(liveEndpoints.map(({ id }) => question(service, id)));
    const links = [...new Set(asked.flatMap(({ results }) => linksIn(results.slice(0, 4))))];
    const counted = service.callsCounted();
    const found = new Map<number, number>();
    for (const link of links.filter((one) => endingOf(one) !== 'm4a')) {
      const answer = await get(service, link);
      found.set(answer.status, (found.get(answer.status) ?? 0) + 1);
      if (answer.status !== 200) continue;
      const ending = endingOf(link);
      if (ending === 'vtt') {
        expect(new TextDecoder().decode(answer.bytes)).toMatch(
          /^WEBVTT\n\n00:00:00\.000 --> 00:00:0\d\.\d{3}\n.+\n/u,
        );
      } else {
        expect(answer.type, link).toBe(kinds[ending]);
        expect((await fileTypeFromBuffer(answer.bytes))?.mime, link).toBe(kinds[ending]);
      }
      if (found.get(200)! % 10 === 1) {
        expect(Buffer.compare((await get(twin, link)).bytes, answer.bytes), link).toBe(0);
      }
    }
    expect(new Set(found.keys())).toEqual(new Set([200, 403, 404]));
    expect(found.get(200)).toBeGreaterThan((found.get(403) ?? 0) + (found.get(404) ?? 0));
    // Looking at pictures isn’t metered.
    expect(service.callsCounted()).toBe(counted);
  });

  it('show pictures of several shapes; a thumbnail shows the same, smaller', async () => {
    const service = await startService();
    const small = `${origin}forum/1mqqfz-small.png`;
    const shapeOf = async (link: string): Promise<{ width: number; height: number }> =>
      imageSize((await get(service, link)).bytes);
    const [thumbnail, picture] = [
      await shapeOf(small),
      await shapeOf(small.replace('-small.', '.')),
    ];
    expect(thumbnail.width).toBeLessThan(picture.width / 2);
    expect(thumbnail.width / thumbnail.height).toBeCloseTo(picture.width / picture.height, 1);
    const found = await rowsOf(service, 'microblog.posts.search', { most: 1 });
    const shapes = new Set<string>();
    for (const link of linksIn(found)) {
      const { bytes, status } = await get(service, link);
      const size = status === 200 ? imageSize(bytes) : null;
      if (size !== null) shapes.add((size.width / size.height).toFixed(2));
    }
    expect(shapes.size).toBeGreaterThan(1);
  });

  it('that are signed work until they expire, with the signature they were given', async () => {
    let now = friday;
    const service = await startService({ now: () => now });
    const rows = await rowsOf(service, 'photoshare.posts.search', { most: 4 });
    const link = linksIn(rows).find((one) => {
      const expires = Number(/expires=(\d+)/.exec(one)?.[1] ?? 0) * 1000;
      return expires > friday + minute;
    });
    const expires = Number(/expires=(\d+)/.exec(link ?? '')?.[1]) * 1000;
    const statusOf = async (one = ''): Promise<number> => (await get(service, one)).status;
    expect(await statusOf(link)).toBe(200);
    expect(await statusOf(link?.replace(/expires=\d+/, 'expires=4000000000'))).toBe(403);
    expect(await statusOf(link?.replace(/\?.*/, ''))).toBe(403);
    now = expires;
    expect(await statusOf(link)).toBe(403);
  });
});

it.each([
  '/media/nowhere/1.png',
  '/media/microblog/1.exe',
  '/media/microblog/x.vtt',
  '/media/microblog',
])('nothing is at %s', async (path) => {
  const { address } = await startService();
  expect((await fetch(address + path)).status).toBe(404);
});
