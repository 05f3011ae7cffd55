/**
 * Small files beside a run’s log, each replaced as a whole: the person's name, star and note for the run,
 * and where a stored-data run stopped at the service. Cursors are never written to either.
 */
import { existsSync } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { metaDamaged } from '#shared/contract/history.ts';
import { operationSchema } from '#shared/contract/run.ts';
import type { Notice } from '#shared/contract/run.ts';
import { fileTime } from './append-file.ts';
import { atomicWrite } from './atomic-write.ts';
import type { ComputerMarks } from './computer-marks.ts';
import type { FilePort } from './file-port.ts';
import { fileLimits, readRegularFile } from './file-port.ts';
import { systemCode } from './store-error.ts';

const runMetaSchema = z.object({
  name: z.string().optional(),
  starred: z.boolean().optional(),
  note: z.string().optional(),
  /** Rows beyond this number are kept but not shown. */
  rowLimit: z.number().optional(),
  /** Limit of calls for a run with a list. */
  maxCalls: z.number().optional(),
  /**
   * The operation that offered a file, whose address nothing else has. The address may grant access to
   * whoever knows it, so it is shown, but never logged or saved.
   */
  operation: operationSchema.optional(),
});
export type RunMeta = z.infer<typeof runMetaSchema>;

const metaName = 'meta.json';

/** Returns undefined when the file exists but can't be understood. */
export function readMeta(folder: string): RunMeta | undefined {
  try {
    const text = readRegularFile(join(folder, metaName), fileLimits.small).toString('utf8');
    return runMetaSchema.parse(JSON.parse(text));
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? {} : undefined;
  }
}

/** Says which of the files exist but can't be understood. */
export const metaNotices = (folder: string): Notice[] => [
  ...(readMeta(folder) === undefined ? [{ code: 'meta_damaged', message: metaDamaged }] : []),
  ...(parseCursor(folder) === undefined ? [cursorDamaged] : []),
];

const cursorDamaged: Notice = {
  code: 'cursor_damaged',
  message:
    'Where this run stopped at the service can’t be read, so it can’t continue there. Its rows are all there. Run it again to get the rest, which is another call.',
};

/** Replaces the file. One that can't be understood is kept under another name. */
export async function writeMeta(
  files: FilePort,
  folder: string,
  meta: RunMeta,
  now: Date,
): Promise<void> {
  const path = join(folder, metaName);
  const kept =
    readMeta(folder) === undefined ? { aside: `meta-damaged-${fileTime(now)}.json` } : {};
  await atomicWrite(path, `${JSON.stringify(meta)}\n`, { files, ...kept });
}

const storedPageSchema = z.object({
  kind: z.literal('storedPage'),
  pageNumber: z.number(),
  tableName: z.string(),
});
const operationCursorSchema = z.object({
  kind: z.literal('operation'),
  operationId: z.string(),
  startedAt: z.string(),
  /** Number of the page it returns. */
  page: z.number(),
});
const cursorFileSchema = z.discriminatedUnion('kind', [
  operationCursorSchema.extend({ mark: z.string().optional() }),
  storedPageSchema,
]);
export type StoredCursor =
  | z.infer<typeof storedPageSchema>
  | (z.infer<typeof operationCursorSchema> & {
      /** Whether this computer asked for the operation; any other waits for a click. */
      isOwn: boolean;
    });

const cursorFile = 'place.json';

/** Returns null when there is none, undefined when it exists but can't be understood. */
function parseCursor(folder: string): z.infer<typeof cursorFileSchema> | null | undefined {
  const path = join(folder, cursorFile);
  if (!existsSync(path)) return null;
  try {
    const bytes = readRegularFile(path, fileLimits.small);
    return cursorFileSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Returns null when there is none, or none that can be understood. */
export async function readCursor(
  folder: string,
  marks: ComputerMarks,
): Promise<StoredCursor | null> {
  // Most runs have none, and thousands of failed reads would hold up everything else.
  await access(join(folder, cursorFile)).catch(() => undefined);
  const read = parseCursor(folder) ?? null;
  if (read === null || read.kind === 'storedPage') return read;
  const { mark, ...cursor } = read;
  return {
    ...cursor,
    isOwn: mark !== undefined && mark === marks.of(folder, cursor.operationId),
  };
}

/**
 * Replaces or removes the file.
 * @throws StoreError `storage_full`, `storage_failed`.
 */
export async function writeCursor(
  files: FilePort,
  folder: string,
  cursor: StoredCursor | null,
  marks: ComputerMarks,
): Promise<void> {
  const path = join(folder, cursorFile);
  if (cursor === null) return rm(path, { force: true });
  let content: z.infer<typeof cursorFileSchema>;
  if (cursor.kind === 'storedPage') content = cursor;
  else {
    const { isOwn, ...rest } = cursor;
    const mark = isOwn ? marks.of(folder, cursor.operationId) : null;
    content = { ...rest, ...(mark !== null && { mark }) };
  }
  await atomicWrite(path, `${JSON.stringify(content)}\n`, { files });
}
