/** What a built file imports, and everything that is reached through it. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Both kinds of import, as the bundler writes them. */
const specifiers = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)"([^"\n]+)"/g;

export interface Reached {
  /** Of our own files, by path. */
  files: ReadonlyMap<string, string>;
  /** Everything else by its specifier: Node's modules and packages. */
  others: ReadonlySet<string>;
}

/** @param entry A built file; workers that it starts are files of their own. */
export async function reachedFrom(entry: string): Promise<Reached> {
  const files = new Map<string, string>();
  const others = new Set<string>();
  const follow = async (file: string): Promise<void> => {
    if (files.has(file)) return;
    const text = await readFile(file, 'utf8');
    files.set(file, text);
    for (const [, to = ''] of text.matchAll(specifiers)) {
      if (to.startsWith('.')) await follow(join(dirname(file), to));
      else others.add(to);
    }
  };
  await follow(entry);
  return { files, others };
}

/** `@scope/name/part` → `@scope/name`. */
export const packageOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
