/** Small JSON files named by id: saved recipes in `recipes/`, and their runs in `recipes/runs/`. */
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { atomicWrite } from '../store/atomic-write.ts';
import { ensureFolder, refuseLink } from '../store/data-folder.ts';
import { fileLimits, readRegularFile } from '../store/file-port.ts';
import { asStoreError, systemCode } from '../store/store-error.ts';

export interface RecipeFolder<T> {
  /** Returns by id all that this version can read; other files are left as they are. */
  read(): Promise<Map<string, T>>;
  /** Resolves when it is on disk. @throws StoreError when the disk refuses. */
  write(id: string, value: T): Promise<void>;
  /** @throws StoreError when the disk refuses. */
  remove(id: string): Promise<void>;
}

const ending = '.json';

/** @param path of the folder; missing parents are created too. */
export function createRecipeFolder<T>(
  path: readonly [dataFolder: string, ...names: string[]],
  schema: z.ZodType<T>,
): RecipeFolder<T> {
  const folder = join(...path);
  const pathOf = (id: string): string => join(folder, `${id}${ending}`);
  const folders = path.slice(1).map((_, at) => join(...path.slice(0, at + 2)));
  return {
    async read() {
      const found = new Map<string, T>();
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((one) => one.endsWith(ending))) {
        const value = readValue(join(folder, name), schema);
        if (value !== null) found.set(name.slice(0, -ending.length), value);
      }
      return found;
    },

    async write(id, value) {
      for (const one of folders) await ensureFolder(one, 'The recipe could not be saved.');
      await atomicWrite(pathOf(id), `${JSON.stringify(value, null, 2)}\n`);
    },

    async remove(id) {
      for (const one of folders) await refuseLink(one);
      try {
        await unlink(pathOf(id));
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return;
        throw asStoreError(error, 'The recipe could not be deleted.');
      }
    },
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
