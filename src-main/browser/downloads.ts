/**
 * Exports on their way to the person's browser: the core writes into a folder of its own per
 * file, the browser fetches it once by ticket, then it is gone.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join, relative, sep } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { SaveTarget } from '../core/core.ts';

export const ticketLifetimeMs = 60_000;

/** Files of one folder, which is theirs alone. */
interface Offer {
  name: string;
  folder: string;
  paths: readonly string[];
  isArchive: boolean;
}

/** Whatever can't be deleted now is swept at the next start. */
function discard({ folder }: Offer): void {
  rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

export interface Download {
  /** The name the person gets. */
  name: string;
  bytes: number;
  /** Read to its end or cancelled, the file is deleted. */
  body: ReadableStream<Uint8Array>;
}

export interface Downloads {
  /**
   * The core's port. `finish` answers the address of the file, good for one minute; of several, in
   * one archive: a browser that is given one file after the other asks the person about it.
   */
  chooseSaveTarget(suggestedName: string, kind?: 'file' | 'folder'): Promise<SaveTarget>;
  /** Opens the file of a ticket; null when the ticket was used, is too old or never was. */
  take(ticket: string): Promise<Download | null>;
  /** Deletes what an earlier process left behind. Only for who holds the data folder. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export function createDownloads(dataDir: () => string, lifetimeMs = ticketLifetimeMs): Downloads {
  const folderNow = (): string => join(dataDir(), 'tmp', 'downloads');
  /** Where the data folder can't be written: the system's place, for this process. */
  let spare: Promise<string> | undefined;
  const ownFolder = async (): Promise<string> => {
    const name = randomBytes(12).toString('hex');
    try {
      return await makeFolder(join(folderNow(), name));
    } catch {
      spare ??= mkdtemp(join(tmpdir(), 'social-data-explorer-'));
      return makeFolder(join(await spare, name));
    }
  };
  const sweep = async (): Promise<void> => {
    for (const path of [folderNow(), ...(spare === undefined ? [] : [await spare])]) {
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
      const sizes = await Promise.all(paths.map(sizeOf));
      const [path] = paths;
      if (path === undefined || sizes.some((size) => size === null)) return null;
      const { bytes, stream } = isArchive
        ? await archive(own, paths)
        : { bytes: sizes[0] ?? 0, stream: createReadStream(path) };
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

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

/** As they are: workbooks and Parquet are packed already, and the way to the browser is short. */
async function archive(
  folder: string,
  paths: readonly string[],
): Promise<{ bytes: number; stream: Readable }> {
  const zip = new ZipFile();
  for (const path of paths) {
    const name = relative(folder, path).split(sep).join('/');
    zip.addFile(path, name, { compress: false });
  }
  const bytes = await new Promise<number>((resolve) => {
    // Its types leave out what it says: how long the archive will be.
    const told = (size?: number): void => resolve(size ?? 0);
    zip.end({ forceZip64Format: false, comment: '' }, told);
  });
  const stream = new PassThrough();
  zip.once('error', (error: Error) => stream.destroy(error));
  zip.outputStream.pipe(stream);
  return { bytes, stream };
}

/** Node's types and the platform's describe the same stream in two ways. */
const readable = (file: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(file) as ReadableStream<Uint8Array>;

/** Most file systems allow 255 bytes; the rest is room for the core's own suffixes. */
const maxNameBytes = 200;

/** A name that stays in its folder on every system; the rest of it is the core's choice. */
export function plainName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this removes
  const plain = name.replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '-');
  const bare = plain.replace(/^[. ]+/, '').replace(/[. ]+$/, '');
  // By characters: half of one can't be sent as a name.
  const extension = /^.{0,20}/su.exec(extname(bare))?.[0] ?? '';
  const stem = Buffer.from(bare.slice(0, bare.length - extension.length));
  // Cutting bytes may cut a character in half, which decodes to U+FFFD.
  const room = maxNameBytes - Buffer.byteLength(extension);
  const cut = stem
    .subarray(0, room)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return `${cut || 'export'}${extension}`;
}

/** RFC 6266 with RFC 8187: any name survives; quotes and line breaks can't break out. */
export function contentDisposition(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

// Single-use, short-lived addresses for what a browser fetches without our token (checklist 38).

export interface Tickets<T> {
  /** A ticket of 32 random bytes, base64url. */
  issue(value: T): string;
  /** The value, the first time and in time; undefined ever after. */
  take(ticket: string): T | undefined;
  /** Lets every ticket expire now. */
  clear(): void;
}

/** @param onExpired Called for a value nobody took. */
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
