/**
 * Where a stored-data run stands at the service: `place.json`, apart from the log, because it is
 * forgotten when the operation is done. Cursors are never written here.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { atomicWrite } from './atomic-write.ts';
import type { FilePort } from './file-port.ts';
import { readRegularFile } from './regular-file.ts';

const storedPlaceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('operation'),
    operationId: z.string(),
    startedAt: z.string(),
    /** Number of the page that it brings; missing in files of earlier versions. */
    page: z.number().optional(),
  }),
  z.object({ kind: z.literal('storedPage'), pageNumber: z.number(), tableName: z.string() }),
]);
export type StoredPlace = z.infer<typeof storedPlaceSchema>;

const placeName = 'place.json';

/** Null when there is none, or none that can be understood. */
export async function readPlace(folder: string): Promise<StoredPlace | null> {
  try {
    return storedPlaceSchema.parse(
      JSON.parse(readRegularFile(join(folder, placeName)).toString('utf8')),
    );
  } catch {
    return null;
  }
}

/**
 * Replaces or removes it.
 * @throws StoreError `storage_full`, `storage_failed`.
 */
export async function writePlace(
  files: FilePort,
  folder: string,
  place: StoredPlace | null,
): Promise<void> {
  const path = join(folder, placeName);
  if (place === null) await rm(path, { force: true });
  else await atomicWrite(path, `${JSON.stringify(place)}\n`, { files });
}
