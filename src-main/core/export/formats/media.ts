/**
 * The pictures, videos and subtitles that rows link to, in a folder with `media.csv`, which says what became of
 * each link. Saving into the same folder again fetches only what isn't there whole: what was saved is noted in
 * `.media.jsonl` before it gets its name, so whatever ends the program, a file under its name is a whole one that
 * the notes know.
 */
import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, closeSync, constants } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { memberOf } from '#shared/catalogue/types.ts';
import { quoted } from '#shared/characters.ts';
import type { Change } from '#shared/contract/export/export.ts';
import { kindOfLink, mediaLinks, mediaMeanings, mediaStatuses } from '#shared/contract/media.ts';
import type { MediaKind, MediaStatus } from '#shared/contract/media.ts';
import type { Column } from '#shared/contract/run.ts';
import { countOf, grouping, said } from '#shared/counts.ts';
import { isoTime } from '../../clock.ts';
import { ProblemError, refused } from '../../problem-error.ts';
import { identityOf } from '../../store/own-values.ts';
import type { LiveRun } from '../../runs/live-run.ts';
import { lockFolder } from '../../store/data-folder.ts';
import type { FolderLock } from '../../store/data-folder.ts';
import { fileLimits, nodeFiles, openRegular, readRegularFile } from '../../store/file-port.ts';
import { asStoreError, StoreError, systemCode } from '../../store/store-error.ts';
import { allColumns } from '../columns.ts';
import { csvOf } from '../csv.ts';
import type { Rows } from '../rows.ts';
import type { TempFolder } from '../temp-folder.ts';
import { bytesOfFile } from '../save-files.ts';
import { defineFormat } from './format.ts';
import type { Sink } from './format.ts';
import { oneOf } from './options.ts';
import { jsonIn } from '../../json/index.ts';

const megabytes = { 10: '10 MB', 50: '50 MB', 200: '200 MB', 1000: '1 GB' };
const gigabytes: Readonly<Record<string, string>> = {
  1: '1 GB',
  5: '5 GB',
  20: '20 GB',
  100: '100 GB',
};

const optionsSchema = z.strictObject({
  kind: z.literal('media'),
  which: oneOf(
    'both',
    { both: 'Pictures and videos', pictures: 'Pictures', videos: 'Videos' },
    'Files',
    'Videos come with their subtitles.',
  ),
  largest: oneOf('200', megabytes, 'Largest file', 'A larger file is left out.'),
  most: oneOf('5', gigabytes, 'All files', 'Once they are larger, no further link is asked.'),
});
type Options = z.output<typeof optionsSchema>;

export const media = defineFormat({
  label: 'Pictures and videos',
  values:
    'A line for each link: row_id and column say where it is, n which of the links there. status says what became of it: saved, gone (404, 410), expired (a signed link whose time is over), refused, too_large, not_media (a page, for example) or failed. The same link is fetched once, and all its lines name the same file. type and the end of a file’s name follow from its content. The sites were asked without a key, cookies or the page it is for; none of it counted as calls.',
  extension: 'media',
  line: 'Files, and media.csv with what became of each link. Save into the same folder again to get what is missing.',
  holds: 'media',
  options: optionsSchema,
  presets: [
    {
      id: 'media',
      label: 'Pictures and videos',
      brief: 'Folder of files',
      line: 'The files that the rows link to, while their links work. The sites they are on are told this computer’s address and what it asks for, without a key. None of it counts as calls.',
      place: 7,
    },
  ],

  async write(rows, options, out) {
    const links = await linksOf(rows, options);
    out.onCount(links.length);
    const folder = await openMediaFolder(
      out.target,
      rows.replacer?.fingerprint ?? null,
      out.tempFolder,
    );
    let notes: string[];
    try {
      notes = await fetchAll(links, folder, options, out);
    } finally {
      await folder.close();
    }
    const lines = folder.linesOf(links);
    const path = join(out.target, listName);
    const file = await out.deliver(folder.asCsv(links), { path });
    const names = new Set(lines.flatMap(({ file: name }) => name ?? []));
    const others = [...names].map((name) => join(out.target, name));
    const changes = changesFor(lines, notes, rows.replacer !== null);
    return { files: [file], others, rows: lines.length, columns: [], changes };
  },

  async preview(rows, options) {
    const links = await linksOf(rows, options);
    const labels = new Map(rows.chosen.map(({ field, label }) => [field, label]));
    const dropped = new Set(rows.spec.privacy?.drop);
    const inDropped = allColumns(rows.runs).filter(({ field }) => dropped.has(field));
    const leftOut = grouped(await linksOf(rows, options, inDropped), ({ column }) => column);
    const byColumn = grouped(links, ({ column }) => column);
    const different = (some: readonly Link[]): string =>
      countOf(new Set(some.map(({ written }) => written)).size, 'file');
    return {
      header: [],
      rows: [],
      contents: [
        ...[...byColumn].map(([column, some]) => ({
          name: `…_${safe(column, longestColumn)}_1.…`,
          words: `${different(some)} at most, from ${countOf(some.length, 'link')} in ${quoted(labels.get(column) ?? column)}`,
        })),
        {
          name: listName,
          words:
            links.length === 0
              ? 'These rows link to no such files'
              : `What became of each of ${countOf(links.length, 'link')}`,
        },
        ...(rows.replacer === null ? [] : [{ name: 'Faces', words: facesRemain }]),
        ...(leftOut.size === 0
          ? []
          : [
              {
                name: 'Left out',
                words: `${[...leftOut.keys()].join(', ')}. To save their files, keep these columns under Privacy: with pseudonyms, their links aren’t written.`,
              },
            ]),
      ],
    };
  },
});

const listName = 'media.csv';
const facesRemain = 'Faces, voices and names in pictures and videos are not replaced.';

// Which links.

interface Link {
  run: LiveRun;
  /** The ID of its row as it is written. */
  rowId: string;
  column: string;
  /** From 1. */
  n: number;
  link: string;
  /** The link as it is written: if people are replaced, what doesn't tell it, and is the same for the same one. */
  written: string;
}

const kinds: Readonly<Record<Options['which'], ReadonlySet<MediaKind>>> = {
  both: new Set(['picture', 'video', 'subtitles']),
  pictures: new Set(['picture']),
  videos: new Set(['video', 'subtitles']),
};

/** The links of all rows, in their order. */
async function linksOf(
  rows: Rows,
  { which }: Options,
  columns: readonly Column[] = rows.chosen,
): Promise<Link[]> {
  const { replacer } = rows;
  const links: Link[] = [];
  for (const selected of rows.selection) {
    const { run } = selected;
    const { identity } = run.resource;
    const hasId = rows.spec.privacy?.drop.includes(identity) !== true;
    let number = 0;
    for await (const row of rows.select([selected]).each()) {
      number += 1;
      const id = hasId ? identityOf(row, identity) : null;
      const replaced = id === null ? null : (replacer?.replace(identity, id) ?? id);
      const rowId = typeof replaced === 'string' ? replaced : `row-${number}`;
      for (const { field, meaning } of columns) {
        for (const [at, link] of mediaLinks(memberOf(row, field), meaning).entries()) {
          if (!kinds[which].has(kindOfLink(link, mediaMeanings[meaning] ?? 'picture'))) continue;
          const written = replacer?.accountOf(link) ?? link;
          links.push({ run, rowId, column: field, n: at + 1, link, written });
        }
      }
    }
  }
  return links;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

// What became of them.

/** A line of the notes, and of `media.csv`. */
const lineSchema = z.object({
  row_id: z.string(),
  column: z.string(),
  n: z.number(),
  link: z.string(),
  status: z.enum(mediaStatuses),
  file: z
    .string()
    // No path, and nothing that another file of the folder is called.
    .regex(/^[\w-]{1,98}\.[a-z0-9]{1,9}$/)
    .nullable(),
  bytes: z.number().nullable(),
  sha256: z.string().nullable(),
  type: z.string().nullable(),
  fetched_at: z.string(),
});
type Line = z.infer<typeof lineSchema>;
/** Of all places of a link. */
type Result = Omit<Line, 'row_id' | 'column' | 'n' | 'link'>;
const header = lineSchema.keyof().options;

const headSchema = z.object({
  kind: z.literal('social-data-explorer/media'),
  version: z.literal(1),
  /** Fingerprint of the secret behind pseudonyms; null without. */
  pseudonymSecret: z.string().nullable(),
});

const notesName = '.media.jsonl';
const lockName = '.media.lock';
const placeOf = ({ row_id, column, n, link }: Omit<Line, keyof Result>): string =>
  JSON.stringify([row_id, column, n, link]);
const lineOf = ({ rowId, column, n, written }: Link) =>
  ({ row_id: rowId, column, n, link: written }) as const;

type MediaFolder = Awaited<ReturnType<typeof mediaFolder>>;

/** @throws ProblemError, also while another program saves into it; StoreError. */
async function openMediaFolder(
  path: string,
  pseudonymSecret: string | null,
  tempFolder: TempFolder,
): Promise<MediaFolder> {
  const lock = await lockOf(path);
  try {
    return await mediaFolder(path, lock, pseudonymSecret, tempFolder);
  } catch (error) {
    await lock.release();
    throw error instanceof ProblemError ? error : asStoreError(error, unwritable);
  }
}

/** A folder of media. Only what is noted in it counts as saved. */
async function mediaFolder(
  path: string,
  lock: FolderLock,
  pseudonymSecret: string | null,
  tempFolder: TempFolder,
) {
  const noted = readNotes(join(path, notesName));
  const known = headSchema.safeParse(noted[0]).data;
  if (noted.length > 0 && known?.pseudonymSecret !== pseudonymSecret) {
    throw refused(
      known === undefined
        ? 'The notes in this folder can’t be read.'
        : 'This folder has files that were saved with other pseudonyms, or without.',
      'Choose another folder.',
    );
  }
  // On the same disk, so that a whole file only needs its name.
  const parts = join(path, `.${randomBytes(8).toString('hex')}.part`);
  await tempFolder.note(parts);
  await mkdir(parts);
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
  const notes = openRegular(join(path, notesName), flags, 0o666);
  const first = { kind: 'social-data-explorer/media', version: 1, pseudonymSecret };
  // The last line may have been cut off.
  appendFileSync(notes, known === undefined ? `${JSON.stringify(first)}\n` : '\n');

  const before = noted.slice(1).flatMap((line) => lineSchema.safeParse(line).data ?? []);
  /** By place. */
  const lines = new Map(before.map((line) => [placeOf(line), line]));
  /** By link. */
  const saved = new Map(
    before.flatMap((line) => (line.status === 'saved' ? [[line.link, line] as const] : [])),
  );
  /** In lower case: some disks ignore it. */
  const names = new Set((await readdir(path)).map((name) => name.toLowerCase()));
  let made = 0;
  const linesOf = (links: readonly Link[]): Line[] =>
    links.flatMap((link) => lines.get(placeOf(lineOf(link))) ?? []);

  return {
    linesOf,

    /** What an earlier save got for a link, if it is still there, whole. */
    async known(link: string): Promise<Result | null> {
      const line = saved.get(link);
      if (line?.file == null) return null;
      try {
        const hash = createHash('sha256');
        for await (const chunk of bytesOfFile(join(path, line.file))) hash.update(chunk);
        if (hash.digest('hex') === line.sha256) return line;
      } catch {
        // It is missing, or no longer a file.
      }
      names.delete(line.file.toLowerCase());
      return null;
    },

    /** A path for a file that isn't whole yet. */
    part(): string {
      made += 1;
      return join(parts, String(made));
    },

    /** Returns the name of a file: that of the first place that links to it. */
    nameFor({ rowId, column, n }: Link, extension: string): string {
      const ending = `_${safe(column, longestColumn)}_${n}`;
      const room = longestName - ending.length - longestExtension;
      const base = safe(rowId, room) + ending;
      let name = `${base}.${extension}`;
      for (let number = 2; names.has(name.toLowerCase()); number++) {
        name = `${base}-${number}.${extension}`;
      }
      names.add(name.toLowerCase());
      return name;
    },

    /** Notes what became of a link in all its places. */
    note(places: readonly Link[], result: Result): void {
      for (const place of places) {
        const line = { ...result, ...lineOf(place) };
        const key = placeOf(line);
        if (isDeepStrictEqual(lines.get(key), line)) continue;
        lines.set(key, line);
        try {
          appendFileSync(notes, `${JSON.stringify(line)}\n`);
        } catch (error) {
          throw asStoreError(error, unwritable);
        }
      }
    },

    /** Gives a whole file its name, once that is noted. */
    async name(part: string, name: string): Promise<void> {
      await rename(part, join(path, name)).catch((error: unknown) => {
        throw asStoreError(error, 'The file could not be saved.');
      });
    },

    /** Also of earlier saves into the folder: their lines first. */
    asCsv(links: readonly Link[]): AsyncGenerator<Uint8Array> {
      const own = new Set(links.map((link) => placeOf(lineOf(link))));
      const earlier = [...lines].flatMap(([place, line]) => (own.has(place) ? [] : [line]));
      const cells = [...earlier, ...linesOf(links)].map((line) => header.map((name) => line[name]));
      return csvOf(header, [cells]);
    },

    async close(): Promise<void> {
      closeSync(notes);
      await rm(parts, { recursive: true, force: true }).catch(() => undefined);
      await nodeFiles.syncFolder(path).catch(() => undefined);
      await lock.release();
    },
  };
}

const unwritable = 'The folder can’t be written.';

/** Two programs at once would give the same name to different files. @throws ProblemError, StoreError. */
async function lockOf(path: string): Promise<FolderLock> {
  try {
    await mkdir(path, { recursive: true });
    return await lockFolder(await realpath(path), lockName);
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'in_use'))
      throw asStoreError(error, unwritable);
    throw refused(
      'Another program is saving files into this folder.',
      'Wait until it is done, or choose another folder.',
    );
  }
}

/** JSON values, one a line; undefined for a line that is none. */
function readNotes(path: string): unknown[] {
  try {
    const text = readRegularFile(path, 4 * fileLimits.large).toString('utf8');
    return text.split('\n').flatMap((line) => (line === '' ? [] : [jsonIn(line)]));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw asStoreError(error, 'The notes in this folder can’t be read.');
  }
}

const longestName = 100;
const longestColumn = 30;
/** With its dot, and a number that distinguishes two files. */
const longestExtension = 12;

/** A text as part of a file name that every system takes; what is changed gets a hash, so that it stays different. */
function safe(text: string, most: number): string {
  const plain = text.replaceAll(/[^\w-]+/g, '-').replace(/^-+/, '_');
  if (plain === text && plain.length <= most && plain !== '') return plain;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return `${plain.slice(0, most - hash.length - 1)}-${hash}`;
}

// Fetching.

/** Of a site, one after the other without a file in between. */
const mostRefusals = 10;
const atOnce = 4;

/** Fetches what isn't there; returns what else is to be known, in sentences. */
async function fetchAll(
  links: readonly Link[],
  folder: MediaFolder,
  options: Options,
  { fetchMedia, progress, signal }: Pick<Sink, 'fetchMedia' | 'progress' | 'signal'>,
): Promise<string[]> {
  const mostBytes = Number(options.largest) * 1_000_000;
  const most = Number(options.most) * 1_000_000_000;
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const sites = new Map<string, { refusals: number; leftAlone: number }>();
  let [done, bytes, isFull, unasked] = [0, 0, false, 0];
  const missing = (status: Exclude<MediaStatus, 'saved'>): Result => ({
    status,
    file: null,
    bytes: null,
    sha256: null,
    type: null,
    fetched_at: isoTime(),
  });

  async function fetchOne(places: readonly Link[]): Promise<Result> {
    const { link, run, written } = places[0]!;
    const known = await folder.known(written);
    if (known !== null) {
      bytes += known.bytes ?? 0;
      return known;
    }
    const host = URL.canParse(link) ? new URL(link).host : '';
    const site = sites.get(host) ?? { refusals: 0, leftAlone: 0 };
    sites.set(host, site);
    if (isFull || bytes >= most) {
      unasked += places.length;
      return missing('too_large');
    }
    if (site.refusals >= mostRefusals) {
      site.leftAlone += places.length;
      return missing('refused');
    }
    const part = folder.part();
    const into = (): string => part;
    const asked = { link, into, access: 'default', mostBytes, signal: stop } as const;
    const fetched = await fetchMedia(run, asked);
    const isRefusal = fetched.status === 'refused' || fetched.status === 'failed';
    site.refusals = isRefusal ? site.refusals + 1 : 0;
    if (fetched.status !== 'saved') return missing(fetched.status);
    if (bytes + fetched.bytes > most) {
      isFull = true;
      unasked += places.length;
      await rm(part, { force: true });
      return missing('too_large');
    }
    bytes += fetched.bytes;
    const { status, sha256, type } = fetched;
    const file = folder.nameFor(places[0]!, fetched.extension);
    const saved = { status, file, bytes: fetched.bytes, sha256, type, fetched_at: isoTime() };
    folder.note(places, saved);
    await folder.name(part, file);
    return saved;
  }

  const queue = grouped(links, ({ written }) => written).values();
  const work = async (): Promise<void> => {
    for (const places of queue) {
      stop.throwIfAborted();
      folder.note(places, await fetchOne(places));
      done += places.length;
      progress.writing({ rows: done, bytes });
    }
  };
  const workers = Array.from({ length: atOnce }, () =>
    work().catch((error: unknown) => {
      // The first to fail stops the others, and says why.
      failed.abort(error);
    }),
  );
  await Promise.all(workers);
  stop.throwIfAborted();
  const alone = [...sites].filter(([, { leftAlone }]) => leftAlone > 0);
  return said(
    ...alone.map(
      ([host, { leftAlone }]) =>
        `${host} gave no file ${mostRefusals} times in a row, so ${countOf(leftAlone, 'further link')} there ${leftAlone === 1 ? 'wasn’t' : 'weren’t'} asked.`,
    ),
    unasked > 0 &&
      `The files reached ${gigabytes[options.most] ?? ''}, so ${countOf(unasked, 'link')} ${unasked === 1 ? 'has' : 'have'} none.`,
  );
}

const wordsOf = (status: MediaStatus): string =>
  status === 'not_media' ? 'no picture or video' : status.replace('_', ' ');

function changesFor(
  lines: readonly Line[],
  notes: readonly string[],
  areReplaced: boolean,
): Change[] {
  const lost = lines.filter(({ status }) => status !== 'saved');
  const counts = mediaStatuses.flatMap((status) => {
    const count = lost.filter((line) => line.status === status).length;
    return count === 0 ? [] : [`${wordsOf(status)} ${grouping(count)}`];
  });
  const messages = said(
    lost.length > 0 &&
      `${grouping(lost.length)} of ${countOf(lines.length, 'link')} led to no file: ${counts.join(', ')}.`,
    ...notes,
    areReplaced && facesRemain,
  );
  return messages.map((message) => ({ code: 'media', count: lost.length, message }));
}
