/**
 * A collected run of very many rows, for benches that ask about it. Making a million rows takes
 * minutes, so they are kept below `node_modules/.cache`; each bench works on a copy of its own, of
 * all but the log.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { cp, link, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';
import { encodeRecord } from '#main/core/store/record.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import { writeBigRun } from '#test/support/store/big-run.ts';
import { createMemory } from '#main/sample-service/data/ids.ts';
import { questionFor } from '#main/sample-service/questions.ts';
import type { Rows } from '#main/sample-service/questions.ts';
import { liveEndpoints } from '#main/catalogue/index.ts';

export const runId = 'bench-rows';

const rowsPerPage = 100;
/** So many are made; further ones are the same pages again, which takes seconds and not an hour. */
const million = 1_000_000;
const log = join('runs', runId, 'pages.jsonl');

/**
 * A data folder of a program's own, with the run in it and no columns of it. The log is the kept
 * one: nothing may be added to it.
 */
export async function runOnDisk(rows: number, kind: Kind = 'rows') {
  const kept = await keptRun(rows, kind);
  const folder = await mkdtemp(join(cacheFolder(), 'run-'));
  const dataDir = join(folder, 'data');
  const isNoLog = (source: string): boolean => source !== join(kept, log);
  await cp(kept, dataDir, { recursive: true, filter: isNoLog });
  await link(join(kept, log), join(dataDir, log));
  return { dataDir, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function keptRun(rows: number, kind: Kind = 'rows'): Promise<string> {
  const kept = join(cacheFolder(), `${kind}-${rows}`);
  const made = kinds[kind];
  if (await isSound(kept, rows, made)) return kept;
  const base = rows > million ? await keptRun(million, kind) : null;
  console.log(`${rows.toLocaleString('en')} rows are made, and kept in ${kept} for other times.`);
  const start = performance.now();
  // A name of its own: two benches may make them at the same time.
  const making = await mkdtemp(`${kept}.part-`);
  if (base === null) {
    await writeBigRun(making, runId, rows, { at: made(rows).at, perPage: rowsPerPage });
  } else {
    await repeat(base, making, rows);
  }
  await rm(kept, { recursive: true, force: true });
  await rename(making, kept);
  console.log(`They took ${((performance.now() - start) / 1000).toFixed(0)} s.`);
  return kept;
}

/** The pages of the run in `base`, over and over; `rows` must be whole pages. */
async function repeat(base: string, dataDir: string, rows: number): Promise<void> {
  const source = await createRunStore(base).open(runId);
  const store = createRunStore(dataDir);
  await (await store.create(runId, source.header ?? {})).close();
  const file = await open(join(dataDir, log), 'a');
  const at = source.pages[0]?.at ?? '';
  for (let page = 1; (page - 1) * rowsPerPage < rows; page++) {
    const body = await source.pageBody(((page - 1) % source.pages.length) + 1);
    if (body === undefined) throw new Error(`Page ${page} can't be read.`);
    const firstRow = (page - 1) * rowsPerPage;
    const head = { kind: 'page', page, firstRow, at, ms: 1, rows: rowsPerPage } as const;
    await file.write(Buffer.concat(encodeRecord(head, body).parts));
  }
  const end = { kind: 'rest', next: 'noMore', firstRow: rows, at } as const;
  await file.write(Buffer.concat(encodeRecord(end, Buffer.from('null')).parts));
  await file.close();
  await source.close();
  // With it comes the summary for History.
  await (await store.open(runId)).close();
}

/** Whether it can be read, and has the rows that the generator makes now. */
async function isSound(kept: string, rows: number, made: typeof sampleRows): Promise<boolean> {
  if (!existsSync(kept)) return false;
  const store = createRunStore(kept);
  try {
    const run = await store.open(runId);
    const { at } = made(Math.min(rows, million));
    const spots = [0, 99, 100, Math.floor(rows / 2), rows - 1].filter((spot) => spot < rows);
    const stored = await run.rowsAt(spots);
    return (
      run.rowCount === rows &&
      isDeepStrictEqual(
        stored,
        spots.map((spot) => at(spot % million)),
      )
    );
  } catch (error) {
    console.log(`${kept} can't be used:`, error);
    return false;
  } finally {
    await store.close();
  }
}

/**
 * Bundles and their chunks lie in `node_modules/.cache/bench-…`, this beside them; elsewhere where
 * `SDE_BENCH_CACHE` says so.
 */
export function cacheFolder(): string {
  const beside = fileURLToPath(import.meta.url.replace(/\/bench-[^/]+\/.*$/, '/sde-bench'));
  const folder = process.env['SDE_BENCH_CACHE'] ?? beside;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** The moment of asking, in seconds since 1970: the same rows on every day. */
const now = Date.UTC(2026, 10, 20, 19, 30) / 1000;

/** Posts that a search for "harbour" finds, newest first; the same ones in every process. */
export function sampleRows(count: number): Rows {
  const search = liveEndpoints.find(({ id }) => id === 'microblog.posts.search');
  if (search === undefined) throw new Error('The catalogue has no search for posts.');
  const world = { memory: createMemory(), now, searchTotal: count };
  const found = questionFor(search)({ world, values: { q: 'harbour' } });
  if (found.total < count) {
    throw new Error(`The sample service's generator has no ${count} rows.`);
  }
  return found;
}

const rowsPerThread = 200;

/** The same as conversations: threads of 200 posts, about 45 deep; some answer what isn't there, or in circles. */
export function talkRows(count: number): Rows {
  const { total, at } = sampleRows(count);
  const answered = (n: number): number => {
    const place = n % rowsPerThread;
    const last = Math.min(rowsPerThread, count - (n - place)) - 1;
    return n - place + Math.min(last, place + 5 - (place % 3));
  };
  return {
    total,
    at: (n) => {
      const isBegun = answered(n) === n && n % 1000 < rowsPerThread * 4;
      const isMissing = n % 500 === 7;
      const id = isMissing ? `${n}` : at(answered(n))['id'];
      return { ...at(n), replyToPostId: isBegun ? null : (id ?? null) };
    },
  };
}

/**
 * The same by 30,000 accounts, few of which write most; each names another one, a link, and three hashtags: one of 500,
 * few of which most have, one of 200, and one of 1,100 that some ninety accounts share.
 */
export function networkRows(count: number): Rows {
  const { total, at } = sampleRows(count);
  return {
    total,
    at: (n) => {
      const oneOf = (of: number, which: number, power = 1): number =>
        Math.floor(of * spread(n * 8 + which) ** power);
      const [author, other] = [oneOf(30_000, 0, 2), oneOf(30_000, 1, 2)];
      return {
        ...at(n),
        authorUsername: `account_${author}`,
        mentions: [`account_${other}`],
        replyToUsername: `account_${other}`,
        hashtags: [`topic${oneOf(500, 2, 3)}`, `mood${oneOf(200, 3)}`, `place${oneOf(1100, 4)}`],
        urls: [`https://news.example/${oneOf(20_000, 5)}`],
      };
    },
  };
}

/** From 0 to below 1, spread evenly: the last step of MurmurHash3. */
function spread(n: number): number {
  let mixed = Math.imul(n ^ (n >>> 16), 0x85_eb_ca_6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

const kinds = { rows: sampleRows, talk: talkRows, network: networkRows };
type Kind = keyof typeof kinds;
