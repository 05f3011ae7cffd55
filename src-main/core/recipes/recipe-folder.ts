/** Small JSON files named by id: saved recipes in `recipes/`, and their runs in `recipes/runs/`. */
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { atomicWrite } from '../store/atomic-write.ts';
import { ensureFolder, refuseLink } from '../store/data-folder.ts';
import { fileLimits, readRegularFile } from '../store/file-port.ts';
import { Serial } from '../store/serial.ts';
import { asStoreError, systemCode } from '../store/store-error.ts';

export interface RecipeFolder<T> {
  /**
   * Returns by id all that make sense to this version, and the number of other files, which are left as
   * they are.
   * @throws StoreError when the disk refuses.
   */
  read(): Promise<{ found: Map<string, T>; leftOut: number }>;
  /** Resolves when it, or a later value, is on disk. @throws StoreError when the disk refuses. */
  write(id: string, value: T): Promise<void>;
  /** @throws StoreError when the disk refuses. */
  remove(id: string): Promise<void>;
}

const ending = '.json';

/**
 * @param path of the folder; missing parents are created too.
 * @param schema of a file's content, which is under its own id if it has one.
 */
export function createRecipeFolder<T extends object>(
  path: readonly [dataFolder: string, ...names: string[]],
  schema: z.ZodType<T>,
): RecipeFolder<T> {
  const folder = join(...path);
  const pathOf = (id: string): string => join(folder, `${id}${ending}`);
  const folders = path.slice(1).map((_, at) => join(...path.slice(0, at + 2)));
  /** In the order they are requested: an earlier value must not replace a later one. */
  const changes = new Serial();
  return {
    async read() {
      const found = new Map<string, T>();
      const names = await readdir(folder).catch((error: unknown) => {
        if (systemCode(error) === 'ENOENT') return [];
        throw asStoreError(error, 'The recipes could not be read.');
      });
      const files = names.filter((one) => one.endsWith(ending));
      for (const name of files) {
        const id = name.slice(0, -ending.length);
        const value = readValue(join(folder, name), schema);
        if (value !== null && (!('id' in value) || value.id === id)) found.set(id, value);
      }
      return { found, leftOut: files.length - found.size };
    },

    write: (id, value) =>
      changes.run(async () => {
        for (const one of folders) await ensureFolder(one, 'The recipe could not be saved.');
        await atomicWrite(pathOf(id), `${JSON.stringify(value, null, 2)}\n`);
      }),

    remove: (id) =>
      changes.run(async () => {
        for (const one of folders) await refuseLink(one);
        try {
          await unlink(pathOf(id));
        } catch (error) {
          if (systemCode(error) === 'ENOENT') return;
          throw asStoreError(error, 'The recipe could not be deleted.');
        }
      }),
  };
}

function readValue<T>(path: string, schema: z.ZodType<T>): T | null {
  try {
    return (
      schema.safeParse(JSON.parse(readRegularFile(path, fileLimits.large).toString('utf8'))).data ??
      null
    );
  } catch {
    return null;
  }
}
