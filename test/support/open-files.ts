/** Files from elsewhere, opened by a core as a person opens them. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';
import { ZipFile } from 'yazl';
import type { Cell } from '#main/core/export/cells.ts';
import { writeWorkbook } from '#main/core/export/workbook.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Run } from '#shared/contract/run.ts';
import { mintRunId, rowsIn, startTestCore } from './core.ts';
import type { TestCore, TestCoreOptions } from './core.ts';
import type { OpenedFile } from '#shared/contract/open-file.ts';

export interface OpenedTable {
  opened: OpenedFile;
  run: Run;
  rows: Record<string, unknown>[];
  /** What the person is told of how it was read. */
  noticed: string[];
}

export interface Files {
  core: TestCore;
  folder: string;
  /** What the program is opened with next. */
  give(path: string): void;
  /** Writes a file, and opens its first table, or the one with this name. */
  open(name: string, content: string | Uint8Array, table?: string): Promise<OpenedTable | Problem>;
  /** The same for a file or a folder that is there. */
  openAt(path: string, table?: string): Promise<OpenedTable | Problem>;
}

export async function startWithFiles(options: TestCoreOptions = {}): Promise<Files> {
  let given: string | null = null;
  const core = await startTestCore({
    ...options,
    takeGivenFile() {
      const taken = given;
      given = null;
      return taken;
    },
  });
  // Beside its data.
  const folder = mkdtempSync(join(dirname(core.dataDir), 'files-'));
  const openAt: Files['openAt'] = async (at, table) => {
    given = at;
    const found = await core.call('open.take', {});
    if (!found.ok) return found.error;
    const { opened } = found.value;
    if (opened === null) throw new Error('Nothing was given');
    const chosen = opened.tables.find((one) => table === undefined || one.table === table);
    const asked = { runId: mintRunId(), fileId: opened.id, name: chosen?.name ?? 'none' };
    const read = await core.call('open.table', { ...asked, table: chosen?.table ?? '' });
    await core.value('open.close', { fileId: opened.id });
    if (!read.ok) return read.error;
    const { run } = read.value;
    const noticed = run.derived?.facts?.noticed ?? [];
    return { opened, run, rows: await rowsIn(core, run.id), noticed };
  };
  return {
    core,
    folder,
    give: (path) => void (given = path),
    openAt,
    open(name, content, table) {
      const at = join(folder, name);
      writeFileSync(at, content);
      return openAt(at, table);
    },
  };
}

export const isRead = (one: OpenedTable | Problem): one is OpenedTable => 'rows' in one;

// Files as other programs write them.

async function* oneBatch(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows;
}
export const sheet = (title: string, columns: string[], rows: Cell[][]) => ({
  title,
  columns,
  batches: oneBatch(rows),
});
export const workbook = async (...sheets: ReturnType<typeof sheet>[]): Promise<Uint8Array> => {
  const [first, ...others] = sheets;
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeWorkbook(first!, others).content) chunks.push(chunk);
  return Buffer.concat(chunks);
};
export const zip = async (files: Record<string, string | Uint8Array>): Promise<Uint8Array> => {
  const archive = new ZipFile();
  for (const [name, text] of Object.entries(files)) archive.addBuffer(Buffer.from(text), name);
  archive.end();
  return buffer(archive.outputStream);
};
let parquets = 0;
export const parquet = (select: string) => async (): Promise<Uint8Array> => {
  const connection = await (await DuckDBInstance.create()).connect();
  const path = join(tmpdir(), `wild-${process.pid}-${(parquets += 1)}.parquet`);
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
  return readFileSync(path);
};
