/** Reads a folder whole, to look for what must not be in it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Every file under `folder`, with its name, bytes as Latin-1 so that any ASCII can be found. A file
 * that took another's place while it was read makes it begin anew: nothing is left out.
 */
export async function readTree(folder: string, tries = 10): Promise<string[]> {
  try {
    return await readOnce(folder);
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isGone || tries <= 1) throw error;
    return readTree(folder, tries - 1);
  }
}

async function readOnce(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path}\n${await readFile(path, 'latin1')}`;
    }),
  );
}
