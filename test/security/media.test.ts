/**
 * Links in rows are written by anybody. Each of these attacks leads nowhere: nobody is asked who must not
 * be, nothing is kept that is not media, and the person is told in one sentence.
 */
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFetchMedia } from '#main/core/media/fetch-media.ts';
import type { FetchMediaDeps, MediaRequest } from '#main/core/media/fetch-media.ts';
import { createNetwork, NotPublicError } from '#main/core/service/network.ts';
import { serve } from '#test/support/serve.ts';

const outside = '93.184.216.34';

/** The addresses of names, one list after the other for each question; others have none. */
function names(known: Record<string, string[][]>): LookupFunction {
  return (host, options, found) => {
    const [addresses = [], ...later] = known[host] ?? [];
    if (later.length > 0) known[host] = later;
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const error = Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' });
    // As Node.js does, whatever its types say.
    if (all[0] === undefined) Reflect.apply(found, undefined, [error]);
    else if (options.all === true) found(null, all);
    else found(null, all[0].address, all[0].family);
  };
}

/** Why a request failed, to its first cause. */
function causes(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

describe('22 addresses that links must not lead to', () => {
  /** A server on this computer that nobody may find through a link. */
  async function inside(): Promise<{ port: number; asked: string[] }> {
    const asked: string[] = [];
    const address = await serve(({ url = '' }, response) => {
      asked.push(url);
      response.end('secret');
    });
    return { port: Number(new URL(address).port), asked };
  }

  it.each([
    'localhost',
    'LOCALHOST.',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.01',
    '0x7f000001',
    '１２７.０.０.１',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::127.0.0.1]',
    '[2002:7f00:1::]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[fec0::1]',
    '224.0.0.1',
    '[ff02::1]',
    '255.255.255.255',
    '240.0.0.1',
    '192.0.2.1',
    '[2001:db8::1]',
    'intranet',
    'printer.local',
    'metadata.google.internal',
    'anything.localhost',
  ])('22 is not asked: %s', async (host) => {
    const { port, asked } = await inside();
    const network = createNetwork({ onlyPublic: true });
    const error = await network(`http://${host}:${port}/`).catch((reason: unknown) => reason);
    expect(causes(error).at(-1)).toBeInstanceOf(NotPublicError);
    expect(asked).toEqual([]);
  });

  it.each([
    ['a name of this computer', [['127.0.0.1']]],
    ['a name of a private network', [['10.1.2.3']]],
    ['one in both networks', [[outside, '127.0.0.1']]],
    ['one with an address of IPv4 in IPv6', [['::ffff:127.0.0.1']]],
    ['one that is another at the second look', [[outside], ['127.0.0.1']]],
  ])('22 is not asked by name: %s', async (_, addresses) => {
    const { port, asked } = await inside();
    const network = createNetwork({ onlyPublic: true, lookup: names({ 'a.test': addresses }) });
    const error = await network(`http://a.test:${port}/`).catch((reason: unknown) => reason);
    expect(causes(error).at(-1)).toBeInstanceOf(NotPublicError);
    expect(asked).toEqual([]);
  });

  it('22 a proxy is not asked for them either; what only it can find is its own to refuse', async () => {
    const asked: (string | undefined)[] = [];
    const proxy = createServer().on('connect', ({ url }: IncomingMessage, socket) => {
      asked.push(url);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const network = createNetwork({
      onlyPublic: true,
      lookup: names({ 'private.test': [['192.168.1.1']], 'public.test': [[outside]] }),
      resolveProxy: async () => `PROXY 127.0.0.1:${port}`,
    });
    const hosts = ['private.test', '192.168.1.1', '[64:ff9b::10.0.0.1]', 'intranet', 'public.test'];
    for (const host of [...hosts, 'far.test', '[64:ff9b::1.1.1.1]', '[2606:4700::1111]']) {
      await expect(network(`https://${host}/`)).rejects.toThrow();
    }
    // The last but one is IPv4 where there is only IPv6.
    expect(asked).toEqual([
      'public.test:443',
      'far.test:443',
      '[64:ff9b::101:101]:443',
      '[2606:4700::1111]:443',
    ]);
  });
});

/** A picture of so many pixels that has none of them. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(0)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const picture = png(30, 20);
const mostBytes = 2 * 1024 * 1024;

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** A site that answers like this, and a function that fetches from it as from the service in use. */
async function site(respond: Respond, deps: Partial<FetchMediaDeps> = {}) {
  const requests: IncomingMessage[] = [];
  const address = await serve((request, response) => {
    requests.push(request);
    respond(request, response);
  });
  const folder = await mkdtemp(join(tmpdir(), 'sde-media-'));
  const fetchMedia = createFetchMedia({
    fetch: createNetwork(),
    fetchPublic: createNetwork({ onlyPublic: true, lookup: names({}) }),
    retryDelaysMs: [1, 1],
    patience: { ms: 300, bytesPerSecond: 1000 },
    ...deps,
  });
  return {
    address,
    requests,
    fetchMedia: (link: string, more: Partial<MediaRequest> = {}) =>
      fetchMedia({
        link: link.startsWith('/') ? `${address}${link}` : link,
        own: new URL(address).origin,
        into: (extension) => join(folder, `file.${extension}`),
        mostBytes,
        signal: new AbortController().signal,
        ...more,
      }),
    files: () => readdir(folder),
    read: (name: string) => readFile(join(folder, name)),
  };
}

const sends =
  (body: string | Uint8Array, headers: Record<string, string> = {}): Respond =>
  (_, response) =>
    void response.writeHead(200, headers).end(body);

describe('22 links themselves', () => {
  it.each([
    ['http://example.org/1.jpg', 'begin with https'],
    ['file:///etc/passwd', 'begin with https'],
    ['data:image/png;base64,AA', 'begin with https'],
    ['blob:https://example.org/1', 'begin with https'],
    ['javascript:alert(1)', 'begin with https'],
    ['ftp://example.org/1.jpg', 'begin with https'],
    ['https://', 'isn’t an address'],
    ['//example.org/1.jpg', 'isn’t an address'],
    ['https://me:secret@example.org/1.jpg', 'sign-in'],
    ['https://example.org:22/1.jpg', 'port'],
    ['https://example.org:8443/1.jpg', 'port'],
    ['https://127.0.0.1/1.jpg', 'public internet'],
    ['https://[::1]/1.jpg', 'public internet'],
  ])('22 %s is refused, and says why', async (link, why) => {
    const { fetchMedia, requests } = await site(sends(picture));
    const fetched = await fetchMedia('', { link });
    expect(fetched).toEqual({ status: 'refused', why: expect.stringContaining(why) });
    expect(requests).toEqual([]);
  });

  it.each([
    ['https://127.0.0.1/', 'refused'],
    ['https://169.254.169.254/latest/meta-data/', 'refused'],
    ['http://example.org/', 'refused'],
    ['file:///etc/passwd', 'refused'],
    ['data:image/png;base64,AA', 'refused'],
    ['https://me@example.org/', 'refused'],
    ['https://', 'refused'],
    ['/again', 'failed'],
  ])('22 a redirect to %s leads nowhere', async (to, status) => {
    const { fetchMedia, files, requests } = await site((_, response) => {
      response.writeHead(302, { location: to }).end();
    });
    expect(await fetchMedia('/1.jpg')).toMatchObject({ status });
    expect(requests.length).toBe(to === '/again' ? 6 : 1);
    expect(await files()).toEqual([]);
  });

  it('22 only the service itself is asked wherever it is, not whom it names', async () => {
    const other = await site(sends(picture));
    const own = await site((_, response) => {
      response.writeHead(302, { location: other.address }).end();
    });
    expect(await own.fetchMedia('/1.jpg')).toMatchObject({ status: 'refused' });
    expect(await own.fetchMedia(`${other.address}/1.jpg`)).toMatchObject({ status: 'refused' });
    expect(other.requests).toEqual([]);
  });

  it('22 a public site can’t lead back to the service', async () => {
    const fetchPublic = (async () =>
      new Response(null, { status: 302, headers: { location: address } })) as typeof fetch;
    const { address, fetchMedia, requests } = await site(sends(picture), { fetchPublic });
    expect(await fetchMedia('https://example.org/1.jpg')).toMatchObject({ status: 'refused' });
    expect(requests).toEqual([]);
  });

  it('22 no key, cookie or referrer is sent, whatever was set on the way', async () => {
    const { fetchMedia, requests } = await site(({ url }, response) => {
      if (url === '/1.jpg') {
        response.writeHead(302, { location: '/2.jpg', 'set-cookie': 'a=1; Path=/' }).end();
      } else response.end(picture);
    });
    expect(await fetchMedia('/1.jpg')).toMatchObject({ status: 'saved' });
    expect(requests).toHaveLength(2);
    for (const { headers } of requests) {
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('referer');
    }
  });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const page = '<!doctype html><title>Sign in</title><script>alert(1)</script>';

describe('what a site sends is known by its content alone', () => {
  it.each([
    ['a page', page, 'a page instead'],
    ['a page that calls itself a picture', page, 'a page instead'],
    ['a drawing with code', svg, 'neither'],
    ['a drawing with a declaration', `<?xml version="1.0"?>${svg}`, 'neither'],
    ['code', 'alert(1)', 'neither'],
    ['JSON', '{"error": "expired"}', 'neither'],
    ['a PDF', '%PDF-1.7\n', 'neither'],
    ['a program', 'MZ\u0090\u0000', 'neither'],
    ['an archive', 'PK\u0003\u0004', 'neither'],
    ['a list of other addresses', '#EXTM3U\nhttp://127.0.0.1/', 'neither'],
    ['sound', 'ID3\u0003\u0000\u0000\u0000\u0000\u0000\u0000', 'neither'],
    ['nothing', '', 'neither'],
    ['the beginning of a picture', picture.subarray(0, 12).toString('latin1'), 'neither'],
    ['a picture without a size', png(0, 0).toString('latin1'), 'can be read'],
    [
      'a picture of parts without a length',
      `\0\0\0\u0018ftypavif\0\0\0\0mif1avif${'\0\0\0\0meta'.repeat(999)}`,
      'can be read',
    ],
    [
      'a picture of parts only',
      `\u00ff\u00d8${'\u00ff\u00e0\0\u0002'.repeat(9999)}`,
      'can be read',
    ],
  ])('%s is not media, and leaves no file', async (_, body, why) => {
    const { fetchMedia, files } = await site(
      sends(Buffer.from(body, 'latin1'), { 'content-type': 'image/jpeg' }),
    );
    const fetched = await fetchMedia('/1.jpg');
    expect(fetched).toEqual({ status: 'not_media', why: expect.stringContaining(why) });
    expect(await files()).toEqual([]);
  });

  const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

  it.each([
    ['a picture that calls itself a page', picture, 'image/png', 'png', 'picture'],
    [
      'a GIF that is also code',
      Buffer.concat([gif, Buffer.from('/*\n*/=1;alert(1)')]),
      'image/gif',
      'gif',
      'picture',
    ],
    [
      'a picture with a page behind it',
      Buffer.concat([picture, Buffer.from(page)]),
      'image/png',
      'png',
      'picture',
    ],
    [
      'subtitles',
      Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\n<script>'),
      'text/vtt',
      'vtt',
      'subtitles',
    ],
    [
      'a video',
      Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom', 'latin1'),
      'video/mp4',
      'mp4',
      'video',
    ],
  ])('%s is what it is', async (_, body, type, extension, kind) => {
    const { fetchMedia, files, read } = await site(sends(body, { 'content-type': 'text/html' }));
    const fetched = await fetchMedia('/evil.html');
    expect(fetched).toMatchObject({ status: 'saved', type, extension, kind, bytes: body.length });
    expect(await files()).toEqual([`file.${extension}`]);
    expect(await read(`file.${extension}`)).toEqual(body);
  });

  it.each([
    ['as many pixels as a screen', png(1920, 1080), { status: 'saved', width: 1920, height: 1080 }],
    ['a pixel bomb', png(65_535, 65_535), { status: 'too_large' }],
    ['a long one', png(1, 200_000_000), { status: 'too_large' }],
  ])('%s', async (_, body, expected) => {
    const { fetchMedia, files } = await site(sends(body));
    expect(await fetchMedia('/1.png')).toMatchObject(expected);
    expect(await files()).toHaveLength(expected.status === 'saved' ? 1 : 0);
  });
});

describe('limits of an answer', () => {
  const zeros = Buffer.alloc(64 * 1024);

  it.each<[string, Respond, string]>([
    [
      'says that it is too long',
      sends(picture, { 'content-length': String(2 ** 40) }),
      'too_large',
    ],
    ['is too long', sends(Buffer.concat([picture, Buffer.alloc(mostBytes)])), 'too_large'],
    [
      'never ends',
      (_, response) => {
        response.write(picture);
        const more = (): void => {
          if (!response.destroyed) response.write(zeros, () => setImmediate(more));
        };
        more();
      },
      'too_large',
    ],
    [
      'becomes too long as it is unpacked',
      sends(gzipSync(Buffer.concat([picture, Buffer.alloc(50 * mostBytes)])), {
        'content-encoding': 'gzip',
      }),
      'too_large',
    ],
    ['can’t be unpacked', sends(picture, { 'content-encoding': 'gzip' }), 'failed'],
    [
      'is shorter than it says',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write(picture);
        setTimeout(() => response.destroy(), 20);
      },
      'failed',
    ],
    ['is none', ({ socket }) => void socket.destroy(), 'failed'],
    ['never begins', () => undefined, 'failed'],
    [
      'drips',
      (_, response) => {
        response.write(picture);
        const timer = setInterval(() => response.write('a'), 20);
        response.on('close', () => clearInterval(timer));
      },
      'failed',
    ],
    ['is only a part', (_, response) => void response.writeHead(206).end(picture), 'failed'],
    ['is no answer at all', ({ socket }) => void socket.end('hello'), 'failed'],
  ])('one that %s is given up', async (_, respond, status) => {
    const { fetchMedia, files, requests } = await site(respond);
    expect(await fetchMedia('/1.png')).toEqual({
      status,
      why: expect.stringMatching(/^The .+\.$/),
    });
    expect(await files()).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['/1.jpg', 404, 'gone'],
    ['/1.jpg', 410, 'gone'],
    ['/1.jpg?Expires=1&Signature=a', 404, 'gone'],
    ['/1.jpg?x-expires=1&x-signature=a', 403, 'expired'],
    ['/1.jpg?oe=5F000000&oh=a', 403, 'expired'],
    ['/1.jpg?X-Amz-Date=a', 401, 'expired'],
    ['/1.jpg?size=large', 403, 'refused'],
    ['/1.jpg', 401, 'refused'],
    ['/1.jpg', 451, 'refused'],
    ['/1.jpg', 400, 'failed'],
  ])('%s, answered with %i, is %s, without a second try', async (link, code, status) => {
    const { fetchMedia, requests } = await site((_, response) => {
      response.writeHead(code).end(picture);
    });
    expect(await fetchMedia(link)).toMatchObject({ status });
    expect(requests).toHaveLength(1);
  });

  it.each<[string, (n: number, response: ServerResponse) => void, string, number]>([
    [
      '503 twice',
      (n, response) => void response.writeHead(n < 3 ? 503 : 200).end(picture),
      'saved',
      3,
    ],
    ['500 always', (_, response) => void response.writeHead(500).end(), 'failed', 3],
    [
      'a wait of an hour',
      (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end(),
      'failed',
      1,
    ],
  ])('after %s', async (_, respond, status, tries) => {
    const { fetchMedia, requests } = await site((_request, response) =>
      respond(requests.length, response),
    );
    expect(await fetchMedia('/1.png')).toMatchObject({ status });
    expect(requests).toHaveLength(tries);
  });

  it('waits as long as a site asks', async () => {
    const { fetchMedia, requests } = await site((_, response) => {
      if (requests.length > 1) response.end(picture);
      else response.writeHead(429, { 'retry-after': '1' }).end();
    });
    const start = performance.now();
    expect(await fetchMedia('/1.png')).toMatchObject({ status: 'saved' });
    expect(performance.now() - start).toBeGreaterThan(900);
  });

  it('what is stopped ends at once, and leaves no file', async () => {
    const { fetchMedia, files } = await site((_, response) => void response.write(picture), {
      patience: { ms: 60_000, bytesPerSecond: 1 },
    });
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(fetchMedia('/1.png', { signal: stop.signal })).rejects.toThrow('stopped');
    expect(await files()).toEqual([]);
  });

  it('what is stopped while it waits for its turn ends at once, and is never asked for', async () => {
    const { fetchMedia, requests } = await site(() => undefined, {
      patience: { ms: 60_000, bytesPerSecond: 1 },
    });
    const [own, stop] = [new AbortController(), new AbortController()];
    const busy = ['/1', '/2'].map((link) => fetchMedia(link, { signal: own.signal }));
    const waiting = fetchMedia('/3', { signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    await expect(fetchMedia('/4', { signal: stop.signal })).rejects.toThrow('stopped');
    await expect.poll(() => requests.length).toBe(2);
    own.abort(new Error('ended'));
    for (const one of busy) await expect(one).rejects.toThrow('ended');
    expect(requests.map(({ url }) => url)).toEqual(['/1', '/2']);
  });

  it('what is stopped while it waits to try again ends at once', async () => {
    const { fetchMedia, requests } = await site(
      (_, response) => void response.writeHead(503).end(),
      { retryDelaysMs: [9000] },
    );
    const stop = new AbortController();
    const asked = fetchMedia('/1', { signal: stop.signal });
    await expect.poll(() => requests.length).toBe(1);
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(asked).rejects.toThrow('stopped');
  });

  it('four are asked at once, two of a site', async () => {
    const open: string[] = [];
    const answers: (() => void)[] = [];
    const fetchPublic = (async (url: URL) => {
      open.push(url.host);
      await new Promise<void>((resolve) => answers.push(resolve));
      open.splice(open.indexOf(url.host), 1);
      return new Response(null, { status: 404 });
    }) as unknown as typeof fetch;
    const { fetchMedia } = await site(sends(''), {
      fetchPublic,
      patience: { ms: 60_000, bytesPerSecond: 1 },
    });
    const links = ['a', 'a', 'a', 'b', 'c', 'd', 'd'].map((host) => `https://${host}.test/1.jpg`);
    const all = links.map((link) => fetchMedia(link));
    const seen: string[][] = [];
    while (answers.length > 0 || seen.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      seen.push(open.toSorted());
      answers.shift()?.();
    }
    await Promise.all(all);
    expect(seen[0]).toEqual(['a.test', 'a.test', 'b.test', 'c.test']);
    for (const hosts of seen) {
      expect(hosts.length).toBeLessThanOrEqual(4);
      for (const host of hosts) expect(hosts.filter((one) => one === host).length).toBeLessThan(3);
    }
  });
});
