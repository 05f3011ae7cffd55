/**
 * Rows as a service sends them: 30 members, about 780 bytes, made from their number alone, so
 * that a million of them need no disk and no memory.
 */
import { createHash } from 'node:crypto';
import type { RunSource } from '#main/core/store/columns/column-store.ts';

const words =
  'coffee morning Berlin harbour Ökostrom 寒い night train ticket window summer forest quiet letter bridge music 😀 market'.split(
    ' ',
  );
const langs = ['en', 'de', 'es', 'ja', 'pt', 'ar'];

/** Pseudo-random, the same for the same `n` and `salt`. */
function dice(n: number, salt: number): number {
  let hash = Math.imul(n ^ Math.imul(salt, 0x9e37_79b1), 0x85eb_ca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function sentence(n: number): string {
  const count = 8 + (dice(n, 1) % 18);
  return Array.from({ length: count }, (_, at) => words[dice(n, 100 + at) % words.length]).join(
    ' ',
  );
}

/** Row `n` as a value. Every fiftieth has the id of the one before. */
export function benchRow(n: number): Record<string, unknown> {
  const author = dice(n, 2) % 50_000;
  const at = new Date(1_700_000_000_000 + (dice(n, 3) % 30_000_000) * 1000).toISOString();
  const unique = n % 50 === 49 ? n - 1 : n;
  return {
    id: String(1_790_000_000_000_000_000n + BigInt(unique)),
    text: sentence(n),
    authorId: String(900_000_000_000 + author),
    authorUsername: `user_${author}`,
    conversationId: String(1_780_000_000_000_000_000n + BigInt(dice(n, 4))),
    lang: langs[dice(n, 5) % langs.length],
    source: 'Web App',
    status: 'active',
    deleted: false,
    suspended: dice(n, 6) % 100 === 0,
    possiblySensitive: dice(n, 7) % 10 === 0,
    isRetweet: dice(n, 8) % 3 === 0,
    likeCount: dice(n, 9) % 100_000,
    retweetCount: dice(n, 10) % 5000,
    replyCount: dice(n, 11) % 500,
    quoteCount: dice(n, 12) % 100,
    impressionCount: dice(n, 13) % 10_000_000,
    bookmarkCount: dice(n, 14) % 50,
    score: (dice(n, 15) % 1000) / 1000,
    quotedPostId: dice(n, 16) % 5 === 0 ? String(1_770_000_000_000_000_000n + BigInt(n)) : null,
    retweetedPostId: null,
    replyToUsername: dice(n, 17) % 4 === 0 ? `User_${dice(n, 18) % 50_000}` : null,
    hashtags: [words[dice(n, 19) % words.length], words[dice(n, 20) % words.length]],
    mediaUrls: dice(n, 21) % 3 === 0 ? [`https://media.example/${dice(n, 22)}.jpg`] : [],
    urls: [],
    placeName: null,
    placeCountry: dice(n, 23) % 20 === 0 ? 'Germany' : null,
    createdAt: at,
    createdAtDate: at.slice(0, 10),
    createdAtTimestamp: Date.parse(at) / 1000,
  };
}

/** A run of `rowCount` such rows. What reading them costs is measured apart (`generate`). */
export class BenchSource implements RunSource {
  readonly id = 'bench-run';
  readonly folder: string;
  readonly readOnly = false;
  readonly rowCount: number;
  /** Prepared batches, used again and again under other numbers would be other rows: kept all. */
  readonly #batches: Buffer[][] = [];

  constructor(folder: string, rowCount: number) {
    this.folder = folder;
    this.rowCount = rowCount;
  }

  get logId(): string {
    return createHash('sha256').update(`bench ${this.rowCount}`).digest('hex');
  }

  /** Makes the rows, so that filling measures filling. Returns their bytes. */
  generate(): number {
    let bytes = 0;
    for (let from = 0; from < this.rowCount; from += batchRows) {
      const batch: Buffer[] = [];
      for (let n = from; n < Math.min(from + batchRows, this.rowCount); n++) {
        const row = Buffer.from(JSON.stringify(benchRow(n)));
        bytes += row.length;
        batch.push(row);
      }
      this.#batches.push(batch);
    }
    return bytes;
  }

  async *rowBytes(from: number, to: number): AsyncGenerator<Buffer[]> {
    for (let at = from; at < to;) {
      const batch = this.#batches[Math.floor(at / batchRows)]!;
      const offset = at % batchRows;
      const rows = batch.slice(offset, offset + to - at);
      at += rows.length;
      yield rows;
    }
  }
}

const batchRows = 1300;
