/** What the person says about a run: `meta.json`, apart from the log, replaced as a whole. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { atomicWrite } from './atomic-write.ts';
import type { FilePort } from './file-port.ts';
import { readRegularFile } from './regular-file.ts';
import { fileTime } from './set-aside.ts';
import { asStoreError, systemCode } from './store-error.ts';

const runMetaSchema = z.object({
  name: z.string().optional(),
  starred: z.boolean().optional(),
  note: z.string().optional(),
  /** Rows beyond this number are kept but not shown. */
  rowLimit: z.number().optional(),
});
export type RunMeta = z.infer<typeof runMetaSchema>;

export const metaName = 'meta.json';

/** Undefined when the file is there but can't be understood. */
export function readMeta(folder: string): RunMeta | undefined {
  try {
    const text = readRegularFile(join(folder, metaName)).toString('utf8');
    return runMetaSchema.parse(JSON.parse(text));
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? {} : undefined;
  }
}

/** Replaces the file. One that can't be understood is kept beside it under another name. */
export async function writeMeta(
  files: FilePort,
  folder: string,
  meta: RunMeta,
  now: Date,
): Promise<void> {
  const path = join(folder, metaName);
  if (readMeta(folder) === undefined) {
    try {
      await rename(path, join(folder, `meta-damaged-${fileTime(now)}.json`));
    } catch (error) {
      throw asStoreError(error, 'The name and note could not be saved.');
    }
  }
  await atomicWrite(path, `${JSON.stringify(meta)}\n`, { files });
}
