/** A small file beside a run’s log, replaced as a whole: the person's name, star and note for the run. */
import { join } from 'node:path';
import { z } from 'zod';
import { longestName, longestNote, metaDamaged } from '#shared/contract/history.ts';
import { operationSchema } from '#shared/contract/run.ts';
import type { Notice } from '#shared/contract/run.ts';
import { fileTime } from './append-file.ts';
import { atomicWrite } from './atomic-write.ts';
import type { FilePort } from './file-port.ts';
import { fileLimits, readRegularFile } from './file-port.ts';
import { systemCode } from './store-error.ts';

const runMetaSchema = z.object({
  name: z.string().max(longestName).optional(),
  starred: z.boolean().optional(),
  note: z.string().max(longestNote).optional(),
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

/** Says whether the file exists but can't be understood. */
export const metaNotices = (folder: string): Notice[] =>
  readMeta(folder) === undefined ? [{ code: 'meta_damaged', message: metaDamaged }] : [];

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
