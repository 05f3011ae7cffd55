/**
 * Media on this computer: kept in the folder of the run that links to them, among what is derived from it,
 * so that they are deleted, restored and left out of copies with it; handed to the window by capabilities,
 * addresses that only main can make.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstat, readdir, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LoadedMedia } from '#shared/contract/media.ts';
import { now } from '../clock.ts';
import type { MediaAnswer } from '../core.ts';
import { sweepParts } from '../store/atomic-write.ts';
import { ensureFolder, refuseLinksTo } from '../store/data-folder.ts';
import { chunkLength, nodeFiles, readFully } from '../store/file-port.ts';
import { Serial } from '../store/serial.ts';
import { contentOf } from './fetch-media.ts';

/** Where a link of a run is kept: the names of the run's folder and of the file in it. */
interface Place {
  runId: string;
  name: string;
}

const mediaName = /^[0-9a-f]{64}$/;

/** What is deleted at once is this much more than needed, as a share: looking at all files takes long. */
const headroom = 0.1;
/** The longest part of a file in one answer to a request for a part; the window asks for the next. */
const mostInPart = chunkLength;

const placeOf = (runId: string, link: string): Place => ({
  runId,
  name: createHash('sha256').update(link).digest('hex'),
});

export function createMediaCache(dataFolder: string, limit: () => number) {
  const runs = join(dataFolder, 'runs');
  /** New at each start, and for each project. */
  const secret = randomBytes(32);
  const turns = new Serial();
  /** Null: not counted yet. What went with its run is still counted, until room is made. */
  let known: number | null = null;

  const folderOf = (runId: string): string => join(runs, runId, 'derived', 'media');
  const pathOf = ({ runId, name }: Place): string => join(folderOf(runId), name);
  const sign = ({ runId, name }: Place): string =>
    createHmac('sha256', secret).update(`${runId}.${name}`).digest('hex');
  const placeIn = (capability: string): Place | null => {
    const [runId = '', name = '', mark = ''] = capability.split('.');
    const [given, right] = [Buffer.from(mark), Buffer.from(sign({ runId, name }))];
    const isOurs = given.length === right.length && timingSafeEqual(given, right);
    return isOurs ? { runId, name } : null;
  };

  /** Returns all files, those used longest ago first. */
  async function list(): Promise<{ path: string; bytes: number; usedMs: number }[]> {
    const files = [];
    for (const runId of await readdir(runs).catch(() => [])) {
      for (const path of await pathsIn(folderOf(runId))) {
        const found = await lstat(path).catch(() => null);
        if (found !== null) files.push({ path, bytes: found.size, usedMs: found.mtimeMs });
      }
    }
    return files.toSorted((a, b) => a.usedMs - b.usedMs);
  }

  /** Counts all files, and deletes those used longest ago until `most` bytes are left. */
  const makeRoom = (most: number): Promise<void> =>
    turns.run(async () => {
      const files = await list();
      known = files.reduce((sum, { bytes }) => sum + bytes, 0);
      const wanted = known > most ? most * (1 - headroom) : most;
      for (const { path, bytes } of files) {
        if (known <= wanted) break;
        await rm(path, { force: true });
        known -= bytes;
      }
    });

  return {
    /** Returns what a link of a run led to, if it is here. It was used just now. */
    async find(runId: string, link: string): Promise<LoadedMedia | null> {
      const place = placeOf(runId, link);
      const path = pathOf(place);
      const file = await read(path, 0);
      const content = file && (await contentOf(file.part));
      if (file === null || content === null) return null;
      const { extension: _, ...shown } = content;
      await utimes(path, now(), now()).catch(() => undefined);
      const src = `/media/${runId}.${place.name}.${sign(place)}`;
      return { status: 'saved', src, bytes: file.size, ...shown };
    },

    /** Returns where to put it, in a folder that is there. @throws StoreError */
    async pathFor(runId: string, link: string): Promise<string> {
      const folder = folderOf(runId);
      for (const one of [dirname(folder), folder]) {
        refuseLinksTo(one);
        await ensureFolder(one, 'The file could not be saved.');
      }
      return pathOf(placeOf(runId, link));
    },

    /** Called when it is there; what was used longest ago makes room. */
    async added(bytes: number): Promise<void> {
      if (known !== null) known += bytes;
      if (known === null || known > limit()) await makeRoom(limit());
    },

    async answer(capability: string, range: string | null): Promise<MediaAnswer> {
      const place = placeIn(capability);
      const nothing: MediaAnswer = { status: 404, headers: {}, body: new Uint8Array() };
      if (place === null) return nothing;
      const head = await read(pathOf(place), 0);
      const content = head && (await contentOf(head.part));
      if (head === null || content === null) return nothing;
      const { size } = head;
      const headers = {
        'Content-Type': content.type,
        'Accept-Ranges': 'bytes',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      };
      const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
      const start = Number(from ?? 0);
      if (start >= size) {
        return { ...nothing, status: 416, headers: { 'Content-Range': `bytes */${size}` } };
      }
      const wanted = from === undefined ? size : Math.min(mostInPart, size - start);
      const length = Math.min(wanted, to ? Number(to) - start + 1 : wanted);
      const part = length > 0 ? await read(pathOf(place), start, length) : null;
      if (part === null) return nothing;
      const last = start + part.part.length - 1;
      return {
        status: from === undefined ? 200 : 206,
        headers: {
          ...headers,
          ...(from !== undefined && { 'Content-Range': `bytes ${start}-${last}/${size}` }),
        },
        body: part.part,
      };
    },

    async bytes(): Promise<number> {
      await makeRoom(limit());
      return known ?? 0;
    },

    empty: () => makeRoom(0),
  };
}

/** Returns the paths of the media in a folder of ours, without what a killed process left. */
async function pathsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return [];
  try {
    refuseLinksTo(folder);
  } catch {
    // What is behind a link isn't ours.
    return [];
  }
  await sweepParts([folder]);
  return names.filter((name) => mediaName.test(name)).map((name) => join(folder, name));
}

/** Reads a part of a file; null if there is no such file. Nothing stays open: the run can be moved. */
async function read(
  path: string,
  from: number,
  length = chunkLength,
): Promise<{ part: Uint8Array<ArrayBuffer>; size: number } | null> {
  const file = await nodeFiles.open(path, 'read').catch(() => undefined);
  if (file === undefined) return null;
  try {
    const size = await file.size();
    return { part: new Uint8Array(await readFully(file, from, Math.min(length, size))), size };
  } finally {
    await file.close();
  }
}
