/**
 * Exports for the person's browser: the core writes each file to its own folder, the browser downloads it
 * once by ticket, then it is deleted.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { SaveTarget } from '../core/core.ts';
import { archiveOf } from '../core/export/deliver.ts';

export const ticketLifetimeMs = 60_000;

/** Files in one folder, which contains nothing else. */
interface Offer {
  name: string;
  folder: string;
  paths: readonly string[];
  isArchive: boolean;
}

/** Deletes the files; what can't be deleted now is removed at the next start. */
function discard({ folder }: Offer): void {
  rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

interface Download {
  /** The file name shown to the person. */
  name: string;
  bytes: number;
  /** The file is deleted when this has been read to its end or cancelled. */
  body: ReadableStream<Uint8Array>;
}

export interface Downloads {
  /**
   * The core's port. `finish` returns the address of the file, valid for one minute. Several files are
   * offered as one archive, because browsers ask for permission to download one file after another.
   */
  chooseSaveTarget(suggestedName: string, kind?: 'file' | 'folder'): Promise<SaveTarget>;
  /** Opens the file of a ticket; null when the ticket was used, has expired or never existed. */
  take(ticket: string): Promise<Download | null>;
  /** Deletes what an earlier process left. Only for the process that holds the data folder. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export function createDownloads(dataDir: () => string, lifetimeMs = ticketLifetimeMs): Downloads {
  const folderNow = (): string => join(dataDir(), 'tmp', 'downloads');
  /** If the data folder can't be written: a folder in the system's temporary folder, for this process. */
  let fallback: Promise<string> | undefined;
  const ownFolder = async (): Promise<string> => {
    const name = randomBytes(12).toString('hex');
    try {
      return await makeFolder(join(folderNow(), name));
    } catch {
      fallback ??= mkdtemp(join(tmpdir(), 'social-data-explorer-'));
      return makeFolder(join(await fallback, name));
    }
  };
  const sweep = async (): Promise<void> => {
    for (const path of [folderNow(), ...(fallback === undefined ? [] : [await fallback])]) {
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }
  };
  const tickets = createTickets<Offer>(lifetimeMs, discard);

  return {
    async chooseSaveTarget(suggestedName, kind = 'file') {
      const own = await ownFolder();
      const path = join(own, plainName(suggestedName));
      return {
        path,
        isArchive: true,
        finish: async (paths) => {
          const isArchive = kind === 'folder' || paths.length > 1;
          const name = isArchive ? `${basename(path)}.zip` : basename(path);
          const ticket = tickets.issue({ name, folder: own, paths, isArchive });
          return { name, download: `/download/${ticket}` };
        },
      };
    },
    async take(ticket) {
      const offer = tickets.take(ticket);
      if (offer === undefined) return null;
      const { name, paths, folder: own, isArchive } = offer;
      const sent = await (isArchive ? archiveOf(own, paths) : single(paths)).catch(() => null);
      if (sent === null) {
        discard(offer);
        return null;
      }
      const { bytes, stream } = sent;
      stream.once('close', () => discard(offer));
      return { name, bytes, body: readable(stream) };
    },
    sweep,
    async close() {
      tickets.clear();
      await sweep();
    },
  };
}

async function makeFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  return path;
}

interface Sent {
  bytes: number;
  stream: Readable;
}

/** The first of the files. Rejects when it is gone by now. */
async function single([path = '']: readonly string[]): Promise<Sent> {
  const { size: bytes } = await stat(path);
  return { bytes, stream: createReadStream(path) };
}

/** Node's types and the platform's describe the same stream differently. */
const readable = (file: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(file) as ReadableStream<Uint8Array>;

/** Most file systems allow 255 bytes; the remainder is for the core's own suffixes. */
const maxNameBytes = 200;

/** A name that stays in its folder on every system; otherwise the core's choice. */
export function plainName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this removes
  const plain = name.replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '-');
  const bare = plain.replace(/^[. ]+/, '').replace(/[. ]+$/, '');
  // By characters: half a surrogate pair can't be sent as a name.
  const extension = /^.{0,20}/su.exec(extname(bare))?.[0] ?? '';
  const stem = Buffer.from(bare.slice(0, bare.length - extension.length));
  // Cutting bytes may cut inside a character, which decodes to U+FFFD.
  const room = maxNameBytes - Buffer.byteLength(extension);
  const cut = stem
    .subarray(0, room)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return `${cut || 'export'}${extension}`;
}

/** RFC 6266 with RFC 8187: supports any name; quotes and line breaks can't break out. */
export function contentDisposition(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

export interface Tickets<T> {
  /** A ticket of 32 random bytes, base64url. */
  issue(value: T): string;
  /** Returns the value the first time, before it expires; undefined afterwards. */
  take(ticket: string): T | undefined;
  /** Expires all tickets now. */
  clear(): void;
}

/** @param onExpired called for a value that was not taken. */
export function createTickets<T>(lifetimeMs: number, onExpired: (value: T) => void): Tickets<T> {
  const open = new Map<string, { value: T; timer: NodeJS.Timeout }>();

  const remove = (ticket: string): { value: T } | undefined => {
    const found = open.get(ticket);
    if (found !== undefined) clearTimeout(found.timer);
    open.delete(ticket);
    return found;
  };
  const expire = (ticket: string): void => {
    const found = remove(ticket);
    if (found !== undefined) onExpired(found.value);
  };

  return {
    issue(value) {
      const ticket = randomBytes(32).toString('base64url');
      open.set(ticket, { value, timer: setTimeout(() => expire(ticket), lifetimeMs).unref() });
      return ticket;
    },
    take: (ticket) => remove(ticket)?.value,
    clear() {
      for (const ticket of open.keys()) expire(ticket);
    },
  };
}
