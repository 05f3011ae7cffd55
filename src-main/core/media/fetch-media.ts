/**
 * Fetches what a link of a row leads to, if it is a picture, a video or subtitles, into a file. Whoever
 * wrote the row chose the link, so neither is trusted: only public addresses are asked, without key,
 * cookie and referrer; what arrives is known by its content alone; bytes, pixels, time, redirects and
 * retries have limits.
 */
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import type { LoadedMedia, MissingMedia } from '#shared/contract/media.ts';
import { inSize } from '../service/connection-problems.ts';
import { NeverSentError, NotPublicError } from '../service/network.ts';
import { retryAfterIn } from '../service/problems.ts';
import { atomicWrite } from '../store/atomic-write.ts';
import type { Access } from '../store/file-port.ts';
import { StoreError } from '../store/store-error.ts';

/** What a file is, by its content. */
export interface MediaContent extends Pick<LoadedMedia, 'kind' | 'type' | 'width' | 'height'> {
  /** As names of such files end, without the dot. */
  extension: string;
}

export interface MediaRequest {
  link: string;
  /** The origin that is asked wherever it is: of the service that the link is from. */
  own: string | null;
  /** Returns the path of the file. An existing one is replaced, by a whole one only. */
  into: (extension: string) => string;
  /** Who may read the file; by default this user. */
  access?: Access;
  mostBytes: number;
  signal: AbortSignal;
}

/** `why`: one sentence. */
export type NotFetched = { status: MissingMedia['status']; why: string };
export type Fetched =
  | ({ status: 'saved'; bytes: number; sha256: string } & MediaContent)
  | NotFetched;

/** Rejects with the signal's reason, or a StoreError when the disk refuses. */
export type FetchMedia = (request: MediaRequest) => Promise<Fetched>;

export interface FetchMediaDeps {
  /** Asks the service. */
  fetch: typeof globalThis.fetch;
  /** Asks public addresses only. */
  fetchPublic: typeof globalThis.fetch;
  retryDelaysMs?: readonly number[];
  /** From when on, and how many bytes a second on average, an answer needs to go on. */
  patience?: { ms: number; bytesPerSecond: number };
}

/** Requests at once, whoever wants them: to all sites, and to one. */
const mostAtOnce = { all: 4, site: 2 };
const mostRedirects = 5;
/** A site that asks to wait longer is asked no further: somebody is looking. */
const longestWaitMs = 10_000;
/** Decoded, a picture takes four bytes for each. */
const mostPixels = 100_000_000;

export function createFetchMedia({
  retryDelaysMs = [1000, 3000],
  patience = { ms: 20_000, bytesPerSecond: 5000 },
  ...networks
}: FetchMediaDeps): FetchMedia {
  const inTurn = createTurns();
  return async (request) => {
    const { link, signal } = request;
    for (let attempt = 0; ; attempt++) {
      try {
        const task = (): Promise<Fetched> => fetchOnce(request, networks, patience);
        return await inTurn(siteOf(link), task, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Missing)) throw error;
        const ms = Math.max(retryDelaysMs[attempt] ?? Infinity, error.retryAfterMs);
        if (ms > longestWaitMs) return { status: error.status, why: error.message };
        await wait(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  };
}

const siteOf = (link: string): string => (URL.canParse(link) ? new URL(link).host : '');

/** Runs tasks as soon as fewer than so many are under way; those that are stopped before, not at all. */
function createTurns() {
  const running: string[] = [];
  const ended = new EventEmitter().setMaxListeners(0);
  const isFree = (site: string): boolean =>
    running.length < mostAtOnce.all &&
    running.filter((one) => one === site).length < mostAtOnce.site;
  return async <T>(site: string, task: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted();
    while (!isFree(site)) {
      await once(ended, 'one', { signal }).catch(() => signal.throwIfAborted());
    }
    running.push(site);
    try {
      return await task();
    } finally {
      running.splice(running.indexOf(site), 1);
      ended.emit('one');
    }
  };
}

/** Ends an attempt. */
class Missing extends Error {
  readonly status: MissingMedia['status'];
  /** When another one may succeed. */
  readonly retryAfterMs: number;

  constructor(status: MissingMedia['status'], why: string, retryAfterMs = Infinity) {
    super(why);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** @throws Missing, and as `FetchMedia`. */
async function fetchOnce(
  request: MediaRequest,
  networks: Pick<FetchMediaDeps, 'fetch' | 'fetchPublic'>,
  patience: NonNullable<FetchMediaDeps['patience']>,
): Promise<Fetched> {
  request.signal.throwIfAborted();
  const pace = keepPace(patience);
  const signal = AbortSignal.any([request.signal, pace.signal]);
  try {
    const response = await answerTo({ ...request, signal }, networks);
    return await save(response, { ...request, signal }, pace.took);
  } catch (error) {
    if (error instanceof Missing || error instanceof StoreError) throw error;
    if (pace.signal.aborted) throw new Missing('failed', 'The site answered too slowly.');
    throw whyUnanswered(error);
  } finally {
    // Ends what is left of an answer as well.
    pace.end();
  }
}

/** Notices an answer that is too slow, from the question to the last byte: one that drips would never end. */
function keepPace({ ms, bytesPerSecond }: NonNullable<FetchMediaDeps['patience']>) {
  const over = new AbortController();
  const start = performance.now();
  let bytes = 0;
  const timer = setInterval(() => {
    const passed = performance.now() - start;
    if (passed >= ms && bytes * 1000 < passed * bytesPerSecond) over.abort();
  }, ms / 20);
  return {
    signal: over.signal,
    took: (count: number): void => {
      bytes += count;
    },
    end: (): void => {
      clearInterval(timer);
      over.abort();
    },
  };
}

// The question.

/** What a link's parameters are called if it holds for some time only, and only as it is. */
const signing =
  /^(?:expires?|exp|signature|sig|hmac|token|policy|key-pair-id|oe|oh|x-(?:expires|signature)|x-(?:amz|goog)-.+)$/i;
const isSigned = ({ searchParams }: URL): boolean =>
  [...searchParams.keys()].some((name) => signing.test(name));

/** Follows redirects by hand: each address is looked at like the first. */
async function answerTo(
  { link, own, signal }: MediaRequest,
  { fetch, fetchPublic }: Pick<FetchMediaDeps, 'fetch' | 'fetchPublic'>,
): Promise<Response> {
  let url = parsed(link);
  let isSignedLink = false;
  for (let hop = 0, isOwn = url.origin === own; hop <= mostRedirects; hop++) {
    refuseUnasked(url, isOwn);
    isSignedLink ||= isSigned(url);
    const response = await (isOwn ? fetch : fetchPublic)(url, {
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: { accept: 'image/*,video/*,text/vtt,*/*;q=0.1', 'accept-encoding': 'identity' },
      signal,
    });
    const { status, headers } = response;
    const location = headers.get('location');
    if (status < 300 || status > 308 || location === null) {
      if (status !== 200) throw whyRefused(status, isSignedLink, headers);
      return response;
    }
    await response.body?.cancel();
    url = parsed(location, url);
    isOwn &&= url.origin === own;
  }
  throw new Missing('failed', 'The link leads from one address to the next without an end.');
}

/** @throws Missing */
function parsed(link: string, base?: URL): URL {
  if (!URL.canParse(link, base?.href)) throw new Missing('refused', 'The link isn’t an address.');
  return new URL(link, base);
}

/** @throws Missing for what is asked nowhere but at an origin of our own. */
function refuseUnasked({ protocol, username, password, port }: URL, isOwn: boolean): void {
  if (isOwn) return;
  if (protocol !== 'https:') {
    throw new Missing('refused', 'Only links that begin with https are loaded.');
  }
  if (username + password !== '') {
    throw new Missing('refused', 'The link contains a sign-in, which isn’t sent.');
  }
  // Media are nowhere else; other programs than web servers are.
  if (port !== '') throw new Missing('refused', 'The link leads to an unusual port.');
}

function whyRefused(status: number, isSignedLink: boolean, headers: Headers): Missing {
  if (status === 404 || status === 410) {
    return new Missing('gone', 'The site no longer has this file.');
  }
  if (status === 401 || status === 403 || status === 451) {
    return isSignedLink && status !== 451
      ? new Missing('expired', 'This link has expired.')
      : new Missing('refused', `The site refuses to show this file (${status}).`);
  }
  const mayPass = status === 429 || status >= 500;
  const retryAfter = mayPass ? (retryAfterIn(headers) ?? 0) : Infinity;
  return new Missing('failed', `The site answered with an error (${status}).`, retryAfter);
}

function whyUnanswered(error: unknown): Missing {
  for (let cause = error; cause instanceof Error; { cause } = cause) {
    if (cause instanceof NotPublicError) {
      return new Missing(
        'refused',
        'The link leads to an address that isn’t on the public internet.',
      );
    }
  }
  return error instanceof NeverSentError
    ? new Missing('failed', 'The site can’t be reached.')
    : new Missing('failed', 'The connection broke before the whole file was here.');
}

// The answer.

/** The first bytes: by so many a type is known, and within so many a picture says its size. */
const headLengths = { type: 4100, size: 512 * 1024 };

async function save(
  { body, headers }: Response,
  { into, access = 'private', mostBytes }: MediaRequest,
  took: (bytes: number) => void,
): Promise<Fetched> {
  const tooLong = new Missing('too_large', `The file is larger than ${inSize(mostBytes)}.`);
  if (Number(headers.get('content-length')) > mostBytes) throw tooLong;
  const hash = createHash('sha256');
  let [bytes, head] = [0, Buffer.alloc(0)];
  const chunks = (async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of body ?? []) {
      took(chunk.length);
      // Of what was compressed, these are more than arrived.
      bytes += chunk.length;
      if (bytes > mostBytes) throw tooLong;
      hash.update(chunk);
      if (head.length < headLengths.size) head = Buffer.concat([head, chunk]);
      yield chunk;
    }
  })();
  // Nothing is written before it is known to be media.
  const first: Uint8Array[] = [];
  while (head.length < headLengths.type) {
    const { done, value } = await chunks.next();
    if (done === true) break;
    first.push(value);
  }
  const type = await typeOf(head);
  let size: Size = unknownSize;
  await atomicWrite(
    into(type.extension),
    (async function* () {
      yield* first;
      yield* chunks;
      size = sizeOf(head, type);
    })(),
    { access },
  );
  return { status: 'saved', bytes, sha256: hash.digest('hex'), ...type, ...size };
}

type Size = Pick<MediaContent, 'width' | 'height'>;
const unknownSize: Size = { width: null, height: null };

/** Returns what a file is that begins with these bytes; null if it is nothing that is shown. */
export async function contentOf(head: Uint8Array): Promise<MediaContent | null> {
  try {
    const type = await typeOf(head);
    return { ...type, ...sizeOf(head, type) };
  } catch {
    return null;
  }
}

const kinds: readonly (readonly [MediaContent['kind'], RegExp])[] = [
  ['picture', /^image\/(?:jpeg|a?png|gif|webp|avif|hei[cf]|bmp)$/],
  ['video', /^video\/(?:mp4|x-m4v|webm|quicktime)$/],
];

/** @throws Missing */
async function typeOf(head: Uint8Array): Promise<Omit<MediaContent, keyof Size>> {
  const start = Buffer.from(head.subarray(0, 100)).toString('utf8');
  if (/^\uFEFF?WEBVTT(?:\s|$)/.test(start)) {
    return { kind: 'subtitles', type: 'text/vtt', extension: 'vtt' };
  }
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const [kind] = kinds.find(([, types]) => types.test(found?.mime ?? '')) ?? [];
  if (found !== undefined && kind !== undefined) {
    return { kind, type: found.mime, extension: found.ext };
  }
  const isPage = /^\uFEFF?\s*<(?:!doctype\s+html|html)\b/i.test(start);
  throw new Missing(
    'not_media',
    isPage
      ? 'The site sent a page instead of a picture or video.'
      : 'What the site sent is neither a picture nor a video.',
  );
}

/** In pixels, as it is shown. @throws Missing */
function sizeOf(head: Uint8Array, { kind }: Pick<MediaContent, 'kind'>): Size {
  if (kind !== 'picture') return unknownSize;
  const size = pixelsOf(head);
  if (size === null || size.width === 0 || size.height === 0) {
    throw new Missing('not_media', 'What the site sent is no picture that can be read.');
  }
  if (size.width * size.height > mostPixels) {
    throw new Missing('too_large', 'The picture has more than 100 million pixels.');
  }
  // Cameras note how they were held instead of turning the picture.
  const isTurned = (size.orientation ?? 1) >= 5;
  return isTurned
    ? { width: size.height, height: size.width }
    : { width: size.width, height: size.height };
}

function pixelsOf(head: Uint8Array): ReturnType<typeof imageSize> | null {
  try {
    return imageSize(head.subarray(0, headLengths.size));
  } catch {
    return null;
  }
}
